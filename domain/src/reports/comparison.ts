/**
 * Changes between two reports of one family: two versions of one, or two periods. The mechanism knows measures, causes and lines; which figures
 * a family compares, and how one line's difference comes about, is the family's own table (`asset-report-comparison.ts`, `form-8925-comparison.ts`).
 */

import type { TestStatus } from '../calculations/concentration.ts'
import { codesOf } from '../primitives/codes.ts'
import { type Cents, cents, sumCents } from '../primitives/money.ts'
import type { PlainDate } from '../primitives/period.ts'
import { type Release, type ReportFooter, type ReportHeader, stampOfRelease } from './heading.ts'

/** Why a figure differs, in the order they are shown; `text` is said beside the label. */
export const CAUSES = {
  newPolicies: { label: 'New policies', text: 'Policies issued between the two.' },
  premiums: { label: 'Premiums', text: 'Paid on policies held already, less what was paid back.' },
  exchanges: { label: 'Section 1035 exchanges', text: 'Values brought in, less values given out.' },
  withdrawals: { label: 'Withdrawals', text: 'Taken out of policies that remain in force.' },
  surrenders: { label: 'Surrenders', text: 'Policies given up, by the value released.' },
  deaths: { label: 'Deaths', text: 'Policies ended by a death, by the value released.' },
  lapses: { label: 'Lapses and transfers', text: 'Policies that terminated without a value released.' },
  interest: { label: 'Credited interest', text: 'As the carriers reported it.' },
  rates: { label: 'Crediting rates', text: 'Interest at a different rate, on the value and days of the earlier one.' },
  days: { label: 'Days in the period', text: 'Interest for more or fewer days.' },
  value: { label: 'Average invested value', text: 'Interest on a different value.' },
  interestOther: { label: 'Other interest', text: 'Credited interest beyond what rate, days and value give.' },
  costOfInsurance: { label: 'Cost of insurance', text: 'Charges of the carriers for the death benefit.' },
  expenses: { label: 'Expense charges', text: 'Other charges of the carriers.' },
  surrenderCharges: { label: 'Surrender charges', text: 'Decline in surrender charges; negative where they rose.' },
  growth: {
    label: 'Increase not broken down',
    text: 'Known from the values alone: the carrier gave no interest and charges, as for the days before a policy ended.',
  },
  between: { label: 'Months between', text: 'Increase of the months whose interest and charges neither report holds.' },
  ended: { label: 'Ended policies', text: 'Income of policies that ended between the two.' },
  restated: { label: 'Restated values', text: 'A figure of the earlier date was corrected since.' },
  estimates: { label: 'Estimates replaced', text: 'A value carried forward gave way to the carrier’s own.' },
  takenIn: { label: 'Entered since', text: 'Policies held at the earlier date already, and entered in the register later.' },
  earlier: { label: 'Ended before', text: 'Ended before the year that the later report looks back on.' },
  reported: {
    label: 'As the carriers report',
    text: 'A different death benefit on a policy held at both dates; no transaction explains it.',
  },
  stated: { label: 'Stated anew', text: 'A different number stated by the policyholder.' },
  consents: { label: 'Consents', text: 'Notices and consents on file with a different result.' },
  scope: { label: 'Other standing', text: 'Policies held at both dates that count in one and not in the other.' },
  otherPortals: {
    label: 'Other portals',
    text: 'Holdings of the legal entity in other portals: more or less of them, or included in one report and not in the other.',
  },
  netYield: { label: 'Net yield', text: 'The yield before tax, at the tax rate of the earlier one.' },
  taxRate: { label: 'Tax rate', text: 'The later yield at a different tax rate.' },
  cashValue: { label: 'Cash surrender value', text: 'A different value on the capital of the earlier one.' },
  capital: { label: 'Tier 1 capital', text: 'The later value on different capital.' },
  limitBase: { label: 'Capital', text: 'The earlier limit on different capital.' },
  limits: { label: 'Limits', text: 'A different limit, or a different capital base for it, on the capital of the later one.' },
  claims: {
    label: 'Claims paid',
    text: 'The institution’s share of death benefits: claims of the later year, less those of the earlier one.',
  },
  convention: { label: 'Yield convention', text: 'Annualized differently, or compounded.' },
} as const
export type CauseKey = keyof typeof CAUSES
export type Causes = Partial<Record<CauseKey, number>>
const CAUSE_ORDER = codesOf(CAUSES)

