/** The calls whose answers change when an exception is settled or a month is audited. */
import { listOpenings, listSuppressions, type listTolerances, type toleranceRecord } from '@corridor/contract/audit-settings.ts'
import { auditReview, listSignOffs } from '@corridor/contract/audit-sign-offs.ts'
import {
  auditMovements,
  auditSummary,
  cashSurrenderReport,
  checkBeginningYear,
  checkCashSurrender,
  checkClientExceptions,
  checkPolicyCount,
  checkYields,
  clientExceptionsReport,
  countExceptions,
  getException,
  listExceptions,
  policyCountReport,
  yieldReport,
} from '@corridor/contract/auditing.ts'
import { closeBoard } from '@corridor/contract/charts.ts'
import type { Endpoint, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { z } from 'zod'

export type Summary = ReplyOf<typeof auditSummary>
export type ToleranceBook = ReplyOf<typeof listTolerances>
export type ToleranceRule = ToleranceBook['rules'][number]
export type Limits = z.output<typeof toleranceRecord>['limits']

/** Shown on a page of an audit. */
export const SHOWN: readonly Endpoint[] = [
  auditSummary,
  auditReview,
  listSignOffs,
  auditMovements,
  listExceptions,
  clientExceptionsReport,
  policyCountReport,
  cashSurrenderReport,
  yieldReport,
  getException,
  listOpenings,
  listSuppressions,
]
export const CHANGED: readonly Endpoint[] = [
  ...SHOWN,
  countExceptions,
  checkClientExceptions,
  checkCashSurrender,
  checkPolicyCount,
  checkBeginningYear,
  checkYields,
  closeBoard,
]
