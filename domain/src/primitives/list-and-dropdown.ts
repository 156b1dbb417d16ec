/** Rules of every list and searchable dropdown: the page that an address asks for, the options that typed text leaves. */

/** The page a query parameter asks for: a whole number, 1 when it is below 1, missing or no number. */
export function pageNumber(text: string | null | undefined): number {
  const page = Number(text ?? 1)
  return Number.isFinite(page) && page >= 1 ? Math.floor(page) : 1
}

export const DROPDOWN_PLACEHOLDER = 'Please select an option'

export const DROPDOWN_MOST = 6

export const INSTITUTION_DROPDOWN_MOST = 1000

interface Named {
  label: string
  value?: string | number
}

/** Whether the text is the option's own code, such as the two letters of a state. Numbers of rows are no codes. */
const isCodeOf = ({ value }: Named, wanted: string): boolean => typeof value === 'string' && value.toLowerCase() === wanted

/** The options whose label contains the text, whatever its case; at most `most`, in their order, one whose code it is first. Enter picks the first. */
export function dropdownMatches<Option extends Named>(options: readonly Option[], text: string, most: number = DROPDOWN_MOST): Option[] {
  const wanted = text.trim().toLowerCase()
  const coded = wanted === '' ? undefined : options.find((option) => isCodeOf(option, wanted))
  const matches: Option[] = coded ? [coded] : []
  for (const option of options) {
    if (matches.length >= most) break
    if (option !== coded && option.label.toLowerCase().includes(wanted)) matches.push(option)
  }
  return matches
}

/** The label without the code behind it: "Ohio" of "Ohio (OH)". */
const nameOf = ({ label }: Named): string =>
  label
    .replace(/ \([^()]*\)$/, '')
    .trim()
    .toLowerCase()

/**
 * The value when the field is left: the option whose label, code or name before its code was typed in full, else the default item (empty or unmatched text
 * reverts to it). A name that two options have is none.
 */
export function dropdownChoice<Option extends Named>(options: readonly Option[], text: string, fallback: Option | null): Option | null {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return fallback
  const [named, another] = options.filter((option) => nameOf(option) === wanted)
  return (
    options.find((option) => option.label.trim().toLowerCase() === wanted) ??
    options.find((option) => isCodeOf(option, wanted)) ??
    (another ? fallback : (named ?? fallback))
  )
}
