/** Changes between two reports of a family: a list of policies (or carriers) with the causes of each difference, and the totals above it. */
import type { Access } from '@corridor/domain/access/access.ts'
import { CAUSES, type CauseKey } from '@corridor/domain/reports/comparison.ts'
import { z } from 'zod'
import { endpoint, idParam } from './kernel/endpoint.ts'
import { page, pageInput } from './kernel/page.ts'

const CAUSE_KEYS = Object.keys(CAUSES).filter((key): key is CauseKey => key in CAUSES)

const side = z.object({
  reportId: z.int(),
  version: z.int(),
  period: z.string(),
  asOfText: z.string(),
  preparedText: z.string(),
  stamp: z.string(),
  reference: z.string(),
})
const measure = z.object({
  key: z.string(),
  label: z.string(),
  kind: z.enum(['money', 'count', 'percent']),
  from: z.number().nullable(),
  to: z.number().nullable(),
  difference: z.number().nullable(),
  causes: z.array(
    z.object({ key: z.enum(CAUSE_KEYS), label: z.string(), text: z.string(), amount: z.number(), lines: z.int().nullable() }),
  ),
  unexplained: z.number(),
  /** The subject of its lines; null where it is not explained line by line. */
  by: z.enum(['policy', 'carrier']).nullable(),
})
const conclusion = z.object({ status: z.enum(['good', 'watch', 'bad', 'unknown']).nullable(), text: z.string() }).nullable()
const comparison = z.object({
  title: z.string(),
  institutionName: z.string(),
  legalName: z.string(),
  between: z.enum(['versions', 'periods']),
  from: side,
  to: side,
  measures: z.array(measure),
  /** Tests and ratings that came out otherwise; a side is null where that report says nothing of it. */
  conclusions: z.array(z.object({ key: z.string(), about: z.string(), label: z.string(), from: conclusion, to: conclusion })),
  notes: z.array(z.string()),
})
export type ComparisonReply = z.infer<typeof comparison>

/** The causes of a line's difference, in cents: the same causes in every line. */
const line = z.object({
  id: z.int(),
  policyId: z.int().nullable(),
  policyNumber: z.string().nullable(),
  insured: z.string().nullable(),
  carrier: z.string(),
  standing: z.string(),
  fromCents: z.int(),
  by: z.record(z.string(), z.int()),
  unexplainedCents: z.int(),
  toCents: z.int(),
  differenceCents: z.int(),
})
export type ChangedLine = z.infer<typeof line>

export const changesCall = <Family extends z.ZodRawShape>(base: string, access: Access, family: Family) =>
  endpoint({
    method: 'GET',
    path: `${base}/:batch/reports/:report/changes`,
    summary: 'What changed since another period or version of the report, in total and line by line, with what explains it.',
    access,
    input: pageInput(
      ['order', 'policyNumber', 'insured', 'carrier', 'fromCents', 'toCents', 'differenceCents', 'unexplainedCents'],
      'order',
    ).extend({
      batch: idParam,
      report: idParam,
      ...family,
      version: idParam.optional(),
      /** The other report; without one, the version before; of a first version the report of the period before. */
      against: idParam.optional(),
      againstVersion: idParam.optional(),
      /** The figure that the lines explain; the first unless given. */
      measure: z.string().max(60).optional(),
      /** Only lines that this cause touches, or that it leaves unexplained. */
      cause: z.enum([...CAUSE_KEYS, 'unexplained']).optional(),
    }),
    reply: page(line).extend({
      /** Null when there is nothing to compare with yet. */
      comparison: comparison.nullable(),
      measure: z.string().nullable(),
      /** Reports it can be compared with: periods, newest first, and the versions of each that the caller may see. */
      others: z.array(
        z.object({
          reportId: z.int(),
          batchId: z.int(),
          period: z.string(),
          versions: z.array(z.object({ version: z.int(), generatedAt: z.string(), released: z.boolean(), withdrawn: z.boolean() })),
        }),
      ),
    }),
  })
