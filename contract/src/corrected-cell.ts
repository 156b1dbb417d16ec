/** A cell of a carrier's file that staff corrected before posting, wherever the line behind a figure is shown. */
import { z } from 'zod'

export const correctedCell = z.object({
  header: z.string(),
  received: z.string(),
  value: z.string(),
  reason: z.string(),
  correctedBy: z.string().nullable(),
  correctedAt: z.string(),
})
export type CorrectedCell = z.infer<typeof correctedCell>
