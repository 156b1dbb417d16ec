/** The number beside the sidebar's entry of the service desk: answers to read, or for staff requests to look at. */
import { countUnreadRequests, serviceRequestEvents } from '@corridor/contract/service-desk.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { useCan, useSession } from '../kernel/session.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { useLive } from '../kernel/use-live.ts'
import { PATTERNS } from '../paths.ts'
import type { NavigationSection } from './navigation.ts'

/** @returns the sections with the number at its entry; without one nothing waits */
export function useUnreadRequests(sections: readonly NavigationSection[]): NavigationSection[] {
  const { userRole, institutionId } = useSession()
  const staff = isStaff(userRole)
  const may = useCan(countUnreadRequests.access)
  const enabled = may && (staff || institutionId > 0)
  const number = useEndpoint(countUnreadRequests, {}, { enabled, isQuiet: true }).data?.unread ?? 0
  useLive(serviceRequestEvents, {}, { on: { request: [countUnreadRequests] }, enabled })
  if (number === 0) return [...sections]
  const path = staff ? PATTERNS.serviceRequests : PATTERNS.serviceRequest
  const words = staff ? ['request to look at', 'requests to look at'] : ['unread answer', 'unread answers']
  const count = { number, words: `${formatCount(number)} ${words[number === 1 ? 0 : 1]}` }
  return sections.map((section) => ({ ...section, items: section.items.map((item) => (item.path === path ? { ...item, count } : item)) }))
}
