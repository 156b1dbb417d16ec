/** The warnings of the audits in the sidebar. */
import { useEffect } from 'react'
import { toast } from '../kernel/toasts.ts'
import { useAuditChecks } from '../shared/exceptions/use-audit-checks.ts'
import type { NavigationSection } from './navigation.ts'

/** @returns the warning of an item of the sidebar, by its address */
export function useAuditWarnings(): ReadonlyMap<string, string> {
  const { warnings, failed } = useAuditChecks()
  useEffect(() => {
    if (failed) toast.exceptionChecksFailed()
  }, [failed])
  return new Map(warnings.map(({ path, sentence }) => [path, sentence]))
}

export const withWarnings = (sections: readonly NavigationSection[], warnings: ReadonlyMap<string, string>): NavigationSection[] =>
  sections.map((section) => ({
    ...section,
    items: section.items.map((item) => {
      const warning = warnings.get(item.path)
      return warning === undefined ? item : { ...item, warning }
    }),
  }))
