import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'
import { report } from '../test/report-row.ts'

const previewed = (id: number, more: object = {}) => ({
  reportId: id,
  institutionName: `Bank ${id}`,
  subsidiaryName: null,
  amountCents: 110_000_00,
  earlier: null,
  replacedCents: null,
  withdrawn: null,
  restates: null,
  readers: 1,
  recipients: [],
  uninvited: [],
  ...more,
})

async function dialogOf(address: string, rows: readonly object[], records: readonly object[], label = 'Cash surrender value') {
  await openPortal(`/${address}/9`, buildSession(), {
    [`GET /api/${address.replace('reporting', 'reports')}/9/reports`]: {
      records: rows,
      batch: null,
      page: { page: 1, perPage: 50, totalRecords: rows.length, sortBy: 'reportName', sortDirection: 'asc' },
    },
    [`POST /api/${address.replace('reporting', 'reports')}/9/release/preview`]: { label, records, announced: true, leftOut: [] },
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Release \d ready$/ }, { timeout: 5000 }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('table')
  return dialog
}
const form = (id: number, openItems: number, more: object = {}) => report(id, null, { reportType: 'C8925Report', openItems, ...more })

test('who releases forms reads first what each still lacks before filing, and releases all the same', async () => {
  const rows = [form(1, 4), form(2, 1, { subsidiaryName: 'Trust' }), form(3, 0)]
  const dialog = await dialogOf('8925-reporting', rows, [previewed(1), previewed(2), previewed(3)])
  const said = dialog.getAllByRole('alert').flatMap((alert) => within(alert).queryAllByRole('listitem'))
  expect(said.map(({ textContent }) => textContent)).toEqual([
    'Bank 1: 4 open items before filing',
    'Bank 2, Trust: 1 open item before filing',
  ])
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Release' }).disabled).toBe(false)
})

test('reports that are not filed have no such notice', async () => {
  const dialog = await dialogOf('asset-reporting', [report(1, null)], [previewed(1)])
  expect(dialog.queryByText(/before filing/)).toBeNull()
  expect(dialog.getByText('No report of an earlier period was released to compare with.')).toBeTruthy()
})

test('a report with a version released before is compared with that one, and not said to have nothing to compare with', async () => {
  const dialog = await dialogOf('8925-reporting', [form(1, 0)], [previewed(1, { replacedCents: 100_00 })], 'Insurance in force')
  expect(dialog.getByRole('columnheader', { name: 'Released before' })).toBeTruthy()
  expect(dialog.queryByText(/to compare with/)).toBeNull()
})

test('amounts beside each other are headed by their months, and the figure they are by the table', async () => {
  const earlier = { earlier: { period: '2026-09-30', amountCents: 100_000_00 } }
  const dialog = await dialogOf('asset-reporting', [report(1, null)], [previewed(1, earlier)])
  expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Institution',
    'October 2026',
    'September 2026',
    'Change in value',
  ])
  expect(dialog.getByText('Cash surrender value').tagName).toBe('CAPTION')
})

test('an amount with nothing beside it is headed by its own name', async () => {
  const dialog = await dialogOf('asset-reporting', [report(1, null)], [previewed(1)])
  expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Institution', 'Cash surrender value'])
})
