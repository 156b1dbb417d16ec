/** The rows a menu's tree is drawn with: items, and under an opened one its years and files. */
import { byYear, type MenuFile, NO_FILES } from '@corridor/domain/client-menu/file-counts.ts'
import { holdsFiles, linkOf } from '@corridor/domain/client-menu/items.ts'
import type { JudgedNode } from '@corridor/domain/client-menu/visibility.ts'

export interface ShownFile extends MenuFile {
  displayName: string
  extension: string
  carrierCode: string | null
  href: string
  /** In a window of its own. */
  apart: boolean
}
/** Known facts of an opened item's files. */
export type Files = { state: 'loading' } | { state: 'failed' } | { state: 'there'; files: readonly ShownFile[] }

export interface TreeRow {
  key: string
  /** Id of the row it stands under. */
  parent: string | null
  level: number
  position: number
  siblings: number
  label: string
  kind: 'item' | 'year' | 'file' | 'note'
  node?: JudgedNode
  file?: ShownFile
  /** Undefined: nothing to open. */
  expanded?: boolean
  loading?: boolean
  link?: { href: string; apart: boolean }
  /** Files in it that are new to the person. */
  fresh: number
}

export interface TreeState {
  /** Keys that were opened or closed by the person; what is persistent is open until closed. */
  opened: ReadonlyMap<string, boolean>
  filesOf: (node: JudgedNode) => Files | undefined
  freshIn: (node: JudgedNode) => number
  isFresh: (file: MenuFile) => boolean
  /** In place of files that are not asked for. */
  noteOf?: (node: JudgedNode) => string | undefined
}

export const isOpen = ({ opened }: Pick<TreeState, 'opened'>, node: JudgedNode): boolean => opened.get(node.id) ?? node.isPersistent

/** Whether opening it asks the server for files. */
export const loadsFiles = (node: JudgedNode): boolean =>
  holdsFiles(node.itemType) && !node.isStatic && !(node.isCarrier && node.carrierCode === null)

/** Nodes whose files are wanted: open, and all above them. */
export const openNodes = (nodes: readonly JudgedNode[], state: Pick<TreeState, 'opened'>): JudgedNode[] =>
  nodes.filter((node) => isOpen(state, node)).flatMap((node) => [...(loadsFiles(node) ? [node] : []), ...openNodes(node.children, state)])

export function rowsOfMenu(nodes: readonly JudgedNode[], state: TreeState, parent: string | null = null): TreeRow[] {
  return nodes.flatMap((node, index) => {
    const link = linkOfNode(node)
    const opens = link === undefined
    const open = opens && isOpen(state, node)
    const row: TreeRow = {
      key: node.id,
      parent,
      level: node.level,
      position: index + 1,
      siblings: nodes.length,
      label: node.label,
      kind: 'item',
      node,
      fresh: state.freshIn(node),
      ...(link ? { link } : {}),
      ...(opens ? { expanded: open } : {}),
    }
    if (!open) return [row]
    const files = loadsFiles(node) ? state.filesOf(node) : undefined
    const inside = [...rowsOfMenu(node.children, state, node.id), ...(files?.state === 'there' ? yearRows(node, files.files, state) : [])]
    if (files?.state === 'loading') return [{ ...row, loading: true }, ...inside]
    if (inside.length > 0) return [row, ...inside]
    return [row, noteRow(node, files?.state === 'failed' ? FAILED : (state.noteOf?.(node) ?? NO_FILES))]
  })
}

const FAILED = 'Could not be loaded. Close and open it to try again.'

function linkOfNode({ isLink, isStatic, route, code }: JudgedNode): TreeRow['link'] {
  if (isLink || (isStatic && route !== null)) {
    const link = linkOf(route)
    // A stored address that may lead nowhere leads nowhere.
    return link ? { href: link.href, apart: link.kind === 'web' } : { href: '/error/404', apart: false }
  }
  return isStatic ? { href: `/reports?${new URLSearchParams({ type: code ?? '' })}`, apart: false } : undefined
}

function yearRows(node: JudgedNode, files: readonly ShownFile[], state: TreeState): TreeRow[] {
  const years = byYear(files, node.code ?? '')
  return years.flatMap(({ year, files: ofYear }, index) => {
    const key = `${node.id}/${year}`
    // The newest year is what people come for.
    const open = state.opened.get(key) ?? index === 0
    const row: TreeRow = {
      key,
      parent: node.id,
      level: node.level + 1,
      position: index + 1,
      siblings: years.length,
      label: String(year),
      kind: 'year',
      expanded: open,
      fresh: ofYear.filter(state.isFresh).length,
    }
    if (!open) return [row]
    return [
      row,
      ...ofYear.map(
        (file, at): TreeRow => ({
          key: `${key}/${file.kind}${file.id}`,
          parent: key,
          level: node.level + 2,
          position: at + 1,
          siblings: ofYear.length,
          label: file.displayName,
          kind: 'file',
          file,
          link: { href: file.href, apart: file.apart },
          fresh: state.isFresh(file) ? 1 : 0,
        }),
      ),
    ]
  })
}

const noteRow = (node: JudgedNode, label: string): TreeRow => ({
  key: `${node.id}/note`,
  parent: node.id,
  level: node.level + 1,
  position: 1,
  siblings: 1,
  label,
  kind: 'note',
  fresh: 0,
})
