/**
 * Audits a posted month: every rule of the five audits, asked of the policies in reach, compared with the exceptions on record. Runs in the transaction that posts,
 * corrects, restates or locks, for what it touched; and for a whole month from its job, a carrier's institutions at a time, so that memory stays flat.
 */
import { askedOrNot, POLICY_RULES } from '@corridor/domain/auditing/applicability.ts'
import { auditCarrierMonth } from '@corridor/domain/auditing/client-month.ts'
import { auditPolicy } from '@corridor/domain/auditing/policy-month.ts'
import { type AuditRuleCode, DEFAULT_RULES } from '@corridor/domain/auditing/rules.ts'
import { type CohortMember, offCohort, yieldBeforeCharges } from '@corridor/domain/auditing/yields.ts'
import { rulesUnder } from '@corridor/domain/data-feeds/tolerances.ts'
import { formatPercent } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { auditClients } from './audit-clients.ts'
import { type Coverage, coverageOf, keepCoverage, OUT_OF_FORCE } from './coverage.ts'
import { figuresOf } from './figures.ts'
import { FILE_RULES, selectFileFindings, withSettled } from './file-findings.ts'
import type { Found } from './found.ts'
import { type Kept, keepExceptions } from './keep-exceptions.ts'
import { type AuditedPolicy, readPolicyMonths } from './policy-months.ts'
import { filesOf } from './posted-query.ts'
import { selectSuppressed, selectTolerances, suppressionKey } from './settings.ts'

export interface AuditReach {
  period: PlainDate
  /** The day of the site, for what is due. */
  today: PlainDate
  institutionIds?: readonly number[] | undefined
  carrierCodes?: readonly string[] | undefined
  /** Cohorts take every institution of a carrier: they are asked by the audit of a whole month alone. */
  isWhole?: boolean
}

export interface AuditTotals extends Kept {
  policies: number
}
export const NOTHING_AUDITED: AuditTotals = { policies: 0, opened: 0, reopened: 0, resolved: 0, standing: 0 }
export const addTotals = (one: AuditTotals, other: Kept & { policies?: number }): AuditTotals => ({
  policies: one.policies + (other.policies ?? 0),
  opened: one.opened + other.opened,
  reopened: one.reopened + other.reopened,
  resolved: one.resolved + other.resolved,
  standing: one.standing + other.standing,
})

/** Rules of a carrier's month that the audit asks; those of whole clients stand in audit-clients.ts. */
const CARRIER_RULES: readonly AuditRuleCode[] = [
  ...POLICY_RULES.filter((code) => code !== 'Y3'),
  ...FILE_RULES,
  'P1',
  'P2',
  'P3',
  'P4',
  'P6',
]

export async function auditMonth(trx: Trx, scope: Scope, reach: AuditReach): Promise<AuditTotals> {
  let totals = NOTHING_AUDITED
  for (const [carrierCode, parts] of Map.groupBy(await partsOf(trx, scope, reach), (part) => part.carrierCode)) {
    const cohorts: Cohorts | undefined = reach.isWhole ? { members: [] } : undefined
    for (const part of parts) totals = addTotals(totals, await auditPart(trx, scope, reach, part, cohorts))
    if (cohorts)
      totals = addTotals(
        totals,
        await auditCohorts(
          trx,
          scope,
          reach,
          carrierCode,
          parts.flatMap((part) => part.institutionIds),
          cohorts,
        ),
      )
  }
  const institutionIds = reach.institutionIds ?? (await institutionsOf(trx, scope))
  return addTotals(totals, await auditClients(trx, scope, { ...reach, institutionIds }))
}

/** Policies looked at together. */
const AT_ONCE = 4_000

export interface AuditPart {
  carrierCode: string
  carrierName: string
  feedDueBusinessDay: number
  institutionIds: number[]
}

