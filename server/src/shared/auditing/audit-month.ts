/**
 * Audits a posted month: every rule of the five audits, asked of the policies in reach, compared with the exceptions on record. Runs in the transaction that posts,
 * corrects, restates or locks, for what it touched; and for a whole month from its job, a carrier's institutions at a time, so that memory stays flat.
 */
import { notAsked, POLICY_RULES } from '@corridor/domain/auditing/applicability.ts'
import { auditCarrierMonth, type CarrierMonth } from '@corridor/domain/auditing/client-month.ts'
import { auditPolicy, movementOf } from '@corridor/domain/auditing/policy-month.ts'
import { type AuditRuleCode, checkOf } from '@corridor/domain/auditing/rules.ts'
import { type CohortMember, offCohort, yieldOf } from '@corridor/domain/auditing/yields.ts'
import { chargeBasisPoints } from '@corridor/domain/calculations/cost-of-insurance.ts'
import { businessDayAfter } from '@corridor/domain/primitives/business-days.ts'
import { cents, formatPercent } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { auditClients } from './audit-clients.ts'
import { FILE_RULES, selectFileFindings, withSettled } from './file-findings.ts'
import type { Found } from './found.ts'
import { type Kept, keepExceptions } from './keep-exceptions.ts'
import { type AuditedPolicy, readPolicyMonths } from './policy-months.ts'
import { filesOf } from './posted-query.ts'
import { ruleBook, selectSuppressed, selectTolerances, suppressionKey } from './settings.ts'

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
const AT_ONCE = 8_000

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
  const rules = ruleBook(await selectTolerances(trx, scope))
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
        covered.note(ruleCode, month.isHeld || month.posted ? notAsked(ruleCode, month, period) : OUT_OF_FORCE)
      const yields = cohorts && month.posted && month.facts.cannotFall ? yieldOf(month.earnings, period) : null
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
const OUT_OF_FORCE = 'not in force'

/** Y3 of a carrier, once all its parts were read. */
export async function auditCohorts(
  trx: Trx,
  scope: Scope,
  { period }: AuditReach,
  carrierCode: string,
  institutionIds: readonly number[],
  { members }: Cohorts,
): Promise<Kept> {
  const rules = ruleBook(await selectTolerances(trx, scope))
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
        message: `The month yields ${formatPercent(yields)}; the median of ${member.productName} issued in ${member.cohort.slice(-4)} is ${formatPercent(median)}.`,
        measured: { expected: median, actual: yields, tolerance },
        institutionId,
        carrierCode,
        policyId,
        figures: { product: member.productName, currentNetYield: yields, cohortMedianYield: median },
        fileId,
        lineNumber,
        enteredBy,
        settled: null,
      },
    ]
  })
  return keepExceptions(trx, scope, { period, institutionIds, carrierCode, rules: ['Y3'] }, found)
}

/** The columns that the rule's audit prints of a policy. */
function figuresOf(ruleCode: AuditRuleCode, { row, month }: AuditedPolicy, period: PlainDate): Found['figures'] {
  const { posted, fed, facts, earnings } = month
  switch (checkOf(ruleCode)) {
    case 'client-exceptions':
      return {
        fedCashSurrenderValueCents: fed?.cashSurrenderValue ?? null,
        postedCashSurrenderValueCents: posted?.cashSurrenderValue ?? null,
        fedDeathBenefitCents: fed?.deathBenefit ?? null,
        postedDeathBenefitCents: posted?.deathBenefit ?? null,
        valuationDate: posted?.asOfDate ?? null,
      }
    case 'cash-surrender-exceptions':
      return movementOf(month)
    case 'yield-exceptions': {
      const now = yieldOf(earnings, period)
      const since = { from: addMonthEnds(period, -1), to: period }
      const bps = (charge: number | null) =>
        charge === null || !facts.prior || posted?.cashSurrenderValue == null
          ? null
          : chargeBasisPoints(cents(charge), facts.prior.cashSurrenderValue, posted.cashSurrenderValue, since)
      return {
        product: row.productName,
        cashSurrenderValueCents: posted?.cashSurrenderValue ?? null,
        grossRate: posted?.grossCreditingRate ?? null,
        declaredRate: earnings.declaredRate,
        costOfInsuranceBps: bps(posted?.costOfInsurance ?? null),
        expenseBps: bps(posted?.expenseCharge ?? null),
        currentNetYield: now,
        lastReset: row.lastReset,
      }
    }
    default:
      return {}
  }
}

interface Coverage {
  institutionId: number
  carrierCode: string
  counts: CarrierMonth
  fedDeathBenefit: number
  postedDeathBenefit: number
  fileIds: readonly number[]
  asked: Map<string, number>
  skipped: Map<string, Map<string, number>>
  note: (ruleCode: string, reason: string | null) => void
}

