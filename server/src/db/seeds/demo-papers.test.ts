/** The demo's reports on paper, of every family and of banks of every size. */
import { auditStatement } from '@corridor/contract/audit-sign-offs.ts'
import { AUDIT_CHECK_CODES } from '@corridor/domain/auditing/rules.ts'
import { formatMoney } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { buildAnnualReview } from '@corridor/domain/reports/annual-review/build.ts'
import { readAnnualReviewSnapshot } from '@corridor/domain/reports/annual-review/snapshot.ts'
import type { ReportTypeName } from '@corridor/domain/reports/families.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { annualReviewFamily } from '../../features/annual-review/family.ts'
import { assetReportFamily } from '../../features/asset-reports/family.ts'
import { form8925Family } from '../../features/form-8925/family.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { selectTargets } from '../../reporting/batch-list.ts'
import { MOST_EMPTY } from '../../reporting/document/page-flow.ts'
import type { ReportFamily } from '../../reporting/family.ts'
import { closePdfWorkers } from '../../reporting/pdf/pool.ts'
import { auditMonth } from '../../shared/auditing/audit-month.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { emptyParts, pdfText } from '../../test/report-files.ts'
import { loadDemo } from './demo.ts'

const server = useServer()
beforeAll(async () => loadDemo(server.ownerDb, server.kernel), 60_000)
afterAll(closePdfWorkers)

const PAPERS: readonly [family: ReportFamily, reportType: ReportTypeName, period: string, isQuarterly?: boolean][] = [
  [assetReportFamily, 'AssetReport', '2026-09-30'],
  [assetReportFamily, 'AssetReport', '2026-06-30', true],
  [assetReportFamily, 'AssetSummaryReport', '2026-09-30'],
  [form8925Family, 'C8925Report', '2025-12-31'],
  [annualReviewFamily, 'AnnualBoliReview', '2025-12-31'],
]

test.each(PAPERS)(
  'of every institution’s paper no page but the last is more than a third empty: %#',
  async (family, reportType, period, isQuarterly = false) => {
    let pages = 0
    const gaps: string[] = []
    for (const siteId of [1, 2])
      for (const [holder, snapshot] of await snapshotsOf(siteId, family, reportType, plainDate(period), isQuarterly)) {
        const { bytes } = await family.print(snapshot, reportType, server.kernel.files)
        // The demo's first bank has a page that both tables do not fit on.
        if (reportType === 'AssetReport' && holder === 'institution 1 of portal 1')
          expect(await pdfText(bytes)).not.toMatch(/(Thirteen months|Year to date), continued/)
        const empty = await emptyParts(bytes)
        pages += empty.length
        for (const [index, part] of empty.entries())
          if (part > MOST_EMPTY) gaps.push(`${holder}: page ${index + 1} is ${Math.round(part * 100)}% empty`)
      }
    expect(gaps).toEqual([])
    expect(pages > 0 || reportType === 'AssetSummaryReport').toBe(true)
  },
  120_000,
)

test('of no audit’s statement a page but the last is more than a third empty', async () => {
  const cookie = await signedInAs(server.ownerDb, 'b', { siteId: 1, permissions: { ASSET_REPORT: 2 } })
  let pages = 0
  // The month that is open has a missing file and errors, which fill more than a page.
  const [scope, period] = [scopeOfSystem(1), plainDate('2026-10-31')]
  await inScope(server.kernel.db, scope, (trx) => auditMonth(trx, scope, { period, today: plainDate('2026-11-12'), isWhole: true }))
  for (const check of AUDIT_CHECK_CODES) {
    const { status, bytes } = await server.callAs(cookie, auditStatement, { check, period })
    expect(status, check).toBe(200)
    const empty = await emptyParts(bytes)
    pages += empty.length
    for (const part of empty) expect(part, check).toBeLessThanOrEqual(MOST_EMPTY)
  }
  expect(pages).toBeGreaterThan(0)
}, 120_000)

/** Uploaded papers of institutions, as far as they are PDFs: each content that they had, in words. */
async function uploaded(typeCode: string, name: string) {
  const { rows } = await sql<{ institutionId: number; year: number; sha256: string; filedOn: string }>`
    select c.institution_id, c.year_override as year, v.file_sha256 as sha256, to_char(c.created_at, 'YYYY-MM-DD') as filed_on
    from client_report c join client_report_version v on v.institution_id = c.institution_id and v.client_report_id = c.id
    where c.origin = 'UPLOADED' and c.site_id = 1 and c.extension = 'pdf' and c.type_code like ${typeCode} and c.name like ${name} order by c.id, v.version`.execute(
    server.ownerDb,
  )
  // Lines of a letter break anywhere.
  return Promise.all(
    rows.map(async (row) => ({ ...row, text: (await pdfText(await server.kernel.files.read(row.sha256))).replaceAll(/\s+/g, ' ') })),
  )
}

