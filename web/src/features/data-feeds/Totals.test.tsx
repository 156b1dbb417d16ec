import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { feedReplies, file, finding, found } from '../../test/feed-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

test('what no column of the file says has no total: a dash, not zero', async () => {
  const silent = {
    ...file,
    missingFields: ['cashSurrenderValue'],
    totals: { rows: 74, cashSurrenderValueCents: 0, deathBenefitCents: 200, cashSurrenderValueMissing: 74, deathBenefitMissing: 0 },
  }
  await openPortal('/data-feeds/7', buildSession(), { ...feedReplies(found(finding(1, 40))), 'GET /api/etl/files/7': silent })
  const tiles = (await screen.findByText('Death benefit', { selector: 'dt' })).closest('dl')
  expect(tiles?.textContent).toContain('Cash surrender value-')
  expect(tiles?.textContent).toContain('Death benefit$1.40To be posted')
  expect(screen.getByText('Death benefit: $2.00 in the file; left out: $0.20 excluded, $0.40 not resolved.')).toBeTruthy()
  expect(screen.queryByText(/^Cash surrender value: /)).toBeNull()
})

test('a correction by hand stands between the file’s own total, which ties to the carrier’s, and what is posted', async () => {
  const corrected = {
    ...file,
    controlTotals: { rows: 74, cashSurrenderValueCents: 100, deathBenefitCents: 200 },
    corrected: { rows: 4, cashSurrenderValueCents: 0, deathBenefitCents: 50 },
    parts: [
      {
        part: 'posted',
        rows: 73,
        cashSurrenderValueCents: 90,
        deathBenefitCents: 230,
        cashSurrenderValueMissing: 0,
        deathBenefitMissing: 0,
      },
      {
        part: 'rejected',
        rows: 1,
        cashSurrenderValueCents: 10,
        deathBenefitCents: 20,
        cashSurrenderValueMissing: 0,
        deathBenefitMissing: 0,
      },
    ],
  }
  await openPortal('/data-feeds/7?tab=totals', buildSession(), { ...feedReplies(found()), 'GET /api/etl/files/7': corrected })
  const table = within(await screen.findByRole('tabpanel')).getByRole('table')
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | ')),
  ).toEqual([
    'Rows of the file | Rows | Cash surrender value | Death benefit',
    'In the file | 74 | $1.00 | $2.00',
    'Carrier’s control total | 74 | $1.00 | $2.00',
    'Corrected by hand | 4 of them | $0.00 | +$0.50',
    'As corrected, less the carrier’s control total | - | $0.00 | +$0.50',
    'Excluded | -1 | -$0.10 | -$0.20',
    'To be posted | 73 | $0.90 | $2.30',
  ])
  expect(screen.getByText('Death benefit: $2.00 in the file; corrected by hand: +$0.50; left out: $0.20 excluded.')).toBeTruthy()
  expect(screen.getByText('Cash surrender value: $1.00 in the file; left out: $0.10 excluded.')).toBeTruthy()
  expect(screen.getByText('Carriers: Stonemarch')).toBeTruthy()
})

test('a sum says how many rows it lacks because their amount could not be read, and a row without one has no zero', async () => {
  const lacking = {
    ...file,
    totals: { ...file.totals, deathBenefitMissing: 1 },
    parts: file.parts.map((part) => (part.part === 'rejected' ? { ...part, deathBenefitCents: 0, deathBenefitMissing: 1 } : part)),
  }
  await openPortal('/data-feeds/7?tab=totals', buildSession(), { ...feedReplies(found()), 'GET /api/etl/files/7': lacking })
  const rows = within(within(await screen.findByRole('tabpanel')).getByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent).filter((text) => /^(In|Excl)/.test(text ?? ''))).toEqual([
    'In the file74$1.00$2.001 row missing or unreadable',
    'Excluded-1-$0.10-1 row missing or unreadable',
  ])
  expect(
    screen.getByText('Death benefit: $2.00 in the file (1 row has no readable death benefit); left out: $0.40 not resolved.'),
  ).toBeTruthy()
})

test('the sums of a posted file are said to be of this file: values of the month may have been entered or changed since', async () => {
  const posted = { ...file, status: 'POSTED' as const }
  await openPortal('/data-feeds/7?tab=totals', buildSession(), { ...feedReplies(found()), 'GET /api/etl/files/7': posted })
  expect(await screen.findByRole('rowheader', { name: 'Posted from this file' })).toBeTruthy()
  // Both tiles say it too.
  expect(screen.getAllByText('Posted from this file')).toHaveLength(3)
})

test.each([
  [['cashSurrenderValue'], 'because no column is chosen for the cash surrender value', 'No column chosen for the cash surrender value'],
  [[], 'on rows without a readable cash surrender value', 'On rows with a missing or unreadable value'],
])('a death benefit that is left out for want of the other amount names that as the cause: %j', async (missingFields, cause, part) => {
  const lacking = {
    ...file,
    missingFields,
    totals: { ...file.totals, deathBenefitMissing: 1 },
    parts: [
      {
        part: 'incomplete' as const,
        rows: 74,
        cashSurrenderValueCents: 0,
        deathBenefitCents: 200,
        cashSurrenderValueMissing: 74,
        deathBenefitMissing: 1,
      },
    ],
  }
  await openPortal('/data-feeds/7?tab=totals', buildSession(), { ...feedReplies(found()), 'GET /api/etl/files/7': lacking })
  expect(
    await screen.findByText(`Death benefit: $2.00 in the file (1 row has no readable death benefit); left out: $2.00 ${cause}.`),
  ).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: part })).toBeTruthy()
})
