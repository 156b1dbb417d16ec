import type { BookFile } from '@corridor/contract/board-books.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { monthsTo, newestPeriod } from './book-files.ts'

const file = (period: string | null): BookFile => ({
  kind: 'REPORT',
  id: 1,
  title: 'Asset Report',
  typeName: 'Monthly BOLI Asset Report',
  uploadName: '1-MBR-26-Asset Report.pdf',
  extension: 'pdf',
  year: 2026,
  period,
  version: 1,
  sizeBytes: 1,
  createdAt: '2026-11-26T12:00:00.000Z',
  standing: 'Released 11/26/2026',
})

test('a book is of the month of its newest figures; papers without any say nothing', () => {
  expect(newestPeriod([file('2026-06-30'), file(null), file('2026-08-31')])).toBe('2026-08-31')
  expect(newestPeriod([file(null)])).toBeNull()
})

test('three years of months can be chosen, the newest first', () => {
  const months = monthsTo(plainDate('2026-10-31'))
  expect([months[0], months[1], months.at(-1), months.length]).toEqual(['2026-10-31', '2026-09-30', '2023-11-30', 36])
})
