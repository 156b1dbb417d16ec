/** A value that staff corrected in a carrier's file: its bank's report says so in every form, and nobody else's says anything of it. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { postFile } from '@corridor/contract/data-feeds.ts'
import { setFileLayout } from '@corridor/contract/feed-layouts.ts'
import { correctCells } from '@corridor/contract/feed-lines.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { readAssetReportSnapshot } from '@corridor/domain/reports/asset-report/build.ts'
import { policyRows, readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope, scopeOfSession, scopeOfSystem } from '../../platform/http/scope.ts'
import { startBatch } from '../../reporting/batches.ts'
import { generateSome } from '../../reporting/generation.ts'
import { readHoldings } from '../../reporting/holdings/current.ts'
import { buildReportTypes, postMonths } from '../../test/book.ts'
import { buildUser, signIn } from '../../test/builders.ts'
import { dollars, feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { pdfText, workbookOf } from '../../test/report-files.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 90_000 })
const feeds = useFeeds()
const { server } = feeds
const REASON = 'Read off the carrier’s statement'

const corrected = async (id: number, line: number, cells: Record<string, string | null>, reason = REASON) => {
  const input = Object.entries(cells).map(([header, value]) => ({ header, value }))
  expect((await server.callAs(feeds.staff, correctCells, { id, line, cells: input, reason })).status).toBe(200)
}

/** Posts the file, values of all other policies beside it, and makes the reports of the month. */
async function made(
  id: number,
  {
    subsidiaries = [],
    isQuarterly = false,
  }: { subsidiaries?: { institutionId: number; subsidiaryId: number }[]; isQuarterly?: boolean } = {},
) {
  const post = await server.callAs(feeds.staff, postFile, { id })
  expect([post.status, post.error.message]).toEqual([200, ''])
  const { siteId, institutionIds } = feeds.book
  const { rows } = await sql<{ id: number }>`select p.id from policy p where p.institution_id = any(${institutionIds}::int[])
    and not exists (select from policy_valuation v where v.policy_id = p.id and v.institution_id = p.institution_id and v.as_of_date = ${feeds.period})`.execute(
    server.ownerDb,
  )
  await postMonths(
    server.ownerDb,
    siteId,
    institutionIds,
    feeds.period,
    feeds.period,
    rows.map((row) => row.id),
  )
  // The file's month is the first of a quarter.
  const period = isQuarterly ? addMonthEnds(feeds.period, 2) : feeds.period
  if (isQuarterly) await postMonths(server.ownerDb, siteId, institutionIds, addMonthEnds(feeds.period, 1), period)
  const scope = scopeOfSystem(siteId)
  const targets = [...institutionIds.map((institutionId) => ({ institutionId, subsidiaryId: null })), ...subsidiaries]
  const asked = { reportType: 'AssetReport', period, isQuarterly, isRegenerating: false, hold: true, targets } as const
  const { batchId: batch } = await inScope(server.kernel.db, scope, (trx) => startBatch(server.kernel, trx, scope, asked))
  await generateSome(server.kernel, scope, batch)
  const reports = await server.ownerDb
    .selectFrom('report as r')
    .innerJoin('reportVersion as v', (join) => join.onRef('v.reportId', '=', 'r.id').onRef('v.institutionId', '=', 'r.institutionId'))
    .select(['r.id', 'r.institutionId', 'r.subsidiaryId', 'v.snapshot'])
    .where('r.batchId', '=', batch)
    .execute()
  return { batch, reports }
}
const correctionsIn = (snapshot: unknown) => readAssetReportSnapshot(snapshot).policies.filter((policy) => policy.corrections)

