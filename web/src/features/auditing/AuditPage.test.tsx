/** An audit's page in the browser: what it opens with, an exception opened and settled, four eyes, and what a level is offered. */

import { RULE_TESTS } from '@corridor/domain/auditing/rule-tests.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { detailOf, exceptionOf, pageOf, replies, summaryOf } from '../../test/auditing-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal, refusal } from '../../test/portal.tsx'
import { replies as registerReplies } from '../../test/register-fixtures.ts'

const ADDRESS = '/reports/client-exception-report-cash-surrender'
const TOOLTIP = 'Exception found in the 10/31/2026 data.'
const reader = buildSession({ permissions: [{ code: 'ASSET_REPORT', access: 1 }] })

test('opens with the extent, the statement and the exceptions; who may only read is offered no change', async () => {
  const { asked } = await openPortal(ADDRESS, reader, replies)
  expect(await screen.findByText('1 error: release requires a reason')).toBeTruthy()
  // The figures above say it.
  expect(screen.queryByText(/policies valued;/)).toBeNull()
  expect(await screen.findByRole('button', { name: 'M3, Movement too large' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Audit this month' })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: 'Select M3 of A-1001' })).toBeNull()
  const list = asked.find(({ path }) => path === '/api/exceptions')
  expect(Object.fromEntries(list?.query ?? [])).toMatchObject({
    check: 'cash-surrender-exceptions',
    period: '2026-10-31',
    sort: 'urgency',
  })
})

const ruleOf = (code: string, asked: number | null, skipped: ReturnType<typeof summaryOf>['rules'][number]['skipped'] = []) => ({
  ...{ code, title: `Rule ${code}`, severity: 'error' as const, found: 0, open: 0 },
  asked,
  skipped,
})
const openWith = (rules: ReturnType<typeof ruleOf>[]) =>
  openPortal(ADDRESS, reader, { ...replies, 'GET /api/exceptions/summary': summaryOf({ rules }) })

test('rules that could be asked of no policy are not among those applied', async () => {
  const lacking = (policies: number) => [{ reason: 'it is not there', policies, carriers: ['Ashgrove'] }]
  await openWith([ruleOf('V1', 9), ruleOf('V12', 8, lacking(1)), ruleOf('V13', 0, lacking(9))])
  expect(await screen.findByText('2 of 3')).toBeTruthy()
  expect(screen.getByText('1 of them not for every policy')).toBeTruthy()
  expect(screen.getByText('9 policies of Ashgrove: it is not there')).toBeTruthy()
})

test('institutions that lack what a rule compares are counted beside it', async () => {
  await openWith([ruleOf('B1', null), ruleOf('B6', null, [{ reason: 'it is not there', policies: 0, carriers: [], institutions: 12 }])])
  expect(await screen.findByText('1 of them not for every institution')).toBeTruthy()
  expect(screen.getByText('12 institutions: it is not there')).toBeTruthy()
})

test('a charge below the expected one raises the value, and the row says that its variance is the effect on the value', async () => {
  const compared = {
    ruleCode: 'M4',
    unit: 'cents' as const,
    expected: '5196',
    actual: '2735',
    differenceCents: 2461,
    compared: 'Cost of insurance',
  }
  const value = { ...compared, id: 8, compared: 'Account value', expected: '6637049', actual: '6638849', differenceCents: 1800 }
  await openPortal(ADDRESS, reader, { ...replies, 'GET /api/exceptions': pageOf([exceptionOf(compared), exceptionOf(value)]) })
  await screen.findAllByRole('button', { name: /^M4/ })
  const words = screen.getAllByRole('row').map(({ textContent }) => textContent)
  expect(words.find((text) => text?.includes('$27.35'))).toContain('Cost of insurance$51.96$27.35$24.61effect on the value')
  expect(words.find((text) => text?.includes('$66,388.49'))).toContain('Account value$66,370.49$66,388.49')
  expect(words.find((text) => text?.includes('$66,388.49'))).not.toContain('effect on the value')
})

test('an item of the sidebar warns with the seed of its month; the others do not', async () => {
  await openPortal(ADDRESS, reader, replies)
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  const warning = await menu.findByRole('img', { name: TOOLTIP })
  expect(warning.closest('a')?.getAttribute('href')).toBe(ADDRESS)
  expect(menu.getAllByRole('img', { name: TOOLTIP })).toHaveLength(1)
  fireEvent.mouseEnter(warning)
  expect(await screen.findByText(TOOLTIP, { selector: 'span' })).toBeTruthy()
})

test('checks that fail are told once', async () => {
  const failed = refusal(500, { code: 'internal', message: 'It failed.' })
  await openPortal(ADDRESS, reader, {
    ...replies,
    'GET /api/exceptions/yield-exceptions/check': failed,
    'GET /api/exceptions/policy-count-exceptions/check': failed,
  })
  const words = 'Failed to fetch some of the exception warnings for the current end of the month.'
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(1))
})

test('an exception opens with its figures, months and steps, and is resolved with a reason and a note', async () => {
  const { asked, address } = await openPortal(ADDRESS, buildSession(), { ...replies, 'POST /api/exceptions/settle': { settled: 1 } })
  fireEvent.click(await screen.findByRole('button', { name: 'M3, Movement too large' }))
  const dialog = await screen.findByRole('dialog', { name: 'Exception: M3, Movement too large' })
  expect(address()).toContain('exception=101-7')
  expect(await within(dialog).findByText('Third month running')).toBeTruthy()
  expect(within(dialog).getByText('movement − none without flows')).toBeTruthy()
  expect(within(dialog).getByText(/^1\.499% − 0\.000% =/).textContent).toBe('1.499% − 0.000% = 1.499%')
  expect(within(dialog).getByText('Found by the audit')).toBeTruthy()
  expect(within(dialog).getByText('3,095,706.52')).toBeTruthy()
  expect(within(dialog).getByText('Assigned to Ada Quill, due 11/10/2026')).toBeTruthy()
  expect(within(dialog).getByRole('link', { name: 'September 2026' }).getAttribute('href')).toBe(
    `${ADDRESS}?period=2026-09-30&exception=101-6`,
  )
  fireEvent.click(within(dialog).getByRole('button', { name: 'Resolve' }))
  const asking = await screen.findByRole('dialog', { name: 'Resolve' })
  const confirm = within(asking).getByRole('button', { name: 'Resolve' })
  fireEvent.change(within(asking).getByLabelText(/^Note/), { target: { value: 'Called the carrier' } })
  expect(confirm).toHaveProperty('disabled', true)
  fireEvent.change(within(asking).getByLabelText(/^Reason/), { target: { value: 'CARRIER_CONFIRMED' } })
  fireEvent.click(confirm)
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/exceptions/settle')?.body).toEqual({
      records: [{ institutionId: 101, id: 7 }],
      to: 'RESOLVED',
      reasonCode: 'CARRIER_CONFIRMED',
      note: 'Called the carrier',
    }),
  )
  expect(await screen.findByText('1 exception resolved.')).toBeTruthy()
})

