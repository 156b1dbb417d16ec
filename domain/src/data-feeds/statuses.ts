/** The statuses of a carrier's file, and which action is open in which: server and buttons read the same table. */

/** RECEIVED -> PARSED -> VALIDATED -> POSTED; REJECTED when it cannot be read or is set aside. */
export const CARRIER_FILE_STATUSES = ['RECEIVED', 'PARSED', 'VALIDATED', 'POSTED', 'REJECTED'] as const

export type CarrierFileStatus = (typeof CARRIER_FILE_STATUSES)[number]

/** `change` is mapping, rejecting and restoring rows, accepting findings and policies. A posted file is corrected by another file, never changed. */
export const carrierFileCan: Record<'change' | 'post' | 'discard', readonly CarrierFileStatus[]> = {
  change: ['PARSED', 'VALIDATED'],
  post: ['VALIDATED'],
  discard: ['RECEIVED', 'PARSED', 'VALIDATED'],
}
