import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { board } from '../../test/close-board-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'
import { attentionOf } from './Attention.tsx'

test('the close board says how far the month is', async () => {
  await openPortal('/staff/dashboard', buildSession())
  expect(await screen.findByText('429 of 900', { selector: 'dd *' })).toBeTruthy()
  expect(screen.getByText('Month-end close, Corridor BOLI, October 2026')).toBeTruthy()
})

test('the cards count every bank once, the failed one too, and each opens its list', async () => {
  const portal = await openPortal('/staff/dashboard', buildSession())
  await screen.findByText('429 of 900', { selector: 'dd *' })
  const cards = within(screen.getByLabelText('Status of the close'))
  const card = (label: string) => within(cards.getByText(label).closest('div') ?? document.body)
  expect(card('Carriers posted').getByText('2 to come, 2 in progress')).toBeTruthy()
  expect(card('Institutions blocked or failed').getByRole('link').textContent).toBe('2')
  expect(card('Institutions blocked or failed').getByText('1 blocked, 1 failed')).toBeTruthy()
  expect(card('Institutions released').getByText('1 generating, 1 not generated')).toBeTruthy()

  const heads = (table: string) =>
    within(screen.getByRole('table', { name: table }))
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent)
      .slice(0, -1)
  const lists = [
    ['Policies valued', 'Carrier files', 4, 'carriers=errors%2Clate%2CinProgress%2Cawaited%2Cincomplete'],
    ['Carriers posted', 'Carrier files', 2, 'carriers=posted%2Cincomplete'],
    ['Institutions blocked or failed', 'Institutions', 2, 'banks=failed%2Cblocked'],
    ['Ready to release', 'Institutions', 2, 'banks=ready'],
    ['Institutions released', 'Institutions', 2, 'banks=released'],
  ] as const
  for (const [label, table, rows, query] of lists) {
    await userEvent.click(card(label).getByRole('link'))
    await expect.poll(() => portal.address()).toContain(query)
    await expect.poll(() => heads(table)).toHaveLength(rows)
  }
  await userEvent.click(card('Institutions blocked or failed').getByRole('link'))
  await expect.poll(() => heads('Institutions')).toEqual(['Granite State Trust', 'First Coastal Bank'])
  // A narrowed choice can be widened again.
  const all = screen.getByRole('group', { name: 'Institutions by status' })
  await userEvent.click(within(all).getByRole('button', { name: /^All 8$/ }))
  await expect.poll(() => heads('Institutions')).toHaveLength(8)
})

test('once every file is posted none is to come; a carrier whose policy has no value is not complete', async () => {
  const carriers = board.carriers.map((carrier, index) => ({
    ...carrier,
    policiesValued: carrier.policiesExpected - (index === 0 ? 1 : 0),
    status: index === 0 ? ('incomplete' as const) : ('posted' as const),
  }))
  const open = await openPortal('/staff/dashboard', buildSession(), { 'GET /api/close-board': { ...board, carriers } })
  expect(await screen.findByText('6 of 6', { selector: 'dd *' })).toBeTruthy()
  expect(screen.getByText('1 incomplete: 1 policy has no value')).toBeTruthy()
  expect(screen.queryByText(/to come/)).toBeNull()
  open.unmount()
})

test('what needs attention is listed, each with the place to act', async () => {
  await openPortal('/staff/dashboard', buildSession())
  const list = within(await screen.findByRole('region', { name: 'Needs attention: 3' }))
  expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Open the file', '/data-feeds/33'],
    ['Upload a file', '/data-feeds?period=2026-10-31&carrierCode=EVG'],
    ['Open the batch', '/asset-reporting/44'],
  ])
})