test('an exception about a date of birth shows both dates, in what they differ, and that the look is recorded', async () => {
  const dates = { insuredId: 12, carrier: '1971-03-04', register: '1970-03-05', differ: ['year' as const, 'day' as const], hidden: false }
  await openPortal(`${ADDRESS}?exception=101-7`, buildSession(), {
    ...replies,
    'GET /api/exceptions/101/7': detailOf({ birthDates: dates }),
  })
  const dialog = await screen.findByRole('dialog', { name: 'Exception: M3, Movement too large' })
  expect(await within(dialog).findByText('03/04/1971')).toBeTruthy()
  expect(within(dialog).getByText('03/05/1970')).toBeTruthy()
  expect(within(dialog).getByText(/The year and the day differ\. The activity report records that you viewed them/)).toBeTruthy()
  expect(within(dialog).getByRole('link', { name: 'The insured in the register' }).getAttribute('href')).toBe(
    '/institutions/101/insureds/12',
  )
})

test('an exception without figures names its rule once, as the dialog’s title', async () => {
  await openPortal(`${ADDRESS}?exception=101-7`, buildSession(), {
    ...replies,
    'GET /api/exceptions/101/7': detailOf({
      ruleCode: 'P6',
      ruleTitle: 'No file from the carrier',
      unit: 'words',
      expected: null,
      actual: null,
    }),
  })
  const dialog = await screen.findByRole('dialog', { name: 'Exception: P6, No file from the carrier' })
  expect(within(dialog).getAllByText(/No file from the carrier/)).toHaveLength(1)
  expect(within(dialog).getByRole('heading', { name: 'What the rule compares' }).nextElementSibling?.textContent).toBe(RULE_TESTS.P6)
})

const missing = detailOf({
  ruleCode: 'P4',
  ruleTitle: 'Posted policy missing from the file',
  unit: 'count',
  expected: '0',
  actual: '1',
  tolerance: 0,
  policyId: null,
  policyNumber: null,
  policies: [{ policyId: 31, policyNumber: 'A-1001', values: [] }],
  assignedToName: 'Ada Quill',
  dueOn: '2026-11-10',
  overdue: true,
})

test('an exception that counts policies says its rule and links those that it names; its formula is folded, its day marked once it is past', async () => {
  const first = await openPortal(`${ADDRESS}?exception=101-7`, buildSession(), { ...replies, 'GET /api/exceptions/101/7': missing })
  const dialog = await screen.findByRole('dialog', { name: 'Exception: P4, Posted policy missing from the file' })
  expect((await within(dialog).findByRole('heading', { name: 'What the rule compares' })).nextElementSibling?.textContent).toBe(
    RULE_TESTS.P4,
  )
  expect(within(dialog).getByText('With its numbers').closest('details')?.open).toBe(false)
  const to = (name: string) => within(dialog).getByRole('link', { name }).getAttribute('href')
  expect([to('A-1001'), to('First Coastal Bank')]).toEqual(['/institutions/101/policies/31', '/institutions/101'])
  expect(within(dialog).getByText('11/10/2026').textContent).toBe('11/10/2026Overdue')
  first.unmount()

  await openPortal(`${ADDRESS}?exception=101-7`, reader, { ...replies, 'GET /api/exceptions/101/7': missing })
  const read = await screen.findByRole('dialog', { name: 'Exception: P4, Posted policy missing from the file' })
  expect(await within(read).findByText('A-1001')).toBeTruthy()
  expect(within(read).queryByRole('link', { name: 'A-1001' })).toBeNull()
})

