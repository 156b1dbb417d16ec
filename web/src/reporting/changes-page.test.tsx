import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'

const side = (version: number) => ({
  reportId: 5,
  version,
  period: '2026-10-31',
  asOfText: 'As of October 31, 2026',
  preparedText: '',
  stamp: 'FINAL',
  reference: `Version ${version}`,
})
const made = (version: number, released: boolean, withdrawn: boolean) => ({
  version,
  generatedAt: `2026-11-${26 + version}T15:00:00.000Z`,
  released,
  withdrawn,
})
const measure = {
  key: 'value',
  label: 'Cash surrender value',
  kind: 'money',
  from: 100_00,
  to: 130_00,
  difference: 30_00,
  causes: [],
  unexplained: 30_00,
  by: null,
}
const line = (id: number) => ({
  id,
  policyId: id,
  policyNumber: `P-${id}`,
  insured: 'Ines Sample',
  carrier: 'Sample Life',
  standing: '',
  fromCents: 0,
  by: {},
  unexplainedCents: 0,
  toCents: 0,
  differenceCents: 0,
})
const cause = (key: string, lines: number) => ({ key, label: key, text: 'Known.', amount: 1_00, lines })
const compared = (changed = {}, lines = 0) =>
  openPortal('/asset-reporting/9/report/5/changes', buildSession(), {
    'GET /api/asset-reports/9/reports/5/changes': {
      records: Array.from({ length: lines }, (_, index) => line(index + 1)),
      page: { page: 1, perPage: 100, totalRecords: lines, sortBy: 'order', sortDirection: 'asc' },
      measure: 'value',
      others: [
        { reportId: 5, batchId: 9, period: '2026-10-31', versions: [made(3, true, false), made(2, false, false), made(1, true, true)] },
      ],
      comparison: {
        title: 'Asset Report',
        institutionName: 'Bank 5',
        legalName: 'Bank 5',
        between: 'versions',
        from: side(1),
        to: side(2),
        measures: [{ ...measure, ...changed }],
        conclusions: [],
        notes: [],
      },
    },
  })

test('the versions to compare are told apart as released, not released and withdrawn', async () => {
  await compared()
  const choice = await screen.findByLabelText<HTMLSelectElement>('October 2026, version', {}, { timeout: 5000 })
  expect([...choice.options].map(({ text }) => text)).toEqual([
    'Version 3 of 11/29/2026, released',
    'Version 2 of 11/28/2026',
    'Version 1 of 11/27/2026, withdrawn',
  ])
})

test('a figure has the earlier one with it, for the phone that has no room for its column', async () => {
  await compared()
  const figures = within(await screen.findByRole('table', { name: 'Figures of the two reports' }, { timeout: 5000 }))
  for (const earlier of ['Version 1', '100.00'])
    expect(figures.getAllByText(earlier).some((each) => each.matches(':nth-child(3) > small'))).toBe(true)
})

test.each([
  ['policy', 2, [cause('premiums', 1), cause('interest', 2)], 'Known. 1 policy.', 'Known. 2 policies.', '2 policies'],
  ['carrier', 1, [cause('premiums', 2), cause('interest', 1)], 'Known. 2 carriers.', 'Known. 1 carrier.', '1 carrier'],
  ['policy', 2, [cause('premiums', 1), cause('otherPortals', 1)], 'Known. 1 policy.', 'Known.', '2 rows'],
] as const)('rows and causes of a figure by %s are counted as what they are, %#', async (by, lines, causes, first, second, counted) => {
  await compared({ by, causes: [...causes] }, lines)
  for (const words of [first, second]) await screen.findByText(words, {}, { timeout: 5000 })
  expect(await screen.findByText(counted, { selector: '[role=status]' })).toBeTruthy()
})

test('yields are shown so exactly that their difference in basis points, and its causes, foot', async () => {
  const causes = [
    { key: 'rates', label: 'Rates', text: 'Reset.', amount: 0.000_094_6, lines: null },
    { key: 'charges', label: 'Charges', text: 'Lower.', amount: 0.000_050_2, lines: null },
  ]
  const rates = { kind: 'percent', from: 0.036_930_64, to: 0.037_075_44, difference: 0.000_144_8, causes, unexplained: 0 }
  await compared({ label: 'Current net yield', ...rates })
  const cellsOf = async (name: string) =>
    within(await screen.findByRole('table', { name }, { timeout: 5000 }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(await cellsOf('Figures of the two reports')).toEqual(['3.6931%', '3.7075%3.6931%', '+1.44 bps'])
  expect(await cellsOf('From the earlier figure to the later one')).toEqual(['3.6931%', '+0.94 bps', '+0.50 bps', '0.00 bps', '3.7075%'])
})
