/** Contents of the client's dashboard beside its charts: limits with their headroom, this month's entries to post, and what is to be done. */
import { CLIENT_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { z } from 'zod'
import { boliChart } from './charts.ts'
import { endpoint } from './kernel/endpoint.ts'
import { page, pageInput } from './kernel/page.ts'

const { access, input } = boliChart
const figure = z.int().nullable()

export const limitsChart = endpoint({
  method: 'GET',
  path: '/api/charts/limits',
  summary: 'Limits on life insurance as a share of capital: headroom, and the growth that a projection needs.',
  access,
  input,
  background: true,
  reply: z.object({
    asOf: z.string().nullable(),
    capitalAsOf: z.string().nullable(),
    lines: z.array(
      z.object({
        key: z.string().meta({ description: 'The carrier code, or "aggregate".' }),
        label: z.string(),
        cashSurrenderValueCents: z.int().meta({ description: 'All that the legal entity holds, in every portal and with other vendors.' }),
        limit: z.number(),
        basis: z.enum(['TIER1', 'TIER1_PLUS_ACL', 'TOTAL']),
        capitalCents: figure,
        ratio: z.number().nullable(),
        headroomCents: figure,
        status: z.enum(['within', 'near', 'over', 'unknown']),
        /** The part of the value that is not known. */
        lacking: z.string().nullable(),
        /** A fraction a year: of all holdings over the last twelve months, of a carrier its net yield of the month. */
        growth: z.number().nullable(),
      }),
    ),
  }),
})

export const monthEntries = endpoint({
  method: 'GET',
  path: '/api/charts/entries',
  summary: 'The released asset reports of the last closed month with the journal entries that they suggest.',
  access,
  input,
  background: true,
  reply: z.object({
    asOf: z.string().nullable(),
    reports: z.array(
      z.object({
        id: z.int(),
        batchId: z.int(),
        reportType: z.enum(['AssetReport', 'AssetSummaryReport']),
        version: z.int(),
        /** The subsidiary, where it is not the institution itself. */
        owner: z.string().nullable(),
        periodText: z.string(),
        entries: z.int(),
        debitsCents: z.int(),
        creditsCents: z.int(),
        /** Why they cannot be posted as a file; null when they can. */
        problem: z.string().nullable(),
      }),
    ),
  }),
})

export const TO_DO_KINDS = ['questionnaire', 'assessment', 'request', 'consents', 'unread'] as const
export const clientToDo = endpoint({
  method: 'GET',
  path: '/api/charts/to-do',
  summary:
    'What the institution’s people have to do: a questionnaire, a paper to sign, service requests to answer, consents to mend, reports to read.',
  access: signedIn(CLIENT_ROLES, 'institution'),
  input: z.strictObject({}),
  background: true,
  reply: z.object({
    today: z.string(),
    items: z.array(
      z.object({
        kind: z.enum(TO_DO_KINDS),
        title: z.string(),
        sentences: z.array(z.string()),
        dueOn: z.string().nullable(),
        isOverdue: z.boolean(),
        /** The Form 8925 report whose consents are to be mended. */
        report: z.object({ id: z.int(), batchId: z.int() }).nullable(),
        /** The service request that waits for an answer. */
        requestId: z.int().nullable(),
      }),
    ),
  }),
})

// ---------------------------------------------------------------- the charts as lists, for their files

const rows = { ...pageInput(['position'], 'position').shape, ...input.shape }
const chartRows = <Record extends z.ZodObject>(record: Record) => ({ access, background: true, reply: page(record) }) as const
const share = z.number().nullable()

export const valueByMonth = endpoint({
  method: 'GET',
  path: '/api/charts/value-by-month',
  summary: 'Cash surrender value by month end and account type, newest first, as the dashboard draws it.',
  input: z.strictObject({ ...rows, months: z.coerce.number().int().min(1).max(120).optional() }),
  ...chartRows(
    z.object({
      monthEnd: z.string(),
      generalAccountCents: figure,
      hybridAccountCents: figure,
      separateAccountCents: figure,
      cashSurrenderValueCents: figure,
      policies: figure,
      policiesWithoutValue: z.int(),
    }),
  ),
})
export const carrierShares = endpoint({
  method: 'GET',
  path: '/api/charts/carrier-shares',
  summary: 'Value, share of holdings and share of Tier 1 capital of each carrier, the largest first.',
  input: z.strictObject(rows),
  ...chartRows(
    z.object({
      carrier: z.string(),
      policies: z.int(),
      cashSurrenderValueCents: z.int(),
      shareOfHoldings: z.number(),
      shareOfTier1Capital: share,
      netYield: share,
    }),
  ),
})
const word = z.string().nullable()
export const creditRatings = endpoint({
  method: 'GET',
  path: '/api/charts/carrier-credit-ratings',
  summary: 'Financial strength ratings of the carriers held, with what rests on each.',
  input: z.strictObject(rows),
  ...chartRows(
    z.object({
      carrier: z.string(),
      amBest: word,
      standardAndPoors: word,
      moodys: word,
      fitch: word,
      comdex: figure,
      outlook: word,
      onWatch: z.boolean(),
      policies: z.int(),
      netYield: share,
      cashSurrenderValueCents: z.int(),
    }),
  ),
})
export const limitHeadroom = endpoint({
  method: 'GET',
  path: '/api/charts/limit-headroom',
  summary: 'Limits with headroom and projected breach, capital growing each year by the fraction that is planned.',
  input: z.strictObject({ ...rows, plannedGrowth: z.coerce.number().gt(-1).max(1).default(0) }),
  ...chartRows(
    z.object({
      measured: z.string(),
      status: z.string(),
      cashSurrenderValueCents: z.int(),
      capitalCents: figure,
      shareOfCapital: share,
      limitFraction: z.number(),
      headroomCents: figure,
      growthRate: share,
      plannedCapitalGrowthRate: z.number(),
      projectedBreach: word,
      projection: z.string(),
    }),
  ),
})