test('an exception that a link of another page opened leads back there once it is closed; one opened on its own page stays', async () => {
  const both = { ...registerReplies, ...replies }
  const { address } = await openPortal('/institutions/7/policies/9?tab=exceptions', buildSession(), both)
  const close = async () =>
    fireEvent.click(within(await screen.findByRole('dialog', { name: /^Exception/ })).getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('link', { name: exceptionOf().message }))
  await waitFor(() => expect(address()).toBe(`${ADDRESS}?period=2026-10-31&exception=101-7`))
  await close()
  await waitFor(() => expect(address()).toBe('/institutions/7/policies/9?tab=exceptions'))
  cleanup()

  const own = await openPortal(ADDRESS, buildSession(), both)
  fireEvent.click(await screen.findByRole('button', { name: 'M3, Movement too large' }))
  await close()
  await waitFor(() => expect(own.address()).toBe(ADDRESS))
})

test('whoever may see no dates of birth reads in what the two differ, and is not led to resolve', async () => {
  await openPortal(`${ADDRESS}?exception=101-7`, buildSession(), {
    ...replies,
    'GET /api/exceptions/101/7': detailOf({
      birthDates: { insuredId: 12, carrier: null, register: null, differ: ['month'], hidden: true },
    }),
  })
  const dialog = await screen.findByRole('dialog', { name: 'Exception: M3, Movement too large' })
  expect(await within(dialog).findByText(/Both dates are hidden from you: .* The month differs\./)).toBeTruthy()
  const look = (name: string) => within(dialog).getByRole('button', { name }).className
  expect(look('Resolve')).toBe(look('Acknowledge'))
})

test('whoever entered the value reads why they cannot clear its error, and may still assign it', async () => {
  await openPortal(`${ADDRESS}?exception=101-7`, buildSession(), { ...replies, 'GET /api/exceptions/101/7': detailOf({ mayClear: false }) })
  const dialog = await screen.findByRole('dialog', { name: 'Exception: M3, Movement too large' })
  expect(await within(dialog).findByText('You posted or entered this value. Someone else has to clear its error.')).toBeTruthy()
  for (const name of ['Acknowledge', 'Resolve', 'Mark as false positive'])
    expect(within(dialog).getByRole('button', { name })).toHaveProperty('disabled', true)
  expect(within(dialog).getByRole('button', { name: 'Assign' })).toHaveProperty('disabled', false)
})

test('an empty month is a statement in place of a table', async () => {
  const summary = summaryOf({ found: 0, open: 0, openErrors: 0, rules: [], aging: [] })
  await openPortal(ADDRESS, reader, { ...replies, 'GET /api/exceptions/summary': summary, 'GET /api/exceptions': pageOf([]) })
  await waitFor(() => expect(screen.getAllByText('912 of 912 policies valued; 0 exceptions.')).toHaveLength(1))
})

test('once all that was open is resolved, the list of what is open says so, and not that nothing matches', async () => {
  const summary = summaryOf({ found: 6, open: 0, openErrors: 0, resolved: 6, rules: [], aging: [] })
  const settled = { ...replies, 'GET /api/exceptions/summary': summary, 'GET /api/exceptions': pageOf([]) }
  const { unmount } = await openPortal(`${ADDRESS}?status=OPEN`, reader, settled)
  expect(await screen.findByText('All 6 exceptions are closed: 6 resolved.')).toBeTruthy()
  expect(screen.queryByText(/Nothing matches/)).toBeNull()
  unmount()
  await openPortal(`${ADDRESS}?status=OPEN&search=Ann`, reader, settled)
  expect(await screen.findByText('Nothing matches the search and filters together.')).toBeTruthy()
})

test('a run is told with its progress', async () => {
  const run = {
    id: 4,
    period: '2026-10-31',
    askedBy: 'Helen Marsh',
    askedAt: '2026-11-03T15:00:00.000Z',
    startedAt: '2026-11-03T15:00:01.000Z',
    endedAt: null,
    parts: 12,
    partsDone: 3,
    policies: 240,
    opened: 0,
    reopened: 0,
    resolved: 0,
    failure: null,
  }
  await openPortal(ADDRESS, buildSession(), { ...replies, 'GET /api/exceptions/summary': summaryOf({ run }) })
  expect(await screen.findByText('Auditing October 2026: 3 of 12 parts, 240 policies so far.')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Audit of October 2026' }).getAttribute('aria-valuenow')).toBe('3')
})
