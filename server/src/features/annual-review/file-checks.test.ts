/** An annual review's section on the checks of carrier files repeats the record of them: for its own institution, for the year. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { auditSentence } from '@corridor/domain/reports/annual-review/file-checks.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { useDatabase } from '../../test/database.ts'
import { useHoldings } from '../../test/holdings.ts'
import { selectAudits, selectFileChecks } from './year-queries.ts'

const database = useDatabase()
const book = useHoldings(() => database.ownerDb)

test('files, policies, findings by how they were settled and by whom, and checks that did not run; other institutions’ findings are not its own', async () => {
  const db = database.ownerDb
  const { rows: held } = await sql<{
    asOfDate: string
  }>`select max(as_of_date)::text as as_of_date from policy_valuation where institution_id = ${book.institutionId}`.execute(db)
  const period = plainDate(held[0]?.asOfDate ?? '')
  const { rows } = await sql<{ fileId: number }>`
    insert into carrier_file (site_id, file_name, sha256, size_bytes, media_type, status, checked_at, summary)
    select ${book.siteId}, 'values.csv', s.sha256, 1, 'text/csv', 'POSTED', now(), '{"skippedChecks": [{"ruleCode": "V13", "reason": "no total line"}]}'::jsonb
    from (select sha256 from stored_file limit 1) s returning id as file_id`.execute(db)
  const first = rows[0]?.fileId ?? 0
  await sql`update policy_valuation v set file_id = ${first}::int
    where v.institution_id = ${book.institutionId} and v.as_of_date = ${period}`.execute(db)
  const finding = (severity: string, status: string, institutionId: number, resolvedBy: number | null) =>
    sql`insert into carrier_file_finding (file_id, site_id, rule_code, severity, message, institution_id, status, resolved_by)
      values (${first}, ${book.siteId}, 'V9', ${severity}, 'x', ${institutionId}, ${status}, ${resolvedBy})`.execute(db)
  await finding('error', 'RESOLVED', book.institutionId, book.clientId)
  await finding('warning', 'ACCEPTED', book.institutionId, book.clientId)
  await finding('warning', 'OPEN', book.institutionId, null)
  await finding('info', 'OPEN', book.institutionId, null)
  await finding('error', 'OPEN', book.stranger.institutionId, null)
  const checks = await inScope(database.db, scopeOfSystem(book.siteId), (trx) =>
    selectFileChecks(trx, scopeOfSystem(book.siteId), [book.institutionId], plainDate('2000-12-31'), period),
  )
  const { rows: posted } = await sql<{
    files: number
    policies: number
  }>`select count(distinct file_id)::int as files, count(distinct policy_id)::int as policies
    from policy_valuation where institution_id = ${book.institutionId} and status = 'POSTED' and file_id is not null`.execute(db)
  expect(checks.get(book.institutionId)).toMatchObject({
    ...posted[0],
    errors: 1,
    warnings: 2,
    accepted: 1,
    acceptedBy: [expect.stringMatching(/\w+ \w+/)],
    open: 1,
    notRun: [{ check: 'control totals of the file', files: 1 }],
  })
})

test('audits of posted month ends are told of the institution’s own months of the year, and nothing is said where none ran', async () => {
  const scope = scopeOfSystem(book.siteId)
  const read = () =>
    inScope(database.db, scope, (trx) =>
      selectAudits(trx, scope, [book.institutionId, book.neighbor.institutionId], plainDate('2025-12-31'), plainDate('2026-12-31')),
    )
  expect((await read()).size).toBe(0)
  const covered = (institutionId: number, period: string, carrierCode: string, expected: number, asked: object) =>
    sql`insert into audit_coverage (institution_id, site_id, period, carrier_code, expected, posted, prior, added, removed, fed_cash_surrender_value_cents,
        posted_cash_surrender_value_cents, fed_death_benefit_cents, posted_death_benefit_cents, asked, audited_at)
      values (${institutionId}, ${book.siteId}, ${period}, ${carrierCode}, ${expected}, 0, 0, 0, 0, 0, 0, 0, 0, ${JSON.stringify(asked)}::jsonb, now())`.execute(
      database.ownerDb,
    )
  await covered(book.institutionId, '2026-08-31', 'AAA', 3, { V1: 3, M1: 3 })
  await covered(book.institutionId, '2026-08-31', 'BBB', 2, { V1: 2 })
  await covered(book.institutionId, '2026-09-30', 'AAA', 4, { V1: 4, Y1: 4 })
  await covered(book.institutionId, '2025-12-31', 'AAA', 90, { V1: 90, B1: 90 })
  expect([...(await read())]).toEqual([[book.institutionId, { months: 2, policies: 5, rules: 3 }]])
  expect(auditSentence({ months: 2, policies: 5, rules: 3 })).toBe(
    '2 posted month ends of the year were audited after posting, up to 5 policies by 3 rules.',
  )
})
