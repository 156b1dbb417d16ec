/** Where a printed figure comes from: the valuations behind a policy's row, and the line of the carrier's file that each was read from. */
import type { Access } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { bookRow } from './book-row.ts'
import { correctedCell } from './corrected-cell.ts'
import { endpoint, idParam } from './kernel/endpoint.ts'

export const traceCall = <Family extends z.ZodRawShape>(base: string, access: Access, family: Family) =>
  endpoint({
    method: 'GET',
    path: `${base}/:batch/reports/:report/policies/:policy`,
    summary: 'A policy of a report traced to the valuations and the feed lines behind it.',
    access,
    input: z.strictObject({ batch: idParam, report: idParam, policy: idParam, ...family }),
    reply: z.object({
      policyId: z.int(),
      policyNumber: z.string(),
      carrierCode: z.string(),
      valuations: z.array(
        z.object({
          asOfDate: z.string(),
          version: z.int(),
          status: z.string(),
          cashSurrenderValueCents: z.int(),
          deathBenefitCents: z.int(),
          restatementReason: z.string().nullable(),
          postedAt: z.string(),
          postedBy: z.string().nullable(),
          source: z
            .object({
              fileId: z.int(),
              fileName: z.string(),
              sha256: z.string(),
              receivedAt: z.string(),
              sheet: z.string().nullable(),
              lineNumber: z.int(),
              raw: z.record(z.string(), z.string().nullable()),
              corrections: z
                .array(correctedCell)
                .meta({ description: 'Cells that staff corrected before posting; `raw` is what was received.' }),
              salesforce: z
                .object({ object: z.string(), recordId: z.string(), modified: z.string(), fields: z.record(z.string(), z.string()) })
                .nullable()
                .meta({ description: 'The record that the line is, and by our field the field of Salesforce that it came from.' }),
            })
            .nullable(),
          bookRow: bookRow.nullable().meta({ description: 'Where the value came in with the firm’s book.' }),
        }),
      ),
    }),
  })