/** The carriers in reach with their institutions, some thousand policies at a time. */
export async function partsOf(trx: Trx, scope: Scope, { institutionIds, carrierCodes, isWhole }: AuditReach): Promise<AuditPart[]> {
  const { rows } = await sql<{
    carrierCode: string
    carrierName: string
    feedDueBusinessDay: number
    institutionId: number
    policies: number
  }>`
    select p.carrier_code, c.short_name as carrier_name, c.feed_due_business_day, p.institution_id, count(*)::int as policies
    from policy p join carrier c on c.code = p.carrier_code
    where p.site_id = ${scope.siteId} ${institutionIds ? sql`and p.institution_id = any(${[...institutionIds]}::int[])` : sql``}
      ${carrierCodes ? sql`and p.carrier_code = any(${[...carrierCodes]}::text[])` : sql``}
    group by p.carrier_code, c.short_name, c.feed_due_business_day, p.institution_id order by p.carrier_code, p.institution_id`.execute(trx)
  const parts: AuditPart[] = []
  for (const [carrierCode, banks] of Map.groupBy(rows, (row) => row.carrierCode)) {
    let room = 0
    for (const bank of banks) {
      const last = parts.at(-1)
      // A whole month's cohorts need every institution of the carrier beside each other; they are gathered over the parts.
      if (last?.carrierCode === carrierCode && bank.policies <= room) {
        last.institutionIds.push(bank.institutionId)
        room -= bank.policies
      } else {
        parts.push({
          carrierCode,
          carrierName: bank.carrierName,
          feedDueBusinessDay: bank.feedDueBusinessDay,
          institutionIds: [bank.institutionId],
        })
        room = (isWhole ? AT_ONCE : AT_ONCE / 2) - bank.policies
      }
    }
  }
  return parts
}

/** Members of cohorts over the parts of one carrier: product and year of issue with the yield, some bytes a policy. */
export interface Cohorts {
  members: (CohortMember & {
    institutionId: number
    productName: string
    enteredBy: number | null
    fileId: number | null
    lineNumber: number | null
  })[]
}

export async function auditPart(
  trx: Trx,
  scope: Scope,
  reach: AuditReach,
  part: AuditPart,
  cohorts?: Cohorts,
): Promise<Kept & { policies: number }> {
  const { period } = reach
  const { carrierCode, institutionIds } = part
  const fileIds = await filesOf(trx, scope, carrierCode, period)
  const policies = await readPolicyMonths(trx, scope, { carrierCode, period, institutionIds, fileIds })
  const rules = rulesUnder(DEFAULT_RULES, await selectTolerances(trx, scope))
  const suppressed = await selectSuppressed(trx, scope, period)
  const fileFindings = await selectFileFindings(trx, scope, { carrierCode, period, institutionIds, fileIds })
  const found: Found[] = []
  const coverage: Coverage[] = []
  for (const [institutionId, of] of Map.groupBy(policies, ({ row }) => row.institutionId)) {
    const covered = coverageOf(institutionId, part, of, reach)
    coverage.push(covered)
    // A month that has begun nowhere: neither a file nor a value is there, and what is due is asked of the client as a whole.
    const hasBegun = covered.counts.posted > 0 || covered.counts.fed !== null
    for (const policy of hasBegun ? of : []) {
      const { row, month } = policy
      const held = rules(carrierCode, row.productName)
      for (const one of auditPolicy(month, period, held))
        found.push({ ...one, ...subject(policy), figures: figuresOf(one.ruleCode, policy, period) })
      for (const ruleCode of POLICY_RULES)
        for (const reason of month.isHeld || month.posted ? askedOrNot(ruleCode, month, period) : [OUT_OF_FORCE])
          covered.note(ruleCode, reason)
      const yields =
        cohorts && month.posted && month.facts.cannotFall ? yieldBeforeCharges({ ...month, posted: month.posted }, period) : null
      if (yields !== null && month.isHeld)
        cohorts?.members.push({
          ...subject(policy),
          cohort: `${row.productId} ${yearOf(row.issueDate)}`,
          yield: yields,
          productName: row.productName,
        })
    }
    // A client's values differ in sum only where no single policy's does.
    const singly = found.some((one) => one.ruleCode === 'V3' && one.institutionId === institutionId)
    for (const one of auditCarrierMonth(covered.counts, period, rules(carrierCode, null)))
      if (one.ruleCode !== 'V3' || !singly)
        found.push({
          ...one,
          institutionId,
          carrierCode,
          policyId: null,
          figures: {},
          fileId: fileIds.at(-1) ?? null,
          lineNumber: null,
          enteredBy: null,
          settled: null,
        })
  }
  found.push(...fileFindings.found)
  const kept = await keepExceptions(
    trx,
    scope,
    { period, institutionIds, carrierCode, rules: CARRIER_RULES },
    found
      .filter(({ ruleCode, policyId }) => policyId === null || !suppressed.has(suppressionKey(ruleCode, policyId)))
      .map((one) => (one.settled ? one : withSettled(one, fileFindings.settled))),
  )
  await keepCoverage(trx, scope, period, coverage)
  return { ...kept, policies: policies.filter(({ month }) => month.isHeld || month.posted).length }

  function subject({ row }: AuditedPolicy) {
    return {
      institutionId: row.institutionId,
      carrierCode,
      policyId: row.policyId,
      fileId: row.fedFileId ?? row.fileId,
      lineNumber: row.fedLine ?? row.lineNumber,
      enteredBy: row.postedBy,
      settled: null,
    }
  }
}

