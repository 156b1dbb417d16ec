/** The report's notes on the rates, capital and limits it used. */
import { expect, test } from 'vitest'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank, TAX } from '../../test/first-example-bank.ts'
import { buildAssetReport } from './build.ts'
import type { AssetReportSnapshot, SnapshotTax } from './snapshot.ts'
import { limitsShown } from './view.ts'

const december = buildAssetReport(firstExampleBank())

test('the notes say which rates, capital, limits and yields were used', () => {
  const tax = (change: object) => buildAssetReport(firstExampleBank({ tax: { ...TAX, ...change } })).notes.join('\n')
  expect(tax({})).toContain('a combined rate of 25.74%: federal 21.00%, CO 6.00%, as of January 1, 2025 (questionnaire 2025).')
  expect(tax({ boliStateTreatment: 'IN_CAPITAL_BASE' })).toContain('use federal 21.00% alone: no CO tax applies to the institution')
  expect(tax({ boliStateTreatment: 'NOT_APPLICABLE' })).toContain('use federal 21.00% alone')
  // A credit union.
  expect(tax({ federalRate: 0, stateRate: 0, boliStateTreatment: 'NOT_APPLICABLE' })).toContain(
    'The institution pays no income tax, so tax-equivalent yields equal net yields, as of January 1, 2025',
  )
  expect(tax({ boliStateTreatment: 'TAXED' })).toContain('CO taxes the growth of policies')
  expect(tax({ federalDeductibleFraction: 0.5 })).toContain('which allows 50% of federal tax as a deduction')
  expect(tax({ combinedRateOverride: 0.3 })).toContain('own combined tax rate of 30.00%')
  expect(tax({ source: 'QUESTIONNAIRE' })).toContain('as of January 1, 2025 (annual questionnaire)')
  expect(december.notes.join('\n')).toContain(
    'Tier 1 capital of $60,000,000.00 and allowance for credit losses of $5,400,000.00 as of September 30, 2025 (Call Report).',
  )
  expect(december.notes.join('\n')).toContain(
    'No board limits are on file: the guideline of 15.00% a carrier and 25.00% in total of Tier 1',
  )
  expect(december.notes.join('\n')).not.toContain('"-"')
  expect(buildAssetReport(firstExampleBank({ yieldConvention: 'COMPOUND' })).notes.join('\n')).toContain(
    'compounded to a year by actual days',
  )
})

test('a report says which row of the state configuration it used, and how far to trust it; one made before there were any says nothing', () => {
  const row = {
    id: 7,
    stateName: 'Colorado',
    taxName: 'Corporate income tax',
    taxBasis: 'NET_INCOME' as const,
    effectiveFrom: plainDate('2020-01-01'),
    effectiveTo: null,
    figuresYear: 2020,
    source: 'Published table',
    reviewedOn: null,
    footnote: 'The highest rate stands here',
  }
  const notes = (stateRow: SnapshotTax['stateRow'], change: Partial<AssetReportSnapshot> = {}, tax = {}) =>
    buildAssetReport(firstExampleBank({ tax: { ...TAX, ...(stateRow ? { stateRow } : {}), ...tax }, ...change })).notes.find((note) =>
      note.startsWith('Tax-equivalent yields use'),
    )
  const before = notes(undefined)
  expect(before).not.toContain('State row')
  expect(notes(row)).toBe(
    `${before} State row: Colorado, in use from 01/01/2020, figures of 2020, not reviewed by a tax reviewer. Corporate income tax, measured by net income; source: Published table. The highest rate stands here.`,
  )
  expect(notes({ ...row, reviewedOn: plainDate('2025-02-01') })).toContain('figures of 2020, reviewed 02/01/2025.')
  expect(notes({ ...row, taxBasis: 'NONE', footnote: null })).toMatch(/No tax on banks; source: Published table\.$/)
  // The summary's notes share one page with all the rest.
  expect(notes(row, { kind: 'AssetSummaryReport' })).toMatch(/not reviewed by a tax reviewer\.$/)
  expect(notes('NONE_IN_FORCE')).toMatch(
    /No row of the state configuration is in effect for CO on this date: the figures are those copied when the profile was entered\.$/,
  )
  // Its own combined rate owes the row nothing.
  expect(notes(row, {}, { combinedRateOverride: 0.3 })).not.toContain('State row')
})

test('concentration stands on both kinds of capital, side by side', () =>
  expect(december.notes.join('\n')).toContain('24.47% of Tier 1 and 22.45% of Tier 1 + allowance;'))

test('every note is a sentence', () => {
  for (const note of [...december.notes, ...buildAssetReport(firstExampleBank({ tax: null, capital: null })).notes])
    expect(note).toMatch(/^[A-Z].*\.$/)
})

test('the tiles say since when, of what and at which rate', () => {
  const details = (view: typeof december) => Object.fromEntries(view.highlights.map(({ key, detail }) => [key, detail]))
  expect(details(december)).toEqual({
    cashSurrenderValue: null,
    increase: 'Since 11/30/2025',
    ytdIncrease: 'Since 12/31/2024',
    netYield: expect.stringMatching(/^Year to date 3\.\d\d%$/),
    taxEquivalentYield: 'At 25.74% tax',
    deathBenefit: null,
    institutionShare: 'Insureds’ share $1,500,000.00',
    policies: null,
    insureds: null,
    shareOfTier1: 'Tier 1 at 09/30/2025',
  })
  expect(details(buildAssetReport(firstExampleBank({ tax: null, capital: null })))).toMatchObject({
    cashSurrenderValue: null,
    taxEquivalentYield: null,
    shareOfTier1: 'No capital on file',
  })
})

test.each([
  ['Denver', 'CO', 'Denver, CO'],
  [null, 'CO', 'CO'],
  ['Denver', null, 'Denver'],
  [null, null, null],
])('%s and %s are %s', (city, stateCode, place) => {
  const { institution } = firstExampleBank()
  expect(buildAssetReport(firstExampleBank({ institution: { ...institution, city, stateCode } })).header.place).toBe(place)
})

test('a reason without a full stop is given one', () => {
  const preliminary = (reason: string) => buildAssetReport(firstExampleBank({ preliminary: { reason, policyIds: [] } })).notes[0]
  expect([preliminary('Alpha is late '), preliminary('Alpha is late.')]).toEqual([
    'Preliminary: Alpha is late.',
    'Preliminary: Alpha is late.',
  ])
})

test('a corporation that is no bank has no Tier 1: no tile, column, limit or note speaks of capital', () => {
  const corporation = { capital: null, withoutCapital: true, limits: null } as const
  for (const kind of ['AssetReport', 'AssetSummaryReport'] as const) {
    const view = buildAssetReport(firstExampleBank({ ...corporation, kind }))
    const words = JSON.stringify([
      view.highlights.map(({ label, detail }) => [label, detail]),
      view.carriers.columns,
      view.notes,
      limitsShown(view),
    ])
    expect(words).not.toMatch(/tier 1|capital|limit/i)
    expect(view.carriers.columns.map(({ key }) => key)).not.toContain('headroom')
    expect(view.limitTests.filter(({ cashSurrenderValue }) => cashSurrenderValue > 0)).toHaveLength(4)
  }
  expect(buildAssetReport(firstExampleBank()).highlights.map(({ key }) => key)).toContain('shareOfTier1')
})