test('a corrected value is marked on screen, in PDF, workbook and CSV of its bank’s report, as its people read it, and in no other’s', async () => {
  await buildReportTypes(server.ownerDb)
  const [policy] = feeds.policies
  const other = feeds.policies.findIndex(({ institutionId }) => institutionId !== policy?.institutionId)
  const meant = Number(feeds.sound()[0]?.cashSurrenderValue)
  const lines = feeds
    .sound()
    .map((line, at) => (at === 0 ? { ...line, cashSurrenderValue: '18,000.00' } : at === other ? { ...line, deathBenefit: '#REF!' } : line))
  const file = await feeds.handedIn(feedText(lines, { separator: '\t' }))
  await corrected(file.id, 2, { CSV: dollars(meant) })
  await corrected(file.id, other + 2, { DB: dollars(feeds.policies[other]?.deathBenefitCents ?? 0) }, 'Only the other bank’s')
  const { batch, reports } = await made(file.id)
  const institutionId = policy?.institutionId ?? 0
  const own = reports.find((report) => report.institutionId === institutionId)
  expect(correctionsIn(own?.snapshot)).toMatchObject([
    {
      policyId: policy?.policyId,
      corrections: [{ label: 'Cash surrender value', amounts: { stated: 1_800_000, posted: meant }, reason: REASON }],
    },
  ])
  expect(JSON.stringify(own?.snapshot)).not.toContain('Only the other bank’s')
  const foreign = reports.find((report) => report.institutionId !== institutionId)
  expect(JSON.stringify(foreign?.snapshot)).not.toContain(REASON)
  expect(correctionsIn(foreign?.snapshot)).toMatchObject([{ corrections: [{ label: 'Death benefit', reason: 'Only the other bank’s' }] }])
  expect(correctionsIn(foreign?.snapshot)[0]?.corrections?.[0]?.amounts).toBeUndefined()

  const report = own?.id ?? 0
  const overrideReason = 'Closed by hand'
  const released = await server.callAs(feeds.staff, assetReports.releaseReports, { batch, reportIds: [report], overrideReason })
  expect([released.status, released.error.message]).toEqual([200, ''])
  const { siteId } = feeds.book
  const client = await signIn(server.ownerDb, await buildUser(server.ownerDb, 'c', { sites: [siteId], institutionId }), {
    siteId,
    institutionId,
  })
  const read = await server.callAs(client, assetReports.getReport, { batch: 0, report })
  const view = readAssetReportView(read.body.view)
  const told = `※ Policy ${policy?.policyNumber}, corrected by the firm before posting: cash surrender value, $18,000.00 in the carrier’s file and ${formatMoney(cents(meant))} posted. Reason given: ${REASON}.`
  expect(view?.notes).toContain(told)
  expect(view && policyRows(view).flatMap(({ policyId, flags }) => (flags.includes('※') ? [policyId] : []))).toEqual([policy?.policyId])
  const download = async (format: 'pdf' | 'xlsx' | 'csv') =>
    (await server.callAs(client, assetReports.downloadReports, { batch: 0, reportIds: String(report), format })).bytes
  const paper = (await pdfText(await download('pdf'))).replaceAll(/\s+/g, ' ')
  expect(paper).toContain(`※ Policy ${policy?.policyNumber}, corrected by the firm before posting: `)
  expect(paper).toMatch(new RegExp(`First\\d+ ?※`))
  const notes = (await workbookOf(await download('xlsx'))).getWorksheet('Notes')
  expect(JSON.stringify(notes?.getColumn(3).values)).toContain(JSON.stringify(told).slice(1, -1))
  expect((await download('csv')).toString()).toContain('※')
})

test('a correction that was taken back, one of a birth date, and an amount written in another way are told by no report', async () => {
  const headers = ['policyNumber', 'insured', 'dob', 'valuationDate', 'accountValue', 'cashSurrenderValue', 'deathBenefit', 'rate']
  const lines = feeds.sound().map((line) => ({ ...line, dob: '1970-01-01' }))
  const dress = { headers: { ...Object.fromEntries(headers.map((name) => [name, name])), dob: 'DOB' } }
  const file = await feeds.handedIn(feedText(lines, dress))
  await corrected(file.id, 2, { cashSurrenderValue: dollars(Number(feeds.sound()[0]?.cashSurrenderValue) + 100), DOB: '1970-01-01 ' })
  await corrected(file.id, 2, { cashSurrenderValue: null })
  await corrected(file.id, 3, { deathBenefit: `$${dollars(feeds.policies[1]?.deathBenefitCents ?? 0)}` })
  const { reports } = await made(file.id)
  expect(reports).toHaveLength(2)
  for (const { snapshot } of reports) expect(correctionsIn(snapshot)).toEqual([])
})

