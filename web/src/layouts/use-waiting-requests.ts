/** The number beside the sidebar's entry of the service desk: requests with an answer to read, or for staff those that wait for an answer. */
import { countWaitingRequests, serviceRequestEvents } from '@corridor/contract/service-desk.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { useCan, useSession } from '../kernel/session.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { useLive } from '../kernel/use-live.ts'
import { PATTERNS } from '../paths.ts'
import type { NavigationSection } from './navigation.ts'

/** @returns the sections with the number at its entry; without one nothing waits */
export function useWaitingRequests(sections: readonly NavigationSection[]): NavigationSection[] {
  const { userRole, institutionId } = useSession()
  const staff = isStaff(userRole)
  const may = useCan(countWaitingRequests.access)
  const enabled = may && (staff || institutionId > 0)
  const number = useEndpoint(countWaitingRequests, {}, { enabled, isQuiet: true }).data?.waiting ?? 0
  useLive(serviceRequestEvents, {}, { on: { request: [countWaitingRequests] }, enabled })
  if (number === 0) return [...sections]
  const path = staff ? PATTERNS.serviceRequests : PATTERNS.serviceRequest
  const words = staff
    ? ['request waiting for an answer', 'requests waiting for an answer']
    : ['request with an unread answer', 'requests with an unread answer']
  const count = { number, words: `${formatCount(number)} ${words[number === 1 ? 0 : 1]}` }
  return sections.map((section) => ({ ...section, items: section.items.map((item) => (item.path === path ? { ...item, count } : item)) }))
}
