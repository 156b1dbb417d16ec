/** A site's own colors (blue, dark blue, accent, hover), checked for contrast and turned into what stylesheets name, in light and dark. */

export const THEME_COLORS = ['blue', 'darkBlue', 'accent', 'hover'] as const
export type ThemeColor = (typeof THEME_COLORS)[number]
/** A color that is missing or null is the product's own. */
export type SiteTheme = Partial<Record<ThemeColor, string | null | undefined>>

export const THEME_COLOR_NAMES: Record<ThemeColor, string> = {
  blue: 'Blue: buttons, links and bars',
  darkBlue: 'Dark blue: the sidebar and headings',
  accent: 'Accent: the mark of the current page',
  hover: 'Hover: links under the pointer',
}
/** Its field in a site's record and form: themeDarkBlue. */
export const themeField = (color: ThemeColor): string => `theme${color.charAt(0).toUpperCase()}${color.slice(1)}`
/** The color when a site sets none (web/src/theme/tokens.css). */
export const DEFAULT_THEME: Record<ThemeColor, string> = { blue: '#1d5c9b', darkBlue: '#0b2545', accent: '#1f855c', hover: '#a84c08' }

/** WCAG 2.2 1.4.3: text of the usual size. */
const TEXT = 4.5
/** The sidebar's faintest text is a pale blue: it needs a ground as dark as this against white. */
const SIDEBAR = 10
/** WCAG 2.2 1.4.11: marks that are not text. */
const MARK = 3
/** The lightest surface of the dark scheme that carries links, and the ground of its sidebar. */
const DARK_SURFACE = '#1a2536'

const WHITE = '#ffffff'

/** @param color #rrggbb */
export const isReadableOnWhite = (color: string): boolean => isColor(color) && contrast(color, WHITE) >= TEXT
export const isDarkEnoughForSidebar = (color: string): boolean => isColor(color) && contrast(color, WHITE) >= SIDEBAR

/** The WCAG 2.2 contrast ratio of two colors #rrggbb, 1 to 21. @throws RangeError for anything else */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The names of tokens.css with the site's values; none where the site sets none, or sets what is no color. */
export function themeVariables(theme: SiteTheme, scheme: 'light' | 'dark'): Record<string, string> {
  const own = (name: ThemeColor): string | undefined => {
    const color = theme[name]
    return typeof color === 'string' && isReadableOnWhite(color) ? color : undefined
  }
  const [blue, accent, hover] = [own('blue'), own('accent'), own('hover')]
  const darkBlue = own('darkBlue')
  const sidebar = scheme === 'light' && darkBlue && isDarkEnoughForSidebar(darkBlue) ? darkBlue : undefined
  const ground = scheme === 'dark' ? DARK_SURFACE : (sidebar ?? DEFAULT_THEME.darkBlue)
  const shown = (color: string) => (scheme === 'light' ? color : lightened(color, DARK_SURFACE, TEXT))
  return {
    ...(blue ? { '--primary': blue, '--primary-hover': mixed(blue, '#000000', 0.2) } : {}),
    ...(blue ? { '--link': shown(blue), '--bar': shown(blue), '--focus': shown(blue) } : {}),
    ...(sidebar
      ? {
          '--heading': sidebar,
          '--nav-solid': sidebar,
          '--nav-back': `linear-gradient(180deg, ${sidebar} 0%, ${mixed(sidebar, WHITE, 0.04)} 100%)`,
        }
      : {}),
    ...(accent ? { '--nav-mark': lightened(accent, ground, MARK) } : {}),
    ...(hover ? { '--hover': shown(hover), '--nav-hover': lightened(hover, ground, TEXT + 1) } : {}),
  }
}

/** The color, with as much white as it takes to stand out from the ground. */
function lightened(color: string, ground: string, ratio: number): string {
  for (let share = 0; share <= 1; share += 0.05) {
    const lighter = mixed(color, WHITE, share)
    if (contrast(lighter, ground) >= ratio) return lighter
  }
  return WHITE
}

function mixed(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)]
  return `#${from
    .map((value, index) =>
      Math.round(value + ((to[index] ?? 0) - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text)

function channels(color: string): number[] {
  if (!isColor(color)) throw new RangeError(`${JSON.stringify(color)} is not a color #rrggbb`)
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
