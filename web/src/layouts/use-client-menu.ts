/** Sources of the client's menu: navigation, counts and marks, and the files of each item that is open. */
import { menuCounts } from '@corridor/contract/client-menus.ts'
import { type ClientReport, searchReports } from '@corridor/contract/client-reports.ts'
import { type DocumentRecord, menuTypes } from '@corridor/contract/documents.ts'
import { fileByPath } from '@corridor/contract/downloads.ts'
import { sites } from '@corridor/contract/sites.ts'
import { levelOf } from '@corridor/domain/access/access.ts'
import { NO_FILES } from '@corridor/domain/client-menu/file-counts.ts'
import { ITEM_TYPES, readNavigation, VENDOR_CARRIER } from '@corridor/domain/client-menu/items.ts'
import { type OwnPage, withOwnPages } from '@corridor/domain/client-menu/own-pages.ts'
import { buildMenu, type JudgedNode, type MenuCounts, type MenuFacts, showMenu } from '@corridor/domain/client-menu/visibility.ts'
import { openedPath, opensInNewWindow } from '@corridor/domain/files/document-paths.ts'
import { useQueries } from '@tanstack/react-query'
import { call, urlOf } from '../kernel/call.ts'
import { useNewFiles } from '../kernel/new-files.ts'
import { useSession } from '../kernel/session.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { PATTERNS, paths } from '../paths.ts'
import { ROUTES } from '../routes.tsx'
import { type Files, openNodes, type ShownFile, type TreeState } from '../shared/menu/menu-rows.ts'
import { pageOpens } from '../shared/menu/page-opens.ts'
import { opensTo } from './navigation.ts'

/** The page on which people write stands with the files that were made of it. */
const OWN_PAGES: readonly OwnPage[] = [
  { code: 'AQU', label: 'Answer online', route: PATTERNS.myQuestionnaire },
  { code: 'ABR', label: 'Risk assessment', route: PATTERNS.reviewAssessment },
]

export type ClientMenuState =
  | { state: 'loading' }
  | { state: 'failed'; retry: () => void }
  | {
      state: 'there'
      shown: JudgedNode[]
      tree: TreeState
      /** For those who do not see an item go. */
      said: string
    }

export function useClientMenu(opened: ReadonlyMap<string, boolean>): ClientMenuState {
  const session = useSession()
  const site = useEndpoint(sites.endpoints.get, { id: session.siteId })
  const counts = useEndpoint(menuCounts, {})
  const fresh = useNewFiles()
  const facts: MenuFacts | undefined = counts.data && {
    counts: counts.data,
    codes: session.reportTypeCodes,
    holdsUploads: levelOf(session, 'USR') > 0,
    opens: (route) => pageOpens(ROUTES, session, route),
  }
  const { roots } = buildMenu(readNavigation(site.data?.siteNavigation))
  const judged = facts ? showMenu(roots, facts) : []
  const wanted = openNodes(judged, { opened })
  const answers = useQueries({
    queries: wanted.map((node) => ({
      queryKey: ['menu', session.institutionId, node.id, node.code],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadFiles(node, judged, counts.data, signal),
      // Closing an item forgets what it listed.
      gcTime: 0,
      staleTime: 60_000,
    })),
  })
  if (!facts || !site.data) {
    const failed = [site, counts].filter(({ isError }) => isError)
    return failed.length > 0 ? { state: 'failed', retry: () => void failed.map(({ refetch }) => refetch()) } : { state: 'loading' }
  }
  const files = new Map(wanted.map((node, index) => [node.id, filesOf(answers[index])]))
  const empty = wanted.filter((node) => {
    const found = files.get(node.id)
    return node.itemType === ITEM_TYPES.reports && found?.state === 'there' && found.files.length === 0
  })
  const pages = OWN_PAGES.filter(({ route }) => opensTo(session, { path: route }))
  const shown = withOwnPages(showMenu(roots, { ...facts, foundNothing: new Set(empty.map(({ id }) => id)) }), pages)
  const news = fresh.data?.files ?? []
  const tree: TreeState = {
    opened,
    filesOf: ({ id }) => files.get(id),
    isFresh: ({ kind, id }) => news.some((file) => file.kind === kind && file.id === id),
    freshIn: (node) => news.filter((file) => belongs(file, node, judged)).length,
  }
  return { state: 'there', shown, tree, said: empty.map(({ label }) => `${label}: ${NO_FILES}`).join('. ') }
}

