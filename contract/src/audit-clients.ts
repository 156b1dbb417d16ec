/** A row of the values audit and of the policy reconciliation: an institution's policies with a carrier. */
import { AMOUNTS, MEASURES } from '@corridor/domain/auditing/received.ts'
import { z } from 'zod'
import { summed } from './kernel/list-cells.ts'

/** A client's policies with one carrier at the month end, as the last audit saw them. */
export const clientRecord = z.object({
  institutionId: z.int(),
  institutionName: z.string(),
  carrierCode: z.string(),
  carrierName: z.string(),
  expected: summed(z.int()),
  posted: summed(z.int()),
  fed: z.int().nullable(),
  prior: summed(z.int()),
  added: summed(z.int()),
  removed: summed(z.int()),
  rolled: summed(z.int()).meta({ description: 'Last month’s policies, with those that came in and without those that left.' }),
  difference: z.int().meta({ description: 'Posted less what last month leads to expect.' }),
  fileDifference: z.int().nullable().meta({ description: 'Posted less what the carrier’s file has; null where no file came.' }),
  missing: z.array(z.string()),
  extra: z.array(z.string()),
  fedCashSurrenderValueCents: summed(z.int()).nullable().meta({
    description: 'All that was read from the carrier’s file, with corrections by hand and without excluded rows; null where no file came.',
  }),
  receivedCashSurrenderValueCents: summed(z.int()).meta({
    description:
      'All that the carrier sent, before corrections by hand and with excluded rows; a value that could not be read adds nothing.',
  }),
  correctedPolicies: summed(z.int()).meta({ description: 'Policies whose cash surrender value was corrected by hand before posting.' }),
  correctedCashSurrenderValueCents: summed(z.int()).meta({ description: 'By how much their corrected values are above those received.' }),
  excludedRows: summed(z.int()),
  excludedCashSurrenderValueCents: summed(z.int()).meta({
    description:
      'Value of the excluded rows as received. Value received, plus corrections, less excluded rows, is the value of the file as read.',
  }),
  unreadRows: summed(z.int()).meta({
    description: 'Corrected or excluded rows whose received value is blank or could not be read: they add nothing to the value received.',
  }),
  postedCashSurrenderValueCents: summed(z.int()).meta({ description: 'All that is posted, with or without a line in the carrier’s file.' }),
  cashSurrenderValueDifferenceCents: summed(z.int()).meta({ description: 'Posted less what was read from the file.' }),
  unfedPolicies: summed(z.int()).meta({ description: 'Policies with a posted value and no line in the carrier’s file.' }),
  unfedCashSurrenderValueCents: summed(z.int()),
  fedDeathBenefitCents: summed(z.int()).nullable().meta({
    description: 'The death benefit of the file as read. The fields of the death benefit mean what those of the cash surrender value mean.',
  }),
  receivedDeathBenefitCents: summed(z.int()),
  correctedDeathBenefits: summed(z.int()).meta({ description: 'Policies whose death benefit was corrected by hand before posting.' }),
  correctedDeathBenefitCents: summed(z.int()),
  excludedDeathBenefitCents: summed(z.int()),
  unreadDeathBenefits: summed(z.int()),
  postedDeathBenefitCents: summed(z.int()),
  deathBenefitDifferenceCents: summed(z.int()),
  unfedDeathBenefitCents: summed(z.int()),
  exceptions: summed(z.int()),
  open: summed(z.int()),
  errors: z.int().meta({ description: 'Open errors: they keep the month from release.' }),
  status: z.string().meta({
    description:
      'How far its exceptions are settled, in words, and where its values differ without one, those of the policy reconciliation; “No file” where none is open and the carrier sent no file.',
  }),
  auditedAt: z.string(),
})
export type ClientRecord = z.infer<typeof clientRecord>
export const CLIENT_SUMS = [
  'expected',
  'posted',
  'fed',
  'prior',
  'added',
  'removed',
  'rolled',
  'difference',
  'fileDifference',
  'excludedRows',
  'unfedPolicies',
  ...MEASURES.flatMap((measure) => Object.values(AMOUNTS[measure])),
] as const satisfies readonly (keyof ClientRecord)[]

/** Cells of one amount that staff corrected, and rows that they excluded. */
export const changes = z.object({
  correctedPolicies: z.int(),
  correctedCents: z.int(),
  excludedRows: z.int(),
  excludedCents: z.int(),
  unreadRows: z.int(),
})
