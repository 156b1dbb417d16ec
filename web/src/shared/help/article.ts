/** An article of the help, as docs/help has it: its title, whom it is for, the pages that it belongs to, and its text as elements. */

/** People an article is for. */
export const READERS = ['everybody', 'staff', 'clients'] as const

export interface HelpArticle {
  /** The name of its file. */
  id: string
  title: string
  for: (typeof READERS)[number]
  /** Names of addresses in paths.ts, or of report families, whose pages are alike. */
  pages: string[]
}

// biome-ignore format: a list is a line.
export const HELP_TAGS = ['p', 'strong', 'em', 'code', 'pre', 'ul', 'ol', 'li', 'h3', 'blockquote', 'br', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'a'] as const

/** Text, or an element; `to` is the article that an `a` leads to; a part `forStaff` is left out for an institution's people. */
export type HelpNode = string | { tag: (typeof HELP_TAGS)[number]; to?: string; forStaff?: true; children: HelpNode[] }
