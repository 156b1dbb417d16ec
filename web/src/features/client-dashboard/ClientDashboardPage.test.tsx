import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { clientSession, repSession, clientSession as session } from '../../test/fixtures.ts'
import { boli, clientReports } from '../../test/holdings-fixtures.ts'
import { oneNew } from '../../test/menu-fixtures.ts'
import { openPortal, refusal } from '../../test/portal.tsx'

test('the dashboard gives the total to the cent, with its date', async () => {
  await openPortal('/dashboard', clientSession())
  expect(await screen.findByText('Values as of September 30, 2026')).toBeTruthy()
  const tiles = screen.getByText('Total cash surrender value').closest('dl')
  expect(tiles?.textContent).toContain('$56,851,326.02')
  expect(tiles?.textContent).toContain('3.97%')
  expect(tiles?.textContent).toContain('Within the 25.00% limit, capital of 06/30/2026')
})

test.each([
  [
    'with the earnings in it where a premium is part of it',
    1_688_799_634,
    {},
    '$142,894.52since August 2026, including earnings of $53,894.52',
  ],
  ['alone where it is all earnings', 1_679_899_634, {}, '$53,894.52since August 2026'],
  ['falling though the policies earned', 1_488_799_634, {}, '-$1,857,105.48since August 2026, including earnings of $53,894.52'],
  ['and none beside a month that lacks a value', 1_688_799_634, { missing: 1 }, '- since August 2026'],
  ['and none where the month before is not known', 1_688_799_634, { period: '2026-07-31' }, '- since August 2026'],
])('under the total stands the change of the total itself, %s', async (_case, total, earlier, words) => {
  const [before, last] = boli.months.slice(-2)
  if (!before || !last || !boli.highlights) throw new Error('no months')
  await openPortal('/dashboard', clientSession(), {
    'GET /api/charts/boli': {
      ...boli,
      highlights: { ...boli.highlights, cashSurrenderValueCents: total, monthlyIncreaseCents: 5_389_452 },
      months: [
        { ...before, cashSurrenderValueCents: 1_674_510_182, ...earlier },
        { ...last, cashSurrenderValueCents: total, increaseCents: 5_389_452 },
      ],
    },
  })
  expect((await screen.findByText(/since August 2026/)).textContent).toBe(words)
})

test('under the year’s earnings stands since when they are, and not what the value rose by', async () => {
  await openPortal('/dashboard', clientSession())
  const tile = (await screen.findByText('Since 12/31/2025')).parentElement
  expect(tile?.textContent).toBe('$1,872,043.55Since 12/31/2025')
})

test('each highlight and each carrier leads to the report that it is of', async () => {
  await openPortal('/dashboard', clientSession())
  await screen.findByText('Values as of September 30, 2026')
  const tiles = screen.getByText('Total cash surrender value').closest('dl') ?? document.body
  const targets = (scope: HTMLElement) =>
    new Set(
      within(scope)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    )
  expect([within(tiles).getAllByRole('link').length, targets(tiles)]).toEqual([5, new Set(['/asset-reporting/7/report/31'])])
  const carriers = screen.getByRole('region', { name: 'Carrier summary' })
  await within(carriers).findByRole('button', { name: 'Export' })
  expect(targets(carriers)).toEqual(new Set(['/asset-reporting/7/report/31']))
})

test('the ratings’ totals row is the sum of its rows and says so', async () => {
  await openPortal('/dashboard', clientSession())
  const table = await screen.findByRole('table', { name: 'Carrier credit ratings' })
  const total = within(table).getByRole('row', { name: /Total of all 6 carriers/ })
  expect(total.textContent).toContain('160')
})

test('a press on a heading orders the ratings', async () => {
  await openPortal('/dashboard', clientSession())
  const table = await screen.findByRole('table', { name: 'Carrier credit ratings' })
  const names = () =>
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent)
  expect(names()[0]).toBe('Aldergate Mutual Life')
  await userEvent.click(within(table).getByRole('button', { name: 'Cash surrender value' }))
  expect(names()[0]).toBe('Farrow Heritage Life')
  expect(within(table).getByRole('columnheader', { name: 'Cash surrender value' }).getAttribute('aria-sort')).toBe('ascending')
})

test('the chart can be read as a table, newest month first', async () => {
  await openPortal('/dashboard', session())
  const panel = within(await screen.findByRole('region', { name: 'Cash surrender value over time' }))
  await userEvent.click(await panel.findByRole('button', { name: 'Show as table' }))
  const rows = panel.getAllByRole('row')
  expect(rows[0]?.textContent).toBe('MonthGeneral accountHybrid accountSeparate accountTotal')
  expect(rows[1]?.textContent).toContain('September 2026')
  expect(rows[1]?.textContent).toContain('$56,851,326.02')
})

test('the arrow keys read the chart’s points', async () => {
  await openPortal('/dashboard', session())
  const picture = await screen.findByRole('img', { name: /^Cash surrender value from/ })
  picture.focus()
  await userEvent.keyboard('{End}')
  expect(screen.getByText(/^September 2026, General account \$/)).toBeTruthy()
  await userEvent.keyboard('{ArrowLeft}')
  expect(screen.getByText(/^August 2026, General account \$/)).toBeTruthy()
})

