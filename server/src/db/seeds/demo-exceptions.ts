/** Causes planted for the audits of the demo's two last months, beside the misprints of the carriers' own files (plants.ts), and what people did with the exceptions, as data. */
import type { ExceptionStatus, ReasonCode } from '@corridor/domain/auditing/exceptions.ts'
import type { AuditRuleCode } from '@corridor/domain/auditing/rules.ts'
import { addDays, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { MANAGER_ID } from './accounts.ts'

/** A net value or a guarantee is posted wrong, of which the file says nothing; a value came without a line; an opening balance is off; an illustration promised more; the register says that an insured smokes, whom the carrier charges as a nonsmoker. */
export type Cause = 'NET_VALUE' | 'NO_LINE' | 'OPENING_BALANCE' | 'GUARANTEE' | 'ILLUSTRATION' | 'SMOKER'

export interface Planted {
  siteId: number
  institutionId: number
  carrierCode: string
  /** Among its policies in force with the carrier that were issued before 2025. */
  nth: number
  cause: Cause
}

/** Somebody's step with the exceptions that a client has of some rules: when, and why. */
interface Settlement {
  siteId: number
  period: PlainDate
  institutionId: number
  rules: readonly AuditRuleCode[]
  status: ExceptionStatus
  reasonCode: ReasonCode | null
  note: string
  by: number
  at: string
  assignedTo?: number
  dueOn?: string
}

const APRIL = plainDate('2026-04-30')
const MAY = plainDate('2026-05-31')
const SEPTEMBER = plainDate('2026-09-30')
const OCTOBER = plainDate('2026-10-31')
/** The fiscal year end that year-to-date figures of 2026 start from. */
export const CLOSED_YEAR = plainDate('2025-12-31')
const [DANA, THEO] = [6, 7]

const at = (siteId: number, institutionId: number, carrierCode: string, nth: number, cause: Cause): Planted => ({
  siteId,
  institutionId,
  carrierCode,
  nth,
  cause,
})
/** The audit does not find this one: it is suppressed. */
export const SUPPRESSED = at(1, 10, 'HALCY', 2, 'NET_VALUE')
/** Both months have these: the second time they are in their second month running. */
const LASTING = [at(1, 7, 'TAMAR', 2, 'NO_LINE'), at(2, 12, 'QUILL', 3, 'NO_LINE'), at(1, 10, 'HALCY', 0, 'SMOKER')]
export const MONTHS: readonly { period: PlainDate; planted: readonly Planted[]; readAt: string }[] = [
  {
    period: SEPTEMBER,
    readAt: '2026-10-14T20:20:00.000Z',
    planted: [
      ...LASTING,
      at(1, 9, 'ASHGR', 1, 'OPENING_BALANCE'),
      at(1, 10, 'CORVA', 2, 'ILLUSTRATION'),
      at(2, 12, 'VESPR', 2, 'NET_VALUE'),
      at(2, 12, 'QUILL', 1, 'OPENING_BALANCE'),
      at(2, 3, 'QUILL', 2, 'GUARANTEE'),
      at(2, 11, 'QUILL', 4, 'ILLUSTRATION'),
    ],
  },
  {
    period: OCTOBER,
    readAt: '2026-11-13T20:20:00.000Z',
    planted: [...LASTING, SUPPRESSED, at(1, 10, 'HALCY', 4, 'NET_VALUE'), at(2, 12, 'QUILL', 6, 'GUARANTEE')],
  },
]

/** Banks that stated the balance of their own ledger, a few dollars off what was closed. */
export const LEDGERS = [
  { siteId: 1, institutionId: 5, offCents: 412, source: 'Trial balance of December 31, account 1890' },
  { siteId: 2, institutionId: 11, offCents: -1_250, source: 'Questionnaire for 2025, question on the recorded balance' },
]

const of = (
  siteId: number,
  period: PlainDate,
  institutionId: number,
  rules: Settlement['rules'],
  settled: Omit<Settlement, 'siteId' | 'period' | 'institutionId' | 'rules'>,
): Settlement => ({
  siteId,
  period,
  institutionId,
  rules,
  ...settled,
})
/** Every error of September is settled: its reports are released. Of October some are open, at banks whose month waits anyway or whose release asks for a reason. */
export const SETTLEMENTS: readonly Settlement[] = [
  ...[APRIL, MAY].map((period) =>
    of(1, period, 1, ['Y7'], {
      status: 'ACKNOWLEDGED',
      reasonCode: 'CARRIER_CONFIRMED',
      note: 'The carrier confirmed the credited rate; its illustration assumed the rate of the year before',
      by: DANA,
      at: `${addDays(period, 15)}T15:10:00.000Z`,
    }),
  ),
  of(1, SEPTEMBER, 5, ['V3'], {
    status: 'FALSE_POSITIVE',
    reasonCode: 'CARRIER_CONFIRMED',
    note: 'Corvane confirmed by phone that the posted value is right; two digits of its extract are misprinted',
    by: MANAGER_ID,
    at: '2026-10-15T14:05:00.000Z',
  }),
  of(1, SEPTEMBER, 9, ['M4', 'M6'], {
    status: 'ACKNOWLEDGED',
    reasonCode: 'CARRIER_CORRECTS',
    note: 'The extract prints the opening value 18.00 low; the closing value agrees with the statement',
    by: THEO,
    at: '2026-10-15T16:30:00.000Z',
  }),
  of(1, SEPTEMBER, 7, ['P1', 'P4'], {
    status: 'RESOLVED',
    reasonCode: 'CARRIER_CONFIRMED',
    note: 'Left out of the extract by mistake; the value is from the carrier’s letter of October 9',
    by: DANA,
    at: '2026-10-15T18:10:00.000Z',
  }),
  of(1, SEPTEMBER, 9, ['B1', 'B2', 'B4'], {
    status: 'ACKNOWLEDGED',
    reasonCode: 'OTHER',
    note: 'The carrier’s year-end statement is asked for; until then the opening balance stays as it was closed',
    by: DANA,
    at: '2026-10-16T13:40:00.000Z',
  }),
  of(1, SEPTEMBER, 10, ['Y4'], {
    status: 'RESOLVED',
    reasonCode: 'CONTRACT',
    note: 'The contract guarantees 3.00%; the 6.00% is of the loan account',
    by: MANAGER_ID,
    at: '2026-10-16T15:00:00.000Z',
  }),
  of(1, SEPTEMBER, 10, ['M4'], {
    status: 'ACKNOWLEDGED',
    reasonCode: 'CARRIER_CORRECTS',
    note: 'The register has the insured as a smoker, the carrier charges the rates of a nonsmoker; Halcyon looks into the application',
    by: THEO,
    at: '2026-10-16T15:35:00.000Z',
  }),
  of(2, SEPTEMBER, 11, ['M4', 'M6'], {
    status: 'ACKNOWLEDGED',
    reasonCode: 'CARRIER_CORRECTS',
    note: 'Quillon Mutual will print the opening value right from its next file on',
    by: THEO,
    at: '2026-10-15T17:00:00.000Z',
  }),
  of(2, SEPTEMBER, 12, ['P1', 'P4'], {
    status: 'RESOLVED',
    reasonCode: 'RECORDED',
    note: 'Entered from the carrier’s statement; its extract begins again in November',
    by: MANAGER_ID,
    at: '2026-10-15T19:20:00.000Z',
  }),
  of(2, SEPTEMBER, 12, ['B1', 'B2', 'B4'], {
    status: 'ACKNOWLEDGED',
    reasonCode: 'OTHER',
    note: 'The controller looks for the difference of 18.00 in the closing papers',
    by: THEO,
    at: '2026-10-16T14:00:00.000Z',
  }),
  of(2, SEPTEMBER, 3, ['Y4'], {
    status: 'FALSE_POSITIVE',
    reasonCode: 'CONTRACT',
    note: 'The guaranteed rate of the file is that of the rider',
    by: DANA,
    at: '2026-10-16T16:45:00.000Z',
  }),
  of(1, OCTOBER, 9, ['M4', 'M6'], {
    status: 'ACKNOWLEDGED',
    reasonCode: 'CARRIER_CORRECTS',
    note: 'Again 18.00 low; Meridane announced the correction for its November file',
    by: MANAGER_ID,
    at: '2026-11-16T15:10:00.000Z',
  }),
  of(1, OCTOBER, 12, ['Y4'], {
    status: 'RESOLVED',
    reasonCode: 'CONTRACT',
    note: 'The contract guarantees 3.00%; the 6.00% is of the loan account',
    by: DANA,
    at: '2026-11-16T17:25:00.000Z',
  }),
  of(1, OCTOBER, 9, ['B1', 'B2', 'B4'], {
    status: 'OPEN',
    reasonCode: null,
    note: 'Compare with the year-end statement, which came on November 12',
    by: MANAGER_ID,
    at: '2026-11-16T15:20:00.000Z',
    assignedTo: DANA,
    dueOn: '2026-12-04',
  }),
  of(1, OCTOBER, 7, ['P1', 'P4'], {
    status: 'OPEN',
    reasonCode: null,
    note: 'Ask the carrier why the policy is missing again',
    by: MANAGER_ID,
    at: '2026-11-16T15:25:00.000Z',
    assignedTo: THEO,
    dueOn: '2026-11-20',
  }),
  of(2, OCTOBER, 11, ['M4', 'M6'], {
    status: 'ACKNOWLEDGED',
    reasonCode: 'CARRIER_CORRECTS',
    note: 'The correction follows with the November file',
    by: DANA,
    at: '2026-11-17T14:15:00.000Z',
  }),
  of(2, OCTOBER, 12, ['Y4'], {
    status: 'FALSE_POSITIVE',
    reasonCode: 'CONTRACT',
    note: 'The guaranteed rate of the file is that of the rider',
    by: MANAGER_ID,
    at: '2026-11-17T16:05:00.000Z',
  }),
]
