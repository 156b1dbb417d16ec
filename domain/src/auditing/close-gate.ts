/** Reasons that keep a month from release: one sentence for the dialog in which it is decided, and apart for lists, which count what the sentence names. */

export interface GateReason {
  /** "4 open exceptions" */
  words: string
  /** Rules and policies that the sentence names beside the count; null for other reasons. */
  names: string | null
}

const END = /\.$/
const NAMED = /^(\d+ open exceptions?): (.+)$/

export const gateSentence = (reasons: readonly string[]): string => `${reasons.join('; ')}.`

export const gateReasons = (sentence: string): string[] => sentence.replace(END, '').split('; ')

export function countedReason(reason: string): GateReason {
  const [, words = reason, names = null] = NAMED.exec(reason) ?? []
  return { words, names }
}
