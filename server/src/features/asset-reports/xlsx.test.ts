import { usd } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import ExcelJS from 'exceljs'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleSnapshot } from '../../test/sample-snapshot.ts'
import { renderCsv } from './csv.ts'
import { renderXlsx } from './xlsx.ts'

afterEach(() => vi.useRealTimers())

async function read(bytes: Buffer): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(Uint8Array.from(bytes).buffer)
  return workbook
}

test('the workbook of a report has its sheets, typed figures, and formulas whose results are the sums', async () => {
  const view = buildAssetReport(sampleSnapshot({ policies: 50, isQuarterly: true }))
  const workbook = await read(await renderXlsx(view))
  expect(workbook.worksheets.map(({ name }) => name)).toEqual([
    'Summary',
    'Carriers',
    'Year to date',
    'Policies',
    'Journal entries',
    'Entries by account',
    'Entries by policy',
    'Transactions',
    'Rate changes',
    'Status changes',
    'Trend',
    'Call Report',
    'Risk weights',
    'Notes',
    'About',
  ])
  const policies = workbook.getWorksheet('Policies')
  if (!policies) throw new Error('no sheet of policies')
  const last = policies.getRow(policies.rowCount)
  expect(last.getCell(1).value).toBe('Total')
  let formulas = 0
  policies.eachRow((row) =>
    row.eachCell((cell) => {
      const range = /^SUBTOTAL\(9,([A-Z]+)(\d+):[A-Z]+(\d+)\)$/.exec(cell.formula ?? '')
      if (!range) return
      formulas++
      let cents = 0
      for (let index = Number(range[2]); index <= Number(range[3]); index++) {
        const { value } = policies.getCell(`${range[1]}${index}`)
        if (typeof value === 'number') cents += Math.round(value * 100)
      }
      expect(Math.round(Number(cell.result) * 100)).toBe(cents)
    }),
  )
  expect(formulas).toBeGreaterThan(50)
  const labels = policies.getRow(1).values
  const index = Array.isArray(labels) ? labels.findIndex((label) => label === 'CSV 09/30/2026') : -1
  expect(Math.round(Number(last.getCell(index).result) * 100)).toBe(view.controlTotals.cashSurrenderValue)
  const about = workbook.getWorksheet('About')
  const facts = new Map<unknown, unknown>()
  about?.eachRow((row) => facts.set(row.getCell(1).value, row.getCell(2).value))
  expect(facts.get('Values (snapshot hash)')).toBe('9f3ac21b')
  expect(facts.get('As of')).toEqual(new Date('2026-09-30T00:00:00Z'))
  expect(facts.get('Policies in force')).toBe(50)
  expect(facts.get('Control total, cash surrender value')).toBe(view.controlTotals.cashSurrenderValue / 100)
})

test('claims stand with their total, as on screen and paper', async () => {
  const { activity, ...snapshot } = sampleSnapshot({ policies: 9 })
  const [policy] = snapshot.policies
  if (!policy) throw new Error('a sample without policies')
  const claim = {
    ...policy,
    dateOfDeath: plainDate('2026-08-19'),
    status: 'DEATH_CLAIM',
    deathBenefit: usd(175_682),
    institutionShare: usd(144_196.95),
  }
  const view = buildAssetReport({ ...snapshot, activity: { ...activity, claims: [claim, claim] } })
  const rows: unknown[] = []
  ;(await read(await renderXlsx(view))).getWorksheet('Claims')?.eachRow(({ values }) => rows.push(values))
  expect(rows.at(-1)).toEqual([
    ...[undefined, 'Total', undefined, undefined, undefined, undefined],
    ...[351_364, 62_970.1, 288_393.9].map((result) => expect.objectContaining({ result })),
  ])
})

test('below pending claims, with their cash surrender value and expected gain, stands when the gain is recorded', async () => {
  const { activity, ...snapshot } = sampleSnapshot({ policies: 9 })
  const [policy] = snapshot.policies
  if (!policy) throw new Error('a sample without policies')
  const benefit = { deathBenefit: usd(900_000), institutionShare: usd(900_000) }
  const claim = { ...policy, ...benefit, dateOfDeath: plainDate('2026-08-19'), status: 'DEATH_CLAIM_PENDING' }
  const view = buildAssetReport({ ...snapshot, activity: { ...activity, claims: [claim] } })
  const rows: unknown[] = []
  ;(await read(await renderXlsx(view))).getWorksheet('Claims')?.eachRow(({ values }) => rows.push(values))
  const amounts = [900_000, policy.cashSurrenderValue / 100, (usd(900_000) - policy.cashSurrenderValue) / 100]
  expect(rows[1]).toEqual(expect.arrayContaining(amounts))
  expect(rows.at(-1)).toEqual([undefined, view.claimsLead])
})

test('the same report makes the same workbook and CSV at any time', async () => {
  const view = buildAssetReport(sampleSnapshot({ policies: 9, period: plainDate('2025-12-31') }))
  const [xlsx, csv] = [await renderXlsx(view), renderCsv(view)]
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2033-01-01T00:00:00Z') })
  expect((await renderXlsx(structuredClone(view))).equals(xlsx)).toBe(true)
  expect(renderCsv(structuredClone(view))).toBe(csv)
  expect(csv.trimEnd().split('\r\n')).toHaveLength(10)
})

test('a summary, and a report without policies, make workbooks too', async () => {
  for (const options of [{ policies: 20, kind: 'AssetSummaryReport' }, { policies: 0 }] as const) {
    const workbook = await read(await renderXlsx(buildAssetReport(sampleSnapshot(options))))
    expect(workbook.getWorksheet('About')).toBeDefined()
  }
})
