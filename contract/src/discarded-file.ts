/** A carrier's file that was set aside, as its page tells it. */
import { z } from 'zod'

export const discardedFile = {
  discarded: z
    .object({ at: z.string(), by: z.string().nullable(), reason: z.string().nullable() })
    .nullable()
    .meta({ description: 'When, by whom and why it was discarded. Files discarded before a reason was required have none.' }),
  discardedBefore: z
    .object({ id: z.int(), receivedAt: z.string() })
    .nullable()
    .meta({ description: 'The last file with the same bytes that was received earlier and set aside.' }),
}
