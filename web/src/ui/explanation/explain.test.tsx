import { ASSET_FORMULAS } from '@corridor/domain/reports/asset-report/formulas.ts'
import type { FigureAddress } from '@corridor/domain/reports/explanation/address.ts'
import { explain, figureOfTable } from '@corridor/domain/reports/explanation/explanation.ts'
import { column, type ViewTable } from '@corridor/domain/reports/table.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FlatTable } from '../../reporting/ViewTables.tsx'
import { Explained } from './Explain.tsx'
import { ExplanationView } from './ExplanationView.tsx'

const TABLE: ViewTable = {
  id: 'carriers',
  title: 'Carriers',
  columns: [
    column('carrier', 'Carrier', 'text'),
    column('cashSurrenderValue', 'CSV', 'money', { formula: 'posted' }),
    column('netYield', 'Net yield', 'percent', { formula: 'netYieldSimple' }),
    column('note', 'Remark', 'text'),
  ],
  rows: [
    {
      id: 'a',
      cells: { carrier: 'Alpha', cashSurrenderValue: 200_000, netYield: 0.0365, increase: 310, note: 'x' },
      basis: { atWork: 100_000 },
    },
    { id: 'b', cells: { carrier: 'Bravo', cashSurrenderValue: null, netYield: null, note: null } },
    {
      id: 'c',
      cells: { carrier: 'Charlie', cashSurrenderValue: 50_000, netYield: 0.0365, increase: 310, note: null },
      basis: { atWork: 100_000 },
    },
  ],
  total: { id: 'total', cells: { carrier: 'Total', cashSurrenderValue: 250_000 } },
  basis: { days: 31, daysInYear: 365 },
}
const explainer = async () => (address: FigureAddress) => {
  const figure = figureOfTable(TABLE, address)
  return figure && explain(figure, ASSET_FORMULAS)
}
const load = vi.fn(explainer)
const open = () => {
  load.mockClear()
  return render(
    <Explained load={load}>
      <FlatTable table={TABLE} />
    </Explained>,
  )
}
const figure = (text: string, label: string) => screen.getByRole('button', { name: `${text}, ${label}: how it is calculated` })

