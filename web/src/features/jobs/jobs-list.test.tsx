import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const page = { page: 1, perPage: 25, totalRecords: 1, sortBy: 'createdAt', sortDirection: 'desc' }
const job = {
  ...{ id: 'generate-reports:7', number: 7, kind: 'generate-reports', title: 'Batch of reports', subject: 'Asset Reports', recordId: 7 },
  ...{ reportType: 'AssetReport', institutionName: null, personName: 'Morgan Hale', createdAt: '2026-11-27T15:00:00Z' },
  ...{ startedAt: null, endedAt: null, status: 'Done', done: 1, failed: 0, total: 1, step: null, remainingSeconds: null },
  ...{ attempts: 1, failure: null, canceledByName: null, can: [] },
}
const request = {
  ...{ id: 12, institutionId: 3, institutionName: 'Alder Bank', subject: 'Values', text: 'Please.', kind: 'QUESTION', status: 'IN_WORK' },
  ...{ shared: true, askedBy: 'Pat Ellis', mine: false, ownerId: null, owner: 'Ada Hart', dueOn: null, overdue: false, unread: 0 },
  ...{ createdAt: '2026-11-03T15:00:00.000Z', lastMessageAt: null, firstAnsweredAt: null, doneAt: null, recipients: [] },
}

test.each([
  ['Jobs', '/jobs', { 'GET /api/etl/jobs': { records: [job], page, kinds: [] } }, ['Requested']],
  ['Service requests', '/service-requests', { 'GET /api/service-requests': { records: [request], page } }, ['Kind', 'Due']],
])('%s fit beside the menu: columns of words and moments may take two lines', async (label, address, replies, headers) => {
  await openPortal(address, buildSession(), replies)
  const table = within(await screen.findByRole('table', { name: label }, { timeout: 20_000 }))
  const [row] = (await table.findAllByRole('row')).slice(1)
  const names = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const cells = [...(row?.children ?? [])]
  for (const header of headers) expect(cells[names.indexOf(header)]?.hasAttribute('data-one-line')).toBe(false)
  const moment = cells[names.indexOf('Requested')]
  if (moment) expect(moment.textContent?.split(' ')).toEqual(['11/27/2026,', expect.stringMatching(/^\d+:00\u00a0[AP]M/)])
  expect(cells.some((cell) => cell.hasAttribute('data-one-line'))).toBe(true)
})