test('a released month is not done while a report is preliminary or to be regenerated; what blocks a bank alone is listed', async () => {
  const [first, second, third] = board.banks
  if (!first || !second || !third) throw new Error('the fixture has banks')
  const carriers = board.carriers.slice(0, 1).map((carrier) => ({ ...carrier, status: 'incomplete' as const, policiesValued: 240 }))
  const released = { ...third, status: 'released' as const, blockers: [] }
  const answer = (banks: (typeof board)['banks']) => ({
    'GET /api/close-board': { ...board, carriers, banks, totals: { ...board.totals, released: banks.length } },
  })
  const preliminary = { ...released, institutionId: 9, isPreliminary: true, policiesValued: 79 }
  const open = await openPortal(
    '/staff/dashboard',
    buildSession(),
    answer([released, preliminary, { ...released, institutionId: 8, isOutdated: true }]),
  )
  expect(await screen.findByText('2 of them preliminary or to be regenerated')).toBeTruthy()
  const list = within(screen.getByRole('region', { name: 'Needs attention: 3' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Aldergate Mutual LifeIts file is posted, and 1 of 241 policies has no value yet.Upload a file',
    'Prairie Union BankIts report is preliminary: 1 of 80 policies has no value.Open the report',
    'Prairie Union BankFigures behind its report were corrected after it was made: regenerate it.Open the report',
  ])
  open.unmount()
})

test('a bank that no carrier’s file explains is listed with what blocks it', async () => {
  const banks = board.banks.map((bank) =>
    bank.institutionId === 102
      ? { ...bank, status: 'blocked' as const, blockers: ['1 open audit error: Movement too large (PL-7)'] }
      : bank,
  )
  await openPortal('/staff/dashboard', buildSession(), { 'GET /api/close-board': { ...board, banks } })
  const list = within(await screen.findByRole('region', { name: 'Needs attention: 4' }))
  expect(list.getByText('1 open audit error.'), 'counted; the dialog of the release names it').toBeTruthy()
  expect(list.getByText('Exceptions are resolved first, or a report is released with a documented override.')).toBeTruthy()
})

test('a bank released over open errors stays listed with them', () => {
  const blockers = ['2 open audit errors: Movement too large (PL-7)']
  const banks = board.banks.flatMap((bank) => (bank.institutionId === 102 ? [{ ...bank, status: 'released' as const, blockers }] : []))
  expect(attentionOf({ ...board, carriers: [], banks }).map(({ tone, why, isHeld }) => [tone, why, isHeld])).toEqual([
    ['warn', 'Released with 2 open audit errors.', undefined],
  ])
})

test('a failed bank is listed with its missing value and the audit errors beside it', () => {
  const blockers = ['1 Dunmore National policy has no value for October 2026', '3 open audit errors: No value posted (PL-7)']
  const banks = board.banks.flatMap((bank) => (bank.status === 'failed' ? [{ ...bank, blockers }] : []))
  expect(attentionOf({ ...board, carriers: [], banks }).map(({ why }) => why)).toEqual([
    '1 Dunmore National policy has no value for October 2026; 3 open audit errors.',
  ])
})

test('the warning of one exception leads straight to it, that of several to their list', async () => {
  const blocked = (openExceptions: number, openException: { id: number; check: 'yield-exceptions' } | null) => ({
    ...board,
    banks: board.banks.map((bank) =>
      bank.institutionId === 102
        ? { ...bank, status: 'blocked' as const, blockers: [`${openExceptions} open`], openExceptions, openException }
        : bank,
    ),
  })
  const places = (of: typeof board) => attentionOf(of).map(({ action }) => [action.label, action.to])
  expect(places(blocked(1, { id: 77, check: 'yield-exceptions' }))).toContainEqual([
    'Open the exception',
    '/reports/yield-exceptions-report?period=2026-10-31&exception=102-77',
  ])
  expect(places(blocked(2, null))).toContainEqual(['Open the exceptions', '/institutions/102?tab=exceptions'])
})

test('a month without problems shows no alarm', async () => {
  await openPortal('/staff/dashboard', buildSession(), {
    'GET /api/close-board': {
      ...board,
      carriers: board.carriers.filter((carrier) => carrier.status === 'posted'),
      banks: board.banks.filter((bank) => bank.status === 'released'),
    },
  })
  await screen.findByRole('table', { name: 'Institutions' })
  expect(screen.queryByText(/Needs attention/)).toBeNull()
})

test('carriers in error come before those that are done', async () => {
  await openPortal('/staff/dashboard', buildSession())
  const table = await screen.findByRole('table', { name: 'Carrier files' })
  const [first, second] = within(table).getAllByRole('rowheader')
  expect([first?.textContent, second?.textContent]).toEqual(['Candlewick Assurance Company of America', 'Evergreen Pacific Life'])
  expect(within(table).getByText('2 open errors')).toBeTruthy()
})

test('the banks can be narrowed to a state, and the totals row follows', async () => {
  await openPortal('/staff/dashboard', buildSession())
  await userEvent.click(await screen.findByRole('button', { name: /^Released 2$/ }))
  const table = screen.getByRole('table', { name: 'Institutions' })
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Prairie Union Bank', 'Riverbend Federal Savings', 'Total of the 2 institutions shown'])
  expect(within(table).getByText('160 of 160')).toBeTruthy()
})

test('another month is asked for and kept in the address', async () => {
  const portal = await openPortal('/staff/dashboard', buildSession())
  await userEvent.selectOptions(await screen.findByLabelText('Month'), '2026-09-30')
  expect(portal.address()).toBe('/staff/dashboard?period=2026-09-30')
  await expect
    .poll(() => portal.asked.some((call) => call.path === '/api/close-board' && call.query.get('period') === '2026-09-30'))
    .toBe(true)
})

test('without the permission the page says which one is missing, and asks the server nothing', async () => {
  const portal = await openPortal('/staff/dashboard', buildSession({ userRole: 'b', permissions: [] }))
  expect(await screen.findByText('Nothing to show here')).toBeTruthy()
  expect(portal.asked.some((call) => call.path === '/api/close-board')).toBe(false)
})

describe('the reader’s own part', () => {
  const session = buildSession({ userId: 12 })
  const mine = () => within(screen.getByRole('region', { name: 'Mine' }))

  test('says how many banks are one’s own and how they stand, and opens them alone', async () => {
    const banks = board.banks.map((bank, index) => ({ ...bank, ownerId: index < 3 ? 12 : 13 }))
    const exceptions = { records: [], page: { page: 1, perPage: 1, totalRecords: 4, sortBy: 'institutionName', sortDirection: 'asc' } }
    const portal = await openPortal('/staff/dashboard', session, {
      'GET /api/close-board': { ...board, banks },
      'GET /api/exceptions': exceptions,
    })
    await screen.findByText('429 of 900', { selector: 'dd *' })
    const tile = (label: string) => within(mine().getByText(label).closest('div') ?? document.body)
    expect(tile('My institutions').getByRole('link').textContent).toBe('3')
    await expect.poll(() => tile('My exceptions').getByRole('link').textContent).toBe('4')
    // Nothing of carriers, of which the reader has none.
    expect(mine().queryByText('Files of my carriers')).toBeNull()
    await userEvent.click(tile('My institutions').getByRole('link'))
    await expect.poll(() => portal.address()).toContain('owner=mine')
    const heads = () => within(screen.getByRole('table', { name: 'Institutions' })).getAllByRole('rowheader')
    await expect.poll(() => heads()).toHaveLength(4)
  })

  test('is as short as it can be for whoever owns no bank and no carrier', async () => {
    await openPortal('/staff/dashboard', buildSession({ userId: 99 }))
    await screen.findByText('429 of 900', { selector: 'dd *' })
    expect(mine().getByText('No institution and no carrier is assigned to you.')).toBeTruthy()
    for (const label of ['My institutions', 'Ready for my release', 'Files of my carriers']) expect(mine().queryByText(label)).toBeNull()
    expect(mine().getByText('My exceptions')).toBeTruthy()
  })

  test('on a phone the lists are closed until they are pressed or asked for', async () => {
    const portal = await openPortal('/staff/dashboard', session)
    const opener = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-expanded')
    await screen.findByText('429 of 900', { selector: 'dd *' })
    expect(['Carrier files', 'Institutions', 'Calendar of the close'].map(opener)).toEqual(['false', 'false', 'false'])
    await userEvent.click(within(screen.getByLabelText('Status of the close')).getByRole('link', { name: /^429/ }))
    await expect.poll(() => portal.address()).toContain('#carriers')
    await expect.poll(() => opener('Carrier files')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Institutions' }))
    expect(opener('Institutions')).toBe('true')
  })

  test('tells what failed, with the place to start it again', async () => {
    const failures = [
      {
        kind: 'report' as const,
        id: 7,
        batchId: 3,
        label: 'Granite State Trust, October',
        why: 'No tax profile.',
        at: '2026-11-04T09:00:00Z',
      },
    ]
    await openPortal('/staff/dashboard', session, { 'GET /api/close-board': { ...board, failures } })
    const panel = within(await screen.findByRole('region', { name: 'Failed or waiting' }))
    expect(panel.getByText('No tax profile.')).toBeTruthy()
    expect(panel.getByRole('link', { name: 'Granite State Trust, October' }).getAttribute('href')).toContain('/3/')
  })

  test('a calendar has each file on the day it is due, and lists what is late or comes within a week', async () => {
    await openPortal('/staff/dashboard', session)
    const calendar = within(await screen.findByRole('region', { name: 'Calendar of the close' }))
    const due = calendar.getByRole('table').querySelectorAll('td ul')
    expect(due.length).toBeGreaterThan(0)
    expect(calendar.getByRole('cell', { current: 'date' }).textContent).toContain('Day 4')
    expect(
      within(calendar.getByRole('region', { name: 'Late, or due within seven days' })).getAllByRole('listitem').length,
    ).toBeGreaterThan(0)
  })
})

describe('load by person', () => {
  const people = [
    { id: 12, name: 'Dana Whitfield', openExceptions: 3, openRequests: 1, overdue: 1 },
    { id: 13, name: 'Ines Hart', openExceptions: 0, openRequests: 0, overdue: 0 },
  ]
  const manager = buildSession({ userRole: 'd' })

  test('a manager gives a bank to another person by its menu', async () => {
    const { asked } = await openPortal('/staff/dashboard', manager, {
      'GET /api/close-board/load': { people, unassigned: { openRequests: 2, overdue: 1 } },
      'POST /api/close-board/owners': { assigned: 1 },
    })
    const panel = within(await screen.findByRole('region', { name: 'Workload by person' }))
    expect(await panel.findByText(/, 3 exceptions, 1 service request/)).toBeTruthy()
    expect(panel.getAllByText('(1 overdue)')).toHaveLength(2)
    expect(panel.getByText(/^\d+ assigned, \d+ open, 2 service requests/).parentElement?.textContent).toMatch(/^Unassigned/)
    await userEvent.click(panel.getByRole('button', { name: 'Reassign First Coastal Bank' }))
    await userEvent.type(panel.getByRole('combobox', { name: 'Assign to' }), '{selectall}Ines{enter}')
    const sent = await waitFor(() => asked.find(({ path }) => path === '/api/close-board/owners') ?? Promise.reject(new Error('not sent')))
    const bank = board.banks.find(({ name }) => name === 'First Coastal Bank')
    expect(sent.body).toEqual({ institutionIds: [bank?.institutionId], carrierCodes: [], userId: 13 })
  })

  test('staff who are no managers see no load', async () => {
    await openPortal('/staff/dashboard', buildSession({ userRole: 'b' }))
    await screen.findByRole('region', { name: 'Calendar of the close' })
    expect(screen.queryByRole('region', { name: 'Workload by person' })).toBeNull()
  })
})
