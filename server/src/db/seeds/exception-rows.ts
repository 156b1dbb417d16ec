/** Audit exceptions that the demo's past holds besides the restated value: each tells of something that is in the book. */
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { formatDate, monthEnd, monthOf, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { STAFF_ID } from './accounts.ts'
import { postedAt } from './finding-rows.ts'
import type { SeedPolicy, Window } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import { policyNumberOf } from './numbers.ts'
import type { Book } from './rows.ts'

const SINCE = plainDate('2026-01-01')

/** The count that was off by one until a death claim was entered, and the first corridor step of the year; at the first institution that has one. */
export function addExceptions(
  book: Book,
  terms: InstitutionTerms,
  policies: readonly SeedPolicy[],
  window: Window,
  planted: Set<string>,
): void {
  const paid = policies.find(({ exit }) => exit?.kind === 'DEATH_PAID' && exit.date >= SINCE)
  if (paid?.exit && !planted.has('P1')) {
    planted.add('P1')
    const { carrierCode } = paid.product
    const period = monthEnd(yearOf(paid.exit.date), monthOf(paid.exit.date))
    book.auditException.push({
      institutionId: terms.id,
      id: paid.id,
      siteId: paid.siteId,
      checkCode: 'policy-count-exceptions',
      ruleCode: 'P1',
      severity: 'error',
      period,
      carrierCode,
      policyId: paid.id,
      message: `${policyNumberOf(carrierCode, paid.id)} was missing from the file: the carrier had paid its claim on ${formatDate(paid.exit.date)}, which the register did not say yet.`,
      status: 'RESOLVED',
      note: 'Claim payment entered.',
      firstSeen: postedAt(period, carrierCode),
      resolvedBy: STAFF_ID,
      resolvedAt: postedAt(period, carrierCode),
    })
  }
  if (planted.has('M5')) return
  for (const policy of policies) {
    const months = policy.values.filter(({ asOfDate }) => asOfDate >= SINCE && asOfDate <= window.until)
    const index = months.findIndex((month, place) => month.deathBenefit < (months[place - 1]?.deathBenefit ?? 0) * 0.99)
    const [before, month] = [months[index - 1], months[index]]
    if (!before || !month) continue
    planted.add('M5')
    book.auditException.push({
      institutionId: terms.id,
      id: policy.id,
      siteId: policy.siteId,
      checkCode: 'cash-surrender-exceptions',
      ruleCode: 'M5',
      severity: 'warning',
      period: month.asOfDate,
      carrierCode: policy.product.carrierCode,
      policyId: policy.id,
      expected: String(before.deathBenefit),
      actual: String(month.deathBenefit),
      differenceCents: cents(month.deathBenefit - before.deathBenefit),
      message: `The death benefit fell from ${formatMoney(before.deathBenefit)} to ${formatMoney(month.deathBenefit)} without a change of face.`,
      status: 'ACKNOWLEDGED',
      note: 'The corridor factor of section 7702 stepped down at the policy anniversary.',
      firstSeen: postedAt(month.asOfDate, policy.product.carrierCode),
    })
    return
  }
}
