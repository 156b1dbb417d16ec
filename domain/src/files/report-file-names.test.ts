/** The naming rule of uploads, kept by every released report's own name as well. */
import { expect, test } from 'vitest'
import { parseReportFileName, yearOfFileName } from './report-file-names.ts'

test.each([
  [
    '7-MBR-26-First_Coastal-2026-09.pdf',
    { institutionId: 7, typeCode: 'MBR', year: 2026, name: 'First_Coastal-2026-09', extension: 'pdf' },
  ],
  ['12-smb-2025-Board packet.v2.XLSX', { institutionId: 12, typeCode: 'SMB', year: 2025, name: 'Board packet.v2', extension: 'xlsx' }],
  ['1-LEG-07-x.docx', { institutionId: 1, typeCode: 'LEG', year: 2007, name: 'x', extension: 'docx' }],
])('%s', (name, parts) => expect(parseReportFileName(name, 2026)).toEqual(parts))

test.each([
  'report.pdf',
  '7-MBR-26.pdf',
  '7-MBR-26-.pdf',
  '7-MB-26-x.pdf',
  'x-MBR-26-x.pdf',
  '7-MBR-6-x.pdf',
  '7-MBR-26-x',
  '0-MBR-26-x.pdf',
  '7-MBR-26-a/b.pdf',
  '7-MBR-26-a\u0000b.pdf',
  ' 7-MBR-26-x.pdf',
  '7-MBR-26- .pdf',
])('%j is refused with the required words', (name) =>
  expect(parseReportFileName(name, 2026)).toEqual({ message: `${name}: Name doesn't meet required format.` }),
)

test.each([
  [26, 2026, 2026],
  [99, 2026, 2099],
  [2126, 2026, 2126],
  [2127, 2026, 2027],
  [2999, 2026, 2099],
  [1987, 2026, 1987],
])('year %i typed in %i is %i', (typed, now, year) => expect(yearOfFileName(typed, now)).toBe(year))
