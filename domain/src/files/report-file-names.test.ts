/** The naming rule of uploads, kept by every released report's own name as well. */
import { describe, expect, test } from 'vitest'
import { ownNameOf, parseReportFileName, partsInName, reportFileName, yearOfFileName } from './report-file-names.ts'

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

test.each([
  [{ institutionId: 7, typeCode: 'APA', year: 2026, name: 'Annual plan - final', extension: 'pdf' }, '7-APA-26-Annual plan - final.pdf'],
  [{ institutionId: 12, typeCode: 'LEG', year: 1998, name: 'Deed', extension: 'docx' }, '12-LEG-1998-Deed.docx'],
])('the name of chosen parts is read as those parts: %j', (parts, name) => {
  expect(reportFileName(parts, 2026)).toBe(name)
  expect(parseReportFileName(name, 2026)).toEqual(parts)
})

test('a file’s own name keeps its dots and loses what no name may hold', () => {
  expect(ownNameOf('Board packet.v2.XLSX')).toEqual({ name: 'Board packet.v2', extension: 'xlsx' })
  expect(ownNameOf('a/b\\c.pdf')).toEqual({ name: 'a_b_c', extension: 'pdf' })
  expect(ownNameOf('README')).toEqual({ name: 'README', extension: '' })
})

describe('parts that a free name says', () => {
  const known = {
    institutions: [
      { id: 4, name: 'Alder Bank' },
      { id: 5, name: 'Alder Bank of Ohio' },
      { id: 6, name: 'Cedar Trust' },
      { id: 7, name: 'Twin Bank' },
      { id: 8, name: 'Twin Bank' },
    ],
    types: [
      { code: 'APA', name: 'Annual Plan Analysis' },
      { code: 'PRE', name: 'Presentation' },
    ],
  }
  test.each([
    ['Alder Bank - Annual Plan Analysis 2026.pdf', { institutionId: 4, typeCode: 'APA', year: 2026 }],
    ['alder_bank_of_ohio presentation.pdf', { institutionId: 5, typeCode: 'PRE' }],
    ['2025 Cedar Trust.pdf', { institutionId: 6, year: 2025 }],
    ['Alderman Bank 12026.pdf', {}],
  ])('%s', (name, parts) => expect(partsInName(name, known)).toEqual(parts))
  test.each(['Alder Bank and Cedar Trust.pdf', 'Twin Bank.pdf', '2025 and 2026.pdf', 'Presentation of the Annual Plan Analysis.pdf'])(
    '%s can be read two ways: nothing is filled in',
    (name) => expect(partsInName(name, known)).toEqual({}),
  )
})