test('a subsidiary’s corrected policy is in the subsidiary’s report alone', async () => {
  const [policy] = feeds.policies
  const institutionId = policy?.institutionId ?? 0
  const { id: subsidiaryId } = await server.ownerDb
    .insertInto('subsidiary')
    .values({ institutionId, name: 'Wealth', legalName: 'Wealth Advisors, LLC' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.ownerDb
    .updateTable('policy')
    .set({ subsidiaryId })
    .where('id', '=', policy?.policyId ?? 0)
    .where('institutionId', '=', institutionId)
    .execute()
  const file = await feeds.handedIn(feedText(feeds.changed(0, { deathBenefit: '1.00' })))
  await corrected(file.id, 2, { DB: dollars(policy?.deathBenefitCents ?? 0) })
  const { reports } = await made(file.id, { subsidiaries: [{ institutionId, subsidiaryId }] })
  expect(reports.map((report) => [report.subsidiaryId, correctionsIn(report.snapshot).map(({ policyId }) => policyId)])).toEqual(
    expect.arrayContaining([
      [null, []],
      [subsidiaryId, [policy?.policyId]],
    ]),
  )
  expect(reports.filter((report) => correctionsIn(report.snapshot).length > 0)).toHaveLength(1)
})

test('of a charge that others are added to no figure is told, of digits alone what the file means by them; a key of one bank reads its corrections and not the other’s', async () => {
  const [policy] = feeds.policies
  const other = feeds.policies.findIndex(({ institutionId }) => institutionId !== policy?.institutionId)
  const charged = feeds.sound().map((line) => ({ ...line, expense: Number(line.expense) - 100, other: 100 }))
  const wrong = (line: object) => ({ ...line, cashSurrenderValue: '1800000', expense: '1.00' })
  const lines = charged.map((line, at) => (at === 0 || at === other ? wrong(line) : line))
  const file = await feeds.handedIn(feedText(lines, { headers: { ...HEADERS, other: 'Other Charges' } }))
  for (const at of [0, other])
    await corrected(file.id, at + 2, { CSV: dollars(Number(charged[at]?.cashSurrenderValue)), Exp: dollars(Number(charged[at]?.expense)) })
  await made(file.id)
  const { siteId } = feeds.book
  const institutionId = policy?.institutionId ?? 0
  const ofKey = scopeOfSession({ userId: 1, userRole: 'b', siteId, institutionId }, institutionId)
  const read = (ofBank: number) => inScope(server.kernel.db, ofKey, (trx) => readHoldings(trx, ofKey, ofBank))
  expect(correctionsIn((await read(institutionId))?.snapshot)).toMatchObject([
    {
      policyId: policy?.policyId,
      corrections: [
        { label: 'Cash surrender value', amounts: { stated: 180_000_000, posted: charged[0]?.cashSurrenderValue }, reason: REASON },
        { label: 'Expense charge', reason: REASON },
      ],
    },
  ])
  expect(JSON.stringify(await read(institutionId)).split('"amounts"')).toHaveLength(2)
  // Typed before reports printed reasons: for the firm alone.
  await server.ownerDb.updateTable('carrierFileCorrection').set({ isReasonPrinted: false }).execute()
  expect(correctionsIn((await read(institutionId))?.snapshot)[0]?.corrections).toMatchObject([{ reason: null }, { reason: null }])
  expect(JSON.stringify((await read(feeds.policies[other]?.institutionId ?? 0)) ?? null)).not.toContain(REASON)
})

test('a quarter’s report tells a correction of its first month with that month', async () => {
  const [policy] = feeds.policies
  const meant = Number(feeds.sound()[0]?.cashSurrenderValue)
  const file = await feeds.handedIn(feedText(feeds.changed(0, { cashSurrenderValue: '18,000.00' })))
  await corrected(file.id, 2, { CSV: dollars(meant) })
  const { reports } = await made(file.id, { isQuarterly: true })
  const own = reports.find((report) => report.institutionId === policy?.institutionId)
  expect(correctionsIn(own?.snapshot)).toMatchObject([
    {
      policyId: policy?.policyId,
      corrections: [{ label: 'Cash surrender value', asOf: feeds.period, amounts: { stated: 1_800_000, posted: meant }, reason: REASON }],
    },
  ])
})

const COLUMNS: InputOf<typeof setFileLayout>['columns'] = [
  { name: 'Policy', start: 1, length: 20, decimals: 0, field: 'policyNumber' },
  { name: 'Valued', start: 21, length: 8, decimals: 0, field: 'asOfDate' },
  { name: 'Surrender value', start: 29, length: 13, decimals: 2, field: 'cashSurrenderValue' },
  { name: 'Benefit', start: 42, length: 13, decimals: 2, field: 'deathBenefit' },
]
const digits = (amount: number) => String(amount).padStart(13, '0')

test('of a file at fixed positions the carrier’s figure is told by its layout as it is now, and none where that cannot be read', async () => {
  const [policy] = feeds.policies
  const institutionId = policy?.institutionId ?? 0
  const meant = Number(feeds.sound()[0]?.cashSurrenderValue)
  const text = feeds
    .sound()
    .map((line, at) =>
      [
        line.policyNumber.padEnd(20),
        line.valuationDate.replaceAll('-', ''),
        digits(at === 0 ? 1_800_000 : line.cashSurrenderValue),
        digits(line.deathBenefit),
      ].join(''),
    )
    .join('\r\n')
  const file = await feeds.handedIn(text)
  const described = await server.callAs(feeds.staff, setFileLayout, {
    id: file.id,
    columns: COLUMNS,
    skipLines: 0,
    mark: null,
    updatedAt: file.updatedAt,
  })
  expect(described.status).toBe(200)
  await corrected(file.id, 1, { 'Surrender value': dollars(meant) })
  const { reports } = await made(file.id)
  const own = reports.find((report) => report.institutionId === institutionId)
  const told = { label: 'Cash surrender value', amounts: { stated: 1_800_000, posted: meant }, reason: REASON }
  expect(correctionsIn(own?.snapshot)).toMatchObject([{ policyId: policy?.policyId, corrections: [told] }])
  expect(correctionsIn(own?.snapshot)[0]?.corrections?.[0]?.asOf, 'it is the report’s own month').toBeUndefined()

  await server.ownerDb.updateTable('carrierFile').set({ layout: '{}' }).where('id', '=', file.id).execute()
  const scope = scopeOfSystem(feeds.book.siteId)
  const unread = await inScope(server.kernel.db, scope, (trx) => readHoldings(trx, scope, institutionId))
  expect(correctionsIn(unread?.snapshot)).toMatchObject([{ corrections: [{ label: told.label }] }])
  expect(JSON.stringify(unread?.snapshot)).not.toContain('"amounts"')
})
