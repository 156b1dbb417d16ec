/** The active site's own colors, laid over those of tokens.css in both schemes; readable ones only (domain/site-theme.ts). */
import { type SiteTheme, THEME_COLORS, themeVariables } from '@corridor/domain/sites/theme.ts'

let sheet: CSSStyleSheet | undefined

/** @param theme as the server sent it, of any form; null takes the colors away */
export function applySiteTheme(theme: unknown): void {
  if (!('adoptedStyleSheets' in document) || typeof CSSStyleSheet.prototype.replaceSync !== 'function') return
  const own = themeOf(theme)
  const rules = (['light', 'dark'] as const).map((scheme) => rule(scheme, themeVariables(own, scheme))).join('\n')
  if (!sheet) {
    if (rules.trim() === '') return
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(rules)
}

function themeOf(theme: unknown): SiteTheme {
  if (typeof theme !== 'object' || theme === null) return {}
  const colors: SiteTheme = {}
  for (const [name, value] of Object.entries(theme))
    for (const known of THEME_COLORS) if (name === known && typeof value === 'string') colors[known] = value
  return colors
}

/** Only what domain computed from colors #rrggbb gets in here: no text of a person becomes a rule. */
const rule = (scheme: string, variables: Record<string, string>): string => {
  const lines = Object.entries(variables).map(([name, value]) => `${name}:${value}`)
  return lines.length === 0 ? '' : `:root[data-color-scheme="${scheme}"]{${lines.join(';')}}`
}
