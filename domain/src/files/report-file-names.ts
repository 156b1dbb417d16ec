/** Names of uploaded report files: institutionId-typeCode-YY-name.ext. */

export interface ReportFileName {
  institutionId: number
  /** Upper case. */
  typeCode: string
  /** The year bucket, four digits. */
  year: number
  /** Without extension; may hold dashes. */
  name: string
  /** Lower case, without the dot. */
  extension: string
}

/** The message for a name that cannot be parsed. */
export const fileNameMessage = (fileName: string): string => `${fileName}: Name doesn't meet required format.`

/**
 * The parts of an upload's name, or the message that refuses it.
 *
 *   parseReportFileName('7-MBR-26-First_Coastal-2026-09.pdf', 2026) // { institutionId: 7, typeCode: 'MBR', year: 2026, name: 'First_Coastal-2026-09', extension: 'pdf' }
 *
 * @param thisYear decides how far ahead a year may be
 */
export function parseReportFileName(fileName: string, thisYear: number): ReportFileName | { message: string } {
  const match = /^(\d{1,9})-([A-Za-z0-9]{3})-(\d{2}|\d{4})-(.+)\.([A-Za-z0-9]{1,8})$/.exec(fileName)
  const [, institutionId = '', typeCode = '', year = '', name = '', extension = ''] = match ?? []
  // A name is one name: no folder, no control character, nothing that only looks empty.
  if (!match || Number(institutionId) === 0 || name.trim() === '' || /[\\/\p{Control}]/u.test(name))
    return { message: fileNameMessage(fileName) }
  return {
    institutionId: Number(institutionId),
    typeCode: typeCode.toUpperCase(),
    year: yearOfFileName(Number(year), thisYear),
    name: name.trim(),
    extension: extension.toLowerCase(),
  }
}

/** A file's own name and ending, for a name that does not say whose it is. */
export function ownNameOf(fileName: string): Pick<ReportFileName, 'name' | 'extension'> {
  const [, name = fileName, extension = ''] = /^(.*)\.([A-Za-z0-9]{1,8})$/.exec(fileName) ?? []
  return { name: name.replace(/[\\/\p{Control}]/gu, '_').trim(), extension: extension.toLowerCase() }
}

/**
 * The name under which a file is uploaded whose parts were chosen: `parseReportFileName` reads the same parts from it.
 *
 * @param thisYear as for parsing: a year that two digits would not say gets four
 */
export function reportFileName({ institutionId, typeCode, year, name, extension }: ReportFileName, thisYear: number): string {
  const short = String(year % 100).padStart(2, '0')
  return `${institutionId}-${typeCode}-${yearOfFileName(Number(short), thisYear) === year ? short : year}-${name}.${extension}`
}

type ChosenParts = Partial<Pick<ReportFileName, 'institutionId' | 'typeCode' | 'year'>>

/**
 * Parts that a free name says plainly: the one institution or type whose name it holds, the one year of this century. A part that could be read two ways is left out.
 *
 *   partsInName('Alder Bank - Annual Plan Analysis 2026.pdf', { institutions, types }) // { institutionId: 4, typeCode: 'APA', year: 2026 }
 */
export function partsInName(
  fileName: string,
  { institutions, types }: { institutions: readonly { id: number; name: string }[]; types: readonly { code: string; name: string }[] },
): ChosenParts {
  const said = ` ${words(ownNameOf(fileName).name)} `
  const institution = onlyOne(institutions, said)
  const type = onlyOne(types, said)
  const years = new Set(said.match(/(?<= )20\d\d(?= )/g))
  const [year] = years
  return {
    ...(institution ? { institutionId: institution.id } : {}),
    ...(type ? { typeCode: type.code } : {}),
    ...(year !== undefined && years.size === 1 ? { year: Number(year) } : {}),
  }
}

const words = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{Number}]+/gu, ' ')
    .trim()

/** The name in the text that holds all others in it: "Alder Bank of Ohio" is not "Alder Bank". */
function onlyOne<One extends { name: string }>(all: readonly One[], text: string): One | undefined {
  const found = all.filter(({ name }) => words(name) !== '' && text.includes(` ${words(name)} `))
  const longest = found.toSorted((a, b) => words(b.name).length - words(a.name).length)[0]
  return longest &&
    found.every(({ name }) => ` ${words(longest.name)} `.includes(` ${words(name)} `)) &&
    found.filter(({ name }) => words(name) === words(longest.name)).length === 1
    ? longest
    : undefined
}

/** The title of an upload of that name in lists: "First */
export const titleOfReport = (name: string): string => name.replaceAll('_', ' ').replace(/\s+/g, ' ').trim().slice(0, 200) || name

/** Two digits are 20YY; then less 100 until at most 100 years ahead. */
export function yearOfFileName(typed: number, thisYear: number): number {
  let year = typed < 100 ? 2000 + typed : typed
  while (year > thisYear + 100) year -= 100
  return year
}
