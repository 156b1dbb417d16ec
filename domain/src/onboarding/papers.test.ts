import { expect, test } from 'vitest'
import { isSystemFile, paperName, placeOfPaper } from './papers.ts'

test.each([
  ['Reports/1001/MBR/2024/March.pdf', 'Reports/1001/MBR/2024/March.pdf'],
  ['Northbound\\documents\\1001\\Plan.pdf', 'documents/1001/Plan.pdf'],
  ['Book/Reports/./1001/../../../etc/passwd', null],
  ['Reports', null],
  ['Policies.csv', null],
])('%s is within its book %s', (path, name) => expect(paperName(path)).toBe(name))

test.each([
  ['Reports/1001/MBR/2024/March.pdf', { kind: 'REPORT', institution: '1001', typeCode: 'MBR', yearOverride: '2024' }],
  ['Documents/1001/2019/leg/Plan.pdf', { kind: 'DOCUMENT', institution: '1001', typeCode: 'LEG', yearOverride: '2019' }],
  ['Reports/1001-mbr-24-March.pdf', { kind: 'REPORT', institution: '1001', typeCode: 'MBR', yearOverride: '2024' }],
  ['Reports/Old system/1001-MBR-24-March.pdf', { kind: 'REPORT', institution: '1001', typeCode: 'MBR', yearOverride: '2024' }],
  ['Reports/1001/MBR/2024/1001-MBR-24-March.pdf', { kind: 'REPORT', institution: '1001', typeCode: 'MBR', yearOverride: '2024' }],
  ['Documents/1001/Plan.pdf', { kind: 'DOCUMENT', institution: '1001' }],
])('the folders or the name of %s say its place', (name, cells) => expect(placeOfPaper(name, 2026)).toEqual({ cells, problem: null }))

test('folders and a name that say different things count for nothing', () =>
  expect(placeOfPaper('Documents/1001/LEG/2024/2024-APR-15-minutes.pdf', 2026)).toEqual({
    cells: { kind: 'DOCUMENT' },
    problem:
      'can be read in two ways: its folders say institution 1001, type LEG, year 2024, its name says institution 2024, type APR, year 2015; list it on the sheet Files',
  }))

test('a folder that is neither a type nor a year is named', () =>
  expect(placeOfPaper('Reports/1001/Quarterly/2024/March.pdf', 2026).problem).toContain('“Quarterly”'))

test.each([
  ['Reports/.DS_Store', true],
  ['__MACOSX/Reports/1001-MBR-24-x.pdf', true],
  ['Reports/Thumbs.db', true],
  ['~$Policies.xlsx', true],
  ['Reports/1001-MBR-24-x.pdf', false],
])('%s is left by an operating system: %s', (path, is) => expect(isSystemFile(path)).toBe(is))
