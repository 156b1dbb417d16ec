/** The same small holdings twice, for an institution of one site and for strangers: what tests of reach look at. */
import { randomUUID } from 'node:crypto'
import { cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { keepFile } from '../platform/files/files.ts'
import { buildCarrier, buildInstitution, buildSite, buildUser, next } from './builders.ts'
import { buildQuestionnaire } from './questionnaires.ts'
import { buildReviewWords } from './review-words.ts'

export interface Holdings {
  siteId: number
  institutionId: number
  clientId: number
  policyId: number
  insuredId: number
  batchId: number
  reportId: number
  clientReportId: number
  documentId: number
  bankUploadId: number
  /** Sent, with one answer and one file. */
  questionnaireId: number
  questionnaireBatchId: number
  attachmentId: number
  fileId: number
  announcementId: number
  formBatchId: number
  formReportId: number
  employeeCountId: number
  scheduleId: number
  reviewBatchId: number
  reviewReportId: number
  /** Open, with a conclusion, and signed once before. */
  assessmentId: number
}

/** @param db the owner's connections; asked for when the test file's database exists */
export function useHoldings(db: () => Db): Holdings & { neighbor: Holdings; stranger: Holdings } {
  const made: { book?: Holdings & { neighbor: Holdings; stranger: Holdings } } = {}
  beforeAll(async () => {
    const [siteId, otherSite] = [await buildSite(db()), await buildSite(db())]
    made.book = {
      ...(await buildHoldings(db(), siteId)),
      neighbor: await buildHoldings(db(), siteId),
      stranger: await buildHoldings(db(), otherSite),
    }
  })
  return new Proxy({} as Holdings & { neighbor: Holdings; stranger: Holdings }, {
    get: (_, name) => {
      if (!made.book) throw new Error('the register of a test file exists from beforeAll on')
      return Reflect.get(made.book, name)
    },
  })
}

/** An institution with a client, a policy with a posted value, a released asset report, and a carrier's file. */
export async function buildHoldings(db: Db, siteId: number): Promise<Holdings> {
  const institutionId = await buildInstitution(db, { sites: [siteId] })
  const clientId = await buildUser(db, 'c', { sites: [siteId], institutionId })
  const key = { institutionId, siteId }
  const carrierCode = await buildCarrier(db)
  const period = '2026-09-30' as PlainDate
  const one = async (query: { executeTakeFirstOrThrow: () => Promise<{ id: number }> }) => (await query.executeTakeFirstOrThrow()).id
  const productId = await one(
    db
      .insertInto('product')
      .values({ carrierCode, productName: `Product ${next()}`, accountType: 'GENERAL', policyForm: 'UL', rateMethod: 'PORTFOLIO' })
      .returning('id'),
  )
  const planId = await one(
    db
      .insertInto('plan')
      .values({
        ...key,
        planName: 'Plan',
        planType: 'BOLI_COST_RECOVERY',
        effectiveDate: '2015-01-01' as PlainDate,
        businessPurpose: 'Benefits',
      })
      .returning('id'),
  )
  const insuredId = await one(
    db
      .insertInto('insured')
      .values({ ...key, firstName: 'Ira', lastName: 'Vance' })
      .returning('id'),
  )
  const policyNumber = `P-${next()}`
  const policyId = await one(
    db
      .insertInto('policy')
      .values({
        ...key,
        planId,
        productId,
        insuredId,
        carrierCode,
        policyNumber,
        matchKey: policyNumber.replace('-', ''),
        issueDate: '2016-01-01' as PlainDate,
        faceAmountCents: cents(100_000_000),
        initialPremiumCents: cents(50_000_000),
        costBasisCents: cents(50_000_000),
      })
      .returning('id'),
  )
  await db
    .insertInto('policyValuation')
    .values({ ...key, policyId, asOfDate: period, cashSurrenderValueCents: cents(60_000_000), deathBenefitCents: cents(100_000_000) })
    .execute()
  const sha256 = `${next()}`.padStart(64, '0')
  await db
    .insertInto('storedFile')
    .values({ sha256, sizeBytes: 3, mediaType: 'application/pdf' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { batchId, reportId } = await buildReleased(db, key, 'AssetReport', period, sha256)
  const form = await buildReleased(db, key, 'C8925Report', '2025-12-31' as PlainDate, sha256)
  const employeeCountId = await one(
    db
      .insertInto('employeeCount')
      .values({ institutionId, taxYearEnd: '2025-12-31' as PlainDate, employees: 100, source: 'Letter' })
      .returning('id'),
  )
  const clientReportId = await one(
    db
      .insertInto('clientReport')
      .values({
        ...key,
        typeCode: await mbr(db),
        uploadName: 'r.pdf',
        yearOverride: 2026,
        name: 'r',
        displayName: 'R',
        extension: 'pdf',
        path: 'r.pdf',
        fileSha256: sha256,
        sizeBytes: 3,
        sourceReportId: reportId,
        sourceVersion: 1,
      })
      .returning('id'),
  )
  const documentId = await one(
    db
      .insertInto('document')
      .values({
        ...key,
        typeCode: 'MBR',
        uploadName: 'd.pdf',
        yearOverride: 2026,
        name: 'd',
        displayName: 'D',
        extension: 'pdf',
        path: `/clients/${institutionId}/documents/2026/MBR/d.pdf`,
        fileSha256: sha256,
        sizeBytes: 3,
      })
      .returning('id'),
  )
  await sql`insert into document_version (document_id, version, site_id, upload_name, extension, file_sha256, size_bytes)
    select id, version, site_id, upload_name, extension, file_sha256, size_bytes from document where id = ${documentId}`.execute(db)
  const bankUploadId = await one(
    db
      .insertInto('bankUpload')
      .values({
        ...key,
        userId: clientId,
        uploadBatch: randomUUID(),
        uploadName: 'census.pdf',
        extension: 'pdf',
        fileSha256: sha256,
        sizeBytes: 3,
      })
      .returning('id'),
  )
  const questionnaire = await buildQuestionnaire(db, key, clientId, sha256)
  const review = await buildReleased(db, key, 'AnnualBoliReview', period, sha256)
  const assessmentId = await buildReviewWords(db, key, clientId, period)
  const fileId = await one(
    db
      .insertInto('carrierFile')
      .values({ siteId, carrierCode, period, fileName: 'feed.csv', sha256, sizeBytes: 3, mediaType: 'text/csv' })
      .returning('id'),
  )
  await db.insertInto('carrierFileRow').values({ fileId, lineNumber: 1, siteId, institutionId, raw: [] }).execute()
  const announcementId = await one(
    db
      .insertInto('announcement')
      .values({
        title: 'Welcome',
        body: 'To the portal.',
        siteIds: [siteId],
        institutionIds: [institutionId],
        startsOn: '2020-01-01' as PlainDate,
      })
      .returning('id'),
  )
  const scheduleId = await one(
    db
      .insertInto('reportSchedule')
      .values({ siteId, name: 'Monthly', reportType: 'AssetReport', businessDay: 5, startsOn: period, institutionIds: [institutionId] })
      .returning('id'),
  )
  await db.insertInto('reportScheduleRun').values({ siteId, scheduleId, period, dueOn: period, reason: 'not closed' }).execute()
  return {
    ...key,
    scheduleId,
    formBatchId: form.batchId,
    formReportId: form.reportId,
    employeeCountId,
    reviewBatchId: review.batchId,
    reviewReportId: review.reportId,
    assessmentId,
    clientId,
    policyId,
    insuredId,
    batchId,
    reportId,
    clientReportId,
    documentId,
    bankUploadId,
    fileId,
    announcementId,
    ...questionnaire,
  }
}

/** The small book's files have bytes from here on, so that what is one's own is really served. @returns their hash */
export async function giveBytes(db: Db, files: Pick<FileStore, 'put'>): Promise<string> {
  const { sha256, sizeBytes } = await files.put(Buffer.from('a small file'))
  await keepFile(db, { sha256, sizeBytes }, 'application/pdf')
  for (const table of ['clientReport', 'document', 'bankUpload', 'questionnaireAttachment', 'documentVersion'] as const)
    await db.updateTable(table).set({ fileSha256: sha256, sizeBytes }).execute()
  await db.updateTable('carrierFile').set({ sha256, sizeBytes }).execute()
  await db.updateTable('reportVersion').set({ pdfSha256: sha256 }).execute()
  return sha256
}

/** A report of a family, made and released, whose inputs nobody can read. */
async function buildReleased(
  db: Db,
  key: { institutionId: number; siteId: number },
  reportType: string,
  period: PlainDate,
  sha256: string,
): Promise<{ batchId: number; reportId: number }> {
  const { id: batchId } = await db
    .insertInto('reportBatch')
    .values({ siteId: key.siteId, reportType, batchName: `${reportType} ${period}`, period })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: reportId } = await db
    .insertInto('report')
    .values({
      ...key,
      reportType,
      period,
      batchId,
      status: 'Ready',
      currentVersion: 1,
      releasedVersion: 1,
      releasedAt: '2026-10-10T12:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('reportBatchEntry')
    .values({ ...key, batchId, reportId })
    .execute()
  await db
    .insertInto('reportVersion')
    .values({
      ...key,
      reportId,
      version: 1,
      batchId,
      snapshot: sql`'{}'::jsonb`,
      snapshotSha256: sha256,
      preparedOn: period,
      released: true,
      controlTotals: sql`'{}'::jsonb`,
      pdfSha256: sha256,
    })
    .execute()
  return { batchId, reportId }
}

async function mbr(db: Db): Promise<string> {
  await db
    .insertInto('reportType')
    .values({ code: 'MBR', name: 'Asset Report', displayOrder: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return 'MBR'
}
