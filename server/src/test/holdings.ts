/** The same small holdings twice, for an institution of one site and for strangers: what tests of reach look at. */
import { cents } from '@corridor/domain/money.ts'
import type { PlainDate } from '@corridor/domain/period.ts'
import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import type { Db } from '../kernel/database.ts'
import { buildCarrier, buildInstitution, buildSite, buildUser, next } from './builders.ts'

export interface Holdings {
  siteId: number
  institutionId: number
  clientId: number
  policyId: number
  insuredId: number
  batchId: number
  reportId: number
  clientReportId: number
  fileId: number
}

/** @param db the owner's connections; asked for when the test file's database exists */
export function useHoldings(db: () => Db): Holdings & { neighbour: Holdings; stranger: Holdings } {
  const made: { book?: Holdings & { neighbour: Holdings; stranger: Holdings } } = {}
  beforeAll(async () => {
    const [siteId, otherSite] = [await buildSite(db()), await buildSite(db())]
    made.book = {
      ...(await buildHoldings(db(), siteId)),
      neighbour: await buildHoldings(db(), siteId),
      stranger: await buildHoldings(db(), otherSite),
    }
  })
  return new Proxy({} as Holdings & { neighbour: Holdings; stranger: Holdings }, {
    get: (_, name) => {
      if (!made.book) throw new Error('the book of a test file exists from beforeAll on')
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
  const batchId = await one(
    db.insertInto('reportBatch').values({ siteId, reportType: 'AssetReport', batchName: 'September 2026', period }).returning('id'),
  )
  const reportId = await one(
    db
      .insertInto('report')
      .values({
        ...key,
        reportType: 'AssetReport',
        period,
        batchId,
        status: 'Ready',
        currentVersion: 1,
        releasedVersion: 1,
        releasedAt: '2026-10-10T12:00:00Z',
      })
      .returning('id'),
  )
  await db
    .insertInto('reportBatchEntry')
    .values({ ...key, batchId, reportId })
    .execute()
  const sha256 = `${next()}`.padStart(64, '0')
  await db
    .insertInto('storedFile')
    .values({ sha256, sizeBytes: 3, mediaType: 'application/pdf' })
    .onConflict((conflict) => conflict.doNothing())
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
  const fileId = await one(
    db
      .insertInto('carrierFile')
      .values({ siteId, carrierCode, period, fileName: 'feed.csv', sha256, sizeBytes: 3, mediaType: 'text/csv' })
      .returning('id'),
  )
  return { ...key, clientId, policyId, insuredId, batchId, reportId, clientReportId, fileId }
}

async function mbr(db: Db): Promise<string> {
  await db
    .insertInto('reportType')
    .values({ code: 'MBR', name: 'Monthly BOLI', displayOrder: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return 'MBR'
}
