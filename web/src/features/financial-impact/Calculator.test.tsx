/** The calculator as its user meets it: what it warns of, and what it says of a scenario just saved. */
import type { ImpactInputs } from '@corridor/contract/financial-impact.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { currentSession } from '../../kernel/session.ts'
import { clientSession } from '../../test/fixtures.ts'
import { Providers, serve } from '../../test/portal.tsx'
import { Calculator } from './Calculator.tsx'

const rate = { yield: { value: 0.0425, source: '' }, tax: { value: 0.21, source: '' }, riskWeight: { value: 0.2, source: '' } }
const inputs: ImpactInputs = {
  institutionId: 101,
  institutionName: 'First Coastal Bank',
  scenario: {
    numbers: {
      ...{ premium: 500_000_000, policyYield: 0.0369, policyTax: 0, loadFraction: 0, policyDrift: 0, horizonYears: 10 },
      ...{ alternativeYield: 0.0425, alternativeTax: 0.21, alternativeDrift: 0, soldWeight: 0.2, costOfFunds: 0.02, federalRate: 0.21 },
      ...{ netIncome: null, taxRate: 0.21, averageAssets: null, totalAssets: null, securities: null, equity: null, shares: null },
      ...{ priceEarnings: null, tier1: null, capitalBase: 8_107_200_000, perCarrierLimit: 0.15, aggregateLimit: 0.25 },
      ...{ riskWeightedAssets: null, boughtWeight: 1, replacedValue: null, replacedGain: null, replacedYield: null, replacedCharge: null },
    },
    alternative: 'MORTGAGE',
    isBankQualified: true,
    ...{ carrierCode: '', carrierName: '', productName: '' },
    basis: 'TIER1',
    held: [{ carrierCode: 'ASH', carrierName: 'Ashgrove', cashSurrenderValue: 1_507_930_698 }],
    lacking: null,
    valuesOn: '2026-09-30',
    replacedIsModifiedEndowment: false,
    sources: { premium: 'A starting value', aggregateLimit: 'The board’s limits on file' },
  },
  alternatives: { AGENCY: rate, TREASURY: rate, MUNICIPAL: rate, MORTGAGE: rate, CORPORATE: rate },
  products: [],
}
const open = (asked = inputs) => {
  currentSession.set(clientSession())
  const { sources, ...rest } = inputs.scenario
  const back = { ...rest, sources: Object.fromEntries(Object.entries(sources).reverse()) }
  const server = serve({
    'GET /api/financial-impact/scenarios': { records: [] },
    'POST /api/financial-impact/scenarios': {
      ...{ id: 5, name: 'MBS swap', withBank: false, withTeam: false, scenario: back },
      ...{ owner: 'Margaret Ellison', updatedAt: '2026-11-27T15:00:00Z', mine: true },
    },
  })
  render(<Calculator inputs={asked} />, { wrapper: Providers })
  return server
}
const EXAMPLE = /^Example with a premium of \$5,000,000\.00/

test('an example warns of a limit nearly reached, and of what is not computed, as any other figures do', () => {
  open()
  expect(screen.getByText(EXAMPLE)).toBeTruthy()
  expect(
    screen
      .getByText(/^Near the limit of 25\.00%/)
      .closest('[data-tone]')
      ?.getAttribute('data-tone'),
  ).toBe('warn')
  expect(screen.getByRole('note', { name: 'Read first' }).textContent).toMatch(/the capital ratio is not computed.*No carrier is chosen/)
})

test('the bank’s ratios say that the tax rate before is assumed, and which rate is the effective one', () => {
  const numbers = { ...inputs.scenario.numbers, netIncome: 720_000_000 }
  open({ ...inputs, scenario: { ...inputs.scenario, numbers } })
  const ratios = within(screen.getByRole('region', { name: 'Earnings and returns' }))
  expect(
    ratios.getByText(/The tax rate before is the combined statutory rate, which is assumed.*The tax rate after is the effective/),
  ).toBeTruthy()
  expect(ratios.getByRole('columnheader', { name: 'Tax rate' })).toBeTruthy()
})

test('a scenario just saved is neither changed nor an example', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Save as …' }))
  await userEvent.type(screen.getByLabelText(/Name/), 'MBS swap{Enter}')
  expect(await screen.findByRole('button', { name: 'MBS swap' })).toBeTruthy()
  expect([screen.queryByText(EXAMPLE), screen.queryByText(/save your changes first/)]).toEqual([null, null])
  await userEvent.type(screen.getByLabelText(/Premium/), '1')
  expect(screen.getByRole('button', { name: 'MBS swap, changed' })).toBeTruthy()
})

test('an amount reads as the others do once its field is left', async () => {
  open()
  const premium = screen.getByRole('textbox', { name: /^Premium/ })
  await userEvent.clear(premium)
  await userEvent.type(premium, '6500000')
  await userEvent.tab()
  expect(premium).toHaveProperty('value', '6,500,000.00')
})

test('a saved scenario is downloaded by its words: as a paper, or as a workbook with formulas', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Save as …' }))
  await userEvent.type(screen.getByLabelText(/Name/), 'MBS swap{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Download' }))
  expect(await screen.findByText('Scenario (PDF)')).toBeTruthy()
  expect(screen.getByText('Excel workbook (XLSX), with formulas')).toBeTruthy()
})
