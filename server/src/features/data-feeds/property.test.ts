import { listRows, postFile } from '@corridor/contract/data-feeds.ts'
import { FEED_FIELDS, type FeedField } from '@corridor/domain/data-feeds/columns.ts'
import ExcelJS from 'exceljs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollars, feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()

const FIELDS: Record<string, FeedField> = {
  policyNumber: 'policyNumber',
  insured: 'insuredName',
  valuationDate: 'asOfDate',
  status: 'policyStatus',
  begin: 'accountValueBegin',
  premium: 'premiumPaid',
  withdrawals: 'withdrawals',
  interest: 'interestCredited',
  costOfInsurance: 'costOfInsurance',
  expense: 'expenseCharge',
  accountValue: 'accountValueEnd',
  surrenderCharge: 'surrenderCharge',
  cashSurrenderValue: 'cashSurrenderValue',
  deathBenefit: 'deathBenefit',
  rate: 'grossCreditingRate',
}
const grouped = (cents: number): string => dollars(Math.abs(cents)).replace(/\B(?=(\d{3})+\.)/g, ',')

const dress = fc.record({
  names: fc.tuple(...Object.values(FIELDS).map((field) => fc.constantFrom(...FEED_FIELDS[field].headers))),
  order: fc.shuffledSubarray(Object.keys(HEADERS), { minLength: Object.keys(HEADERS).length }),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  money: fc.constantFrom(
    dollars,
    (cents: number) => `${cents < 0 ? '-' : ''}$${grouped(cents)}`,
    (cents: number) => (cents < 0 ? `(${grouped(cents)})` : grouped(cents)),
  ),
  date: fc.constantFrom(
    (text: string) => text,
    (text: string) => `${text.slice(5, 7)}/${text.slice(8, 10)}/${text.slice(0, 4)}`,
    (text: string) => text.replaceAll('-', ''),
  ),
  preamble: fc.constantFrom<string[]>([], ['In-force extract'], ['Prepared for our clients', '']),
  form: fc.constantFrom('csv', 'csv with mark', 'utf-16', 'xlsx'),
})
/** Flows of each policy in the month, in cents: about its gain of the month before, so that no rule has an issue. */
const month = fc.record({
  more: fc.integer({ min: -15_000, max: 15_000 }),
  cost: fc.integer({ min: 0, max: 300_000 }),
  expense: fc.integer({ min: 0, max: 50_000 }),
  premium: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 50_000_000 })),
})

test('whatever a carrier’s sheet looks like, the posted values are those of the register to the cent', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(dress, fc.array(month, { minLength: 12, maxLength: 12 }), async (worn, months) => {
      run++
      const lines = feeds.policies.map((policy, index) => {
        const { more, cost, expense, premium } = months[index] ?? { more: 0, cost: 0, expense: 0, premium: 0 }
        const interest = 300_000 + policy.policyId + more + cost + expense
        const value = policy.priorCents + premium + interest - cost - expense
        const [sound] = feeds.sound().slice(index)
        return {
          ...sound,
          premium,
          interest,
          costOfInsurance: cost,
          expense,
          accountValue: value,
          cashSurrenderValue: value,
          note: `run ${run}`,
        }
      })
      const headers = {
        ...Object.fromEntries(Object.keys(FIELDS).map((column, index) => [column, worn.names[index] ?? ''])),
        note: 'Remark',
      }
      const text = feedText(lines, {
        headers,
        columns: [...worn.order, 'note'],
        separator: worn.separator,
        preamble: worn.preamble,
        money: worn.money,
        date: worn.date,
      })
      const file = await feeds.handedIn(await inForm(worn.form, text, worn.separator))
      const rows = (await feeds.server.callAs(feeds.staff, listRows, { id: file.id, take: 1000 })).body.records
      expect(
        rows.map(({ policyId, cashSurrenderValueCents, deathBenefitCents }) => [policyId, cashSurrenderValueCents, deathBenefitCents]),
      ).toEqual(
        lines.map((line, index) => [feeds.policies[index]?.policyId, line.cashSurrenderValue, feeds.policies[index]?.deathBenefitCents]),
      )
      expect(await feeds.rulesOf(file.id)).toEqual([])
      const posted = await feeds.server.callAs(feeds.staff, postFile, { id: file.id, restatementReason: 'Another run of the property' })
      expect(posted.status).toBe(200)
      const values = await feeds.server.ownerDb
        .selectFrom('policyValuation')
        .select([
          'policyId',
          'cashSurrenderValueCents',
          'interestCreditedCents',
          'costOfInsuranceCents',
          'expenseChargeCents',
          'premiumPaidCents',
          'accountValueBeginCents',
          'grossCreditingRate',
        ])
        .where('asOfDate', '=', feeds.period)
        .where('status', '=', 'POSTED')
        .where(
          'policyId',
          'in',
          feeds.policies.map(({ policyId }) => policyId),
        )
        .orderBy('policyId')
        .execute()
      expect(values).toEqual(
        lines.map((line, index) => ({
          policyId: feeds.policies[index]?.policyId,
          cashSurrenderValueCents: line.cashSurrenderValue,
          interestCreditedCents: line.interest,
          costOfInsuranceCents: line.costOfInsurance,
          expenseChargeCents: line.expense,
          premiumPaidCents: line.premium,
          accountValueBeginCents: line.begin,
          grossCreditingRate: 0.0405,
        })),
      )
    }),
    { numRuns: 25, seed: 20_261_031 },
  )
}, 120_000)

async function inForm(form: string, text: string, separator: string): Promise<Buffer> {
  if (form === 'csv') return Buffer.from(text)
  if (form === 'csv with mark') return Buffer.from(`\ufeff${text}`)
  if (form === 'utf-16') return Buffer.from(`\ufeff${text}`, 'utf16le')
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Sheet 1')
  for (const line of text.trimEnd().split('\n')) sheet.addRow(cellsOf(line, separator))
  return Buffer.from(await workbook.xlsx.writeBuffer())
}

const cellsOf = (line: string, separator: string): string[] => {
  const cells: string[] = []
  for (const match of line.matchAll(
    new RegExp(`(?:^|\\${separator === '\t' ? 't' : separator})("(?:[^"]|"")*"|[^\\${separator === '\t' ? 't' : separator}]*)`, 'g'),
  ))
    cells.push((match[1] ?? '').replace(/^"|"$/g, '').replaceAll('""', '"'))
  return cells
}
