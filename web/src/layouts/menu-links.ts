/** Pages that the client's menu leads to: the sidebar leaves them out of its own links, so that each stands once. */
import type { Session } from '@corridor/contract/session.ts'
import { isBankUploads } from '@corridor/domain/client-menu/items.ts'
import type { JudgedNode } from '@corridor/domain/client-menu/visibility.ts'
import { type MenuLinks, remember, remembered } from '../kernel/local-memory.ts'
import { observable, useObservable } from '../kernel/observable.ts'
import { useSession } from '../kernel/session.ts'
import { PATTERNS } from '../paths.ts'
import { CLIENT, type NavigationSection, sectionsFor } from './navigation.ts'

/** Null until a menu was drawn in this browser: it is not known yet which pages it leads to. Another person, or another institution, has another menu. */
const linked = observable<MenuLinks | null>(remembered().menuLinks ?? null)
const ownerOf = ({ userId, institutionId }: Session): string => `${userId} ${institutionId}`
/** Pages that a menu usually takes to its files: they wait for it, so that none disappears again under the reader's hand. */
const AWAITED: readonly string[] = [PATTERNS.myQuestionnaire, PATTERNS.reviewAssessment, PATTERNS.bankUploads]

/** Noted by the menu once it is drawn. */
export function noteMenuLinks(session: Session, shown: readonly JudgedNode[]): void {
  const [before, whose, routes] = [linked.get(), ownerOf(session), routesIn(shown)]
  if (before?.whose === whose && routes.join() === before.routes.join()) return
  const menuLinks = { whose, routes }
  linked.set(menuLinks)
  remember({ menuLinks })
}

/** The sections of a client's or representative's sidebar. */
export function useClientSections(): NavigationSection[] {
  const session = useSession()
  const known = useObservable(linked)
  const inMenu = known?.whose === ownerOf(session) ? known.routes : AWAITED
  return sectionsFor(session, CLIENT)
    .map((section) => (section.heading ? { ...section, items: section.items.filter(({ path }) => !inMenu.includes(path)) } : section))
    .filter(({ items, menu }) => items.length > 0 || menu === true)
}

/** The form without scripts is the page of bank uploads itself. */
const routesIn = (nodes: readonly JudgedNode[]): string[] => [
  ...new Set(nodes.flatMap((node) => [...(node.isLink && node.route !== null ? [pageOf(node.route)] : []), ...routesIn(node.children)])),
]
const pageOf = (route: string): string => (isBankUploads(route) ? PATTERNS.bankUploads : (route.split(/[?#]/)[0] ?? ''))
