/** An exception's figures for whoever decides it: what is posted and where it came from, how it was settled before, and both sides of its rule. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { detailOf, exceptionOf, pageOf, replies } from '../../test/auditing-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const session = buildSession()

test('a posted policy that the file lacks shows its posted values with their sources, and who settled the same exception last month and why', async () => {
  const value = { policyId: 31, asOfDate: '2026-10-31', cashSurrenderValueCents: 3_700_392, bookRow: null, sheet: null }
  const entered = { ...value, fileId: null, fileName: null, lineNumber: null, postedBy: 'Ada Quill', reason: 'By its letter' }
  const read = {
    ...value,
    asOfDate: '2026-09-30',
    fileId: 12,
    fileName: 'september.csv',
    lineNumber: 4,
    postedBy: 'Ada Quill',
    reason: null,
  }
  const missing = detailOf({
    ...{ ruleCode: 'P4', ruleTitle: 'Posted policy missing from the file', unit: 'count', expected: '0', actual: '1', tolerance: 0 },
    ...{ policyId: null, policyNumber: null, policies: [{ policyId: 31, policyNumber: 'A-1001', values: [entered, read] }] },
  })
  await openPortal('/reports/policy-count-report?exception=101-7', session, {
    ...replies,
    'GET /api/exceptions/policy-count-exceptions/report-simple': pageOf([]),
    'GET /api/exceptions/101/7': missing,
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Exception: P4, Posted policy missing from the file' }))
  const [, now, before] = within(await dialog.findByRole('table', { name: 'Posted values' })).getAllByRole('row')
  expect(now?.textContent).toBe('A-100110/31/202637,003.92By hand, Ada QuillBy its letter')
  expect(before?.textContent).toBe('A-100109/30/202637,003.92september.csv, line 4')
  expect(dialog.getByRole('link', { name: 'september.csv, line 4' }).getAttribute('href')).toContain('/12')
  expect(dialog.getByText(/^Dana Cole, 10\/05\/2026.*: Carrier confirmed the value\. By telephone\.$/)).toBeTruthy()
  expect(dialog.getByText('Institution')).toBeTruthy()
  expect(dialog.queryByText('Client')).toBeNull()
})

test('what the account leaves is no value of the feed: an exception of values has what is expected and what is posted', async () => {
  const sum = exceptionOf({
    ...{ check: 'client-exceptions', ruleCode: 'V9', ruleTitle: 'Surrender value does not add up', unit: 'cents' },
    ...{ expected: '10641942', actual: '10637442', differenceCents: -4500 },
    figures: { fedCashSurrenderValueCents: 10637442, postedCashSurrenderValueCents: 10637442 },
  })
  await openPortal('/reports/client-exception-report', session, {
    ...replies,
    'GET /api/exceptions/client-exceptions/report': pageOf([]),
    'GET /api/exceptions': pageOf([sum]),
  })
  const row = (await screen.findByRole('button', { name: 'V9, Surrender value does not add up' })).closest('tr')
  const cells = Object.fromEntries([...(row?.querySelectorAll('td') ?? [])].map((cell) => [cell.dataset.label, cell.textContent]))
  expect(cells).toMatchObject({ Expected: '$106,419.42', Actual: '$106,374.42', Difference: '-$45.00' })
  expect(Object.keys(cells).filter((label) => label.startsWith('Feed'))).toEqual([])
})

test('the list of values sets both sides of dates and of policy data side by side, and says that a date of birth is withheld', async () => {
  const value = exceptionOf({ check: 'client-exceptions', differenceCents: null, compared: null, tolerance: null, figures: {} })
  const rows = [
    { ...value, id: 1, ruleCode: 'V7', unit: 'days', expected: '2026-10-31', actual: '2026-10-26' },
    { ...value, id: 2, ruleCode: 'V12', unit: 'words', expected: 'General UL', actual: 'Flexible UL' },
    { ...value, id: 3, ruleCode: 'V12', unit: 'words', expected: null, actual: null },
  ]
  await openPortal('/reports/client-exception-report', session, { ...replies, 'GET /api/exceptions': pageOf(rows) })
  const table = await screen.findByRole('table', { name: 'Exceptions of values' })
  const [header, ...lines] = within(table).getAllByRole('row')
  const at = within(header ?? table)
    .getAllByRole('columnheader')
    .findIndex(({ textContent }) => textContent === 'Expected')
  const told = lines.map((line) => [...line.children].slice(at, at + 3).map(({ textContent }) => textContent))
  expect(told).toEqual([
    ['10/31/2026', '10/26/2026', '-5 days'],
    ['General UL', 'Flexible UL', '-'],
    ['withheld', 'withheld', '-'],
  ])
})
