import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const file = {
  kind: 'REPORT',
  id: 1,
  title: 'Asset Report',
  typeName: 'Monthly BOLI Asset Report',
  uploadName: '1-MBR-26-Asset Report.pdf',
  extension: 'pdf',
  year: 2026,
  period: '2026-09-30',
  sizeBytes: 1,
  createdAt: '2026-11-26T12:00:00.000Z',
}

test('an empty board book is of the newest month that a released report is of, not of the month before today', async () => {
  await openPortal('/board-books', clientSession(), {
    'GET /api/board-books/files': { institutionName: 'Alder Bank', latestPeriod: '2026-10-31', totalRecords: 1, records: [file] },
    'GET /api/board-books': { records: [] },
  })
  expect(await screen.findByDisplayValue('September 2026')).toBeTruthy()
})