/** A line's own difference, with what explains it; what its causes leave over is unexplained. */
export interface ComparedPart {
  /** A policy, or the group that stands for many where nobody may be named. */
  id: number
  policyId: number | null
  policyNumber: string | null
  insured: string | null
  carrier: string
  /** "New", "Ended", "Held": in the two reports. */
  standing: string
  from: Cents
  to: Cents
  causes: Causes
}

export interface ComparedLine extends ComparedPart {
  difference: Cents
  unexplained: Cents
}

export interface ComparedCause {
  key: CauseKey
  label: string
  text: string
  amount: number
  /** Lines that it touches; null where the measure has none. */
  lines: number | null
}

export interface ComparedMeasure {
  key: string
  label: string
  /** `money` is cents, `percent` a fraction. */
  kind: 'money' | 'count' | 'percent'
  from: number | null
  to: number | null
  difference: number | null
  /** Those that are not nothing; with `unexplained` they make the difference, to the cent. */
  causes: ComparedCause[]
  unexplained: number
  /** By policy, in the order of the later report; empty for what is no sum of policies. */
  lines: ComparedLine[]
}

export interface ComparedSide {
  reportId: number
  version: number
  period: PlainDate
  asOfText: string
  preparedText: string
  stamp: string
  reference: string
}

/** A test or a rating that came out otherwise. */
export interface ComparedConclusion {
  key: string
  /** "Concentration", "Rating of a risk" */
  about: string
  label: string
  from: ConclusionSide
  to: ConclusionSide
}
/** As one report has it: a status where it is a test; null where the report says nothing of it. */
export type ConclusionSide = { status: TestStatus | null; text: string } | null

export interface Comparison {
  title: string
  institutionName: string
  legalName: string
  /** Two versions of one statement date, or two dates. */
  between: 'versions' | 'periods'
  from: ComparedSide
  to: ComparedSide
  measures: ComparedMeasure[]
  /** In the order of the later report; those of the earlier one alone come last. */
  conclusions: ComparedConclusion[]
  /** Whole sentences: what was compared, and what the snapshots cannot tell. */
  notes: string[]
}

/** Whether no figure, line or conclusion that is compared came out otherwise. */
export const isUnchanged = ({ measures, conclusions }: Comparison): boolean =>
  conclusions.length === 0 && measures.every(({ from, to, lines }) => from === to && lines.every(({ difference }) => difference === 0))

/** Words of causes in place of the usual ones. */
export type CauseTexts = Partial<Record<CauseKey, string>>

/** A measure that is the sum of its lines. */
export function summedMeasure(key: string, label: string, parts: readonly ComparedPart[], texts: CauseTexts = {}): ComparedMeasure {
  const lines = parts.map((part): ComparedLine => {
    const difference = cents(part.to - part.from)
    return { ...part, difference, unexplained: cents(difference - explained(part.causes)) }
  })
  const causes = causesOf((cause) => lines.map((line) => line.causes[cause] ?? 0), texts)
  const total = (of: (line: ComparedLine) => Cents) => sumCents(lines.map(of))
  return {
    key,
    label,
    kind: 'money',
    from: total((line) => line.from),
    to: total((line) => line.to),
    difference: total((line) => line.difference),
    causes,
    unexplained: total((line) => line.unexplained),
    lines: lines.filter((line) => line.difference !== 0 || Object.values(line.causes).some((amount) => amount !== 0)),
  }
}

/** A measure of the whole: a rate, a share, a count. Null on a side leaves nothing to explain. */
export function wholeMeasure(
  key: string,
  label: string,
  kind: ComparedMeasure['kind'],
  [from, to]: readonly [number | null, number | null],
  causes: Causes,
  texts: CauseTexts = {},
): ComparedMeasure {
  if (from === null || to === null) return { key, label, kind, from, to, difference: null, causes: [], unexplained: 0, lines: [] }
  const difference = to - from
  return {
    key,
    label,
    kind,
    from,
    to,
    difference,
    causes: causesOf((cause) => [without(causes[cause] ?? 0)], texts).map((cause) => ({ ...cause, lines: null })),
    unexplained: without(difference - explained(causes)),
    lines: [],
  }
}

