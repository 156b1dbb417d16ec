/** The files of an opened menu item: of its own type only, each once, by year, newest year first. */

export interface MenuFile {
  /** Reports and documents are numbered apart. */
  kind: 'REPORT' | 'DOCUMENT'
  id: number
  typeCode: string
  yearOverride: number
}

/** The text of an empty folder. */
export const NO_FILES = 'No files found'

/** @returns years newest first; in a year the files as they came */
export function byYear<File extends MenuFile>(files: readonly File[], code: string): { year: number; files: File[] }[] {
  const years = new Map<number, Map<string, File>>()
  for (const file of files) {
    if (file.typeCode !== code) continue
    const year = years.get(file.yearOverride) ?? new Map<string, File>()
    const key = `${file.kind} ${file.id}`
    if (!year.has(key)) year.set(key, file)
    years.set(file.yearOverride, year)
  }
  return [...years].toSorted(([one], [other]) => other - one).map(([year, each]) => ({ year, files: [...each.values()] }))
}
