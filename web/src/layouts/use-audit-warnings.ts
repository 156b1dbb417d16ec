/** Which audits found something in the current month: the five checks, asked together, asked again after a posting or an audit. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import {
  checkBeginningYear,
  checkCashSurrender,
  checkClientExceptions,
  checkPolicyCount,
  checkYields,
} from '@corridor/contract/auditing.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useEffect } from 'react'
import { useCan } from '../kernel/session.ts'
import { toast } from '../kernel/toasts.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { useLive } from '../kernel/use-live.ts'
import { PATTERNS } from '../paths.ts'
import type { NavigationSection } from './navigation.ts'

const CHECKS = [checkClientExceptions, checkCashSurrender, checkPolicyCount, checkBeginningYear, checkYields]

/** @returns the warning of an item of the sidebar, by its address */
export function useAuditWarnings(): ReadonlyMap<string, string> {
  const enabled = useCan(checkYields.access)
  const options = { enabled, isQuiet: true }
  const checks = {
    [PATTERNS.clientExceptions]: useEndpoint(checkClientExceptions, {}, options),
    [PATTERNS.cashSurrenderExceptions]: useEndpoint(checkCashSurrender, {}, options),
    [PATTERNS.policyCount]: useEndpoint(checkPolicyCount, {}, options),
    [PATTERNS.beginningYearBalance]: useEndpoint(checkBeginningYear, {}, options),
    [PATTERNS.yieldExceptions]: useEndpoint(checkYields, {}, options),
  }
  useLive(assetReports.reportEvents, {}, { on: { audit: CHECKS, file: CHECKS }, enabled })
  const failed = Object.values(checks).some(({ isError }) => isError)
  useEffect(() => {
    if (failed) toast.exceptionChecksFailed()
  }, [failed])
  return new Map(
    Object.entries(checks).flatMap(([path, { data }]): [string, string][] =>
      data?.result ? [[path, `Exception found in the ${formatDate(plainDate(data.endOfMonth))} data.`]] : [],
    ),
  )
}

export const withWarnings = (sections: readonly NavigationSection[], warnings: ReadonlyMap<string, string>): NavigationSection[] =>
  sections.map((section) => ({
    ...section,
    items: section.items.map((item) => {
      const warning = warnings.get(item.path)
      return warning === undefined ? item : { ...item, warning }
    }),
  }))
