import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { REPORT_STATUS } from '../../reporting/statuses.ts'
import { exceptionOf } from '../../test/auditing-fixtures.ts'
import { board } from '../../test/close-board-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

test('the key figures stand first, then the open exceptions of each audit in one line, then what needs attention', async () => {
  await openPortal('/staff/dashboard', buildSession(), {
    'GET /api/exceptions/cash-surrender-exceptions/check': { result: true, endOfMonth: '2026-10-31', open: 4 },
    'GET /api/exceptions/yield-exceptions/check': { result: true, endOfMonth: '2026-10-31', open: 1200 },
  })
  const audits = await screen.findByRole('list', { name: 'Open exceptions by audit' })
  expect(
    within(audits)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['CSV & DB MoM Balance 4', 'Current Yield Variance 1,200'])
  expect(
    within(audits)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/reports/client-exception-report-cash-surrender?status=OPEN', '/reports/yield-exceptions-report?status=OPEN'])
  const order = [
    screen.getByLabelText('Status of the close'),
    audits,
    screen.getByRole('region', { name: /^Needs attention/ }),
    screen.getByRole('region', { name: 'Mine' }),
  ]
  const sorted = order.toSorted((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  expect(sorted).toEqual(order)
})

test('institutions and carriers lead to their own pages, with a report or without; the report by its status', async () => {
  await openPortal('/staff/dashboard', buildSession())
  const banks = within(await screen.findByRole('table', { name: 'Institutions' }))
  const address = (name: string | RegExp) => banks.getByRole('link', { name }).getAttribute('href')
  expect(address('First Coastal Bank')).toBe('/institutions/101')
  expect(address('Harbor Mills Savings')).toBe('/institutions/102')
  expect(address(/report of Harbor Mills Savings$/)).toBe('/asset-reporting/44/report/512')
  expect(banks.queryByRole('link', { name: /report of First Coastal Bank$/ })).toBeNull()
  const carriers = within(screen.getByRole('table', { name: 'Carrier files' }))
  expect(carriers.getByRole('link', { name: 'Dunmore National' }).getAttribute('href')).toBe('/carrier-management/304')
})

test('exceptions that block an institution are counted in its row, and lead to where they are settled', async () => {
  const blockers = [
    'Dunmore National’s feed is missing',
    '2 open audit errors: Movement too large (PL-7), Roll-forward does not add up (PL-8)',
  ]
  const banks = board.banks.map((bank) => (bank.institutionId === 102 ? { ...bank, status: 'blocked' as const, blockers } : bank))
  await openPortal('/staff/dashboard', buildSession({ userRole: 'd' }), {
    'GET /api/close-board': { ...board, banks },
    'GET /api/period-locks': { records: [] },
  })
  const row = within(await screen.findByRole('table', { name: 'Institutions' })).getByRole('row', { name: /^Harbor Mills Savings/ })
  const link = within(row).getByRole('link', { name: '2 open audit errors' })
  expect(link.closest('td')?.textContent).toBe('Dunmore National’s feed is missing; 2 open audit errors')
  expect(link.getAttribute('href')).toBe('/institutions/102?tab=exceptions&period=2026-10-31&blocking=errors')
  expect(link.title).toBe('Movement too large (PL-7), Roll-forward does not add up (PL-8)')
  await userEvent.click(await screen.findByRole('button', { name: 'Lock' }))
  expect(await within(screen.getByRole('dialog')).findByText('Harbor Mills Savings: blocked; 2 open audit errors')).toBeTruthy()
})

test('what is open of a month whose report is released blocks nothing, and is called open', async () => {
  const blockers = ['2 open audit errors: Movement too large (PL-7), Roll-forward does not add up (PL-8)']
  const banks = board.banks.map((bank) => (bank.institutionId === 103 ? { ...bank, blockers } : bank))
  await openPortal('/staff/dashboard', buildSession(), { 'GET /api/close-board': { ...board, banks } })
  const row = within(await screen.findByRole('table', { name: 'Institutions' })).getByRole('row', { name: /^Prairie Union Bank/ })
  const link = within(row).getByRole('link', { name: '2 audit errors' })
  expect(link.closest('td')?.textContent).toBe('Open: 2 audit errors')
  expect(link.getAttribute('href')).toBe('/institutions/103?tab=exceptions&period=2026-10-31&blocking=errors')
})

test('a list of exceptions that stops at ten shows the others on demand', async () => {
  const page = { page: 1, perPage: 10, totalRecords: 14, sortBy: 'firstSeen', sortDirection: 'asc' }
  const portal = await openPortal('/staff/dashboard', buildSession(), { 'GET /api/exceptions': { records: [exceptionOf()], page } })
  const [more] = await screen.findAllByRole('button', { name: 'Show 4 more' })
  await userEvent.click(more ?? document.body)
  await expect.poll(() => portal.asked.some(({ path, query }) => path === '/api/exceptions' && query.get('take') === '1000')).toBe(true)
})

test('one missing value is one alarm: a preliminary report stands in the line of its carrier, with the way to it', async () => {
  const carriers = board.carriers.slice(0, 1).map((carrier) => ({ ...carrier, status: 'incomplete' as const, policiesValued: 240 }))
  const blockers = ['Aldergate Mutual Life’s feed lacks 1 of 80 policies']
  const banks = board.banks.slice(2, 3).map((bank) => ({ ...bank, blockers, isPreliminary: true, policiesValued: 79 }))
  const answer = { 'GET /api/close-board': { ...board, carriers, banks } }
  const open = await openPortal('/staff/dashboard', buildSession(), answer)
  const list = within(await screen.findByRole('region', { name: 'Needs attention: 1' }))
  expect(list.getByRole('listitem').textContent).toBe(
    'Aldergate Mutual LifeIts file is posted, and 1 of 241 policies has no value yet. Preliminary until then: Prairie Union Bank.Upload a file',
  )
  expect(list.getByRole('link', { name: 'Prairie Union Bank' }).getAttribute('href')).toBe('/asset-reporting/44/report/513')
  open.unmount()
})

test.each([
  [true, 'Waiting for a second person'],
  [false, 'Can be released now'],
])('reports that are ready wait for a second person only where the site asks for one: %s, %s', async (fourEyes, note) => {
  await openPortal('/staff/dashboard', buildSession(), { 'GET /api/close-board': { ...board, fourEyes } })
  await screen.findByText('429 of 900', { selector: 'dd *' })
  const cards = within(screen.getByLabelText('Status of the close'))
  expect(within(cards.getByText('Ready to release').closest('div') ?? document.body).getByText(note)).toBeTruthy()
})

test('a blocked bank looks on the board as its report does on its own pages, and is no failure', async () => {
  await openPortal('/staff/dashboard', buildSession(), { 'GET /api/close-board': { ...board, totals: { ...board.totals, failed: 0 } } })
  const table = within(await screen.findByRole('table', { name: 'Institutions' }))
  expect(table.getByText('Blocked').getAttribute('data-tone')).toBe(REPORT_STATUS.Blocked.tone)
  const card = within(screen.getByLabelText('Status of the close')).getByText('Institutions blocked or failed').closest('[data-tone]')
  expect(card?.getAttribute('data-tone')).toBe('warn')
})

test('whoever is assigned no open exception is told so in one line, without an empty list', async () => {
  const page = { page: 1, perPage: 10, totalRecords: 0, sortBy: 'firstSeen', sortDirection: 'asc' }
  await openPortal('/staff/dashboard', buildSession(), { 'GET /api/exceptions': { records: [], page } })
  expect(await screen.findByText('No open exception is assigned to you.', { selector: 'p' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Longest open exceptions' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Exceptions assigned to me' })).toBeNull()
})
