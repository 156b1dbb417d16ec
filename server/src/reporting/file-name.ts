/** The name of a released file: {institutionId}-{typeCode}-{YY}-{Name}-{YYYY-MM}.{ext}, which fits the naming rule of uploads. */
import { formatMonth, monthOf, type PlainDate, yearOf } from '@corridor/domain/primitives/period.ts'

export interface NamedReport {
  institutionId: number
  institutionName: string
  subsidiaryName: string | null
  typeCode: string
  title: string
  period: PlainDate
}

export function releasedFileName(report: NamedReport) {
  const year = yearOf(report.period)
  const owner = report.subsidiaryName ?? report.institutionName
  const name = `${plainName(`${owner} ${report.title}`)}-${report.period.slice(0, 7)}`
  const uploadName = `${report.institutionId}-${report.typeCode}-${String(year % 100).padStart(2, '0')}-${name}.pdf`
  return {
    uploadName,
    yearOverride: year,
    name,
    displayName: `${report.title}, ${formatMonth(report.period)}${report.subsidiaryName ? `, ${report.subsidiaryName}` : ''}`,
    path: `/clients/${report.institutionId}/${year}/${String(monthOf(report.period)).padStart(2, '0')}/${uploadName}`,
  }
}

/** The same report under another extension. */
export const withExtension = (uploadName: string, extension: string): string => uploadName.replace(/\.pdf$/, `.${extension}`)

/** Letters and digits joined by underscores: dashes separate the parts of the name. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 80)
