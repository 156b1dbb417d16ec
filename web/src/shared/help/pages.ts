/** Which articles belong to a page: by the names of its address, and of the report family whose page it is. */
import type { Session } from '@corridor/contract/session.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES } from '@corridor/domain/reports/families.ts'
import { PATTERNS } from '../../paths.ts'
import type { HelpArticle, HelpNode } from './article.ts'

/** Names by which an article may mean the page of this address pattern. */
export function namesOfPage(pattern: string): string[] {
  const own = Object.entries(PATTERNS).flatMap(([name, path]) => (path === pattern ? [name] : []))
  const families = REPORT_TYPE_NAMES.filter((name) => {
    const { address } = REPORT_FAMILIES[name]
    // The questions put to the bank stand below the address of the reviews and are pages of their own.
    return pattern === address || (pattern.startsWith(`${address}/`) && !OWN.has(pattern))
  })
  return [...own, ...families]
}
const OWN = new Set<string>([PATTERNS.reviewAssessment, PATTERNS.reviewConfig])

export const mayRead = ({ userRole }: Pick<Session, 'userRole'>, article: HelpArticle): boolean =>
  article.for === 'everybody' || (article.for === 'staff') === isStaff(userRole)

/** Texts without the parts that are for others. */
export const textsFor = ({ userRole }: Pick<Session, 'userRole'>, texts: Readonly<Record<string, readonly HelpNode[]>>) =>
  isStaff(userRole)
    ? texts
    : Object.fromEntries(
        Object.entries(texts).map(([id, nodes]) => [id, nodes.filter((node) => typeof node === 'string' || !node.forStaff)]),
      )

/** Those that name fewer pages say more about this one: they come first. */
export function articlesOf(articles: readonly HelpArticle[], pattern: string, session: Pick<Session, 'userRole'>): HelpArticle[] {
  const names = namesOfPage(pattern)
  return articles
    .filter((article) => mayRead(session, article) && article.pages.some((page) => names.includes(page)))
    .toSorted((a, b) => a.pages.length - b.pages.length || a.title.localeCompare(b.title))
}