test('numbers open how they come about, texts and missing values do not; nothing is loaded before the first', async () => {
  open()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['2,000.00', '3.65%', '500.00', '3.65%', '2,500.00'])
  expect(load).not.toHaveBeenCalled()
  await userEvent.click(screen.getAllByRole('button', { name: /^3\.65%/ })[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog', { name: 'Net yield, Alpha' }))
  expect(await dialog.findByText('increase ÷ average invested value × days in the year ÷ days in the period')).toBeTruthy()
  expect(dialog.getByText(/^3\.10 ÷ 1,000\.00 × 365 ÷ 31 =/).textContent).toBe('3.10 ÷ 1,000.00 × 365 ÷ 31 = 3.65%')
})

test('a total lists what it sums, and each line leads further and back', async () => {
  open()
  await userEvent.click(figure('2,500.00', 'CSV'))
  const dialog = within(await screen.findByRole('dialog', { name: 'CSV, Total' }))
  const rows = (await dialog.findAllByRole('row')).map(({ textContent }) => textContent)
  expect(rows.slice(1)).toEqual(['Alpha2,000.00', 'Charlie500.00', 'Sum$2,500.00'])
  screen.getByRole('dialog').scrollTop = 900
  await userEvent.click(dialog.getByRole('button', { name: '500.00, Charlie: how it is calculated' }))
  const policy = within(await screen.findByRole('dialog', { name: 'CSV, Charlie' }))
  expect(screen.getByRole('dialog').scrollTop, 'the reader begins at the title').toBe(0)
  expect(policy.getByText(/As the carrier reported it/)).toBeTruthy()
  await userEvent.click(policy.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('dialog', { name: 'CSV, Total' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a figure of nothing says that nothing adds to it, in place of an empty list', async () => {
  render(
    <Explained
      load={async () => () =>
        explain({ title: 'Proceeds', kind: 'money', value: 0, formula: 'lines', from: [], lines: [] }, ASSET_FORMULAS)
      }
    >
      <FlatTable table={TABLE} />
    </Explained>,
  )
  await userEvent.click(figure('500.00', 'CSV'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Proceeds' }))
  expect(dialog.getByText('There is nothing to sum: the report has no entries here.')).toBeTruthy()
  expect(dialog.queryByRole('table')).toBeNull()
})

test('a table is one stop of the Tab key, and the arrows go between its figures, over rows without one', async () => {
  open()
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement).toBe(figure('2,000.00', 'CSV'))
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(figure('500.00', 'CSV'))
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('3.65%')
  await userEvent.keyboard('{Home}{ArrowDown}')
  expect(document.activeElement).toBe(figure('2,500.00', 'CSV'))
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{End}')
  expect(document.activeElement?.textContent).toBe('3.65%')
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Net yield, Alpha' })).toBeTruthy()
})

test('an input that stands in the same row leads to its own figure, and back', async () => {
  const columns = [
    column('carrier', 'Carrier', 'text'),
    column('value', 'Value', 'money', { formula: 'posted' }),
    column('market', 'Market', 'money', { formula: 'posted' }),
    column('wrap', 'Wrap', 'money', { formula: 'wrapPart' }),
  ]
  const table: ViewTable = {
    id: 'funds',
    title: 'Funds',
    columns,
    rows: [{ id: 'a', cells: { carrier: 'Alpha', value: 500, market: 300, wrap: 200 } }],
    total: null,
  }
  const ofTable = async () => (address: FigureAddress) => {
    const found = figureOfTable(table, address)
    return found && explain(found, ASSET_FORMULAS)
  }
  render(
    <Explained load={ofTable}>
      <FlatTable table={table} />
    </Explained>,
  )
  await userEvent.click(figure('2.00', 'Wrap'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Wrap, Alpha' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'The fund’s assets' }))
  const market = within(await screen.findByRole('dialog', { name: 'Market, Alpha' }))
  expect(market.getByText('$3.00')).toBeTruthy()
  await userEvent.click(market.getByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('dialog', { name: 'Wrap, Alpha' })).toBeTruthy()
})

test('a policy’s figure leads to the line of the carrier’s file, or says to whoever may not open it who can', () => {
  const found = figureOfTable(TABLE, { table: 'carriers', row: 'a', column: 'cashSurrenderValue' })
  if (!found) throw new Error('there is no such figure')
  const explanation = explain({ ...found, policyId: 5 }, ASSET_FORMULAS)
  if (!explanation) throw new Error('it has no explanation')
  const trace = vi.fn()
  const { rerender } = render(<ExplanationView explanation={explanation} onOpen={vi.fn()} trace={trace} />)
  expect(screen.getByRole('button', { name: 'The carrier’s line behind it' })).toBeTruthy()
  expect(screen.queryByText(/service team can open it/)).toBeNull()
  rerender(<ExplanationView explanation={explanation} onOpen={vi.fn()} />)
  expect(screen.queryByRole('button', { name: 'The carrier’s line behind it' })).toBeNull()
  expect(screen.getByText(/The service team can open it/)).toBeTruthy()
})

const summed = (table: string, ...numbers: (string | null)[]) =>
  numbers.map((detail, place) => ({
    label: 'Abbott, Ann',
    detail,
    text: '$1.00',
    value: 100,
    address: { table, row: String(place), column: 'increase' },
  }))
const gone = (...numbers: string[]) => summed('detail', ...numbers).map((line) => ({ ...line, isGone: true as const }))
test.each([
  ['policies', summed('detail', 'A-1', 'A-2'), '2 policies'],
  ['one policy', summed('detail', 'A-1'), '1 policy'],
  ['two entries of one policy as lines', summed('detail', 'A-1', 'A-1'), '2 lines'],
  ['policies held apart from those that went', [...summed('detail', 'A-1', 'A-2'), ...gone('A-3')], '2 policies, and 1 no longer held'],
  ['policies of which none is held', gone('A-3'), '1 policy no longer held'],
  ['carriers', summed('carriers', null, null), '2 carriers'],
  ['anything else as lines', summed('claims', 'A-1', 'A-2'), '2 lines'],
])('what a total sums is counted by what it is: %s', (_case, lines, words) => {
  const explanation = explain({ title: 'Total', kind: 'money', value: 200, formula: 'lines', from: [], lines }, ASSET_FORMULAS)
  if (!explanation) throw new Error('no explanation')
  render(<ExplanationView explanation={explanation} onOpen={vi.fn()} />)
  expect(screen.getByText(words).tagName).toBe('CAPTION')
})

test('a figure is explained with the decimals that it stands with on the page', () => {
  const made = figureOfTable(
    { ...TABLE, columns: [column('netYield', 'Net yield', 'percent', { formula: 'netYieldSimple', digits: 3 })] },
    NET_YIELD,
  )
  const explanation = made && explain(made, ASSET_FORMULAS)
  if (!explanation) throw new Error('nothing is explained')
  render(<ExplanationView explanation={explanation} onOpen={() => undefined} />)
  // Above the formula, and behind it.
  expect(screen.getAllByText(/3\.65/).map(({ textContent }) => textContent?.match(/[\d.]+%/)?.[0])).toEqual(['3.650%', '3.650%'])
})
const NET_YIELD = { table: 'carriers', row: 'a', column: 'netYield' }
