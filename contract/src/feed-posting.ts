/** The outcome of posting a carrier's file, read before it is done: each month beside the one before, what is left out, and the warnings left open. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { endpoint, idParam } from './kernel/endpoint.ts'
import { ROW_PARTS, rowAmounts } from './row-parts.ts'

const policies = z.object({ policies: z.int(), cashSurrenderValueCents: z.int(), deathBenefitCents: z.int() })

export const previewPosting = endpoint({
  method: 'GET',
  path: '/api/etl/files/:id/posting',
  summary: 'What posting a file would do: its values by month beside those posted for the month before, rows left out, warnings left open.',
  access: permission('ASSET_REPORT', 1, STAFF_ROLES, 'site'),
  input: z.strictObject({ id: idParam }),
  reply: z.object({
    months: z.array(
      z.object({
        period: z.string(),
        values: policies.meta({
          description: 'The file’s values of the month, to the cent what the register holds from it once it is posted.',
        }),
        restated: z.int().meta({ description: 'Of these, values of the month that are posted already and would change.' }),
        unchanged: z.int().meta({ description: 'Of these, values of the month that are posted already as they are.' }),
        priorPeriod: z.string(),
        prior: policies.meta({
          description:
            'Values posted for the month before, of the carriers and institutions that the file speaks of, without policies that another file gave a value of the month.',
        }),
        added: policies.meta({ description: 'In `values`, of policies without a value in the month before.' }),
        carriers: z
          .array(
            z.object({
              carrierName: z.string(),
              policies: z.int(),
              inFile: z.int(),
              posted: z.int().meta({ description: 'Not in the file, with a value of the month that is posted already.' }),
              waiting: z.array(z.object({ institutionName: z.string(), policies: z.int() })).meta({
                description: 'Neither in the file nor posted, by institution, whether or not the file speaks of it; the most first.',
              }),
            }),
          )
          .meta({ description: 'The carriers of the month’s rows with all policies of the site that are due a value of it.' }),
        missing: policies.meta({ description: 'In `prior`, of policies that get no value from the file.' }),
      }),
    ),
    leftOut: z.array(z.object({ part: z.enum(ROW_PARTS), ...rowAmounts })),
    openWarnings: z.int(),
    largestWarning: z
      .object({
        ruleTitle: z.string(),
        message: z.string(),
        sheet: z.string().nullable(),
        lineNumber: z.int().nullable(),
        policyNumber: z.string().nullable(),
        institutionName: z.string().nullable(),
        cashSurrenderValueCents: z.int().nullable(),
      })
      .nullable()
      .meta({ description: 'One about the file as a whole, else that of the row with the most cash surrender value.' }),
    updatedAt: z
      .string()
      .meta({ description: 'Of the file that these figures are of; posting with it is refused once the file is another.' }),
  }),
})