/** One conclusion of one report, to be put beside the other's. */
export interface Concluded {
  key: string
  about: string
  label: string
  side: NonNullable<ConclusionSide>
}

/** Tests that have another status, and what is rated otherwise in words; a sentence that only names another figure changes nothing. */
export function changedConclusions(from: readonly Concluded[], to: readonly Concluded[]): ComparedConclusion[] {
  const [before, after] = [from, to].map((those) => new Map(those.map((one) => [one.key, one])))
  return [...to, ...from.filter(({ key }) => !after?.has(key))].flatMap(({ key, about, label }) => {
    const [was, is] = [before?.get(key)?.side ?? null, after?.get(key)?.side ?? null]
    const same = was && is && (was.status === null && is.status === null ? was.text === is.text : was.status === is.status)
    return same ? [] : [{ key, about, label, from: was, to: is }]
  })
}

/** Without what binary fractions leave over: a billionth of a basis point is nothing. */
const without = (amount: number): number => (Math.abs(amount) < 1e-13 ? 0 : amount)

export const sideOf = (header: ReportHeader, footer: ReportFooter): ComparedSide => ({
  reportId: footer.reportId,
  version: footer.version,
  period: header.asOf,
  asOfText: header.asOfText,
  preparedText: header.preparedText,
  stamp: header.stamp.text,
  reference: footer.reference,
})

/** Each side with the stamp of where its version stands now. */
export function sidesAs(comparison: Comparison, releaseOf: (side: ComparedSide) => Omit<Release, 'reason'>): Comparison {
  const as = (side: ComparedSide): ComparedSide => ({ ...side, stamp: stampOfRelease({ text: side.stamp }, releaseOf(side)).text })
  return { ...comparison, from: as(comparison.from), to: as(comparison.to) }
}

/** Adds to a cause what is not nothing. */
export function because(causes: Causes, cause: CauseKey, amount: number): void {
  if (amount !== 0) causes[cause] = (causes[cause] ?? 0) + amount
}

const explained = (causes: Causes): number => Object.values(causes).reduce((total, amount) => total + amount, 0)

const causesOf = (amountsOf: (cause: CauseKey) => number[], texts: CauseTexts): ComparedCause[] =>
  CAUSE_ORDER.flatMap((key) => {
    const amounts = amountsOf(key).filter((amount) => amount !== 0)
    const amount = amounts.reduce((total, each) => total + each, 0)
    return amounts.length === 0
      ? []
      : [{ key, label: CAUSES[key].label, text: texts[key] ?? CAUSES[key].text, amount, lines: amounts.length }]
  })

/** Lines under one carrier as one line, where a report names nobody. Causes and amounts add up. */
export function byCarrier(parts: readonly ComparedPart[]): ComparedPart[] {
  return [...Map.groupBy(parts, ({ carrier }) => carrier)].map(([carrier, those], index) => {
    const causes: Causes = {}
    for (const part of those) for (const key of CAUSE_ORDER) because(causes, key, part.causes[key] ?? 0)
    return {
      id: index + 1,
      policyId: null,
      policyNumber: null,
      insured: null,
      carrier,
      standing: '',
      from: sumCents(those.map(({ from }) => from)),
      to: sumCents(those.map(({ to }) => to)),
      causes,
    }
  })
}

/** A line as lists and their files show it: every cause of the measure in each, so that columns are the same all the way down. */
export function comparedRow({ causes, from, to, difference, unexplained, ...line }: ComparedLine, columns: readonly CauseKey[]) {
  return {
    ...line,
    fromCents: from,
    by: Object.fromEntries(columns.map((key): [string, number] => [`${key}Cents`, causes[key] ?? 0])),
    unexplainedCents: unexplained,
    toCents: to,
    differenceCents: difference,
  }
}
