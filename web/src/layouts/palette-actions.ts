/** Actions that the command palette offers beside pages: each is a row, shown where the page it leads to opens to the person. */
import { signOffAudit } from '@corridor/contract/audit-sign-offs.ts'
import type { PALETTE_ALONE } from '@corridor/contract/search.ts'
import type { Session } from '@corridor/contract/session.ts'
import { type Access, allows, permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { AUDIT_CHECK_CODES, AUDIT_CHECKS } from '@corridor/domain/auditing/rules.ts'
import { formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES } from '@corridor/domain/reports/families.ts'
import { AUDIT_PAGES, PATTERNS, paths } from '../paths.ts'
import { ROUTES } from '../routes.tsx'
import { opensTo } from './navigation.ts'

interface PaletteAction {
  label: string
  /** Further words by which it is found. */
  words?: string
  /** The page whose access decides, with more where the action asks for more than the page. */
  page: string
  access?: Access
  /** The address it opens, with the month that was typed; without it the page's own address. */
  to?: string
  inMonth?: (month: PlainDate) => string
  /** Shown only together with a month. */
  onlyInMonth?: true
}

const MONTHLY = REPORT_TYPE_NAMES.filter((name) => REPORT_FAMILIES[name].rhythm === 'monthly')
const generatedAt = new Map(MONTHLY.map((name) => [paths.generateReports(name), (month: PlainDate) => paths.generateReports(name, month)]))

const WORDS: Readonly<Record<string, string>> = {
  [PATTERNS.newReports]: 'client reports files',
  [PATTERNS.newUser]: 'add invite person',
  [PATTERNS.newInstitution]: 'add bank',
  [PATTERNS.newCarrier]: 'add',
}

/** Pages that begin something, as the route table names them. */
const BEGINNINGS: readonly PaletteAction[] = ROUTES.filter(({ path }) => /\/(generate|new)$/.test(path) && !path.includes('$'))
  // Managers reach the same form by the questionnaires' batches.
  .filter(({ path }) => path !== PATTERNS.newQuestionnaires)
  .map(({ path, title }) => {
    const inMonth = generatedAt.get(path)
    return { label: title, words: WORDS[path] ?? '', page: path, ...(inMonth ? { inMonth } : {}) }
  })

const ACTIONS: readonly PaletteAction[] = [
  {
    label: 'Month-end close',
    words: 'dashboard',
    page: PATTERNS.staffDashboard,
    access: permission(['ASSET_REPORT', 'ASSET_SUMMARY_REPORT'], 1, STAFF_ROLES),
    inMonth: (month) => paths.staffDashboard(month),
    onlyInMonth: true,
  },
  ...MONTHLY.map((name) => ({
    label: REPORT_FAMILIES[name].plural,
    page: REPORT_FAMILIES[name].address,
    inMonth: (month: PlainDate) => paths.reportBatches(name, month),
    onlyInMonth: true as const,
  })),
  {
    label: 'Upload a carrier file',
    words: 'data feeds carriers',
    page: PATTERNS.dataFeeds,
    access: permission('ASSET_REPORT', 2, STAFF_ROLES),
    inMonth: (month) => paths.dataFeeds({ period: month }),
  },
  ...BEGINNINGS,
  ...AUDIT_CHECK_CODES.map((check) => ({
    label: `Sign off ${AUDIT_CHECKS[check].title}`,
    words: 'audit review approve statement',
    page: AUDIT_PAGES[check],
    access: signOffAudit.access,
  })),
  { label: 'Send a file to the service team', words: 'upload bank', page: PATTERNS.bankUploads, access: permission('USR', 1, ['c', 'a']) },
  { label: 'Ask the service team', words: 'service request new', page: PATTERNS.serviceRequest },
]

/** Typed text that begins with these words is asked of the server alone, or only leaves its first words in the field. */
interface PaletteCommand {
  label: string
  types: string
  hint: string
  /** Said when nothing is found. */
  none: string
  access: Access
  alone?: (typeof PALETTE_ALONE)[number]
}
const COMMANDS: readonly PaletteCommand[] = [
  {
    label: 'View as a client…',
    types: 'View as ',
    hint: 'Type a client’s name, or an institution.',
    none: 'No active client of this site has such a name or institution.',
    access: permission('USERS', 1, STAFF_ROLES),
    alone: 'VIEW_AS',
  },
  {
    label: 'Open a policy by its number…',
    types: 'Policy ',
    hint: 'Type the beginning of the policy number, three characters at least.',
    none: 'No policy number of this site begins with that.',
    access: permission('INSTITUTIONS', 1, STAFF_ROLES),
    alone: 'INSURANCE_POLICY',
  },
  {
    label: 'Go to a month…',
    types: 'Month ',
    hint: 'Type a month and year, such as September 2026 or 9/2026.',
    none: '',
    access: permission(
      MONTHLY.map((name) => REPORT_FAMILIES[name].permission),
      1,
    ),
  },
]

export const commandsFor = (session: Session): PaletteCommand[] => COMMANDS.filter(({ access }) => allows(session, access))

/** The command that the typed text begins with, and what follows it. */
export function commandIn(session: Session, typed: string): { command: PaletteCommand; rest: string } | undefined {
  const command = commandsFor(session).find(({ types }) => typed.toLowerCase().startsWith(types.toLowerCase()))
  return command && { command, rest: typed.slice(command.types.length).trim() }
}

/** Actions open to the person; with a month, those that have months. A view as a client changes nothing, so that it is offered none without. */
export function actionsFor(session: Session, month?: PlainDate): { label: string; words: string; to: string }[] {
  return ACTIONS.filter(({ page, access }) => opensTo(session, { path: page, ...(access ? { access } : {}) })).flatMap(
    ({ label, words = '', page, to = page, inMonth, onlyInMonth }) => {
      if (month !== undefined) return inMonth ? [{ label: `${label}, ${formatMonth(month)}`, words, to: inMonth(month) }] : []
      return onlyInMonth || session.actingAs !== null ? [] : [{ label, words, to }]
    },
  )
}
