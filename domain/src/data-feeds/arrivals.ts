/** The ways a carrier's file comes in. */
export const ARRIVALS = ['UPLOADED', 'API_KEY', 'INBOX'] as const
type Arrival = (typeof ARRIVALS)[number]
export const ARRIVAL_WORDS: Readonly<Record<Arrival, string>> = { UPLOADED: 'By hand', API_KEY: 'API key', INBOX: 'Inbox folder' }

/** "By hand", "API key Nightly extract", "Inbox folder SM". @param file.arrivalName of the key or folder at that time */
export const arrivalWords = ({ arrival, arrivalName }: { arrival: Arrival; arrivalName: string | null }): string =>
  [ARRIVAL_WORDS[arrival], arrivalName].filter(Boolean).join(' ')
