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

/** The title of an upload of that name in lists: "First */
export const titleOfReport = (name: string): string => name.replaceAll('_', ' ').replace(/\s+/g, ' ').trim().slice(0, 200) || name

/** Two digits are 20YY; then less 100 until at most 100 years ahead. */
export function yearOfFileName(typed: number, thisYear: number): number {
  let year = typed < 100 ? 2000 + typed : typed
  while (year > thisYear + 100) year -= 100
  return year
}
