/** The year to date starts from opening balances stored when the year end was locked: where they come from, and how they differ from what is posted. */
import { type Cents, cents, formatCount, formatMoney, sumCents } from '../../primitives/money.ts'
import { formatDate, formatLongDate, formatMonth, type PlainDate } from '../../primitives/period.ts'
import { type Holding, holdingsOf } from './holdings.ts'
import type { AssetReportSnapshot, SnapshotOpening } from './snapshot.ts'
import type { OpeningsView } from './view.ts'

/** "Opening balance stored when December 2025 was locked, restated on 03/02/2026 with reason “…”." */
const sourceOf = ({ restated }: SnapshotOpening, yearStart: PlainDate): string =>
  `Opening balance stored when ${formatMonth(yearStart)} was locked${restated ? `, restated on ${formatDate(restated.on)} with reason “${restated.reason}”` : ''}.`

/** Null where no policy starts from a stored balance: the report then starts from the posted year end alone. */
export function openingsView(holdings: readonly Holding[], { yearStart, kind }: AssetReportSnapshot): OpeningsView | null {
  const opened = holdings.flatMap(({ policy, opening }) => (opening ? [{ policyId: policy.policyId, opening }] : []))
  if (opened.length === 0) return null
  const sources = [...new Set(opened.map(({ opening }) => sourceOf(opening, yearStart)))]
  const ofPolicy = opened.map(({ policyId, opening }) => [policyId, sources.indexOf(sourceOf(opening, yearStart))] as const)
  return {
    sources,
    ofPolicy: kind === 'AssetSummaryReport' ? [] : ofPolicy,
    otherwise: `Value posted for ${formatLongDate(yearStart)}; no opening balance is stored.`,
    notes: notesOf(holdings, yearStart),
  }
}

function notesOf(holdings: readonly Holding[], yearStart: PlainDate): string[] {
  const opened = holdings.flatMap(({ opening }) => opening ?? [])
  const restated = [
    ...Map.groupBy(opened, ({ restated: one }) => (one ? `restated on ${formatDate(one.on)} with reason “${one.reason}”` : '')),
  ]
  const posted = opened.flatMap((one) => (one.posted === null ? [] : [{ opening: one.cashSurrenderValue, posted: one.posted }]))
  const apart = posted.filter((one) => one.opening !== one.posted)
  const unposted = opened.length - posted.length
  const day = formatLongDate(yearStart)
  return [
    opened.length === holdings.length
      ? `The year to date of every policy starts from its opening balance, stored when ${formatMonth(yearStart)} was locked.`
      : `The year to date of ${formatCount(opened.length)} of ${formatCount(holdings.length)} policies starts from the opening balance stored when ${formatMonth(yearStart)} was locked, that of the others from what is posted.`,
    ...restated.flatMap(([words, theirs]) =>
      words ? [`${balances(theirs.length)} ${theirs.length === 1 ? 'was' : 'were'} ${words}.`] : [],
    ),
    ...(apart.length > 0 ? [differenceOf(apart, day)] : []),
    ...(unposted > 0
      ? [`${balances(unposted)} ${unposted === 1 ? 'has' : 'have'} no value posted for ${day} beside ${unposted === 1 ? 'it' : 'them'}.`]
      : []),
  ]
}

const balances = (count: number): string => `${formatCount(count)} opening balance${count === 1 ? '' : 's'}`

function differenceOf(apart: readonly { opening: Cents; posted: Cents }[], day: string): string {
  const [stored, posted] = [sumCents(apart.map(({ opening }) => opening)), sumCents(apart.map((one) => one.posted))]
  const difference = cents(posted - stored)
  const effect =
    difference === 0
      ? 'In sum earnings year to date are the same'
      : `Earnings year to date are ${formatMoney(cents(Math.abs(difference)))} ${difference > 0 ? 'more' : 'less'} than from the posted values`
  return `${balances(apart.length)} ${apart.length === 1 ? 'differs' : 'differ'} from what is posted for ${day} now: ${formatMoney(stored)} against ${formatMoney(posted)}. ${effect}.`
}

/** By how much the increase of the year from opening balances exceeds that from the posted year end, of all policies or with one carrier. */
export const openingGap = (snapshot: AssetReportSnapshot, carrierCode: string | null = null): Cents =>
  gapOf(holdingsOf(snapshot).filter(({ policy }) => carrierCode === null || policy.carrierCode === carrierCode))

const gapOf = (holdings: readonly Holding[]): Cents =>
  sumCents(
    holdings.flatMap(({ opening }) => (opening && opening.posted !== null ? [cents(opening.posted - opening.cashSurrenderValue)] : [])),
  )

/** For the table that begins with opening values: its reader may have another value of the same day beside it. Nothing where they are the same. */
export function apartInBrief(holdings: readonly Holding[], yearStart: PlainDate): string[] {
  if (!holdings.some(({ opening }) => opening && opening.posted !== null && opening.posted !== opening.cashSurrenderValue)) return []
  const gap = gapOf(holdings)
  const distance =
    gap === 0 ? 'in sum the same as, but not for each policy,' : `${formatMoney(cents(Math.abs(gap)))} ${gap > 0 ? 'below' : 'above'}`
  return [
    `Opening values are the balances stored when the year was locked, ${distance} what is posted for ${formatLongDate(yearStart)} now.`,
  ]
}
