/** Rules of every list and searchable dropdown: the page that an address asks for, the options that typed text leaves. */

/** The page a query parameter asks for: a whole number, 1 when it is below 1, missing or no number. */
export function pageNumber(text: string | null | undefined): number {
  const page = Number(text ?? 1)
  return Number.isFinite(page) && page >= 1 ? Math.floor(page) : 1
}

export const DROPDOWN_PLACEHOLDER = 'Please select an option'

export const DROPDOWN_MOST = 6

export const INSTITUTION_DROPDOWN_MOST = 1000

/** The options whose label contains the text, whatever its case; at most `most`, in their order. Enter picks the first. */
export function dropdownMatches<Option extends { label: string }>(
  options: readonly Option[],
  text: string,
  most: number = DROPDOWN_MOST,
): Option[] {
  const wanted = text.trim().toLowerCase()
  const matches: Option[] = []
  for (const option of options) {
    if (matches.length >= most) break
    if (option.label.toLowerCase().includes(wanted)) matches.push(option)
  }
  return matches
}

/** The value when the field is left: the option typed in full, else the default item (empty or unmatched text reverts to it). */
export function dropdownChoice<Option extends { label: string }>(
  options: readonly Option[],
  text: string,
  fallback: Option | null,
): Option | null {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? fallback : (options.find((option) => option.label.trim().toLowerCase() === wanted) ?? fallback)
}
