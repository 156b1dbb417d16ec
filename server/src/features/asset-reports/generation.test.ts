import { sql } from 'kysely'
import { PDFDocument, PDFRawStream } from 'pdf-lib'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { keepFile } from '../../platform/files/files.ts'
import { drawImage } from '../../platform/files/images.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { startBatch } from '../../reporting/batches.ts'
import { familyOf } from '../../reporting/family.ts'
import { generateSome } from '../../reporting/generation.ts'
import { buildBook } from '../../test/book.ts'
import { useServer } from '../../test/call.ts'
import './family.ts'

// The first report starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const server = useServer()

test('a batch makes one report an institution, on stored snapshots and files', async () => {
  const book = await buildBook(server.ownerDb)
  const scope = scopeOfSystem(book.siteId)
  const { batchId } = await inScope(server.kernel.db, scope, (trx) =>
    startBatch(server.kernel, trx, scope, {
      reportType: 'AssetReport',
      period: book.period,
      isQuarterly: false,
      targets: book.institutionIds.map((institutionId) => ({ institutionId, subsidiaryId: null })),
      isRegenerating: false,
      hold: true,
    }),
  )
  expect(await generateSome(server.kernel, scope, batchId)).toBe(2)
  expect(server.log).toEqual([])
  const reports = await server.ownerDb
    .selectFrom('report')
    .select(['status', 'failureCode', 'failureReason', 'currentVersion', 'leaseToken'])
    .execute()
  expect(reports).toEqual(
    book.institutionIds.map(() => ({ status: 'Ready', failureCode: null, failureReason: null, currentVersion: 1, leaseToken: null })),
  )
  const { rows } = await sql<{
    total: number
  }>`select sum(cash_surrender_value_cents) as total from policy_valuation where as_of_date = ${book.period} group by institution_id order by institution_id`.execute(
    server.ownerDb,
  )
  const versions = await server.ownerDb
    .selectFrom('reportVersion')
    .select(['controlTotals', 'pdfSha256'])
    .orderBy('institutionId')
    .execute()
  expect(versions.map(({ controlTotals }) => controlTotals)).toMatchObject(
    rows.map(({ total }) => ({ rows: 3, cashSurrenderValueCents: total })),
  )
  for (const { pdfSha256 } of versions) expect((await server.kernel.files.read(pdfSha256 ?? '')).subarray(0, 5).toString()).toBe('%PDF-')
  expect(await server.ownerDb.selectFrom('reportBatch').select('completedAt').executeTakeFirstOrThrow()).not.toEqual({ completedAt: null })
})

test('a report is prepared on the day of its site, not of the server', async () => {
  const book = await buildBook(server.ownerDb)
  const scope = scopeOfSystem(book.siteId)
  await server.ownerDb.updateTable('site').set({ timeZone: 'America/Los_Angeles' }).where('id', '=', book.siteId).execute()
  // Half past eight in the evening on the Pacific coast; three and a half hours into the next day in Greenwich.
  server.setNow(new Date('2026-10-07T03:30:00Z'))
  const { batchId } = await inScope(server.kernel.db, scope, (trx) =>
    startBatch(server.kernel, trx, scope, {
      reportType: 'AssetReport',
      period: book.period,
      isQuarterly: false,
      targets: book.institutionIds.slice(0, 1).map((institutionId) => ({ institutionId, subsidiaryId: null })),
      isRegenerating: false,
      hold: true,
    }),
  )
  await generateSome(server.kernel, scope, batchId)
  server.setNow(undefined)
  const version = await server.ownerDb.selectFrom('reportVersion').selectAll().where('batchId', '=', batchId).executeTakeFirstOrThrow()
  expect(version.preparedOn).toBe('2026-10-06')
  expect(version.snapshot).toMatchObject({ preparedOn: '2026-10-06' })
})

