/** Wide tables of reports: sets of columns that are remembered by person, one list in place of groups, and cards that open. */
import type { DetailTable } from '@corridor/domain/reports/asset-report/view.ts'
import { column, type ViewRow } from '@corridor/domain/reports/table.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { currentSession } from '../kernel/session.ts'
import { buildSession } from '../test/fixtures.ts'
import { GroupedTable } from './ViewTables.tsx'

const row = (id: string, insured: string, value: number): ViewRow => ({
  id,
  cells: { insured, policyNumber: `P${id}`, cashSurrenderValue: value, netYield: 0.0365, deathBenefit: value * 2 },
})
const policy = (id: number, insured: string, carrierCode: string) => ({
  ...row(String(id), insured, id * 100_00),
  policyId: id,
  carrierCode,
  flags: [],
  removed: false,
  valuationVersion: 1,
  source: null,
})
const carrier = (carrierCode: string, carrierName: string, rows: ReturnType<typeof policy>[]) => ({
  carrierCode,
  carrierName,
  products: [
    {
      productName: `${carrierName} UL`,
      accountType: 'GENERAL' as const,
      accountTypeName: 'General account',
      rows,
      subtotal: row(`sub-${carrierCode}`, 'Subtotal', 0),
    },
  ],
  subtotal: row(`detail-${carrierCode}`, `Subtotal ${carrierName}`, 0),
})
const TABLE: DetailTable = {
  id: 'detail',
  title: 'Policies',
  columns: [
    column('insured', 'Insured', 'text', { group: 'key' }),
    column('policyNumber', 'Policy number', 'text', { group: 'key' }),
    column('issueDate', 'Issued', 'date'),
    column('increase', 'Monthly increase', 'money'),
    column('cashSurrenderValue', 'CSV', 'money'),
    column('netYield', 'Net yield', 'percent', { group: 'yields' }),
    column('grossRate', 'Gross rate', 'percent', { group: 'yields' }),
    column('deathBenefit', 'Death benefit', 'money', { group: 'deathBenefit' }),
  ],
  carriers: [
    carrier('A', 'Ashgrove', [policy(1, 'Young, Ann', 'A')]),
    carrier('B', 'Briar', [policy(2, 'Adams, Bea', 'B'), policy(3, 'Moss, Cy', 'B')]),
  ],
  total: row('detail-total', 'Total', 600_00),
  basis: {},
}
const open = (userId: number) => {
  currentSession.set(buildSession({ userId }))
  return render(<GroupedTable table={TABLE} carrierCode={null} />)
}
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

afterEach(() => {
  localStorage.clear()
  currentSession.set(null)
})

const VALUES = ['Insured', 'Policy number', 'Issued', 'Monthly increase', 'CSV']

test('a wide table opens at its values, which all columns together would push out of sight', async () => {
  open(15)
  expect(heads()).toEqual(VALUES)
  await press('All')
  expect(heads()).toHaveLength(8)
})

test('paper names the set of columns that it shows, and says nothing where it shows all', async () => {
  open(16)
  expect(screen.getByText('Columns shown: Values. The PDF of the report has all columns.')).toBeDefined()
  await press('All')
  expect(screen.queryByText(/^Columns shown/)).toBeNull()
})

test('a set of columns is chosen, kept for the person who chose it, and nobody else’s', async () => {
  const { unmount } = open(11)
  await press('Death benefits')
  expect(heads()).toEqual(['Insured', 'Policy number', 'CSV', 'Death benefit'])
  expect(screen.getByRole('button', { name: 'Death benefits' }).getAttribute('aria-pressed')).toBe('true')
  unmount()
  const other = open(12)
  expect(heads()).toEqual(VALUES)
  other.unmount()
  open(11)
  expect(heads()).toEqual(['Insured', 'Policy number', 'CSV', 'Death benefit'])
})

test('policies stand by carrier and product, or as one list by name with the same total', async () => {
  open(13)
  expect(names()).toEqual([
    'Ashgrove',
    'Ashgrove UL, general account',
    'Young, Ann',
    'Subtotal Ashgrove',
    'Briar',
    'Briar UL, general account',
    'Adams, Bea',
    'Moss, Cy',
    'Subtotal Briar',
    'Total',
  ])
  await userEvent.click(screen.getByRole('checkbox', { name: 'By carrier and product' }))
  expect(names()).toEqual(['Adams, Bea', 'Moss, Cy', 'Young, Ann', 'Total'])
  const carriers = screen.getAllByRole('cell').filter(({ textContent }) => textContent === 'Ashgrove' || textContent === 'Briar')
  expect(carriers.map(({ textContent }) => textContent)).toEqual(['Briar', 'Briar', 'Ashgrove'])
  await press('Carrier')
  expect(names()).toEqual(['Young, Ann', 'Adams, Bea', 'Moss, Cy', 'Total'])
  await press('Carrier')
  expect(names()).toEqual(['Adams, Bea', 'Moss, Cy', 'Young, Ann', 'Total'])
  expect(screen.getByRole('columnheader', { name: 'Carrier' }).getAttribute('aria-sort')).toBe('descending')
})

test('a card opens and closes by the name of its line', async () => {
  open(14)
  await press('All')
  const line = within(screen.getByRole('row', { name: /^Moss, Cy/ }))
  const button = line.getByRole('button', { name: 'Figures of Moss, Cy' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
})
