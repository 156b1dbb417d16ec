/** Reasons that keep a month from release: one sentence for the dialog in which it is decided, and apart for lists, which count what the sentence names. */

import { formatCount } from '../primitives/money.ts'
import { formatMonth, type PlainDate } from '../primitives/period.ts'
import { AUDIT_RULES } from './rules.ts'

export interface GateReason {
  /** "4 open audit errors" */
  words: string
  /** Rules and policies that the sentence names beside the count; null for other reasons. */
  names: string | null
}

const MISSING_FEED = /’s feed (is missing|lacks \d+ of \d+ policies)( \(open audit error: .+\))?$/
const UNVALUED = /^[\d,]+ (.+) (?:policy has|policies have) no value for [A-Z][a-z]+ \d{4}$/
/** Said where the carrier's file is posted, and so is not what is missing: "17 Stonemarch policies have no value for October 2026" */
export const unvaluedSentence = (policies: number, carrier: string, period: PlainDate): string =>
  `${formatCount(policies)} ${carrier} ${policies === 1 ? 'policy has' : 'policies have'} no value for ${formatMonth(period)}`
/** The carrier whose missing values are the reason; null for every other reason. */
export const missingFeedOf = (reason: string): string | null =>
  MISSING_FEED.test(reason) ? reason.replace(MISSING_FEED, '') : (UNVALUED.exec(reason)?.[1] ?? null)

const END = /\.$/
/** Sentences that were kept earlier call them exceptions. */
const NAMED = /^(\d+ open (?:audit errors?|exceptions?)): (.+)$/

/** The audit’s error is that the feed is missing: one gap, told once, with the error as what comes of it. */
const FOUND = ` (open audit error: ${AUDIT_RULES.P6.title})`
export const withMissingFile = (feed: string): string => `${feed}${FOUND}`
export const tellsMissingFile = (reason: string): boolean => reason.endsWith(FOUND)

export const gateSentence = (reasons: readonly string[]): string => `${reasons.join('; ')}.`

export const gateReasons = (sentence: string): string[] => sentence.replace(END, '').split('; ')

/** Whether the errors that it counts are of carriers' missing files alone, which the carriers' own lines say. */
export const isMissingFile = (reason: string): boolean => {
  const { names } = countedReason(reason)
  return names !== null && names.startsWith(`${AUDIT_RULES.P6.title} (`) && names.indexOf(')') === names.length - 1
}

export const isAuditErrors = (reason: string): boolean => NAMED.test(reason)

export function countedReason(reason: string): GateReason {
  if (tellsMissingFile(reason)) return { words: reason.slice(0, -FOUND.length), names: AUDIT_RULES.P6.title }
  const [, words = reason, names = null] = NAMED.exec(reason) ?? []
  return { words, names }
}
