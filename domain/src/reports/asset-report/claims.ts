/** Death claims of an asset report: the gain of those paid in the year, which its earnings leave out, and those pending, whose gain is yet to come. */

import { type LedgerAccountKey, ledgerAmounts, STANDARD_ACCOUNTS } from '../../calculations/journal-entries.ts'
import { counted } from '../../primitives/counted.ts'
import { type Cents, cents, formatCount, formatMoney, sumCents } from '../../primitives/money.ts'
import { formatLongDate } from '../../primitives/period.ts'
import type { Holding } from './holdings.ts'
import type { AssetReportSnapshot } from './snapshot.ts'

/** Claims paid since the start of the year: the institution's share of the benefit over the value released, less what others fell short of it. */
export const gainOnClaims = (holdings: readonly Holding[]): Cents => {
  const { gains, losses } = gainsAndLosses(holdings)
  return cents(gains - losses)
}

function gainsAndLosses(holdings: readonly Holding[]): { gains: Cents; losses: Cents } {
  const amounts = holdings.map(({ removed, yearFlows }) => {
    const institutionDeathBenefit = removed?.institutionDeathBenefit ?? null
    return ledgerAmounts({ increase: null, flows: yearFlows, institutionDeathBenefit, isClaimPaid: false })
  })
  return { gains: sumCents(amounts.map(({ claimGain }) => claimGain)), losses: sumCents(amounts.map(({ claimLoss }) => claimLoss)) }
}

/** Beside earnings year to date: their sum with the gain that they leave out. A tile has no room for the start of the year, which heads a column, or for the gain alone. */
export function besideEarnings(since: string, earnings: Cents | null, holdings: readonly Holding[]): string {
  const gain = gainOnClaims(holdings)
  if (gain === 0 || earnings === null) return since
  const both = `With ${gain > 0 ? 'gain' : 'loss'} on claims ${formatMoney(cents(earnings + gain))}`
  return since.startsWith('Since') ? both : `${since}. ${both}`
}

/** Income of the year’s entries that is not in its earnings, so that the ledger's accounts can be tied to both. */
export function claimNote(holdings: readonly Holding[], { yearStart, ledgerAccounts }: AssetReportSnapshot): string | null {
  const { gains, losses } = gainsAndLosses(holdings)
  if (gains === 0 && losses === 0) return null
  const named = (key: LedgerAccountKey) => {
    const { number, name } = ledgerAccounts[key] ?? STANDARD_ACCOUNTS[key]
    return `“${[number, name].filter((part) => part !== null).join(' ')}”`
  }
  const entered = [
    gains > 0 &&
      `credit ${losses > 0 ? formatMoney(gains) : 'it'} to ${named('otherIncome')}, as they do increases in cash surrender value`,
    losses > 0 && `debit ${gains > 0 ? formatMoney(losses) : 'the loss'} to ${named('otherExpense')}`,
  ].filter((part) => part !== false)
  return `The gain on death claims is the institution’s share of the claims paid since ${formatLongDate(yearStart)} less the cash surrender value released; it is not in earnings year to date. The entries ${entered.join(', and ')}.`
}

/** Beside the number of policies, which counts them: "4 with a claim pending". */
export function pendingInBrief({ policies }: AssetReportSnapshot): string | null {
  const pending = policies.filter(({ flags }) => flags.pendingClaim).length
  return pending === 0 ? null : `${formatCount(pending)} with a claim pending`
}

/** Above the claims; null where none is pending and none lacks notice and consent. */
export function claimsLead(snapshot: AssetReportSnapshot): string | null {
  const sentences = [pendingWords(snapshot), withoutConsentWords(snapshot)].filter((words) => words !== null)
  return sentences.length === 0 ? null : sentences.join(' ')
}

function pendingWords({ activity }: AssetReportSnapshot): string | null {
  const pending = activity.claims.filter(({ status }) => status === 'DEATH_CLAIM_PENDING').length
  if (pending === 0) return null
  const [is, stays] = pending === 1 ? ['is', 'its policy stays'] : ['are', 'their policies stay']
  return `${counted(pending, 'death claim')} ${is} pending: ${stays} at cash surrender value. The gain is recorded when the claim is paid; ${ACCRUING}.`
}

/** The tax law excludes what was paid in, so that more than the gain in the books may be income. */
function withoutConsentWords({ activity, policies, removedPolicies }: AssetReportSnapshot): string | null {
  const claims = activity.claims.filter(({ withoutConsent }) => withoutConsent)
  if (claims.length === 0) return null
  const gains = claims.map(({ status, carrierCode, policyNumber, institutionShare }) => {
    const isOf = (policy: { carrierCode: string; policyNumber: string }) =>
      policy.carrierCode === carrierCode && policy.policyNumber === policyNumber
    const paid = removedPolicies.find(isOf)?.flows.filter(({ type }) => type === 'DEATH_CLAIM') ?? []
    const released = paid.length === 0 ? null : sumCents(paid.map(({ amount }) => amount))
    const value = status === 'DEATH_CLAIM_PENDING' ? (policies.find(isOf)?.cashSurrenderValue ?? null) : released
    return value === null ? null : cents(institutionShare - value)
  })
  const known = gains.filter((gain) => gain !== null)
  const gain = known.length === gains.length && sumCents(known) > 0 ? `gain of ${formatMoney(sumCents(known))}` : 'gain'
  const numbers = claims.map(({ policyNumber }) => policyNumber).join(', ')
  return `No valid notice and consent is on file for ${formatCount(claims.length)} of these policies (${numbers}): ${claims.length === 1 ? 'its' : 'their'} ${gain} may be taxable under section 101(j), which excludes only premiums and other amounts paid. Please ask your tax adviser.`
}

/** Said of the entries, which take a claim up in the month in which it is paid. */
export const ACCRUING = 'an institution that accrues claims from the date of death enters the receivable itself'
