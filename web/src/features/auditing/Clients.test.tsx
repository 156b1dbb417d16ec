/** The tables of institutions and carriers on an audit's page: their headings, differences and totals. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { exceptionOf, pageOf, replies, summaryOf } from '../../test/auditing-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

/** Counts of an audit over an institution's policies with a carrier. */
const CLIENT = {
  institutionId: 101,
  institutionName: 'First Coastal Bank',
  carrierCode: 'STM',
  carrierName: 'Stonemarch',
  ...Object.fromEntries(['expected', 'posted', 'fed', 'prior', 'rolled'].map((key) => [key, 22])),
  ...Object.fromEntries(['added', 'removed', 'difference', 'fileDifference', 'exceptions', 'open', 'errors'].map((key) => [key, 0])),
  receivedCashSurrenderValueCents: 0,
  fedCashSurrenderValueCents: 0,
  postedCashSurrenderValueCents: 3_700_392,
  cashSurrenderValueDifferenceCents: 3_700_392,
  deathBenefitDifferenceCents: 0,
  unfedPolicies: 1,
  unfedCashSurrenderValueCents: 3_700_392,
  ...{ correctedPolicies: 0, correctedCashSurrenderValueCents: 0, excludedRows: 0, excludedCashSurrenderValueCents: 0, unreadRows: 0 },
  missing: [],
  extra: [],
  auditedAt: '2026-11-04T15:00:00.000Z',
}
const reader = buildSession({ permissions: [{ code: 'ASSET_REPORT', access: 1 }] })

test.each([
  'client-exception-report',
  'policy-count-report',
  'client-exception-report-cash-surrender',
  'beginning-year-balance',
  'yield-exceptions-report',
])('the tables of %s say institution and cash surrender value in full, and CSV names no file beside them', async (page) => {
  const own = page === 'policy-count-report' ? 'policy-count-exceptions/report-simple' : 'client-exceptions/report'
  await openPortal(`/reports/${page}`, reader, {
    ...replies,
    [`GET /api/exceptions/${own}`]: pageOf([CLIENT]),
    'GET /api/exceptions/openings': pageOf([]),
  })
  expect(await screen.findByRole('button', { name: 'M3, Movement too large' })).toBeTruthy()
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toContain('Institution')
  expect(heads.filter((head) => /\b(CSV|DB|Clients?)\b/.test(head ?? ''))).toEqual([])
  const aging = within(screen.getByRole('region', { name: 'Age of exceptions not resolved' }))
  expect(aging.getByRole('button', { name: 'Spreadsheet (.csv)' })).toBeTruthy()
})

test('a difference says how much of it is posted without a line in the carrier’s file, in its row and beside the sum; what no file states is a dash', async () => {
  const unfed = { policies: 1, cashSurrenderValueCents: 3_700_392 }
  const row = { ...CLIENT, fed: null, fedCashSurrenderValueCents: null }
  await openPortal('/reports/client-exception-report', reader, {
    ...replies,
    'GET /api/exceptions/summary': summaryOf({ unfed }),
    'GET /api/exceptions/client-exceptions/report': pageOf([row]),
    'GET /api/exceptions': pageOf([exceptionOf({ policyId: null, policyNumber: null, policyNumbers: ['TH-0270123', 'TH-0270124'] })]),
  })
  const words = '$37,003.92 without a line in the carrier’s file, 1 policy'
  expect(await screen.findByText(`posted at the month end, of which ${words}`)).toBeTruthy()
  const [, cells] = within(await screen.findByRole('table', { name: 'Institutions and carriers by value' })).getAllByRole('row')
  expect(cells?.textContent).toContain(`22 of 22-37,003.9237,003.92${words}`)
  expect(await screen.findByText('TH-0270123, TH-0270124')).toBeTruthy()
})

test.each([
  ['1 open error', { exceptions: 3, open: 1, errors: 1 }],
  ['2 open errors', { exceptions: 2, open: 2, errors: 2 }],
  ['1 open error, 2 others open', { exceptions: 3, open: 3, errors: 1 }],
  ['2 open errors, 1 other open', { exceptions: 3, open: 3, errors: 2 }],
  ['2 open', { exceptions: 2, open: 2, errors: 0 }],
  ['None open', { exceptions: 2, open: 0, errors: 0 }],
  ['Clear', { exceptions: 0, open: 0, errors: 0 }],
])('each exception is counted once in the status “%s”', async (words, counts) => {
  await openPortal('/reports/policy-count-report', reader, {
    ...replies,
    'GET /api/exceptions/policy-count-exceptions/report-simple': pageOf([{ ...CLIENT, ...counts }]),
  })
  const rows = within(await screen.findByRole('table', { name: 'Institutions and carriers by count' }))
  expect(rows.getByText(words)).toBeTruthy()
})

