import { parseReportFileName } from '@corridor/domain/files/report-file-names.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { type NamedReport, releasedFileName, withExtension } from './file-name.ts'

const report: NamedReport = {
  institutionId: 7,
  institutionName: 'Crédit & Savings – Bank, N.A.',
  subsidiaryName: null,
  typeCode: 'MBR',
  title: 'Asset Report',
  period: plainDate('2026-09-30'),
}

test('a released file is named as an upload of it would have to be', () => {
  const { uploadName, yearOverride, name } = releasedFileName(report)
  expect(uploadName).toBe('7-MBR-26-Credit_Savings_Bank_N_A_Asset_Report-2026-09.pdf')
  expect(parseReportFileName(uploadName, 2026)).toEqual({ institutionId: 7, typeCode: 'MBR', year: yearOverride, name, extension: 'pdf' })
})

test('a subsidiary’s report bears the subsidiary’s name', () =>
  expect(releasedFileName({ ...report, subsidiaryName: 'Coastal Trust' })).toMatchObject({
    uploadName: '7-MBR-26-Coastal_Trust_Asset_Report-2026-09.pdf',
    displayName: 'Asset Report, September 2026, Coastal Trust',
  }))

test('the other formats share the name', () => expect(withExtension('7-MBR-26-a.pdf', 'xlsx')).toBe('7-MBR-26-a.xlsx'))
