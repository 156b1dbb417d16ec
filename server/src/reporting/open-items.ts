/** Items that are open when a report is released over them, in the words and figures that its institution reads. */

import { countedReason, gateReasons, isAuditErrors, missingFeedOf, tellsMissingFile } from '@corridor/domain/auditing/close-gate.ts'
import { comparisonOf, effectOf, titleOf } from '@corridor/domain/auditing/compared.ts'
import { isAuditRule, unitOf } from '@corridor/domain/auditing/rules.ts'
import { firstNamed } from '@corridor/domain/primitives/counted.ts'
import { cents, formatMoney, sumCents } from '@corridor/domain/primitives/money.ts'
import type { OpenItem } from '@corridor/domain/reports/open-items.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Scope } from '../platform/http/scope.ts'
import { type InstitutionMonth, isOfMissingFile, monthKey, type OpenError, selectOpenErrors } from './release-check.ts'

type Gated = InstitutionMonth & { gate: string | undefined }

/** @param isTold whether a report's paper says that it is released over open items */
export async function withOpenItems<Report extends Gated>(
  trx: Trx,
  scope: Scope,
  reports: readonly Report[],
  isTold: (report: Report) => boolean,
): Promise<(Report & { items?: OpenItem[] })[]> {
  const errors = new Map<string, OpenError[]>()
  for (const [period, those] of Map.groupBy(reports.filter(isTold), (report) => report.period)) {
    const found = await selectOpenErrors(trx, scope, [...new Set(those.map(({ institutionId }) => institutionId))], period)
    for (const [institutionId, own] of Map.groupBy(found, (error) => error.institutionId))
      errors.set(monthKey({ institutionId, period }), own)
  }
  return reports.map((report) =>
    report.gate !== undefined && isTold(report) ? { ...report, items: itemsOf(report.gate, errors.get(monthKey(report)) ?? []) } : report,
  )
}

/** The audits' errors one by one; every other reason of the gate, such as a missing file, in its own words, with the error that it is. */
function itemsOf(gate: string, errors: readonly OpenError[]): OpenItem[] {
  const reasons = gateReasons(gate)
  const missing = reasons.filter(tellsMissingFile).map(missingFeedOf)
  return [
    ...errors.filter((error) => !missing.some((carrier) => isOfMissingFile(error, carrier))).map(itemOf),
    ...reasons
      .filter((reason) => !isAuditErrors(reason))
      .map((reason) => ({ title: countedReason(reason).words, policyId: null, subject: null, amounts: null })),
  ]
}

function itemOf({ ruleCode, policyId, policyNumber, carrier, named, ...compared }: OpenError): OpenItem {
  const numbers = policyNumber === null ? (named ?? []).map((one) => one.policyNumber) : [policyNumber]
  const subject = numbers.length === 0 ? carrier : `${policiesOf(numbers, carrier)}${named ? `, posted at ${postedOf(named)}` : ''}`
  if (!isAuditRule(ruleCode)) return { title: ruleCode, policyId, subject, amounts: null }
  const title = titleOf({ ruleCode, ...compared })
  const { expected, actual, differenceCents } = compared
  const comparison = comparisonOf(ruleCode, compared)
  if (!comparison || expected === null || actual === null) return { title, policyId, subject, amounts: null }
  const sides = [
    { name: comparison.actual, figure: Number(actual) },
    { name: comparison.expected, figure: Number(expected) },
  ]
  // Policies that are named are counted by that.
  if (unitOf(ruleCode) === 'count' && numbers.length === 0)
    return { title, policyId, subject, amounts: null, counts: sides.map(({ name, figure }) => ({ name, count: figure })) }
  if (unitOf(ruleCode) === 'fraction')
    return { title, policyId, subject, amounts: null, rates: sides.map(({ name, figure }) => ({ name, rate: figure })) }
  const difference = effectOf(differenceCents, { ruleCode, ...compared })
  if (unitOf(ruleCode) !== 'cents' || difference === null) return { title, policyId, subject, amounts: null }
  return {
    title,
    policyId,
    subject,
    amounts: { sides: sides.map(({ name, figure }) => ({ name, amount: cents(Math.round(figure)) })), difference },
  }
}

/** "policy TH-0270123 (Tamarack Hollow)", "policies A-1, A-2, A-3 and 4 more (Ashford)" */
const policiesOf = (numbers: readonly string[], carrier: string | null): string =>
  `${numbers.length === 1 ? 'policy' : 'policies'} ${firstNamed(numbers, NAMED)}${carrier === null ? '' : ` (${carrier})`}`
/** More than a line bears are counted. */
const NAMED = 3

const postedOf = (named: NonNullable<OpenError['named']>): string =>
  `${formatMoney(cents(sumCents(named.map(({ posted }) => posted ?? cents(0)))))}${named.length === 1 ? '' : ' together'}`
