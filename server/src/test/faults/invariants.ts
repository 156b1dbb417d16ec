/** Invariants of the batches after any fault, read from the database and the disk, not from the server's own word. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/**
 * Sentences about what does not hold; none when all is well. `finished`: nothing may be under way any more. Without a data folder the files lie in a bucket,
 * and whoever asks reads them.
 */
export async function brokenInvariants(
  db: Db,
  dataDirectory: string | undefined,
  batchIds: readonly number[],
  reports: number,
  finished: boolean,
): Promise<string[]> {
  const broken: string[] = []
  const none = async (sentence: string, query: ReturnType<typeof sql>) => {
    const { rows } = await query.execute(db)
    if (rows.length > 0)
      broken.push(`${sentence}: ${JSON.stringify(rows.slice(0, 3))}${rows.length > 3 ? ` and ${rows.length - 3} more` : ''}`)
  }
  const batches = [...batchIds]
  await none(
    'I1 a batch does not hold each report once',
    sql`
    select e.batch_id, count(*)::int as entries, count(distinct e.report_id)::int as reports from report_batch_entry e where e.batch_id = any(${batches}::int[])
    group by e.batch_id having count(*) <> ${reports} or count(distinct e.report_id) <> ${reports}`,
  )
  await none(
    'I1 a report is there twice',
    sql`
    select institution_id, count(*)::int from report where deleted_at is null group by institution_id, site_id, report_type, coalesce(subsidiary_id, 0), period, is_quarterly having count(*) > 1`,
  )
  await none(
    'I1 a batch made a report twice',
    sql`select batch_id, report_id, count(*)::int from report_version group by batch_id, report_id having count(*) > 1`,
  )
  await none(
    'I1 versions have a gap, or the report counts others',
    sql`
    select r.id, r.current_version, count(v.version)::int as versions, max(v.version) as last from report r left join report_version v on v.institution_id = r.institution_id and v.report_id = r.id
    group by r.institution_id, r.id, r.current_version having count(v.version) <> r.current_version or coalesce(max(v.version), 0) <> r.current_version`,
  )
  await none(
    'I1 a failure has no reason',
    sql`select id from report where status in ('Failed', 'Canceled') and (failure_code is null or failure_reason is null)`,
  )
  if (finished) {
    await none(
      'I1 a report was neither made nor failed',
      sql`
      select r.id, r.status from report r where r.status not in ('Failed', 'Canceled') and not exists (select from report_version v where v.institution_id = r.institution_id and v.report_id = r.id and v.batch_id = r.batch_id)`,
    )
    await none(
      'I4 a finished batch is not marked complete',
      sql`select id from report_batch where id = any(${batches}::int[]) and completed_at is null`,
    )
    await none(
      'I6 a report is stuck',
      sql`select id, status, lease_until from report where status in ('Scheduled', 'Generating', 'Refreshing')`,
    )
  } else {
    await none(
      'I4 an unfinished batch is marked complete',
      sql`
      select b.id from report_batch b where b.completed_at is not null and exists (
        select from report r where r.batch_id = b.id and r.deleted_at is null and r.status in ('Scheduled', 'Generating', 'Refreshing'))`,
    )
  }
  await none(
    'I5 a version was logged more or less than once',
    sql`
    select v.report_id, v.version, count(a.id)::int as logged from report_version v
    left join activity a on a.action = 'report.made' and a.entity_id = v.report_id::text and (a.after ->> 'version')::int = v.version
    group by v.institution_id, v.report_id, v.version having count(a.id) <> 1`,
  )
  await none(
    'I3 a version has no file row',
    sql`select report_id, version from report_version v left join stored_file f on f.sha256 = v.pdf_sha256 where f.sha256 is null`,
  )
  await none(
    'I7 a report is released without its paper, or a paper is with an institution whose report is not released',
    sql`
    select coalesce(r.id, c.source_report_id) as report, r.released_version, c.source_version
    from (select * from report where released_version is not null and withdrawn_at is null) r
    full join (select * from client_report where source_report_id is not null and withdrawn_at is null) c
      on c.institution_id = r.institution_id and c.source_report_id = r.id
    left join report_version v on v.institution_id = r.institution_id and v.report_id = r.id and v.version = r.released_version
      and v.released and v.withdrawn_at is null and c.source_version = v.version and c.file_sha256 = coalesce(v.released_pdf_sha256, v.pdf_sha256)
    where v.version is null`,
  )
  if (dataDirectory !== undefined) broken.push(...(await brokenFiles(db, dataDirectory, finished)))
  return broken
}

/** @param finished nothing may lie there beside what rows name */
export async function brokenFiles(db: Db, dataDirectory: string, finished: boolean): Promise<string[]> {
  const root = join(dataDirectory, 'files')
  // Before the first file there is no folder.
  const folders = existsSync(root) ? readdirSync(root) : []
  const onDisk = new Set(folders.filter((name) => /^[0-9a-f]{2}$/.test(name)).flatMap((folder) => readdirSync(join(root, folder))))
  const rows = await db.selectFrom('storedFile').select(['sha256', 'sizeBytes']).execute()
  const broken: string[] = []
  for (const { sha256, sizeBytes } of rows) {
    if (!onDisk.delete(sha256)) broken.push(`I3 the file ${sha256} of a row is not there`)
    else {
      const bytes = readFileSync(join(root, sha256.slice(0, 2), sha256))
      if (bytes.length !== sizeBytes || createHash('sha256').update(bytes).digest('hex') !== sha256)
        broken.push(`I2 the file ${sha256} is not whole`)
    }
  }
  // Made again after a death, a report has the same bytes, so that even before the sweep no file is left over.
  if (finished && onDisk.size > 0) broken.push(`I3 ${onDisk.size} files have no row: ${[...onDisk].slice(0, 3).join(', ')}`)
  return broken
}
