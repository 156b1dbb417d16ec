/** A column of a carrier's file: its name here, how its cells are read, and the headers that carriers write. */

/** `money` becomes cents, `charge` too, added to the expense charge, `rate` a fraction, `date` a PlainDate, `status` a policy status, `gender` M or F, `yesNo` true or false. */
export type FeedKind = 'money' | 'charge' | 'rate' | 'date' | 'text' | 'policyNumber' | 'status' | 'gender' | 'yesNo' | NewPolicyKind
/** Read for new policies alone: an amount that is no value of the policy, a word out of the register's lists, a day or a state of the insured. */
export type NewPolicyKind = 'amount' | 'role' | 'employment' | 'statusAtIssue' | 'day' | 'state' | 'words' | 'answer'

/** Within these factors two figures are plausible beside each other. */
export interface Band {
  least: number
  most: number
}
/** The rules that hold of a column of amounts; each is optional, and a column without one is not asked about. */
export interface FieldRules {
  /** The amount is zero or more: with a minus it is a sign written otherwise, or another column. Of a charge the finding says that some carriers write charges so. */
  neverNegative?: 'amount' | 'charge'
  /** Compared with the same row's cash surrender value: the amount as a part of it. */
  besideValue?: Band
  /** Compared with the cost basis in the register. */
  besideBasis?: true
  /**
   * Proposed for a column with an unknown header whose amounts differ from the book's by no more than this part. `moves`: the amount grows every month, so
   * that the same amount again is rather an opening balance.
   */
  proposed?: { within: number; moves?: true }
}
export interface FeedFieldDefinition<Kind extends FeedKind = FeedKind> extends FieldRules {
  label: string
  kind: Kind
  /** Headers carriers write; compared without case, punctuation and the usual abbreviations. */
  headers: readonly string[]
}
export const field = <Kind extends FeedKind>(
  label: string,
  kind: Kind,
  headers = '',
  rules: Kind extends 'money' ? FieldRules : Record<never, never> = {},
): FeedFieldDefinition<Kind> => ({
  label,
  kind,
  headers: [label, ...headers.split('; ').filter(Boolean)],
  ...rules,
})