test('the chart is drawn as plain SVG, and shows the figures of the month under the pointer', async () => {
  await openPortal('/dashboard', session())
  const picture = await screen.findByRole('img', { name: /^Cash surrender value from/ })
  const words = () => [...picture.querySelectorAll('svg text')].map((each) => each.textContent)
  await waitFor(() => expect(words()).toContain('Sep 2026'))
  expect(words()).toContain('$0')
  const drawing = picture.firstElementChild
  if (!drawing) throw new Error('nothing is drawn')
  fireEvent.pointerMove(drawing, { clientX: 10_000 })
  expect(within(picture).getByText('September 2026')).toBeTruthy()
  expect(within(picture).getByText('$56,851,326.02')).toBeTruthy()
  // The pointer's reader sees the figures; saying them on each move would drown everything else.
  expect(screen.queryByText(/^September 2026, General account \$/)).toBeNull()
  fireEvent.pointerOut(picture)
  expect(within(picture).queryByText('September 2026')).toBeNull()
})

test('a file that was not opened yet stands among the new files, and not among the released reports too', async () => {
  await openPortal('/dashboard', session(), {
    'POST /api/reports/search': { ...clientReports, records: clientReports.records.slice(0, 3) },
    'GET /api/sites/menu/new': oneNew,
  })
  const panel = within(await screen.findByRole('region', { name: 'New files' }))
  expect(panel.getByText('1 file not opened yet')).toBeTruthy()
  expect(panel.getByRole('link', { name: 'Asset Report, September 2026' }).getAttribute('href')).toBe('/view-report/1')
  const released = within(await screen.findByRole('region', { name: 'Released reports' }))
  expect(await released.findAllByRole('listitem')).toHaveLength(2)
  expect(released.queryByText('Asset Report, September 2026')).toBeNull()
  expect(released.getByText('Newest first; those not opened yet are among the new files')).toBeTruthy()
})

test('a person who has opened no report is told that all are among the new files', async () => {
  await openPortal('/dashboard', session(), {
    'POST /api/reports/search': { ...clientReports, records: clientReports.records.slice(0, 1) },
    'GET /api/sites/menu/new': oneNew,
  })
  expect(await within(await screen.findByRole('region', { name: 'Released reports' })).findByText('All are new')).toBeTruthy()
})

test('the first four new files are shown, and all of them once asked for: here, or by the link of the list of things to do', async () => {
  const [file] = oneNew.files
  const files = Array.from({ length: 6 }, (_, index) => ({ ...file, id: index + 1, displayName: `Paper ${index + 1}` }))
  const routes = { 'GET /api/sites/menu/new': { ...oneNew, total: 6, files } }
  const { unmount } = await openPortal('/dashboard', session(), routes)
  const links = async () => within(await screen.findByRole('region', { name: 'New files' })).getAllByRole('link')
  expect(await links()).toHaveLength(4)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 6' }))
  expect(await links()).toHaveLength(6)
  unmount()
  await openPortal('/dashboard#new-files', session(), routes)
  expect(await links()).toHaveLength(6)
})

test('before the first month there is a reason instead of an empty page', async () => {
  await openPortal('/dashboard', session(), { 'GET /api/charts/boli': { ...boli, asOf: null, highlights: null, months: [] } })
  expect(await screen.findByText('No values yet')).toBeTruthy()
})

test('what cannot be loaded says why and offers to try again', async () => {
  await openPortal('/dashboard', session(), {
    'GET /api/charts/credit': refusal(500, { code: 'internal', message: 'x', requestId: 'req-77' }),
  })
  expect(await screen.findByText('The server could not answer')).toBeTruthy()
  // In its place and in the toast.
  expect(screen.getAllByText(/req-77/)).toHaveLength(2)
})

test('a representative without an active institution is told where to choose one', async () => {
  await openPortal('/dashboard', repSession({ institutionId: 0, institutionName: '' }))
  expect(await screen.findByText('No institution selected')).toBeTruthy()
})

test('the controls of the month say what was examined, what was found and how it was settled', async () => {
  await openPortal('/dashboard', clientSession())
  const panel = within(await screen.findByRole('region', { name: 'Controls' }))
  expect(await panel.findByText('160 of 160 policies valued, with 6 carriers, from 6 files.')).toBeTruthy()
  const lines = panel.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(lines).toEqual([
    '11 rules applied; no exception',
    '7 rules applied, 1 not applied because data is missing; 1 exception, 1 resolvedMovement too large: 1 exception; the carrier confirmed the value.Which rules, and why7 rules applied, 1 not applied: roll-forward (no interest in the carrier’s file); 1 exception, 1 resolved',
    'Not applied this month',
  ])
})

test('what is to be done stands above new files', async () => {
  await openPortal('/dashboard', session(), { 'GET /api/sites/menu/new': oneNew })
  const files = await screen.findByRole('region', { name: 'New files' })
  const toDo = await screen.findByRole('region', { name: 'To do' })
  expect(toDo.compareDocumentPosition(files)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
