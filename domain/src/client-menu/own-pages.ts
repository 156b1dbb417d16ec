/** Pages of the portal that belong to a report type of the menu: each stands first in the item of its type, and so only there. */
import { ITEM_TYPES } from './items.ts'
import { type JudgedNode, MENU_DEPTH } from './visibility.ts'

export interface OwnPage {
  /** The report type whose item holds it. */
  code: string
  label: string
  route: string
}

/**
 * The shown menu with a link to each page in the first item that lists the reports of its type.
 * @param pages those that open to the person
 */
export function withOwnPages(nodes: readonly JudgedNode[], pages: readonly OwnPage[]): JudgedNode[] {
  const left = new Set(pages)
  const added = (node: JudgedNode): JudgedNode => {
    const own = node.level < MENU_DEPTH && node.itemType === ITEM_TYPES.reports && !node.isStatic ? pageOf(node, left) : undefined
    if (own) left.delete(own)
    const children = node.children.map(added)
    return { ...node, children: own ? [linkIn(node, own), ...children] : children }
  }
  return nodes.map(added)
}

const pageOf = ({ code }: JudgedNode, pages: ReadonlySet<OwnPage>): OwnPage | undefined => [...pages].find((page) => page.code === code)

const linkIn = (node: JudgedNode, { label, route }: OwnPage): JudgedNode => ({
  ...node,
  id: `${node.id}:page`,
  parentId: node.itemId,
  itemType: ITEM_TYPES.link,
  label,
  route,
  level: node.level + 1,
  isPersistent: false,
  code: null,
  reportCodes: [],
  isLink: true,
  rule: 'link',
  children: [],
})
