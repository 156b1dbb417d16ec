/** Rules of the shared controls until domain/src/list.ts holds them. */
export const DROPDOWN_PLACEHOLDER = 'Please select an option'

export function dropdownMatches<Option extends { label: string }>(options: readonly Option[], text: string, most: number): Option[] {
  const wanted = text.trim().toLowerCase()
  return options.filter((option) => option.label.toLowerCase().includes(wanted)).slice(0, most)
}