/** As many as one call asks for. */
const MOST_CARRIERS = 50

interface Filed {
  typeCode: string
  carrierCode: string | null
}

/** Whether a file is listed in an item or in anything that stands in it. A carrier’s file that no item of carriers lists stands with the reports of its type. */
function belongs(file: Filed, node: JudgedNode, menu: readonly JudgedNode[]): boolean {
  if (node.children.some((child) => belongs(file, child, menu))) return true
  if (node.isLink || node.code !== file.typeCode) return false
  return node.isVendor || node.isCarrier ? isOfCarrier(file, node) : file.carrierCode === null || !hasOwnItem(file, menu)
}

const isOfCarrier = ({ typeCode, carrierCode }: Filed, node: JudgedNode): boolean =>
  (node.isVendor || node.isCarrier) && node.carrierCode !== null && node.code === typeCode && node.carrierCode === carrierCode

const hasOwnItem = (file: Filed, menu: readonly JudgedNode[]): boolean =>
  menu.some((node) => isOfCarrier(file, node) || hasOwnItem(file, node.children))

function filesOf(answer: { isPending: boolean; isError: boolean; data?: readonly ShownFile[] | undefined } | undefined): Files {
  if (answer?.data) return { state: 'there', files: answer.data }
  return { state: answer?.isError ? 'failed' : 'loading' }
}

/** Documents by carrier or of the vendors; else the institution's own reports and documents of the type, with those of carriers that have no item of their own. */
async function loadFiles(
  node: JudgedNode,
  menu: readonly JudgedNode[],
  counts: MenuCounts | undefined,
  signal: AbortSignal,
): Promise<ShownFile[]> {
  const code = node.code ?? ''
  const documents = async (carrierCodes: string[]) => (await call(menuTypes, { carrierCodes, reportTypeCodes: [code] }, { signal })).records
  if (node.isVendor || node.isCarrier) return (await documents(node.carrierCodes.slice(0, 1))).map(shownDocument)
  const vendors = (counts?.vendors ?? []).map(({ typeCode }) => ({ typeCode, carrierCode: VENDOR_CARRIER }))
  const others = [...(counts?.carriers ?? []), ...vendors].filter((file) => file.typeCode === code && !hasOwnItem(file, menu))
  const [reports, own, ofCarriers] = await Promise.all([
    call(searchReports, { filter: { typeCode: code } }, { signal }),
    counts?.documents.some(({ typeCode, count }) => typeCode === code && count > 0) ? documents([]) : [],
    others.length > 0 ? documents(others.map(({ carrierCode }) => carrierCode).slice(0, MOST_CARRIERS)) : [],
  ])
  return [...reports.records.map(shownReport), ...own.map(shownDocument), ...ofCarriers.map(withCarrier).map(shownDocument)]
}

/** In a list that several carriers share: the titles of their files are often the same. */
const withCarrier = (record: DocumentRecord): DocumentRecord => ({
  ...record,
  displayName: `${record.displayName}, ${record.carrierName ?? record.vendorName ?? 'vendor'}`,
})

const shownReport = ({ id, typeCode, yearOverride, displayName, extension, carrierCode }: ClientReport): ShownFile => ({
  kind: 'REPORT',
  id,
  typeCode,
  yearOverride,
  displayName,
  extension,
  carrierCode,
  href: paths.viewReport(id),
  apart: false,
})

function shownDocument(record: DocumentRecord): ShownFile {
  const { id, typeCode, yearOverride, displayName, extension, carrierCode } = record
  const apart = opensInNewWindow(record)
  return {
    kind: 'DOCUMENT',
    id,
    typeCode,
    yearOverride,
    displayName,
    extension,
    carrierCode,
    href: apart ? urlOf(fileByPath, { path: openedPath(record), inline: true }) : paths.viewDocument(id),
    apart,
  }
}
