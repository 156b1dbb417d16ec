import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { board } from '../../test/close-board-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const DAY = 24 * 60 * 60 * 1000
const request = (id: number, days: number, owner: string | null = null) => ({
  id,
  institutionName: `Bank ${id}`,
  subject: `Question ${id}`,
  status: 'NEW',
  createdAt: new Date(Date.now() - days * DAY).toISOString(),
  owner,
})
const opened = (records: readonly object[]) =>
  openPortal('/staff/dashboard', buildSession({ userRole: 'd' }), {
    'GET /api/close-board': { ...board, carriers: [], banks: [] },
    'GET /api/service-requests': { records, page: { page: 1, perPage: 100, totalRecords: records.length } },
  })
const linesOf = async () =>
  within(await screen.findByRole('region', { name: /^Needs attention/ }))
    .getAllByRole('listitem')
    .map((item) => [item.textContent, within(item).getByRole('link').getAttribute('href')])

test('requests that nobody has answered for more than two days need attention, owned or not, each with its days and the way to it', async () => {
  const { asked } = await opened([request(1, 24), request(2, 5, 'Ines Hart'), request(3, 1)])
  expect(await linesOf()).toEqual([
    ['Bank 1Its request “Question 1” has been unanswered for 24 days and has no owner.Open the request', '/service-requests/1'],
    ['Bank 2Its request “Question 2” has been unanswered for 5 days; Ines Hart has it.Open the request', '/service-requests/2'],
  ])
  const queries = asked.filter(({ path }) => path === '/api/service-requests').map(({ query }) => [query.get('sort'), query.get('desc')])
  expect(queries).toContainEqual(['createdAt', 'false'])
})

test('of many the three that wait longest are named, and the others counted', async () => {
  await opened([30, 20, 10, 9, 8].map((days, index) => request(index + 1, days)))
  expect((await linesOf()).slice(2)).toEqual([
    ['Bank 3Its request “Question 3” has been unanswered for 10 days and has no owner.Open the request', '/service-requests/3'],
    ['Service requests2 more are unanswered.Open the requests', '/service-requests?status=NEW'],
  ])
})