test('a letter about Form 8925 states none of the form’s lines, which the portal’s own report states', async () => {
  const letters = await uploaded('EOL', '%')
  expect(letters.map(({ year }) => year)).toEqual(expect.arrayContaining([2024, 2025]))
  for (const { text } of letters) {
    expect(text).toContain('Form 8925')
    expect(text).not.toMatch(/\$\s?\d|\b4[ab]\b|Yes\b/)
  }
}, 60_000)

test.each([2024, 2025])(
  'a letter about the annual review of %i states the review’s own totals and judges nothing that the review examines',
  async (year) => {
    const reviews = await snapshotsOf(1, annualReviewFamily, 'AnnualBoliReview', plainDate(`${year}-12-31`), false)
    const letters = (await uploaded('ABR', 'Annual_Review%')).filter((one) => one.year === year)
    expect(letters.length).toBeGreaterThan(5)
    for (const { institutionId, text } of letters) {
      expect(text).not.toMatch(/within the limits|placed on watch/)
      const review = reviews.find(([holder]) => holder === `institution ${institutionId} of portal 1`)
      if (!review) continue
      const { policies, cashSurrenderValue, deathBenefit } = buildAnnualReview(readAnnualReviewSnapshot(review[1])).controlTotals
      expect(text).toContain(
        `held ${policies} policies with a cash surrender value of ${formatMoney(cashSurrenderValue)} and a death benefit of ${formatMoney(deathBenefit)}`,
      )
    }
  },
  60_000,
)

test('a policy statement names the limits and the capital that the institution’s reports measure against', async () => {
  const { rows } = await sql<{ institutionId: number; words: string }>`
    select distinct on (institution_id) institution_id, format('below %s percent of Tier 1 capital%s; one carrier below %s percent',
      trim_scale(aggregate_limit_fraction::numeric * 100), case capital_basis when 'TIER1' then '' else ' plus the allowance for credit losses' end,
      trim_scale(per_carrier_limit_fraction::numeric * 100)) as words
    from institution_policy_limits order by institution_id, effective_from desc`.execute(server.ownerDb)
  const limits = new Map(rows.map(({ institutionId, words }) => [institutionId, words]))
  const statements = await uploaded('LEG', 'BOLI_Policy_Statement')
  expect(statements.length).toBeGreaterThan(10)
  for (const { institutionId, text } of statements) expect(text).toContain(limits.get(institutionId))
}, 60_000)

test('no letter was filed before the day that it is dated', async () => {
  const dated = (await uploaded('%', '%')).flatMap(({ text, filedOn, sha256 }) => {
    const [date] = /(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}/.exec(text) ?? []
    return date ? [{ sha256, filedOn, writtenOn: new Date(`${date} UTC`).toISOString().slice(0, 10) }] : []
  })
  expect(dated.length).toBeGreaterThan(100)
  expect(dated.filter(({ filedOn, writtenOn }) => filedOn < writtenOn)).toEqual([])
}, 60_000)

async function snapshotsOf(siteId: number, family: ReportFamily, reportType: ReportTypeName, period: PlainDate, isQuarterly: boolean) {
  const scope = scopeOfSystem(siteId)
  return inScope(server.kernel.db, scope, async (trx) => {
    const targets = await selectTargets(trx, scope, reportType, period, isQuarterly)
    const made = { version: 1, batchId: 1, preparedOn: addMonthEnds(period, 1), isRestated: false, preliminaryReason: null }
    const orders = targets.map(({ id, subsidary_id }, index) => ({
      ...made,
      reportId: index + 1,
      reportType,
      institutionId: id,
      subsidiaryId: subsidary_id,
      period,
      isQuarterly,
    }))
    const prepared = await family.prepare(trx, scope, orders)
    return orders.flatMap(({ reportId, institutionId }): [string, unknown][] => {
      const one = prepared.get(reportId)
      return one && 'snapshot' in one ? [[`institution ${institutionId} of portal ${siteId}`, one.snapshot]] : []
    })
  })
}
