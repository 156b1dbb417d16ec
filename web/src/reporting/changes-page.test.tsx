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
const compared = () =>
  openPortal('/asset-reporting/9/report/5/changes', buildSession(), {
    'GET /api/asset-reports/9/reports/5/changes': {
      records: [],
      page: { page: 1, perPage: 1, totalRecords: 0, sortBy: 'order', sortDirection: 'asc' },
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
        measures: [measure],
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