function coverageOf(institutionId: number, part: AuditPart, policies: readonly AuditedPolicy[], { period, today }: AuditReach): Coverage {
  const both = policies.filter(({ month }) => month.fed && month.posted)
  const sum = (of: readonly AuditedPolicy[], amount: (policy: AuditedPolicy) => number | null | undefined) =>
    cents(of.reduce((total, policy) => total + (amount(policy) ?? 0), 0))
  const isFed = policies.some(({ row }) => row.fedFileId !== null)
  const asked = new Map<string, number>()
  const skipped = new Map<string, Map<string, number>>()
  return {
    institutionId,
    carrierCode: part.carrierCode,
    fileIds: isFed ? [...new Set(policies.flatMap(({ row }) => row.fedFileId ?? []))] : [],
    counts: {
      carrierName: part.carrierName,
      prior: policies.filter(({ month }) => month.facts.prior !== null).length,
      added: policies.filter(({ isAdded }) => isAdded).length,
      removed: policies.filter(({ month }) => month.facts.prior !== null && !month.isHeld).length,
      expected: policies.filter(({ month }) => month.isHeld).length,
      posted: policies.filter(({ month }) => month.posted !== null).length,
      fed: isFed ? policies.filter(({ row }) => row.isFed).length : null,
      missing: numbersOf(policies.filter(({ row, month }) => row.isFed && month.posted === null)),
      extra: isFed ? numbersOf(policies.filter(({ row, month }) => !row.isFed && month.posted !== null)) : [],
      fedCashSurrenderValue: sum(both, ({ month }) => month.fed?.cashSurrenderValue),
      postedCashSurrenderValue: sum(both, ({ month }) => month.posted?.cashSurrenderValue),
      isDue: today > businessDayAfter(period, part.feedDueBusinessDay),
    },
    fedDeathBenefit: sum(both, ({ month }) => month.fed?.deathBenefit),
    postedDeathBenefit: sum(both, ({ month }) => month.posted?.deathBenefit),
    asked,
    skipped,
    note: (ruleCode, reason) => {
      if (reason === OUT_OF_FORCE) return
      if (reason === null) asked.set(ruleCode, (asked.get(ruleCode) ?? 0) + 1)
      else {
        const reasons = skipped.get(ruleCode) ?? new Map<string, number>()
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
        skipped.set(ruleCode, reasons)
      }
    },
  }
}
const numbersOf = (policies: readonly AuditedPolicy[]): string[] => policies.map(({ row }) => row.policyNumber)

async function keepCoverage(trx: Trx, scope: Scope, period: PlainDate, coverage: readonly Coverage[]): Promise<void> {
  if (coverage.length === 0) return
  const rows = coverage.map(({ institutionId, carrierCode, counts, asked, skipped, ...one }) => ({
    institution_id: institutionId,
    carrier_code: carrierCode,
    ...{
      expected: counts.expected,
      posted: counts.posted,
      fed: counts.fed,
      prior: counts.prior,
      added: counts.added,
      removed: counts.removed,
    },
    missing: counts.missing,
    extra: counts.extra,
    fed_csv: counts.fedCashSurrenderValue,
    posted_csv: counts.postedCashSurrenderValue,
    fed_db: one.fedDeathBenefit,
    posted_db: one.postedDeathBenefit,
    asked: Object.fromEntries(asked),
    skipped: [...skipped].flatMap(([ruleCode, reasons]) => [...reasons].map(([reason, policies]) => ({ ruleCode, reason, policies }))),
    file_ids: one.fileIds,
  }))
  await sql`
    insert into audit_coverage (institution_id, site_id, period, carrier_code, expected, posted, fed, prior, added, removed, missing, extra, fed_cash_surrender_value_cents,
      posted_cash_surrender_value_cents, fed_death_benefit_cents, posted_death_benefit_cents, asked, skipped, file_ids, audited_at)
    select institution_id, ${scope.siteId}, ${period}, carrier_code, expected, posted, fed, prior, added, removed, missing, extra, fed_csv, posted_csv, fed_db, posted_db,
      asked, skipped, file_ids, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (institution_id int, carrier_code text, expected int, posted int, fed int, prior int, added int, removed int,
      missing text[], extra text[], fed_csv bigint, posted_csv bigint, fed_db bigint, posted_db bigint, asked jsonb, skipped jsonb, file_ids int[])
    on conflict (institution_id, site_id, period, carrier_code) do update set expected = excluded.expected, posted = excluded.posted, fed = excluded.fed, prior = excluded.prior,
      added = excluded.added, removed = excluded.removed, missing = excluded.missing, extra = excluded.extra,
      fed_cash_surrender_value_cents = excluded.fed_cash_surrender_value_cents, posted_cash_surrender_value_cents = excluded.posted_cash_surrender_value_cents,
      fed_death_benefit_cents = excluded.fed_death_benefit_cents, posted_death_benefit_cents = excluded.posted_death_benefit_cents,
      asked = excluded.asked, skipped = excluded.skipped, file_ids = excluded.file_ids, audited_at = excluded.audited_at`.execute(trx)
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