test('the columns of the policy reconciliation say which side each is: the register’s, the carrier’s file, and the sign of the difference', async () => {
  await openPortal('/reports/policy-count-report', reader, {
    ...replies,
    'GET /api/exceptions/policy-count-exceptions/report-simple': pageOf([CLIENT]),
  })
  const counts = await screen.findByRole('table', { name: 'Institutions and carriers by count' })
  const told = Object.fromEntries(
    within(counts)
      .getAllByRole('columnheader')
      .map((head) => [head.textContent, head.title]),
  )
  expect(told).toMatchObject({
    Posted: 'Policies of the register with a posted value at this month end',
    'In the file': 'Policies of the register that the carrier’s file has; a dash where there is no file',
    'Posted less rolled forward': 'Below zero, policies of the prior month are missing',
    'Posted less file':
      'Above zero, policies are posted that the file lacks; below zero, policies of the file are not posted; a dash where there is no file',
    'Not in the file': 'Policies with a posted value that the carrier’s file lacks',
  })
  expect(within(counts).queryByText(/^Total of/)).toBeNull()
  const exceptions = screen.getAllByRole('columnheader', { name: /^(Expected|Actual|Difference)/ })
  expect(exceptions.filter(({ title }) => title === '')).toEqual([])
})

test('the policy reconciliation ends with the totals of all rows, those of other pages among them', async () => {
  const sums = { prior: 900, added: 14, removed: 2, rolled: 912, posted: 911, difference: -1, fed: 910, fileDifference: 1 }
  const two = pageOf([CLIENT, { ...CLIENT, carrierCode: 'HBL', carrierName: 'Harborlight' }])
  await openPortal('/reports/policy-count-report', reader, {
    ...replies,
    'GET /api/exceptions/policy-count-exceptions/report-simple': { ...two, totals: sums },
  })
  const counts = await screen.findByRole('table', { name: 'Institutions and carriers by count' })
  const total = within(counts).getByText('Total of 2 rows').closest('tr')
  expect(total?.textContent).toBe('Total of 2 rows912911-19101')
})

test('where cells were corrected and rows excluded, the page leads from what was received to what is posted, and each row tells its own', async () => {
  const changed = {
    receivedCashSurrenderValueCents: 101_000,
    correctedPolicies: 1,
    correctedCashSurrenderValueCents: 50_000,
    excludedRows: 1,
    excludedCashSurrenderValueCents: 1_000,
    unreadRows: 1,
    fedCashSurrenderValueCents: 150_000,
    postedCashSurrenderValueCents: 150_000,
    cashSurrenderValueDifferenceCents: 0,
  }
  await openPortal('/reports/client-exception-report', reader, {
    ...replies,
    'GET /api/exceptions/client-exceptions/report': {
      ...pageOf([{ ...CLIENT, ...changed }]),
      totals: { ...changed, unfedPolicies: 1, unfedCashSurrenderValueCents: 3_700_392 },
      unplaced: { correctedPolicies: 0, correctedCents: 0, excludedRows: 1, excludedCents: 700, unreadRows: 0 },
    },
  })
  const lines = within(await screen.findByRole('table', { name: 'From the carriers’ files to posted' })).getAllByRole('row')
  expect(lines.slice(1).map(({ textContent }) => textContent)).toEqual([
    'Cash surrender value received from the carriers1 row’s received value is blank or could not be read, and adds nothing1,017.00',
    'Corrected by hand1 policy500.00',
    'Excluded rows2 rows, 1 of no institution in the register-17.00',
    'Feed, as read1,500.00',
    'Posted$37,003.92 without a line in the carrier’s file, 1 policy1,500.00',
    'Posted less feed0.00',
  ])
  const [, cells] = within(screen.getByRole('table', { name: 'Institutions and carriers by value' })).getAllByRole('row')
  expect(cells?.textContent).toContain('1,500.00corrected 500.00excluded -10.001 not readable')
})

test('a month without a correction and an excluded row shows no line of either', async () => {
  await openPortal('/reports/client-exception-report', reader, {
    ...replies,
    'GET /api/exceptions/client-exceptions/report': pageOf([CLIENT]),
  })
  expect(await screen.findByRole('table', { name: 'Institutions and carriers by value' })).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'From the carriers’ files to posted' })).toBeNull()
})
