/** The tables of institutions and carriers on an audit's page: their headings, differences and totals. */
import { NOTHING_CHANGED, UNCHANGED } from '@corridor/domain/auditing/received.ts'
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
  deathBenefitDifferenceCents: 5_247_800,
  unfedPolicies: 1,
  unfedCashSurrenderValueCents: 3_700_392,
  ...{ correctedPolicies: 0, correctedCashSurrenderValueCents: 0, excludedRows: 0, excludedCashSurrenderValueCents: 0, unreadRows: 0 },
  ...{ fedDeathBenefitCents: 0, postedDeathBenefitCents: 5_247_800, unfedDeathBenefitCents: 5_247_800, excludedDeathBenefitCents: 0 },
  ...{ receivedDeathBenefitCents: 0, correctedDeathBenefits: 0, correctedDeathBenefitCents: 0, unreadDeathBenefits: 0 },
  missing: [],
  extra: [],
  status: 'Clear',
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

test('a difference says whose it is where policies have no line in the carrier’s file, and how much of it where that is a part; what no file states is a dash', async () => {
  const unfed = { policies: 1, cashSurrenderValueCents: 3_700_392 }
  const row = { ...CLIENT, fed: null, fedCashSurrenderValueCents: null }
  await openPortal('/reports/client-exception-report', reader, {
    ...replies,
    'GET /api/exceptions/summary': summaryOf({ unfed }),
    'GET /api/exceptions/client-exceptions/report': {
      ...pageOf([row, { ...row, carrierCode: 'HBL', deathBenefitDifferenceCents: 9_000_000 }]),
      ...{ totals: CLIENT, unplaced: NOTHING_CHANGED },
    },
    'GET /api/exceptions': pageOf([exceptionOf({ policyId: null, policyNumber: null, policyNumbers: ['TH-0270123', 'TH-0270124'] })]),
  })
  const words = '$37,003.92 without a line in the carrier’s file, 1 policy'
  expect(await screen.findByText(`posted at the month end, of which ${words}`)).toBeTruthy()
  const [, cells, part] = within(await screen.findByRole('table', { name: 'Institutions and carriers by value' })).getAllByRole('row')
  expect(cells?.textContent).toContain('22 of 22-37,003.9237,003.921 policy without a line52,478.001 policy without a line')
  expect(part?.textContent).toContain('90,000.0052,478.00 of 1 policy without a line')
  expect(await screen.findByText('TH-0270123, TH-0270124')).toBeTruthy()
})

test('the status of a row is the server’s own, in one line, as the export has it', async () => {
  await openPortal('/reports/policy-count-report', reader, {
    ...replies,
    'GET /api/exceptions/policy-count-exceptions/report-simple': pageOf([{ ...CLIENT, fed: null, status: 'No file' }]),
  })
  const rows = within(await screen.findByRole('table', { name: 'Institutions and carriers by count' }))
  expect(rows.getByText('No file').closest('td')?.dataset.oneLine).toBe('true')
  expect(rows.queryByText('Clear')).toBeNull()
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
  })
  // Its policies are named by the exceptions below; it would push the status out of sight.
  expect(told).not.toHaveProperty('Not in the file')
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

test('a page of a longer list says that its totals are of more rows than it shows', async () => {
  const reply = pageOf([CLIENT])
  await openPortal('/reports/policy-count-report', reader, {
    ...replies,
    'GET /api/exceptions/policy-count-exceptions/report-simple': { ...reply, page: { ...reply.page, totalRecords: 35 } },
  })
  const counts = await screen.findByRole('table', { name: 'Institutions and carriers by count' })
  expect(within(counts).getByText('Total of all 35 rows, 1 of them shown')).toBeTruthy()
})

test.each([
  ['policy-count-report', 'policy-count-exceptions/report-simple', 'the statement (PDF) has all'],
  ['client-exception-report', 'client-exceptions/report', 'the export has all'],
])('on paper the page of %s names its rows and what has the others', async (address, call, words) => {
  const many = (records: Parameters<typeof pageOf>[0], totalRecords: number) => {
    const reply = pageOf(records)
    return { ...reply, totals: CLIENT, page: { ...reply.page, totalRecords } }
  }
  await openPortal(`/reports/${address}`, reader, {
    ...replies,
    [`GET /api/exceptions/${call}`]: many([CLIENT], 35),
    'GET /api/exceptions': many([exceptionOf()], 97),
  })
  const institutions = await screen.findByText(`Rows 1 to 10 of 35; ${words}.`)
  expect(institutions.closest('[data-print-only]')).toBeTruthy()
  expect(await screen.findByText('Rows 1 to 25 of 97; the statement (PDF) has all.')).toBeTruthy()
})

