/** Y3 of a carrier: policies whose yield is far from that of their product and year of issue, once every part of the carrier was read. */
import { DEFAULT_RULES } from '@corridor/domain/auditing/rules.ts'
import { offCohort } from '@corridor/domain/auditing/yields.ts'
import { rulesUnder } from '@corridor/domain/data-feeds/tolerances.ts'
import { formatPercent } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Found } from './found.ts'
import { keepExceptions } from './keep-exceptions.ts'
import { selectSuppressed, selectTolerances, suppressionKey } from './settings.ts'
import type { Kept } from './totals.ts'

/** Numbers alone, because a carrier's book is held at once: what its policies share stands in their cohort. */
export interface Member {
  policyId: number
  institutionId: number
  yield: number
  enteredBy: number | null
  fileId: number | null
  lineNumber: number | null
}
interface Cohort {
  productName: string
  issued: number
  members: Member[]
}
/** By product and year of issue. */
export type Cohorts = Map<string, Cohort>

export function joinCohort(cohorts: Cohorts, product: { id: number; name: string }, issued: number, member: Member): void {
  const key = `${product.id} ${issued}`
  const known = cohorts.get(key)
  if (known) known.members.push(member)
  else cohorts.set(key, { productName: product.name, issued, members: [member] })
}

export async function auditCohorts(
  trx: Trx,
  scope: Scope,
  { period, carrierCode, institutionIds }: { period: PlainDate; carrierCode: string; institutionIds: readonly number[] },
  cohorts: Cohorts,
): Promise<Kept> {
  const rules = rulesUnder(DEFAULT_RULES, await selectTolerances(trx, scope))
  const suppressed = await selectSuppressed(trx, scope, period)
  const found: Found[] = []
  for (const { productName, issued, members } of cohorts.values()) {
    const held = rules(carrierCode, productName)
    for (const { median, tolerance, yield: yields, ...of } of offCohort(members, held))
      if (!suppressed.has(suppressionKey('Y3', of.policyId)))
        found.push({
          ...of,
          ruleCode: 'Y3',
          severity: held.Y3.severity,
          message: `Before charges the month yields ${formatPercent(yields)}; the median of ${productName} issued in ${issued} is ${formatPercent(median)}.`,
          measured: { expected: median, actual: yields, tolerance },
          carrierCode,
          figures: { product: productName, yieldBeforeCharges: yields, cohortMedianYield: median },
          settled: null,
        })
  }
  return keepExceptions(trx, scope, { period, institutionIds, carrierCode, rules: ['Y3'] }, found)
}
