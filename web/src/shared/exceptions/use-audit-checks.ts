/** Which audits found something in the current month: the five checks, asked together, asked again after a posting or an audit. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import {
  checkBeginningYear,
  checkCashSurrender,
  checkClientExceptions,
  checkPolicyCount,
  checkYields,
} from '@corridor/contract/auditing.ts'
import { AUDIT_CHECKS } from '@corridor/domain/auditing/rules.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { PATTERNS, paths } from '../../paths.ts'

const CHECKS = [checkClientExceptions, checkCashSurrender, checkPolicyCount, checkBeginningYear, checkYields]

export interface OpenAudit {
  path: string
  title: string
  sentence: string
  /** How many are open, notes among them. */
  open: number
  /** An error or a warning is among them. */
  isAlarming: boolean
  /** The page that lists these. */
  to: string
}

/** @returns one for each audit with an open exception, those that alarm apart, and whether any audit could not be asked */
export function useAuditChecks(): { audits: OpenAudit[]; warnings: OpenAudit[]; failed: boolean } {
  const enabled = useCan(checkYields.access)
  const options = { enabled, isQuiet: true }
  const checks = [
    { path: PATTERNS.clientExceptions, code: 'client-exceptions', query: useEndpoint(checkClientExceptions, {}, options) },
    { path: PATTERNS.cashSurrenderExceptions, code: 'cash-surrender-exceptions', query: useEndpoint(checkCashSurrender, {}, options) },
    { path: PATTERNS.policyCount, code: 'policy-count-exceptions', query: useEndpoint(checkPolicyCount, {}, options) },
    { path: PATTERNS.beginningYearBalance, code: 'beginning-year-balance', query: useEndpoint(checkBeginningYear, {}, options) },
    { path: PATTERNS.yieldExceptions, code: 'yield-exceptions', query: useEndpoint(checkYields, {}, options) },
  ] as const
  useLive(assetReports.reportEvents, {}, { on: { audit: CHECKS, file: CHECKS }, enabled })
  const audits = checks.flatMap(({ path, code, query: { data } }) =>
    data && (data.result || data.open > 0)
      ? [
          {
            path,
            title: AUDIT_CHECKS[code].title,
            sentence: `Exception found in the ${formatDate(plainDate(data.endOfMonth))} data.`,
            open: data.open,
            isAlarming: data.result,
            to: paths.audit(code, { status: 'OPEN' }),
          },
        ]
      : [],
  )
  return {
    audits,
    warnings: audits.filter(({ isAlarming }) => isAlarming),
    failed: checks.some(({ query }) => query.isError),
  }
}
