/** A column of a carrier's file: its name here, how its cells are read, and the headers that carriers write. */

/** `money` becomes cents, `charge` too, added to the expense charge, `rate` a fraction, `date` a PlainDate, `status` a policy status, `gender` M or F, `yesNo` true or false. */
export type FeedKind = 'money' | 'charge' | 'rate' | 'date' | 'text' | 'policyNumber' | 'status' | 'gender' | 'yesNo' | NewPolicyKind
/** Read for new policies alone: an amount that is no value of the policy, a word out of the register's lists, a day or a state of the insured. */
export type NewPolicyKind = 'amount' | 'role' | 'employment' | 'statusAtIssue' | 'day' | 'state' | 'words' | 'answer'

export interface FeedFieldDefinition<Kind extends FeedKind = FeedKind> {
  label: string
  kind: Kind
  /** Headers carriers write; compared without case, punctuation and the usual abbreviations. */
  headers: readonly string[]
}
export const field = <Kind extends FeedKind>(label: string, kind: Kind, headers = ''): FeedFieldDefinition<Kind> => ({
  label,
  kind,
  headers: [label, ...headers.split('; ').filter(Boolean)],
})
