import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { file } from '../test/feed-fixtures.ts'
import { buildSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'

const bank = (id: number, policiesWithoutValue = 0, existing: object | null = null) => ({
  id,
  name: `Bank ${id}`,
  city: 'Denver',
  stateCode: 'CO',
  subsidary_id: null,
  subsidiaryName: null,
  policyCount: 12,
  policiesWithoutValue,
  quarterEnds: true,
  existing,
  closeGate: null,
})
const released = { reportId: 1, batchId: 2, status: 'Ready', currentVersion: 1, released: true, shown: 'Released', incomplete: null }
const failed = { reportId: 3, batchId: 2, status: 'Failed', currentVersion: 0, released: false, shown: 'Failed', incomplete: null }

const openAt = (address: string, records: readonly object[], more: Record<string, unknown> = {}) =>
  openPortal(address, buildSession(), {
    'GET /api/asset-reports/institutions': {
      records,
      otherYears: [],
      currentPeriod: '2026-10-31',
      completePeriod: '2026-09-30',
      values: { latest: '2026-10-31', complete: '2026-09-30' },
      today: '2026-11-26',
    },
    ...more,
  })
const period = () => screen.findByLabelText<HTMLSelectElement>('Period', {}, { timeout: 5000 })

test('the latest complete month is offered first, and each later one says what it lacks', async () => {
  await openAt('/asset-reporting/generate', [bank(1)])
  expect((await period()).value).toBe('2026-09-30')
  expect([...(await period()).options].slice(0, 3).map(({ text }) => text)).toEqual([
    'November 2026 (not ended)',
    'October 2026 (values missing)',
    'September 2026 (quarter end)',
  ])
  expect(screen.queryByText(/not complete|has not ended/)).toBeNull()
})

test.each([
  ['every report of the latest complete month is released', [bank(1, 0, released), bank(2, 0, released)], '2026-10-31'],
  ['one of them is still missing', [bank(1, 0, released), bank(2)], '2026-09-30'],
  ['one of them is generated and not released', [bank(1, 0, { ...released, released: false })], '2026-09-30'],
  ['only a subsidiary has none', [bank(1, 0, released), { ...bank(1), subsidary_id: 4, subsidiaryName: 'Trust' }], '2026-10-31'],
])('where %s, that says whether the month being closed opens', async (_, records, month) => {
  await openAt('/asset-reporting/generate', records)
  expect((await period()).value).toBe(month)
})

test.each([
  ['2026-11-30', 'November 2026 has not ended. Its values are final once the carriers’ files of November 30, 2026 are posted.'],
  ['2026-10-31', 'October 2026 is not complete: 3 policies still have no posted value. The latest complete period is September 2026.'],
])('who chooses %s anyway reads why its reports cannot be made yet', async (chosen, sentence) => {
  await openAt(`/asset-reporting/generate?period=${chosen}`, [bank(1, 3), bank(2)])
  expect(await screen.findByText(sentence, {}, { timeout: 5000 })).toBeTruthy()
})

test.each([
  [[2, 4, 9], '2 institutions of this file selected', [false, true, false, true]],
  // A report would fail for a missing value.
  [[2, 3, 9], '1 of 2 institutions of this file selected', [false, true, false, false]],
])(
  'after a file of %j was posted, its institutions are selected, and all that are listed are one click away',
  async (ids, note, selected) => {
    const own = { ...file, institutions: ids.map((id) => ({ id, name: `Bank ${id}`, rows: 1 })) }
    await openAt('/asset-reporting/generate?period=2026-10-31&file=7', [bank(1), bank(2), bank(3, 4), bank(4)], {
      'GET /api/etl/files/7': own,
    })
    expect(await screen.findByText(note, {}, { timeout: 5000 })).toBeTruthy()
    const checked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` }).checked
    expect(['Bank 1', 'Bank 2', 'Bank 3', 'Bank 4'].map(checked)).toEqual(selected)
    await userEvent.click(screen.getByRole('checkbox', { name: /^Select all/ }))
    expect(screen.getByText('4 of 4 selected')).toBeTruthy()
  },
)

test.each(['file=8', 'file=7%20or'])('%s that cannot be read leaves the usual choice', async (asked) => {
  await openAt(`/asset-reporting/generate?period=2026-10-31&${asked}`, [bank(1), bank(2)], {
    'GET /api/etl/files/8': new Response('{}', { status: 404 }),
  })
  expect(await screen.findByText('2 of 2 selected', {}, { timeout: 5000 })).toBeTruthy()
})

/** Form 8925 as of the end of November 2026, of a book whose latest calendar year is 2025. */
const openAnnual = (records: readonly object[], asked = '', more: Record<string, unknown> = {}) =>
  openPortal(`/8925-reporting/generate${asked}`, buildSession(), {
    'GET /api/8925-reports/institutions': {
      records,
      otherYears: [],
      currentPeriod: '2025-12-31',
      completePeriod: '2025-12-31',
      values: { latest: '2026-10-31', complete: '2026-09-30' },
      today: '2026-11-26',
      ...more,
    },
  })
const fiscalYear = () => screen.findByLabelText<HTMLSelectElement>('Fiscal year to', {}, { timeout: 5000 })

test('a fiscal year that ended in a month whose values are posted is offered like any other, and generated without a caution', async () => {
  await openAnnual([bank(1)], '?period=2026-06-30')
  const offered = new Map([...(await fiscalYear()).options].map(({ value, text }) => [value, text]))
  expect(['2026-11-30', '2026-10-31', '2026-09-30', '2026-06-30', '2025-12-31'].map((month) => offered.get(month))).toEqual([
    'November 2026 (not ended)',
    'October 2026 (values missing)',
    'September 2026',
    'June 2026',
    'December 2025 (calendar year)',
  ])
  expect(screen.queryByText(/No values are posted|is not complete|has not ended/)).toBeNull()
})

test('only reports that will be made are counted: those that exist are kept until they are asked for anew', async () => {
  await openAt('/asset-reporting/generate', [bank(1, 0, released), bank(2, 0, failed), bank(3)])
  expect(await screen.findByRole('button', { name: 'Generate 2 reports' }, { timeout: 5000 })).toBeTruthy()
  expect(screen.getByText('1 existing report will be kept.')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: /^Regenerate existing reports/ }))
  expect(screen.getByRole('button', { name: 'Generate 3 reports' })).toBeTruthy()
})

test('where all have a report there is nothing to generate, and the way to new versions is said', async () => {
  await openAt('/asset-reporting/generate?period=2026-09-30', [bank(1, 0, released)])
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Nothing to generate' }, { timeout: 5000 })
  expect(button.disabled).toBe(true)
  expect(screen.getByText('1 of 1 selected, 1 with a report that is kept')).toBeTruthy()
  expect(screen.getByText(/^All those selected have a report\./)).toBeTruthy()
})

test('a batch is asked for the reports that it makes, not for those that are kept', async () => {
  const { asked, address } = await openAt('/asset-reporting/generate', [bank(1, 0, released), bank(2, 0, failed), bank(3)], {
    'POST /api/asset-reports': { id: 12, beingMade: 0 },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Generate 2 reports' }, { timeout: 5000 }))
  expect(await screen.findByText('1 existing report was kept.')).toBeTruthy()
  expect(asked.find(({ path }) => path === '/api/asset-reports')?.body).toMatchObject({ institutions: [{ id: 2 }, { id: 3 }] })
  await waitFor(() => expect(address()).toBe('/asset-reporting/12'))
})

test('whoever asked for reports is told how many are made and of which month, and comes back to their batch from any page', async () => {
  const { address } = await openAt('/asset-reporting/generate', [bank(1), bank(2), bank(3)], {
    'POST /api/asset-reports': { id: 12, beingMade: 1 },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Generate 3 reports' }, { timeout: 5000 }))
  expect(await screen.findByText('One of them is already being generated, and will not be generated twice.')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/asset-reporting/12'))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open the batch' })).toBeNull())
  await userEvent.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Dashboard' }))
  await waitFor(() => expect(address()).not.toContain('asset-reporting'))
  expect(await screen.findByText('2 reports are being generated for September 2026.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Open the batch' }))
  await waitFor(() => expect(address()).toBe('/asset-reporting/12'))
})

test('the list says of a report what its batch says: its status there, and what is missing from it', async () => {
  const incomplete = '8 of 8 risks are not rated; management’s assessment is not signed.'
  await openAnnual([
    bank(1, 0, { ...released, released: false, shown: 'Incomplete', incomplete }),
    bank(2, 0, { ...released, incomplete: 'Released with its reason.' }),
    bank(3, 0, { ...released, released: false, shown: 'Withdrawn' }),
  ])
  const table = within(await screen.findByRole('table', { name: 'Institutions to generate for' }, { timeout: 5000 }))
  const [, ...rows] = table.getAllByRole('row').map((row) => row.textContent)
  expect(rows.map((row) => /(Not complete|Released|Withdrawn)(.*)$/.exec(row)?.slice(1))).toEqual([
    ['Not complete', incomplete],
    ['Released', 'Nothing'],
    ['Withdrawn', 'Nothing'],
  ])
})

test('a bank whose year ends in another month is named, and leads to the year whose values are posted', async () => {
  const ridgeline = { id: 9, name: 'Ridgeline Savings Bank', fiscalYearEndMonth: 6 }
  const november = { id: 10, name: 'Alder Bank', fiscalYearEndMonth: 11 }
  await openAnnual([bank(1)], '?period=2025-12-31', { otherYears: [ridgeline, november] })
  const line = (await screen.findByText(/years end in another month/, {}, { timeout: 5000 })).textContent
  expect(line).toBe('2 institutions’ years end in another month: Ridgeline Savings Bank, June 2026; Alder Bank, November 2025')
  expect(screen.getByRole('link', { name: 'June 2026' }).getAttribute('href')).toBe('/8925-reporting/generate?period=2026-06-30')
})

test('the errors that block a bank open as many rows as are counted: its own, of the month that is generated', async () => {
  const closeGate = '2 open audit errors: Movement too large (L1, L2).'
  await openAt('/asset-reporting/generate?period=2026-08-31', [{ ...bank(7, 0), closeGate }])
  const link = await screen.findByRole('link', { name: '2 open audit errors' }, { timeout: 5000 })
  expect(link.getAttribute('href')).toBe('/institutions/7?tab=exceptions&period=2026-08-31&blocking=errors')
})

test('a report that would fail for a missing value is left out until it is selected, with the ways to make it possible', async () => {
  await openAt('/asset-reporting/generate?period=2026-10-31', [bank(1, 2), bank(2)])
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select Bank 1' }, { timeout: 5000 })
  expect(box.checked).toBe(false)
  expect(screen.getByRole('button', { name: 'Generate 1 report' })).toBeTruthy()
  expect(screen.getByText('Not selected: Bank 1, with 2 policies without a posted value at October 2026.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'carriers’ files' }).getAttribute('href')).toBe('/data-feeds?period=2026-10-31')
  expect(screen.getByRole('link', { name: 'see which policy' }).getAttribute('href')).toBe(
    '/institutions/1?tab=exceptions&period=2026-10-31&blocking=errors',
  )
  await userEvent.click(box)
  expect(screen.getByRole('button', { name: 'Generate 2 reports' })).toBeTruthy()
  expect(screen.getByText(/^Bank 1 has policies without a posted value at October 2026; its report will fail until/)).toBeTruthy()
})

test('where the report failed already, the control that makes it preliminary is one press away', async () => {
  await openAt('/asset-reporting/generate?period=2026-10-31', [bank(1, 2, failed)])
  expect((await screen.findByRole('link', { name: 'Bank 1' }, { timeout: 5000 })).getAttribute('href')).toBe('/asset-reporting/2/report/3')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Nothing to generate' }).disabled).toBe(true)
})