const changed = {
  ...{ receivedCashSurrenderValueCents: 101_000, fedCashSurrenderValueCents: 150_000, postedCashSurrenderValueCents: 150_000 },
  ...{ correctedPolicies: 1, correctedCashSurrenderValueCents: 50_000, unreadRows: 1, cashSurrenderValueDifferenceCents: 0 },
  ...{ receivedDeathBenefitCents: 900_000, fedDeathBenefitCents: 898_000, postedDeathBenefitCents: 950_478 },
  ...{ correctedDeathBenefits: 0, correctedDeathBenefitCents: 0, unreadDeathBenefits: 0, deathBenefitDifferenceCents: 52_478 },
  ...{ excludedRows: 1, excludedCashSurrenderValueCents: 1_000, excludedDeathBenefitCents: 2_000 },
  ...{ unfedPolicies: 1, unfedCashSurrenderValueCents: 0, unfedDeathBenefitCents: 52_478 },
}
const linesOf = async (totals: Partial<typeof changed>, unplaced = NOTHING_CHANGED) => {
  await openPortal('/reports/client-exception-report', reader, {
    ...replies,
    'GET /api/exceptions/client-exceptions/report': { ...pageOf([{ ...CLIENT, ...totals }]), totals: { ...changed, ...totals }, unplaced },
  })
  const [, ...lines] = within(await screen.findByRole('table', { name: 'From the carriers’ files to posted' })).getAllByRole('row')
  return lines.map(({ children }) => [...children].map(({ textContent }) => textContent))
}

test('where cells were corrected and rows excluded, the page leads both amounts from what was received to what is posted, and each row tells its own', async () => {
  const unplaced = { ...UNCHANGED, excludedRows: 1, excludedCents: 700 }
  expect(await linesOf(changed, { cashSurrenderValue: unplaced, deathBenefit: { ...unplaced, excludedCents: 900 } })).toEqual([
    [
      'Received from the carriers',
      '1 cash surrender value blank or not readable as received: it adds nothing',
      ...['1,017.00', '9,009.00'],
    ],
    ['Corrected by hand', '1 cash surrender value', '500.00', '0.00'],
    ['Excluded rows', '2 rows, 1 of no institution in the register', '-17.00', '-29.00'],
    ['Carriers’ files, as read', '', '1,500.00', '8,980.00'],
    ['Posted', '', '1,500.00', '9,504.78'],
    ['Posted less the carriers’ files, as read', '', '0.00', '524.78'],
    ['Posted without a line in the carrier’s file', '1 policy', '0.00', '524.78'],
  ])
  const [, cells] = within(screen.getByRole('table', { name: 'Institutions and carriers by value' })).getAllByRole('row')
  expect(cells?.textContent).toContain('1,500.00corrected 500.00excluded -10.001 not readable')
})

test('a death benefit corrected by hand is told where no cash surrender value was and no row was excluded', async () => {
  const benefit = { correctedDeathBenefits: 1, correctedDeathBenefitCents: 26_385_500, fedDeathBenefitCents: 30_000_000 }
  const cash = { correctedPolicies: 0, correctedCashSurrenderValueCents: 0, unreadRows: 0 }
  const whole = { postedDeathBenefitCents: 30_000_000, unfedPolicies: 0, excludedRows: 0 }
  const none = { excludedCashSurrenderValueCents: 0, excludedDeathBenefitCents: 0 }
  expect((await linesOf({ ...cash, ...benefit, ...whole, ...none })).slice(0, 2)).toEqual([
    ['Received from the carriers', '', '1,500.00', '36,145.00'],
    ['Corrected by hand', '1 death benefit', '0.00', '263,855.00'],
  ])
})

test('a month whose posted values are those of the files, none of them corrected and no row excluded, shows no line of either', async () => {
  await openPortal('/reports/client-exception-report', reader, {
    ...replies,
    'GET /api/exceptions/client-exceptions/report': pageOf([CLIENT]),
  })
  expect(await screen.findByRole('table', { name: 'Institutions and carriers by value' })).toBeTruthy()
  expect(screen.queryByRole('table', { name: 'From the carriers’ files to posted' })).toBeNull()
})
