import { type FileFinding, listFindings, type rejectRows } from '@corridor/contract/data-feeds.ts'
import type { InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal, serve } from '../../test/portal.tsx'
import type { FileReply } from './FeedPage.tsx'

const file: FileReply = {
  id: 7,
  fileName: 'SM_UL_1026.csv',
  carrierCode: 'STONE',
  carrierName: 'Stonemarch',
  carrierCount: 1,
  periodCount: 1,
  period: '2026-10-31',
  status: 'VALIDATED',
  sizeBytes: 9000,
  sha256: '0'.repeat(64),
  rowCount: 74,
  matched: 73,
  unmatched: 0,
  newPolicies: 0,
  rejected: 0,
  openErrors: 1,
  openWarnings: 0,
  receivedAt: '2026-11-03T14:00:00Z',
  receivedBy: 'Helen Marsh',
  postedAt: null,
  postedBy: null,
  updatedAt: '2026-11-03T14:00:00Z',
  failure: null,
  headers: ['Policy'],
  headerLine: 1,
  mapping: { Policy: 'policyNumber' },
  mappingSource: 'given',
  unmappedHeaders: [],
  missingFields: [],
  contested: [],
  sheets: [],
  forms: {},
  samples: {},
  skippedChecks: [],
  totals: { rows: 74, cashSurrenderValueCents: 100, deathBenefitCents: 200 },
  controlTotals: null,
  periods: ['2026-10-31'],
  carriers: ['Stonemarch'],
  institutions: [],
}
const finding = (id: number, lineNumber: number): FileFinding => ({
  id,
  lineNumber,
  sheet: null,
  line: lineNumber,
  ruleCode: 'FORMAT',
  ruleTitle: 'Value cannot be read',
  severity: 'error',
  columnName: 'Contract Net Value EOM',
  value: '#REF!',
  message: `"#REF!" of line ${lineNumber} is not an amount.`,
  policyId: 3,
  institutionId: 4,
  policyNumber: `S7-70789${lineNumber}`,
  institutionName: 'Lantern Lake Community Bank',
  status: 'OPEN',
  resolution: null,
  settle: 'reject',
})
const found = (...records: FileFinding[]): ReplyOf<typeof listFindings> => ({
  records,
  page: { page: 1, perPage: 25, totalRecords: records.length, sortBy: 'severity', sortDirection: 'asc' },
})
const replies = (records: ReplyOf<typeof listFindings>) => ({
  'GET /api/etl/files/7': file,
  'GET /api/etl/files/7/findings': records,
  'POST /api/etl/files/7/reject': file,
})

test('a dialog and what was chosen outlive a second reading of the file, which numbers its findings anew', async () => {
  const session = buildSession()
  await openPortal('/data-feeds/7', session, replies(found(finding(1, 40), finding(2, 52))))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Value cannot be read, line 52' }))
  await userEvent.click(screen.getByRole('button', { name: 'Leave the row out' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave line 52 out?' })
  await userEvent.type(within(dialog).getByLabelText(/Why/), 'The carrier will send it again')

  // The first finding was settled by the new mapping; the second is the same one under another number.
  const asked = serve(replies(found(finding(9, 52))), session)
  await act(() => invalidate(listFindings))
  expect(screen.getByRole('checkbox', { name: 'Select Value cannot be read, line 52' })).toHaveProperty('checked', true)
  const still = screen.getByRole('dialog', { name: 'Leave line 52 out?' })
  await userEvent.click(within(still).getByRole('button', { name: 'Leave the row out' }))
  const sent: InputOf<typeof rejectRows> = { id: 7, lines: [52], reason: 'The carrier will send it again' }
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ lines: sent.lines, reason: sent.reason })
})

test('what no column of the file says has no total: a dash, not zero', async () => {
  const silent = {
    ...file,
    missingFields: ['cashSurrenderValue'],
    totals: { rows: 74, cashSurrenderValueCents: 0, deathBenefitCents: 200 },
  }
  await openPortal('/data-feeds/7', buildSession(), { ...replies(found(finding(1, 40))), 'GET /api/etl/files/7': silent })
  const tiles = (await screen.findByText('Death benefit', { selector: 'dt' })).closest('dl')
  expect(tiles?.textContent).toContain('Cash surrender value-')
  expect(tiles?.textContent).toContain('Death benefit$2.00')
})

test('columns that were chosen outlive a look at another tab, and leaving the page asks before they are lost', async () => {
  const columned = { ...file, headers: ['Policy', 'Net'], mapping: { Policy: 'policyNumber' }, unmappedHeaders: ['Net'] }
  const portal = await openPortal('/data-feeds/7?tab=mapping', buildSession(), { ...replies(found()), 'GET /api/etl/files/7': columned })
  const net = () => screen.findByLabelText('What Net holds')
  await userEvent.selectOptions(await net(), 'Cash surrender value')
  await userEvent.click(screen.getByRole('tab', { name: /^Findings/ }))
  await userEvent.click(screen.getByRole('tab', { name: /^Columns/ }))
  expect(await net()).toHaveProperty('value', 'cashSurrenderValue')
  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Data Feeds' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(portal.address()).toContain('/data-feeds/7')
  expect(await net()).toHaveProperty('value', 'cashSurrenderValue')
  // Saved, what nobody chose stays as the file was handed in.
  await userEvent.click(screen.getByRole('button', { name: 'Save and read again' }))
  const { body } = portal.asked.find(({ method }) => method === 'PUT') ?? {}
  expect(Object.keys(body ?? {}).toSorted()).toEqual(['keep', 'mapping', 'updatedAt'])
})

test('a file without rows shows the error that stops it', async () => {
  const empty = { ...file, rowCount: 0, matched: 0, period: null, periods: [], periodCount: 0 }
  const why = { ...finding(1, 0), lineNumber: null, ruleCode: 'FILE', message: 'Below the header the file holds no policies.' }
  await openPortal('/data-feeds/7', buildSession(), { ...replies(found(why)), 'GET /api/etl/files/7': empty })
  expect(await screen.findByText(why.message)).toBeTruthy()
})

test('a file set aside says that it was, and not that it could not be read', async () => {
  await openPortal('/data-feeds/7', buildSession(), { ...replies(found()), 'GET /api/etl/files/7': { ...file, status: 'REJECTED' } })
  expect((await screen.findByRole('status', { name: 'Next step' })).textContent).toContain('Set aside')
})

test('posting names the month before it is done', async () => {
  const sound = { ...file, openErrors: 0 }
  await openPortal('/data-feeds/7', buildSession(), { ...replies(found()), 'GET /api/etl/files/7': sound })
  await userEvent.click(await screen.findByRole('button', { name: 'Post' }))
  expect((await screen.findByRole('dialog', { name: 'Post to October 2026?' })).textContent).toContain('74 rows are posted to October 2026')
})
