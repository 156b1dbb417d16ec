/** Finds articles by the words in their titles and texts: all of them, each as the beginning of a word. */
import type { HelpArticle, HelpNode } from './article.ts'

/** A word in the title says more about an article than ten in its text. */
const TITLE_WEIGHT = 10

/** Words that an article has in bold are those that it explains. */
const TERM_WEIGHT = 50

/** @returns the best first; all words must occur */
export function findArticles(
  articles: readonly HelpArticle[],
  texts: Readonly<Record<string, readonly HelpNode[]>>,
  typed: string,
): HelpArticle[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const scored = articles.map((article) => {
    const title = wordsOf(article.title)
    const text = wordsOf((texts[article.id] ?? []).map(textOf).join(' '))
    const bonus = explains(texts[article.id] ?? [], typed) ? TERM_WEIGHT : 0
    const hits = words.map((word) => TITLE_WEIGHT * timesIn(title, word) + timesIn(text, word))
    return { article, score: hits.includes(0) ? 0 : hits.reduce((sum, each) => sum + each, bonus) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.article.title.localeCompare(b.article.title))
    .map(({ article }) => article)
}

/** Whether a word that the text has in bold begins as typed: "tax-equivalent yield". */
export const explains = (nodes: readonly HelpNode[], typed: string): boolean =>
  nodes.some(
    (node) =>
      typeof node !== 'string' &&
      ((node.tag === 'strong' && textOf(node).toLowerCase().startsWith(typed.trim().toLowerCase())) || explains(node.children, typed)),
  )

const timesIn = (words: readonly string[], beginning: string): number => words.filter((word) => word.startsWith(beginning)).length
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const BLOCKS = new Set<string>(['ul', 'ol', 'table', 'thead', 'tbody', 'tr'])
const textOf = (node: HelpNode): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join(BLOCKS.has(node.tag) ? ' ' : '')
