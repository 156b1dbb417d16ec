/** Form 8925 of the tax year that runs, as of the last month posted: computed from the book when it is asked for, and kept nowhere. */
import type { previewForm8925 } from '@corridor/contract/form-8925.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { addMonthEnds, monthOf, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { openItemsOf } from '@corridor/domain/reports/form-8925/open-items.ts'
import { findingsOf, linesOf } from '@corridor/domain/reports/form-8925/rules.ts'
import type { Form8925Snapshot } from '@corridor/domain/reports/form-8925/snapshot.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { currentPeriod } from '../../shared/policies/periods.ts'
import { holderOf, readPolicyholders } from './employee-counts.ts'
import { prepareForm8925 } from './snapshot.ts'
import { selectEmployeeCounts, statedBy } from './snapshot-queries.ts'

type Preview = ReplyOf<typeof previewForm8925>

/** @throws AppError not_found */
export async function readPreview(trx: Trx, scope: Scope, id: number): Promise<Preview> {
  const holder = await holderOf(trx, scope, id, false)
  const asOf = await currentPeriod(trx, scope, id)
  if (asOf === null) return { asOf, taxYearEnd: null, policyholders: [], withheld: [] }
  const taxYearEnd = yearEndAfter(asOf, holder.fiscalYearEndMonth)
  const stated = await selectEmployeeCounts(trx, scope, [id], taxYearEnd)
  const owners = await readPolicyholders(trx, holder)
  // One place in the order for each; what it is made of is told apart by the subsidiary alone.
  const prepared = await prepareForm8925(
    trx,
    scope,
    owners.map(({ subsidary_id: subsidiaryId }, index) => ({
      reportId: index,
      reportType: 'C8925Report',
      institutionId: id,
      subsidiaryId,
      period: asOf,
      isQuarterly: false,
      version: 1,
      batchId: 0,
      preparedOn: asOf,
      isRestated: false,
      preliminaryReason: 'The month is not closed yet.',
    })),
  )
  const policyholders: Preview['policyholders'] = []
  const withheld: Preview['withheld'] = []
  for (const [index, { subsidary_id, name }] of owners.entries()) {
    const found = prepared.get(index)
    if (!found || 'failure' in found) {
      // Nothing held on either side of the year is nothing to report, and no news.
      if (found && found.failure.code !== 'no_policies') withheld.push({ name, reason: found.failure.reason })
      continue
    }
    const count = stated.find(({ subsidiaryId }) => subsidiaryId === subsidary_id)
    const employees = count ? statedBy(count) : null
    const snapshot = { ...found.snapshot, employees }
    const findings = findingsOf(snapshot)
    const lines = linesOf(findings, employees?.count ?? null)
    policyholders.push({
      subsidary_id,
      name,
      employees: lines.line1,
      insuredEmployees: lines.line2,
      insuranceInForceCents: lines.line3,
      validForAll: lines.line4a,
      withoutConsent: lines.line4b,
      openItems: openItemsOf(snapshot, findings, taxYearEnd).map(({ key, text, policies }) => ({ key, text, policies })),
      carried: carriedIn(snapshot),
    })
  }
  return { asOf, taxYearEnd, policyholders, withheld }
}

/** Contracts that stand at last month's death benefit, in every portal. */
const carriedIn = ({ preliminary, elsewhere = [] }: Form8925Snapshot): number =>
  (preliminary?.policyIds.length ?? 0) + elsewhere.flatMap(({ contracts }) => contracts).filter(({ isEstimated }) => isEstimated).length

/** The end of the fiscal year that a month lies in. */
export const yearEndAfter = (month: PlainDate, fiscalYearEndMonth: number): PlainDate =>
  addMonthEnds(month, (fiscalYearEndMonth - monthOf(month) + 12) % 12)
