/** The header and footer of every report made here: institution, date, version and reference. */
import { counted } from '../primitives/counted.ts'
import { formatLongDate, monthName, type PlainDate } from '../primitives/period.ts'
import type { OpenItem, ReleasedBy } from './open-items.ts'

export interface ReportStamp {
  kind: 'draft' | 'final' | 'preliminary' | 'restated' | 'withdrawn'
  /** One of `STAMPS`, with the number of the version, and with the items that are open where it is released with some: "FINAL · 2 OPEN ITEMS". */
  text: string
  /** Points to settle before a paper is filed, kept while it stands as a draft; absent where there are none. */
  openItems?: number
  /** Tests wait for answers of the institution's questionnaire, kept while it stands as a draft; absent where none does. */
  unanswered?: true
  /** Months of its span that no audit was of, in the words of the warning, kept while it stands as a draft; absent where all were audited. */
  unaudited?: string
}

/** Where a version stands with its institution. It is told when a version is read, and is in no snapshot: a release changes nothing of what was computed. */
export const STANDINGS = ['draft', 'released', 'withdrawn'] as const
export type Standing = (typeof STANDINGS)[number]

/** A version as it is to be read. */
export interface Release {
  standing: Standing
  /** The reason given when it was released though something was open or missing, and printed; null when none was needed. */
  reason: string | null
  /** The reason for its open items, where `reason` is that of what was missing; absent and null otherwise. */
  overrideReason?: string | null
  /** Items that are open all the same, as its stamp counts them; absent and null where none is. */
  openItems?: number | null
  /** The items themselves; absent and null in a release made before they were kept. */
  items?: readonly OpenItem[] | null
  /** Kept with the items; absent and null in a release made before it was kept. */
  releasedBy?: ReleasedBy | null
}

/** `values`: every policy has its posted value. `restated`: an earlier version was released. */
type Making = 'values' | 'preliminary' | 'restated' | 'preliminaryRestated'

/** Every stamp that a report can carry, on screen, on paper and in files alike; # is the number of the version. */
export const STAMPS: Readonly<Record<Standing, Readonly<Record<Making, string>>>> = {
  draft: {
    values: 'DRAFT, NOT RELEASED',
    preliminary: 'DRAFT, NOT RELEASED, PRELIMINARY',
    restated: 'DRAFT, NOT RELEASED, RESTATED v#',
    preliminaryRestated: 'DRAFT, NOT RELEASED, PRELIMINARY, RESTATED v#',
  },
  released: {
    values: 'FINAL',
    preliminary: 'PRELIMINARY',
    restated: 'RESTATED v#',
    preliminaryRestated: 'PRELIMINARY, RESTATED v#',
  },
  withdrawn: {
    values: 'WITHDRAWN',
    preliminary: 'WITHDRAWN, PRELIMINARY',
    restated: 'WITHDRAWN, RESTATED v#',
    preliminaryRestated: 'WITHDRAWN, PRELIMINARY, RESTATED v#',
  },
}
const KINDS_OF_RELEASED: Readonly<Record<Making, ReportStamp['kind']>> = {
  values: 'final',
  preliminary: 'preliminary',
  restated: 'restated',
  preliminaryRestated: 'preliminary',
}

export interface ReportHeader {
  title: string
  /** "BOLI Portal" or "COLI Portal" */
  portalLabel: string
  institutionId: number
  institutionName: string
  legalName: string
  subsidiaryName: string | null
  /** "Denver, CO" or null */
  place: string | null
  planNames: string[]
  asOf: PlainDate
  /** "As of September 30, 2026", "Tax year ended December 31, 2025" */
  asOfText: string
  preparedOn: PlainDate
  /** "Prepared October 7, 2026" */
  preparedText: string
  stamp: ReportStamp
  /** The reason given for a preliminary report, else null. */
  preliminaryReason: string | null
  unit: string
  /** Said beside the stamp, because it alone would promise too much: "2 open items before filing". */
  caution?: string
}

export interface ReportFooter {
  /** Name of the portal that made it. */
  portal: string
  batchId: number
  reportId: number
  version: number
  valuationHash: string
  /** "Batch 12 · Report 340 v1 · Values 1a2b3c4d" */
  reference: string
  /** "Source: 3 carrier files posted by October 6, 2026" */
  source: string
  disclaimer: string
}

const DISCLAIMER =
  'Prepared from values reported by the insurance carriers. Not accounting, tax, legal or investment advice; please have your own advisers review entries and filings based on it.'

/** The one line at the foot of every paper, on screen and in Word: portal, version, source. A report of before names less. */
export const footerLine = ({ portal, reference, source }: Pick<ReportFooter, 'portal' | 'reference' | 'source'>): string =>
  [portal, reference, source].filter((part) => part).join(' · ')

/** Origin of the values of a report. */
export interface ValueSource {
  /** Carrier files. */
  files: number
  /** Values without a file. */
  entered: number
  /** The day on which the newest was posted; null in a report made before it was kept. */
  postedOn: PlainDate | null
}

/** The origin of values, from where each of them is known by. */
export const valueSourceOf = (files: readonly (number | null)[], postedOn: PlainDate | null): ValueSource => ({
  files: new Set(files.filter((file) => file !== null)).size,
  entered: files.filter((file) => file === null).length,
  postedOn,
})

export function sourceText({ files, entered, postedOn }: ValueSource): string {
  const ofEntered =
    files === 0 ? counted(entered, 'value entered without a file', 'values entered without a file') : counted(entered, 'entered value')
  const parts = [...(files === 0 ? [] : [counted(files, 'carrier file')]), ...(entered === 0 ? [] : [ofEntered])]
  return parts.length === 0 ? '' : `Source: ${parts.join(' and ')}${postedOn === null ? '' : ` posted by ${formatLongDate(postedOn)}`}`
}

