/** Contents of the dashboards: the client's holdings in charts, and the staff's month-end close board. */
import { CLIENT_ROLES, permission, STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { AUDIT_CHECK_CODES } from '@corridor/domain/auditing/rules.ts'
import { ARRIVALS } from '@corridor/domain/data-feeds/arrivals.ts'
import { REPORT_TYPE_NAMES } from '@corridor/domain/reports/families.ts'
import { z } from 'zod'
import { endpoint, idParam, rowId } from './kernel/endpoint.ts'
import { monthEndText } from './reports.ts'

const holdings = signedIn([...CLIENT_ROLES, ...STAFF_ROLES], 'institution')
const forClient = z.strictObject({ clientId: idParam.optional() })
const outlook = z.enum(['POSITIVE', 'STABLE', 'NEGATIVE', 'DEVELOPING']).nullable()

export const carrierSummaryChart = endpoint({
  method: 'GET',
  path: '/api/charts/carrier-summary',
  summary: 'Cash surrender value by carrier at the last closed month.',
  access: holdings,
  input: forClient,
  background: true,
  reply: z.object({
    asOf: z.string().nullable(),
    capitalAsOf: z.string().nullable(),
    carriers: z.array(
      z.object({
        carrierCode: z.string(),
        name: z.string(),
        accountTypes: z.array(z.string()),
        policies: z.int(),
        cashSurrenderValueCents: z.int(),
        shareOfTotal: z.number(),
        shareOfTier1: z.number().nullable(),
        netYield: z.number().nullable(),
      }),
    ),
    measured: z
      .array(
        z.object({
          key: z.string().meta({ description: 'The carrier code, or "aggregate".' }),
          label: z.string(),
          cashSurrenderValueCents: z.int(),
          parts: z.array(z.object({ label: z.string(), cashSurrenderValueCents: z.int() })),
          lacking: z.string().nullable(),
        }),
      )
      .meta({ description: 'What limits are measured on: all that the legal entity holds, in every portal and with other vendors.' }),
  }),
})
/** The released report that the figures are of, when there is one and the person may read it. */
const source = z.object({ id: z.int(), batchId: z.int(), reportType: z.enum(REPORT_TYPE_NAMES) }).nullable()

export const boliChart = endpoint({
  method: 'GET',
  path: '/api/charts/boli',
  summary: 'Highlights and the months behind them: value, income, net yield.',
  access: holdings,
  input: forClient,
  background: true,
  reply: z.object({
    asOf: z.string().nullable(),
    report: source,
    highlights: z
      .object({
        cashSurrenderValueCents: z.int(),
        monthlyIncreaseCents: z.int().nullable(),
        yearToDateIncreaseCents: z.int().nullable(),
        yearToDateSince: z.string().nullable().meta({ description: 'The note under the figure on the report: Since 12/31/2025.' }),
        netYield: z.number().nullable(),
        taxEquivalentYield: z.number().nullable(),
        deathBenefitCents: z.int(),
        policies: z.int(),
        insureds: z.int(),
        carriers: z.int(),
        shareOfTier1: z.number().nullable(),
        allOfTier1: z.number().nullable().meta({ description: 'Of all holdings of the legal entity; null where these are all.' }),
        aggregateLimit: z.number().nullable(),
        limitStatus: z.enum(['within', 'near', 'over', 'unknown']),
      })
      .nullable(),
    months: z.array(
      z.object({
        period: z.string(),
        cashSurrenderValueCents: z.int().nullable().meta({ description: 'Null where no policy held has a value; no nought.' }),
        generalCents: z.int().nullable(),
        hybridCents: z.int().nullable(),
        separateCents: z.int().nullable(),
        increaseCents: z.int().nullable(),
        netYield: z.number().nullable(),
        policies: z.int().nullable().meta({ description: 'Held at the month’s end; null where it was not counted.' }),
        missing: z.int().meta({ description: 'Of them those without a value: the amounts are of the others.' }),
        event: z.string().optional().meta({
          description: 'What explains a remarkable fall of the value; absent where there was none, or nothing on file explains it.',
        }),
      }),
    ),
  }),
})
export const creditChart = endpoint({
  method: 'GET',
  path: '/api/charts/credit',
  summary: 'Financial strength ratings of the carriers held.',
  access: holdings,
  input: forClient,
  background: true,
  reply: z.object({
    asOf: z.string().nullable(),
    carriers: z.array(
      z.object({
        carrierCode: z.string(),
        name: z.string(),
        amBest: z.string().nullable(),
        sp: z.string().nullable(),
        moodys: z.string().nullable(),
        fitch: z.string().nullable(),
        comdex: z.int().nullable(),
        outlook,
        watch: z.boolean(),
        policies: z.int(),
        netYield: z.number().nullable(),
        cashSurrenderValueCents: z.int(),
      }),
    ),
  }),
})

export const CARRIER_CLOSE = ['posted', 'incomplete', 'inProgress', 'errors', 'late', 'awaited'] as const
export const BANK_CLOSE = ['released', 'ready', 'withdrawn', 'generating', 'failed', 'blocked', 'open'] as const
export const controlsStatement = endpoint({
  method: 'GET',
  path: '/api/charts/controls',
  summary: 'The controls of the last closed month: policies examined, rules applied, exceptions found, and how each was settled.',
  access: holdings,
  input: forClient,
  background: true,
  reply: z.object({
    asOf: z.string().nullable(),
    /** Null where the month was not audited. */
    examined: z
      .object({
        policies: z.int(),
        valued: z.int(),
        entered: z.int().optional().meta({ description: 'Those of them that no carrier’s file brought.' }),
        carriers: z.int(),
        files: z.int(),
        auditedAt: z.string(),
      })
      .nullable(),
    lines: z.array(
      z.object({
        check: z.enum(AUDIT_CHECK_CODES),
        title: z.string(),
        asked: z.int(),
        skipped: z.int(),
        rules: z.int().optional(),
        apart: z.array(z.string()).optional().meta({ description: 'Rules that do not apply to the institution.' }),
        /** Rules that were not applied, with the data that each lacked. */
        unasked: z.array(z.string()).optional(),
        partly: z
          .array(z.object({ rules: z.array(z.string()), tested: z.int(), of: z.int(), why: z.string() }))
          .optional()
          .meta({
            description: 'Rules that were applied, and not to every policy: how many policies each tested, and what the others lacked.',
          }),
        found: z.int(),
        open: z.int(),
        /** By what was done about those that are not open. */
        done: z.object({ resolved: z.int(), falsePositives: z.int(), acknowledged: z.int() }).optional(),
        sentences: z.array(z.string()),
      }),
    ),
  }),
})

export const CLOSE_FAILURES = ['report', 'audit', 'schedule'] as const

export const closeBoard = endpoint({
  method: 'GET',
  path: '/api/close-board',
  summary: 'The month-end close: which carrier’s files are in, late or in error; which banks are ready, blocked, released.',
  access: permission(['ASSET_REPORT', 'ASSET_SUMMARY_REPORT'], 1, STAFF_ROLES, 'site'),
  background: true,
  input: z.strictObject({ period: monthEndText.optional() }),
  reply: z.object({
    /** The site's own day. */
    today: z.string(),
    period: z.string(),
    periods: z.array(z.string()),
    lockedAt: z.string().nullable(),
    fourEyes: z.boolean().meta({ description: 'A report is released by somebody other than who generated it.' }),
    carriers: z.array(
      z.object({
        carrierId: z.int(),
        carrierCode: z.string(),
        name: z.string(),
        status: z.enum(CARRIER_CLOSE),
        dueOn: z.string(),
        feedDueBusinessDay: z.int(),
        ownerId: z.int().nullable(),
        owner: z.string().nullable(),
        policiesExpected: z.int(),
        policiesValued: z.int(),
        files: z.array(
          z.object({
            id: z.int(),
            fileName: z.string(),
            status: z.string(),
            openErrors: z.int(),
            receivedAt: z.string(),
            arrival: z.enum(ARRIVALS),
            arrivalName: z.string().nullable(),
          }),
        ),
      }),
    ),
    banks: z.array(
      z.object({
        institutionId: z.int(),
        name: z.string(),
        stateCode: z.string().nullable(),
        status: z.enum(BANK_CLOSE),
        blockers: z.array(z.string()),
        policiesExpected: z.int(),
        policiesValued: z.int(),
        cashSurrenderValueCents: z.int().nullable(),
        ownerId: z.int().nullable(),
        owner: z.string().nullable(),
        reportId: z.int().nullable(),
        batchId: z.int().nullable(),
        openExceptions: z.int(),
        openException: z
          .object({ id: z.int(), check: z.enum(AUDIT_CHECK_CODES) })
          .nullable()
          .meta({ description: 'The one that is open, where it is the only one.' }),
        isPreliminary: z.boolean().meta({ description: 'A report of the month is made as preliminary.' }),
        isOutdated: z.boolean().meta({ description: 'Figures of a report of the month were corrected after it was made.' }),
      }),
    ),
    /** Work of the last 30 days that failed and was not done again since, the newest first. */
    failures: z.array(
      z.object({
        kind: z.enum(CLOSE_FAILURES),
        id: z.int(),
        batchId: z.int().nullable(),
        label: z.string(),
        why: z.string(),
        at: z.string(),
      }),
    ),
    /** Each bank counts once. */
    totals: z.object({
      policiesExpected: z.int(),
      policiesValued: z.int(),
      released: z.int(),
      ready: z.int(),
      withdrawn: z.int(),
      generating: z.int(),
      failed: z.int(),
      blocked: z.int(),
      open: z.int(),
    }),
  }),
})

export const closeLoad = endpoint({
  method: 'GET',
  path: '/api/close-board/load',
  summary:
    'The staff of the site, with the open exceptions and service requests of each, and how many of them are overdue; and the requests without an owner.',
  access: permission('INSTITUTIONS', 2, ['d'], 'site'),
  background: true,
  input: z.strictObject({}),
  reply: z.object({
    people: z.array(z.object({ id: z.int(), name: z.string(), openExceptions: z.int(), openRequests: z.int(), overdue: z.int() })),
    unassigned: z.object({ openRequests: z.int(), overdue: z.int() }),
  }),
})

export const assignOwners = endpoint({
  method: 'POST',
  path: '/api/close-board/owners',
  summary: 'Give banks, and carriers’ files, to someone of the staff to look after; or to no one. All of them or none.',
  access: permission('INSTITUTIONS', 2, ['d'], 'site'),
  input: z.strictObject({
    institutionIds: z.array(rowId).max(5000).default([]),
    carrierCodes: z.array(z.string().max(12)).max(200).default([]),
    userId: rowId.nullable(),
  }),
  reply: z.object({ assigned: z.int() }),
})
