import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import {
  countColumn,
  dateColumn,
  dayColumn,
  moneyColumn,
  nameColumn,
  openColumn,
  percentColumn,
  personColumn,
  statusColumn,
  textColumn,
  wordColumn,
} from './columns.tsx'
import { DataTable } from './DataTable.tsx'
import type { Column } from './data-table-types.ts'

const shown = <Row,>(column: Column<Row>, row: Row) => renderToStaticMarkup(column.cell(row))

test('A column shows the value under its key in the form of its kind, and a hyphen where there is none', () => {
  const columns: [Column<{ at: never }>, unknown, string][] = [
    [textColumn('at', 'Name'), 'Bank & Trust', 'Bank &amp; Trust'],
    [textColumn('at', 'Year'), 0, '0'],
    [dateColumn('at', 'Issued'), '2026-03-31', '03/31/2026'],
    [dayColumn('at', 'Changed'), '2026-03-31T12:00:00Z', '03/31/2026'],
    [moneyColumn('at', 'Amount ($)'), -123_456_78, '-123,456.78'],
    [percentColumn('at', 'Rate'), 0.0342, '3.42%'],
    [countColumn('at', 'Policies'), 1200, '1,200'],
  ]
  for (const [column, value, text] of columns) {
    expect(shown(column, { at: value as never })).toBe(text)
    expect(shown(column, { at: null as never })).toBe('-')
  }
})

test('Figures stand to the right, whatever else is asked of the column; texts do not', () => {
  expect(moneyColumn('at', 'Amount ($)', { sortable: true, startsHidden: true })).toMatchObject({
    key: 'at',
    header: 'Amount ($)',
    numeric: true,
    sortable: true,
    startsHidden: true,
  })
  expect(textColumn('at', 'Name').numeric).toBeUndefined()
})

test('A code is shown as its word, a status with its tone', () => {
  expect(shown(wordColumn('kind', 'Kind', { A: 'Letter', B: 'Statement' }), { kind: 'B' })).toBe('Statement')
  const badge = shown(statusColumn('status', 'Status', { DONE: { label: 'Done', tone: 'good' } }), { status: 'DONE' })
  expect(badge).toContain('data-tone="good"')
  expect(badge).toContain('Done')
})

test('A row opens from its first cell, or is plain text for who may not change it', () => {
  const open = vi.fn<(row: { name: string }) => void>()
  const nameOf = ({ name }: { name: string }) => name
  expect(shown(openColumn('name', 'Plan', open, nameOf), { name: 'Officers' })).toMatch(/^<button[^>]*>Officers<\/button>$/)
  expect(shown(openColumn('name', 'Plan', undefined, nameOf), { name: 'Officers' })).toBe('Officers')
})

async function showTable(columns: readonly Column<{ at: never }>[], rows: { at: never }[]) {
  const table = () => (
    <DataTable
      plain
      label="Policies"
      columns={columns.map((column, index) => ({ ...column, key: String(index) }))}
      rows={rows}
      idOf={() => 1}
    />
  )
  render(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component: table }), history: createMemoryHistory() })} />)
  await screen.findByRole('table')
}

test('Dates, people and figures are never broken over two lines in any cell, a name only where it is longer than most, words as they fall', async () => {
  const columns: Column<{ at: never }>[] = [
    dateColumn('at', 'Issued'),
    personColumn('at', 'Owner'),
    moneyColumn('at', 'Value ($)'),
    nameColumn('at', 'Bank'),
    textColumn('at', 'Note'),
  ]
  await showTable(columns, [{ at: null as never }])
  const cells = [...screen.getAllByRole('rowheader'), ...screen.getAllByRole('cell')]
  const howBroken = (cell: HTMLElement) => [
    cell.hasAttribute('data-one-line'),
    cell.hasAttribute('data-numeric'),
    cell.querySelector('div') !== null,
  ]
  expect(cells.map(howBroken)).toEqual([
    [true, false, false],
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [false, false, false],
  ])
})

test('A long heading takes several lines, so that its figures need not be as wide', async () => {
  await showTable(
    [textColumn('at', 'Policy'), moneyColumn('at', 'Cash surrender value ($)'), moneyColumn('at', 'Feed cash surrender value ($)')],
    [],
  )
  expect(screen.getAllByRole('columnheader').map((head) => head.hasAttribute('data-long'))).toEqual([false, false, true])
})

test('A long heading keeps the room that its column asks for', async () => {
  await showTable([moneyColumn('at', 'Feed cash surrender value ($)', { width: 146 }), moneyColumn('at', 'Feed ($)', { width: 146 })], [])
  expect(screen.getAllByRole('columnheader').map(({ style }) => style.minWidth)).toEqual(['146px', ''])
})

test('A row of a phone leaves out what is missing, and what is for wide windows alone', async () => {
  const columns = [textColumn('at', 'Policy'), textColumn('at', 'Note'), personColumn('at', 'Owner', { wideOnly: true })]
  await showTable(columns, [{ at: null as never }])
  expect(screen.getAllByRole('cell').map((cell) => [cell.hasAttribute('data-empty'), cell.hasAttribute('data-wide-only')])).toEqual([
    [true, false],
    [true, true],
  ])
})

test('On a phone filters and tools are folded behind one button, which makes way for what is done with chosen rows', async () => {
  const table = () => (
    <DataTable
      label="Policies"
      columns={[textColumn('at', 'Policy'), { ...textColumn('at', 'Note'), key: 'note' }]}
      rows={[{ at: 1 as never }]}
      idOf={() => 1}
      selection={{ ids: chosen, onChange: () => undefined }}
      selectionActions={<p>Delete</p>}
      filters={<input aria-label="Search" />}
    />
  )
  let chosen = new Set<number>()
  const open = () =>
    render(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component: table }), history: createMemoryHistory() })} />)
  const first = open()
  const button = await screen.findByRole('button', { name: 'Filters and tools' })
  const bar = button.closest('[data-no-print]')
  expect([button.getAttribute('aria-expanded'), bar?.hasAttribute('data-folded')]).toEqual(['false', true])
  await userEvent.click(button)
  expect([button.getAttribute('aria-expanded'), bar?.hasAttribute('data-folded')]).toEqual(['true', false])
  first.unmount()
  chosen = new Set([1])
  open()
  expect(await screen.findByText('Delete')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Filters and tools' })).toBeNull()
})
