/** Places and actions that the command palette lists for what was typed, in groups. */
import { PALETTE_KINDS, type PaletteItem, type PaletteKind } from '@corridor/contract/search.ts'
import type { Session } from '@corridor/contract/session.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { typedMonth } from '@corridor/domain/primitives/typed-input.ts'
import { paths } from '../paths.ts'
import { actionsFor, commandIn, commandsFor } from './palette-actions.ts'

export interface Place {
  label: string
  detail: string
  to: string
  /** Further words by which it is found. */
  words?: string
  /** Done in place of going to an address; `to` then only tells it from the others. */
  act?: () => void
  /** Left in the field in place of going to an address: the beginning of what is to be typed. */
  types?: string
}
export interface PlaceGroup {
  heading: string
  places: readonly Place[]
}

/** Typed words as the palette understands them. */
interface Asked {
  typed: string
  /** Sent to the server. */
  query: string
  /** The only kind asked for. */
  alone?: NonNullable<ReturnType<typeof commandIn>>['command']['alone']
  month?: PlainDate
  /** The typed words without the month and without words that only lead to it. */
  wanted: string
  /** Said where nothing is found. */
  hint: string
}

interface Known {
  pages: readonly Place[]
  /** Articles found for what was typed, the best first. */
  help: readonly (Place & { isStrong: boolean })[]
  recent: readonly Place[]
  records: readonly PaletteItem[]
  switchSite: (siteId: number) => void
  viewAs: (userId: number, institutionId: number) => void
  showFirstSteps: (() => void) | undefined
}

const HEADINGS: Record<PaletteKind, string> = {
  INSTITUTION: 'Institutions',
  REPORT: 'Reports',
  DOCUMENT: 'Documents',
  BANK_UPLOAD: 'Bank uploads',
  PERSON: 'People',
  BATCH: 'Batches',
  INSURANCE_POLICY: 'Policies',
  EXCEPTION: 'Exceptions',
  VIEW_AS: 'View as',
}
const RECENT_MOST = 5
const PAGES_MOST = 6
const ACTIONS_MOST = 8
const FIRST_ACTIONS = 6
const HELP_MOST = 4
const LEADING_WORDS = /\b(go|to|open|month|of|for|in)\b/gi

export function askedIn(session: Session, field: string): Asked {
  const typed = field.trim()
  const found = commandIn(session, field.trimStart())
  const dated = typedMonth(typed)
  const wanted = dated ? dated.rest.replace(LEADING_WORDS, ' ').replace(/\s+/g, ' ').trim() : typed
  if (!found) return { typed, query: typed, wanted, hint: '', ...(dated ? { month: dated.month } : {}) }
  const { command, rest } = found
  // A month is no name: the server is asked for what it alone knows.
  if (command.alone) return { typed, query: rest, alone: command.alone, wanted, hint: rest === '' ? command.hint : command.none }
  return { typed, query: '', wanted, hint: command.hint, ...(dated ? { month: dated.month } : {}) }
}

export function groupsOf(session: Session, asked: Asked, known: Known): PlaceGroup[] {
  const { typed, alone, month, wanted, hint } = asked
  const actions = actionPlaces(session, known, month)
  const found = known.records.map((item) => ({ kind: item.kind, place: placeOf(item, known.viewAs) }))
  const ofKind = (kind: PaletteKind): PlaceGroup => ({
    heading: HEADINGS[kind],
    places: found.filter((each) => each.kind === kind).map(({ place }) => place),
  })
  const recent = known.recent.slice(0, RECENT_MOST)
  const pages = { heading: 'Pages', places: matching(known.pages, typed).slice(0, PAGES_MOST) }
  const doing = { heading: 'Actions', places: matching(actions, wanted).slice(0, ACTIONS_MOST) }
  const search = {
    heading: 'Search',
    places: [{ label: `Search files for “${typed}”`, detail: 'Names and words', to: paths.search(typed) }],
  }
  const help = { heading: 'Help', places: known.help.slice(0, HELP_MOST) }
  // An article that merely has the words somewhere is not what Enter should open.
  const atEnd = known.help[0]?.isStrong ? [help, search] : [search, help]
  const groups: PlaceGroup[] =
    typed === ''
      ? [
          { heading: 'Recent', places: recent },
          { heading: 'Actions', places: actions.slice(0, FIRST_ACTIONS) },
          { heading: 'Pages', places: known.pages.filter(({ to }) => !recent.some((place) => place.to === to)) },
        ]
      : alone
        ? [pages, ofKind(alone)]
        : [
            ...(begins(doing, wanted) && !begins(pages, typed) ? [doing, pages] : [pages, doing]),
            ...(hint === '' ? [...PALETTE_KINDS.map(ofKind), ...atEnd] : []),
          ]
  return groups.filter(({ places }) => places.length > 0)
}

function actionPlaces(session: Session, { switchSite, showFirstSteps }: Known, month: PlainDate | undefined): Place[] {
  const actions = actionsFor(session, month).map(({ label, words, to }) => ({ label, words, detail: '', to }))
  if (month !== undefined || session.actingAs !== null) return actions
  return [
    ...commandsFor(session).map(({ label, types }) => ({ label, detail: '', to: `type:${types}`, types })),
    ...session.sites
      .filter(({ id }) => id !== session.siteId)
      .map(({ id, name }) => ({ label: `Switch to ${name}`, words: 'site', detail: 'Site', to: `site:${id}`, act: () => switchSite(id) })),
    ...actions,
    ...(showFirstSteps ? [{ label: 'Show the first steps again', detail: 'Dashboard', to: 'first-steps', act: showFirstSteps }] : []),
  ]
}

/** Whether the best of a group begins with what was typed: "view" is the beginning of "View as", and stands only inside "Review". */
const begins = ({ places }: PlaceGroup, typed: string): boolean => places[0]?.label.toLowerCase().startsWith(typed.toLowerCase()) ?? false

/** Those that have all the words typed; first those that begin with them. */
function matching(places: readonly Place[], typed: string): Place[] {
  const wanted = typed.toLowerCase()
  const words = wanted.split(/\s+/)
  return places
    .filter(({ label, words: more = '' }) => words.every((word) => `${label} ${more}`.toLowerCase().includes(word)))
    .toSorted((a, b) => Number(b.label.toLowerCase().startsWith(wanted)) - Number(a.label.toLowerCase().startsWith(wanted)))
}

function placeOf(item: PaletteItem, viewAs: Known['viewAs']): Place {
  const { kind, id, name: label, detail, institutionId } = item
  if (kind !== 'VIEW_AS') return { label, detail, to: addressOf({ ...item, kind }) }
  return { label, detail, to: `view:${id}:${institutionId ?? 0}`, act: () => viewAs(id, institutionId ?? 0) }
}
function addressOf({
  kind,
  id,
  name,
  institutionId,
  reportType,
  exception,
}: PaletteItem & { kind: Exclude<PaletteKind, 'VIEW_AS'> }): string {
  switch (kind) {
    case 'INSTITUTION':
      return paths.institution(id)
    case 'PERSON':
      return paths.user(id)
    case 'BATCH':
      return paths.reportBatch(id, reportType ?? 'AssetReport')
    case 'INSURANCE_POLICY':
      return paths.registerPolicy(institutionId ?? 0, id)
    case 'EXCEPTION':
      return exception ? paths.exception({ ...exception, institutionId: institutionId ?? 0, id }) : paths.staffDashboard()
    case 'REPORT':
    case 'DOCUMENT':
    case 'BANK_UPLOAD':
      return paths.foundFile({ kind, id, name })
  }
}