test('a report carries the logos of firm and institution, remembers which, and prints the same years after both have changed', async () => {
  const book = await buildBook(server.ownerDb, { institutions: 1 })
  const scope = scopeOfSystem(book.siteId)
  const [institutionId = 0] = book.institutionIds
  const drawn = async (background: string) => {
    const plain = sharp({ create: { width: 300, height: 100, channels: 3, background } })
    const { content, mediaType } = await drawImage(await plain.png().toBuffer(), 'logo')
    const file = await server.kernel.files.put(content)
    await keepFile(server.ownerDb, file, mediaType)
    return file.sha256
  }
  const draw = async (firm: string, institution: string) => {
    const logos = { firm: await drawn(firm), institution: await drawn(institution) }
    await server.ownerDb.updateTable('site').set({ logoSha256: logos.firm }).where('id', '=', book.siteId).execute()
    await server.ownerDb.updateTable('institution').set({ logoSha256: logos.institution }).where('id', '=', institutionId).execute()
    return logos
  }
  const logos = await draw('#113377', '#117755')
  const { batchId } = await inScope(server.kernel.db, scope, (trx) =>
    startBatch(server.kernel, trx, scope, {
      reportType: 'AssetSummaryReport',
      period: book.period,
      isQuarterly: false,
      targets: [{ institutionId, subsidiaryId: null }],
      isRegenerating: false,
      hold: true,
    }),
  )
  await generateSome(server.kernel, scope, batchId)
  const version = await server.ownerDb.selectFrom('reportVersion').selectAll().where('batchId', '=', batchId).executeTakeFirstOrThrow()
  expect(version.snapshot).toMatchObject({ site: { logo: logos.firm }, institution: { logo: logos.institution } })
  const kept = await server.kernel.files.read(version.pdfSha256 ?? '')
  const printed = await PDFDocument.load(kept, { updateMetadata: false })
  const pictures = printed.context
    .enumerateIndirectObjects()
    .filter(([, object]) => /\/Subtype \/Image[^]*\/Width 300/.test(String(object instanceof PDFRawStream ? object.dict : '')))
  expect(pictures).toHaveLength(2)
  await draw('#993311', '#aa8811')
  const again = await familyOf('AssetSummaryReport').print(version.snapshot, 'AssetSummaryReport', server.kernel.files)
  expect(again.bytes.equals(kept)).toBe(true)
})

test('a policy of a subsidiary is in the report of the subsidiary and in no other', async () => {
  const book = await buildBook(server.ownerDb, { institutions: 1 })
  const scope = scopeOfSystem(book.siteId)
  const [institutionId = 0] = book.institutionIds
  const { id: subsidiaryId } = await server.ownerDb
    .insertInto('subsidiary')
    .values({ institutionId, name: 'Wealth', legalName: 'Wealth Advisors, LLC' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const policies = await server.ownerDb.selectFrom('policy').select('id').where('institutionId', '=', institutionId).orderBy('id').execute()
  const [own = 0, ...others] = policies.map(({ id }) => id)
  await server.ownerDb.updateTable('policy').set({ subsidiaryId }).where('id', '=', own).execute()
  const { batchId } = await inScope(server.kernel.db, scope, (trx) =>
    startBatch(server.kernel, trx, scope, {
      reportType: 'AssetReport',
      period: book.period,
      isQuarterly: false,
      targets: [
        { institutionId, subsidiaryId: null },
        { institutionId, subsidiaryId },
      ],
      isRegenerating: false,
      hold: true,
    }),
  )
  await generateSome(server.kernel, scope, batchId)
  const { rows } = await sql<{ policies: number[] }>`
    select array(select (line->>'policyId')::int from jsonb_array_elements(v.snapshot->'policies') line order by 1) as policies
    from report_version v join report r on r.institution_id = v.institution_id and r.id = v.report_id
    where v.batch_id = ${batchId} order by r.subsidiary_id nulls first`.execute(server.ownerDb)
  expect(rows.map((row) => row.policies)).toEqual([others, [own]])
})
