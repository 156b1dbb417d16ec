/** A carrier's file, as lists and the calls that change it answer it. */
import { ARRIVAL_WORDS, ARRIVALS } from '@corridor/domain/data-feeds/arrivals.ts'
import { CARRIER_FILE_STATUSES, SHOWN_FILE_STATUSES } from '@corridor/domain/data-feeds/statuses.ts'
import { z } from 'zod'
import { worded } from './kernel/list-cells.ts'
import { FILE_STATUS_WORDS, SHOWN_FILE_STATUS_WORDS } from './words.ts'

export const carrierFile = z.object({
  id: z.int(),
  fileName: z.string(),
  carrierCode: z.string().nullable(),
  carrierName: z.string().nullable(),
  period: z.string().nullable(),
  carrierCount: z
    .int()
    .meta({ description: 'How many carriers its rows name; without one of all rows, `carrierCode` is what it was uploaded as.' }),
  periodCount: z.int().meta({ description: 'How many months its rows are of.' }),
  status: worded(z.enum(CARRIER_FILE_STATUSES), FILE_STATUS_WORDS),
  shown: worded(z.enum(SHOWN_FILE_STATUSES), SHOWN_FILE_STATUS_WORDS).meta({ description: 'Its status as pages show it.' }),
  failure: z.string().nullable(),
  needsPassword: z.boolean().meta({ description: 'A workbook that is protected: it is read once somebody enters its password.' }),
  sizeBytes: z.int(),
  sha256: z.string(),
  rowCount: z.int(),
  matched: z.int(),
  unmatched: z.int(),
  newPolicies: z.int(),
  rejected: z.int(),
  openErrors: z.int(),
  openWarnings: z.int(),
  receivedAt: z.string(),
  receivedBy: z.string().nullable(),
  arrival: worded(z.enum(ARRIVALS), ARRIVAL_WORDS),
  arrivalName: z.string().nullable().meta({ description: 'The API key or folder, by its name at that time.' }),
  postedAt: z.string().nullable(),
  postedBy: z.string().nullable(),
  updatedAt: z.string(),
})
export type CarrierFile = z.infer<typeof carrierFile>
