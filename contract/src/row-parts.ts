/** The rows of a carrier's file by what becomes of them, with their sums and how many rows each sum lacks. */
import { z } from 'zod'

export const rowAmounts = {
  rows: z.int(),
  cashSurrenderValueCents: z.int(),
  deathBenefitCents: z.int(),
  cashSurrenderValueMissing: z
    .int()
    .meta({ description: 'Rows that should have one and have none that can be read: the sum lacks theirs.' }),
  deathBenefitMissing: z.int(),
}
/** Every row of a file is in exactly one of these parts, so that their totals add up to the file. */
export const ROW_PARTS = ['posted', 'rejected', 'unsettled', 'ended', 'incomplete'] as const