/** Facts of its making in every snapshot. */
interface Made {
  batchId: number
  reportId: number
  version: number
  valuationHash: string
  restated: boolean
  preliminary: unknown
  /** Points to settle before the paper is filed. */
  openItems?: number | null
  /** Tests that wait for answers of the institution's questionnaire. */
  unanswered?: number | null
  /** Months of its span that were not audited. */
  unaudited?: readonly PlainDate[] | undefined
}

/** @param standing a view is built as it reads once it is released; who shows a version says where it stands (`stampAs`) */
export function stampOf(
  {
    preliminary,
    restated,
    version,
    openItems,
    unanswered,
    unaudited,
  }: Pick<Made, 'preliminary' | 'restated' | 'version' | 'openItems' | 'unanswered' | 'unaudited'>,
  standing: Standing = 'released',
): ReportStamp {
  const making = preliminary ? (restated ? 'preliminaryRestated' : 'preliminary') : restated ? 'restated' : 'values'
  return stampFor(
    {
      making,
      version: String(version),
      openItems: openItems ?? 0,
      isUnanswered: (unanswered ?? 0) > 0,
      unaudited: unauditedWarning(unaudited ?? []),
    },
    standing,
  )
}

/** "AUGUST NOT AUDITED", "2 MONTHS NOT AUDITED" */
function unauditedWarning(months: readonly PlainDate[]): string | undefined {
  const [first, ...others] = months
  return first && `${others.length === 0 ? monthName(first) : counted(months.length, 'month')}${UNAUDITED}`.toUpperCase()
}

/** Final values do not make a paper final: one with open items, with tests that wait for answers, or of a month that was not audited warns of it. */
function stampFor({ making, version, openItems, isUnanswered, unaudited }: Stamped, standing: Standing): ReportStamp {
  const warnings = [
    ...(openItems > 0 ? [counted(openItems, 'open item').toUpperCase()] : []),
    ...(isUnanswered ? [UNANSWERED] : []),
    ...(unaudited ? [unaudited] : []),
  ]
  const text = [STAMPS[standing][making].replace('#', version), ...(standing === 'released' ? warnings : [])].join(OPEN)
  const released = warnings.length > 0 ? 'preliminary' : KINDS_OF_RELEASED[making]
  return {
    kind: standing === 'released' ? released : standing,
    text,
    ...(openItems > 0 && { openItems }),
    ...(isUnanswered && { unanswered: true }),
    ...(unaudited && { unaudited }),
  }
}
const OPEN = ' · '
const UNANSWERED = 'QUESTIONNAIRE INCOMPLETE'
const UNAUDITED = ' NOT AUDITED'

/** The stamp of the same version standing elsewhere. @throws RangeError for a stamp that is not of the table: a questionnaire has its own */
export function stampAs(stamp: KeptStamp, standing: Standing): ReportStamp {
  const made = makingOf(stamp)
  if (!made) throw new RangeError(`no report is stamped ${stamp.text}`)
  return stampFor(made, standing)
}

/** The longest that may come to stand in a stamp's place: a version's as a draft, a questionnaire's own. */
export const longestStamp = (stamp: KeptStamp): string =>
  makingOf(stamp)
    ? STANDINGS.map((standing) => stampAs(stamp, standing).text).reduce((long, text) => (text.length > long.length ? text : long))
    : stamp.text

/** Kept with a version, so that its stamp can be told again where the version stands elsewhere. */
type KeptStamp = Pick<ReportStamp, 'text' | 'openItems' | 'unanswered' | 'unaudited'>

interface Stamped {
  making: Making
  version: string
  openItems: number
  isUnanswered: boolean
  unaudited: string | undefined
}
function makingOf({ text, openItems, unanswered, unaudited }: KeptStamp): Stamped | undefined {
  const [own = '', ...warnings] = text.split(OPEN)
  const isUnaudited = (warning: string) => warning.endsWith(UNAUDITED)
  const open = warnings.find((warning) => warning !== UNANSWERED && !isUnaudited(warning))
  const version = /\bv(\d+)$/.exec(own)?.[1] ?? ''
  const making = MAKINGS.find((one) => STANDINGS.some((standing) => STAMPS[standing][one].replace('#', version) === own))
  const isUnanswered = unanswered ?? warnings.includes(UNANSWERED)
  return (
    making && {
      making,
      version,
      openItems: openItems ?? Number.parseInt(open ?? '0', 10),
      isUnanswered,
      unaudited: unaudited ?? warnings.find(isUnaudited),
    }
  )
}
const MAKINGS = ['values', 'preliminary', 'restated', 'preliminaryRestated'] as const satisfies readonly Making[]

/** A stamp with the items that a release left open: no snapshot knows of them. */
export const stampOfRelease = (stamp: KeptStamp, { standing, openItems }: Omit<Release, 'reason'>): ReportStamp =>
  stampAs(openItems ? { ...stamp, openItems } : stamp, standing)

/** A view with the stamp of where its version stands. */
export const standingAs = <View extends { header: ReportHeader }>(view: View, release: Omit<Release, 'reason'>): View => ({
  ...view,
  header: { ...view.header, stamp: stampOfRelease(view.header.stamp, release) },
})

export function footerOf(
  { site, batchId, reportId, version, valuationHash }: Omit<Made, 'restated' | 'preliminary'> & { site: { name: string } },
  source: ValueSource,
): ReportFooter {
  return {
    portal: site.name,
    batchId,
    reportId,
    version,
    valuationHash,
    reference: `Batch ${batchId} · Report ${reportId} v${version} · Values ${valuationHash}`,
    source: sourceText(source),
    disclaimer: DISCLAIMER,
  }
}
