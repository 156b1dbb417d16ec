/** The statuses of a carrier's file. */

/** RECEIVED -> PARSED -> VALIDATED -> POSTED; REJECTED when it cannot be read or is set aside. */
export const CARRIER_FILE_STATUSES = ['RECEIVED', 'PARSED', 'VALIDATED', 'POSTED', 'REJECTED'] as const
export type CarrierFileStatus = (typeof CARRIER_FILE_STATUSES)[number]

/** As pages and files of lists show them: a file that could not be read is told apart from one that somebody discarded. */
export const SHOWN_FILE_STATUSES = [...CARRIER_FILE_STATUSES, 'UNREADABLE'] as const
export type ShownFileStatus = (typeof SHOWN_FILE_STATUSES)[number]

/**
 * The status that a person is shown.
 * @param openErrors findings that stop the posting; a file that has any needs a person, whatever step it has reached
 * @param failure why the file could not be read; nobody discarded such a file
 * @returns never an error: each combination has one status
 */
export function shownFileStatus(file: { status: CarrierFileStatus; openErrors: number; failure: string | null }): ShownFileStatus {
  if (file.status === 'REJECTED' && file.failure !== null) return 'UNREADABLE'
  return file.status === 'VALIDATED' && file.openErrors > 0 ? 'PARSED' : file.status
}
