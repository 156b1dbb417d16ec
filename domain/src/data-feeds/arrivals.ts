/** The ways a carrier's file comes in. */
export const ARRIVALS = ['UPLOADED', 'API_KEY', 'INBOX', 'SALESFORCE'] as const
export type Arrival = (typeof ARRIVALS)[number]
export const ARRIVAL_WORDS: Readonly<Record<Arrival, string>> = {
  UPLOADED: 'By hand',
  API_KEY: 'API key',
  INBOX: 'Inbox folder',
  SALESFORCE: 'Salesforce',
}
/** A file that no person asked for at that moment: posted by itself where its carrier allows it, and told of where it waits. */
export const comesByItself = (arrival: Arrival): boolean => arrival === 'API_KEY' || arrival === 'INBOX'

/** "By hand", "API key Nightly extract", "Inbox folder SM". @param file.arrivalName of the key or folder at that time */
export const arrivalWords = ({ arrival, arrivalName }: { arrival: Arrival; arrivalName: string | null }): string =>
  [ARRIVAL_WORDS[arrival], arrivalName].filter(Boolean).join(' ')
