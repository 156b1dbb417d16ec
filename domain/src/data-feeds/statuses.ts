/** The statuses of a carrier's file. */

/** RECEIVED -> PARSED -> VALIDATED -> POSTED; REJECTED when it cannot be read or is set aside. */
export const CARRIER_FILE_STATUSES = ['RECEIVED', 'PARSED', 'VALIDATED', 'POSTED', 'REJECTED'] as const
