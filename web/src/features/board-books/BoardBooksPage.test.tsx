import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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
  version: 1,
  sizeBytes: 1,
  createdAt: '2026-11-26T12:00:00.000Z',
  standing: 'Released 11/26/2026',
}

test('an empty board book is of the newest month that a released report is of, not of the month before today', async () => {
  await openPortal('/board-books', clientSession(), {
    'GET /api/board-books/files': { institutionName: 'Alder Bank', latestPeriod: '2026-10-31', totalRecords: 1, records: [file] },
    'GET /api/board-books': { records: [] },
  })
  expect(await screen.findByDisplayValue('September 2026')).toBeTruthy()
})

test('reports of one title are told apart by the day of their figures and by their version', async () => {
  const records = [file, { ...file, id: 2, version: 2 }, { ...file, id: 3, period: '2026-08-31' }, { ...file, id: 4, period: null }]
  await openPortal('/board-books', clientSession(), {
    'GET /api/board-books/files': { institutionName: 'Alder Bank', latestPeriod: '2026-10-31', totalRecords: 4, records },
    'GET /api/board-books': { records: [] },
  })
  const list = within(await screen.findByRole('list', { name: 'Files to choose from' }))
  const about = [...list.getAllByText(/^Monthly BOLI Asset Report/)].map(({ textContent }) => textContent?.split(' · ').slice(1, -1))
  expect(about).toEqual([
    ['as of 09/30/2026', 'version 1'],
    ['as of 09/30/2026', 'version 2'],
    ['as of 08/31/2026', 'version 1'],
    ['version 1'],
  ])
})

test('a file to choose says when it was filed in the words of the book, with the version that stands since', async () => {
  const statement = { ...file, version: 2, standing: 'Filed 03/11/2025, version 2 on 03/13/2025 by Ada Hart' }
  await openPortal('/board-books', clientSession(), {
    'GET /api/board-books/files': { institutionName: 'Alder Bank', latestPeriod: '2026-10-31', totalRecords: 1, records: [statement] },
    'GET /api/board-books': { records: [] },
  })
  const list = within(await screen.findByRole('list', { name: 'Files to choose from' }))
  expect(list.getByText(/· Filed 03\/11\/2025, version 2 on 03\/13\/2025 by Ada Hart$/)).toBeTruthy()
})

test('while files are added, what is in the book so far is counted, with the way to it', async () => {
  await openPortal('/board-books', clientSession(), {
    'GET /api/board-books/files': {
      institutionName: 'Alder Bank',
      latestPeriod: '2026-10-31',
      totalRecords: 2,
      records: [file, { ...file, id: 2, title: 'Board minutes' }],
    },
    'GET /api/board-books': { records: [] },
  })
  const add = async (name: string) => userEvent.click(await screen.findByRole('button', { name: `Add ${name}` }))
  const told = () => screen.queryByRole('link', { name: /in the book$/ })
  await add('Asset Report')
  expect(told()?.textContent).toBe('1 file in the book')
  await add('Board minutes')
  expect(told()?.textContent).toBe('2 files in the book')
  expect(document.querySelector(told()?.getAttribute('href') ?? '')).toBe(screen.getByRole('region', { name: 'New board book' }))
})
