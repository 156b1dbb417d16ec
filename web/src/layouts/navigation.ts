/** The items of the sidebars, in the required order; that of staff and managers stands in staff-navigation.ts. An item shows when its page exists and opens to the person; a heading when one of its items does. */
import type { Session } from '@corridor/contract/session.ts'
import { type Access, allows, signedIn } from '@corridor/domain/access/access.ts'
import {
  IconBook2,
  IconBriefcase,
  IconCalculator,
  IconFileAnalytics,
  IconFiles,
  IconFolders,
  IconForms,
  IconHeadset,
  IconKey,
  IconLayoutDashboard,
  IconLogout,
  IconUpload,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { PATTERNS } from '../paths.ts'
import { ROUTES } from '../routes.tsx'

export interface NavigationItem {
  label: string
  path: string
  /** Addresses of other pages that stand under it. */
  also?: readonly string[]
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  /** On top of the page's own access: the permission that the item requires. */
  access?: Access
  /** Only on sites of this kind. */
  portal?: Session['portalLabel']
  /** Something behind it wants a look: an icon with this as its tooltip. */
  warning?: string
  /** Something behind it waits to be read: the number, and in words for the tooltip and for those who hear it. */
  count?: { number: number; words: string }
  /** Under it, behind a button of its own. */
  items?: readonly NavigationItem[]
}
export interface NavigationSection {
  /** Undefined: items without a heading, which never fold. */
  heading?: string
  /** By this a group that folds is remembered. */
  code?: string
  /** For the rail, where a folded group is its picture. */
  icon?: NavigationItem['icon']
  items: readonly NavigationItem[]
  /** The client's menu stands under its items. */
  menu?: true
}

/** Everybody’s last section. */
export const MY_ACCOUNT: NavigationSection = {
  heading: 'My Account',
  items: [
    { label: 'Profile', path: PATTERNS.profile, icon: IconUser },
    { label: 'Logout', path: PATTERNS.logout, icon: IconLogout },
  ],
}

/** The required items first; what the portal has beside them stands under one heading, each once (menu-links.ts). */
export const CLIENT: readonly NavigationSection[] = [
  {
    items: [
      { label: 'Dashboard', path: PATTERNS.clientDashboard, icon: IconLayoutDashboard },
      { label: 'Calculate Financial Impact', path: PATTERNS.financialImpact, icon: IconCalculator },
    ],
  },
  {
    heading: 'Reports and documents',
    code: 'documents',
    icon: IconFolders,
    menu: true,
    items: [{ label: 'Reports', path: PATTERNS.clientReports, icon: IconFiles, access: signedIn() }],
  },
  {
    heading: 'Tools and service',
    code: 'service',
    icon: IconBriefcase,
    items: [
      { label: 'Board Books', path: PATTERNS.boardBooks, icon: IconBook2 },
      { label: 'Management’s Assessment', path: PATTERNS.reviewAssessment, icon: IconFileAnalytics },
      { label: 'Annual Questionnaire', path: PATTERNS.myQuestionnaire, icon: IconForms },
      { label: 'Bank Uploads', path: PATTERNS.bankUploads, icon: IconUpload },
      { label: 'Service Team', path: PATTERNS.serviceTeam, icon: IconUsersGroup },
      { label: 'Service Request', path: PATTERNS.serviceRequest, icon: IconHeadset },
      { label: 'API keys', path: PATTERNS.institutionApiKeys, icon: IconKey },
    ],
  },
  MY_ACCOUNT,
]

export function sectionsFor(session: Session, sections: readonly NavigationSection[]): NavigationSection[] {
  return sections
    .map((section) => ({ ...section, items: itemsFor(session, section.items) }))
    .filter((section) => section.items.length > 0 || section.menu === true)
}

const itemsFor = (session: Session, items: readonly NavigationItem[]): NavigationItem[] =>
  items
    .filter((item) => opensTo(session, item))
    // A page about an institution is, in a menu, about the one that the person works for.
    .map((item) => ({ ...item, path: item.path.replace('$id', String(session.institutionId)) }))
    .map((item) => (item.items ? { ...item, items: itemsFor(session, item.items) } : item))

/** Whether the item's page stands in the route table and opens to the person. */
export function opensTo(session: Session, item: Pick<NavigationItem, 'path' | 'access' | 'portal'>): boolean {
  if (item.portal !== undefined && item.portal !== session.portalLabel) return false
  const route = ROUTES.find((each) => each.path === item.path)
  return route !== undefined && allows(session, route.access) && (item.access === undefined || allows(session, item.access))
}

/** An item, and those under it. */
export const withUnder = (item: NavigationItem): NavigationItem[] => [item, ...(item.items ?? []).flatMap(withUnder)]
