/**
 * Audits a posted month: every rule of the five audits, asked of the policies in reach, compared with the exceptions on record. Runs in the transaction that posts,
 * corrects, restates or locks, for what it touched; and for a whole month from its job, a carrier's institutions at a time, so that memory stays flat.
 */
import { askedOrNot, COVERED_RULES, POLICY_RULES } from '@corridor/domain/auditing/applicability.ts'
import { auditCarrierMonth } from '@corridor/domain/auditing/client-month.ts'
import { auditPolicy } from '@corridor/domain/auditing/policy-month.ts'
import { type AuditRuleCode, DEFAULT_RULES } from '@corridor/domain/auditing/rules.ts'
import { yieldBeforeCharges } from '@corridor/domain/auditing/yields.ts'
import { rulesUnder } from '@corridor/domain/data-feeds/tolerances.ts'
import { addMonthEnds, yearOf } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { auditClients } from './audit-clients.ts'
import { auditCohorts, type Cohorts, joinCohort } from './cohorts.ts'
import { type Coverage, coverageOf, keepCoverage, OUT_OF_FORCE } from './coverage.ts'
import { figuresOf } from './figures.ts'
import { FILE_RULES, selectFileFindings, withSettled } from './file-findings.ts'
import type { Found } from './found.ts'
import { keepExceptions } from './keep-exceptions.ts'
import { type AuditPart, type AuditReach, partsOf } from './parts.ts'
import { type AuditedPolicy, readPolicyMonths } from './policy-months.ts'
import { filesOf } from './posted-query.ts'
import { selectSuppressed, selectTolerances, suppressionKey } from './settings.ts'
import { type AuditTotals, addTotals, type Kept, NOTHING_AUDITED } from './totals.ts'
import { beginAudit } from './turns.ts'

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
  await beginAudit(trx, scope)
  let totals = NOTHING_AUDITED
  for (const [carrierCode, parts] of Map.groupBy(await partsOf(trx, scope, reach), (part) => part.carrierCode)) {
    const cohorts: Cohorts | undefined = reach.isWhole ? new Map() : undefined
    for (const part of parts) totals = addTotals(totals, await auditPart(trx, scope, reach, part, cohorts))
    const institutionIds = parts.flatMap((part) => part.institutionIds)
    if (cohorts) totals = addTotals(totals, await auditCohorts(trx, scope, { ...reach, carrierCode, institutionIds }, cohorts))
  }
  const institutionIds = reach.institutionIds ?? (await institutionsOf(trx, scope))
  return addTotals(totals, await auditClients(trx, scope, { ...reach, institutionIds }))
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
      for (const ruleCode of COVERED_RULES)
        for (const reason of month.isHeld || month.posted ? askedOrNot(ruleCode, month, period) : [OUT_OF_FORCE])
          covered.note(ruleCode, reason)
      const { isHeld, posted, facts } = month
      const yields = cohorts && isHeld && posted && facts.cannotFall ? yieldBeforeCharges({ ...month, posted }, period) : null
      if (cohorts && yields !== null)
        joinCohort(cohorts, { id: row.productId, name: row.productName }, yearOf(row.issueDate), { ...subject(policy), yield: yields })
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
          figures: one.ruleCode === 'P4' ? { policyIds: covered.extraIds } : {},
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
