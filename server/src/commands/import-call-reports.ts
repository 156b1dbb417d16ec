/** Public Call Reports into the tables that peers are taken from: each reporting date whole or not at all, the same files once. */
import { cents } from '@corridor/domain/primitives/money.ts'
import { formatLongDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { recordSystemActivity } from '../platform/audit-log/activity.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { CallReportProblem, type FiledBank, readReportingDate, reportingDatesIn } from './call-report-files.ts'

export interface ImportedDate {
  date: PlainDate
  banks: number
  holders: number
  /** Filers without a balance sheet or Tier 1 capital in the files, such as uninsured trust companies. */
  leftOut: number
  /** False: the same files were imported before. */
  changed: boolean
}
export interface ImportOutcome {
  imported: ImportedDate[]
  failed: { date: PlainDate; message: string }[]
}

/** @throws CallReportProblem when the folder holds nothing to import */
export async function importCallReports(
  db: Db,
  folder: string,
  told: (date: ImportedDate) => void = () => undefined,
): Promise<ImportOutcome> {
  const outcome: ImportOutcome = { imported: [], failed: [] }
  for (const reporting of await reportingDatesIn(folder)) {
    try {
      const { banks, sha256 } = await readReportingDate(reporting)
      const imported = await keep(db, reporting.date, banks, sha256)
      outcome.imported.push(imported)
      told(imported)
    } catch (cause) {
      if (!(cause instanceof CallReportProblem)) throw cause
      outcome.failed.push({ date: reporting.date, message: cause.message })
    }
  }
  return outcome
}

const ROWS_AT_ONCE = 500

function keep(db: Db, date: PlainDate, filed: readonly FiledBank[], sha256: string): Promise<ImportedDate> {
  const rows = filed.flatMap((bank) => rowOf(date, bank))
  const holders = rows.filter(
    ({ lifeGeneralCents, lifeSeparateCents, lifeHybridCents }) => lifeGeneralCents + lifeSeparateCents + lifeHybridCents > 0,
  )
  const leftOut = filed.length - rows.length
  if (rows.length === 0)
    throw new CallReportProblem(
      `${formatLongDate(date)}: no bank has total assets and Tier 1 capital in the files, so nothing was imported.`,
    )
  const told = { date, banks: rows.length, holders: holders.length, leftOut }
  return db.transaction().execute(async (trx) => {
    // Two commands at once take turns.
    await sql`select pg_advisory_xact_lock(hashtext('call_report_import'))`.execute(trx)
    const before = await trx.selectFrom('callReportImport').select('sha256').where('reportDate', '=', date).executeTakeFirst()
    if (before?.sha256 === sha256) return { ...told, changed: false }
    await trx.deleteFrom('callReportImport').where('reportDate', '=', date).execute()
    await trx
      .insertInto('callReportImport')
      .values({ reportDate: date, source: 'FFIEC', sha256, banks: rows.length, holders: holders.length, leftOut })
      .execute()
    await insertBanks(trx, rows)
    await recordSystemActivity(trx, { action: 'call-reports.imported', entity: 'call-reports', entityId: date, after: { ...told, sha256 } })
    return { ...told, changed: true }
  })
}

async function insertBanks(trx: Trx, rows: readonly BankRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await trx
      .insertInto('callReportBank')
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .execute()
}

/** A bank that does not file an item holds none of it. */
const NOTHING = cents(0)
type BankRow = ReturnType<typeof rowOf>[number]

function rowOf(reportDate: PlainDate, { items, stateCode, ...bank }: FiledBank) {
  const { totalAssets, tier1, totalCapital, lifeGeneral, lifeSeparate, lifeHybrid } = items
  if (totalAssets === undefined || totalAssets < 0 || tier1 === undefined || stateCode === null) return []
  return [
    {
      reportDate,
      ...bank,
      stateCode,
      totalAssetsCents: totalAssets,
      lifeGeneralCents: lifeGeneral ?? NOTHING,
      lifeSeparateCents: lifeSeparate ?? NOTHING,
      lifeHybridCents: lifeHybrid ?? NOTHING,
      tier1Cents: tier1,
      totalCapitalCents: totalCapital ?? null,
    },
  ]
}