/** Y3 of a carrier, once all its parts were read. */
export async function auditCohorts(
  trx: Trx,
  scope: Scope,
  { period }: AuditReach,
  carrierCode: string,
  institutionIds: readonly number[],
  { members }: Cohorts,
): Promise<Kept> {
  const rules = rulesUnder(DEFAULT_RULES, await selectTolerances(trx, scope))
  const byId = new Map(members.map((member) => [member.policyId, member]))
  const far = offCohort(members, (policyId) => rules(carrierCode, byId.get(policyId)?.productName ?? null))
  const suppressed = await selectSuppressed(trx, scope, period)
  const found = far.flatMap(({ policyId, median, yield: yields, tolerance }): Found[] => {
    const member = byId.get(policyId)
    if (!member || suppressed.has(suppressionKey('Y3', policyId))) return []
    const { institutionId, fileId, lineNumber, enteredBy } = member
    return [
      {
        ruleCode: 'Y3',
        severity: rules(carrierCode, member.productName).Y3.severity,
        message: `Before charges the month yields ${formatPercent(yields)}; the median of ${member.productName} issued in ${member.cohort.slice(-4)} is ${formatPercent(median)}.`,
        measured: { expected: median, actual: yields, tolerance },
        institutionId,
        carrierCode,
        policyId,
        figures: { product: member.productName, yieldBeforeCharges: yields, cohortMedianYield: median },
        fileId,
        lineNumber,
        enteredBy,
        settled: null,
      },
    ]
  })
  return keepExceptions(trx, scope, { period, institutionIds, carrierCode, rules: ['Y3'] }, found)
}

/** The month, and the month after it where it is posted: its movements begin with this one's values. */
export async function auditTouched(trx: Trx, scope: Scope, reach: AuditReach): Promise<AuditTotals> {
  const next = addMonthEnds(reach.period, 1)
  const { rows } = await sql<{ isPosted: boolean }>`
    select exists (select from policy_valuation v where v.site_id = ${scope.siteId} and v.as_of_date = ${next} and v.status = 'POSTED'
      ${reach.institutionIds ? sql`and v.institution_id = any(${[...reach.institutionIds]}::int[])` : sql``}) as is_posted`.execute(trx)
  const totals = await auditMonth(trx, scope, reach)
  if (rows[0]?.isPosted) await auditMonth(trx, scope, { ...reach, period: next })
  return totals
}

async function institutionsOf(trx: Trx, scope: Scope): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`select distinct institution_id as id from policy where site_id = ${scope.siteId} order by 1`.execute(trx)
  return rows.map(({ id }) => id)
}
