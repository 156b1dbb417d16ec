import { type FileFinding, listFindings, type listStatusProposals, type rejectRows } from '@corridor/contract/data-feeds.ts'
import type { correctCells, getFileLine } from '@corridor/contract/feed-lines.ts'
import type { previewPosting } from '@corridor/contract/feed-posting.ts'
import type { InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { STANDARD_ACCOUNTS } from '@corridor/domain/calculations/journal-entries.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { file } from '../../test/feed-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal, serve } from '../../test/portal.tsx'

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
  'GET /api/etl/files/7/mapping/proposals': { records: [], rows: 0 },
})

test('a dialog and what was chosen outlive a second reading of the file, which numbers its findings anew', async () => {
  const session = buildSession()
  await openPortal('/data-feeds/7', session, replies(found(finding(1, 40), finding(2, 52))))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Value cannot be read, line 52' }))
  await userEvent.click(screen.getByRole('button', { name: 'Exclude row' }))
  const dialog = await screen.findByRole('dialog', { name: 'Exclude line 52?' })
  await userEvent.type(within(dialog).getByLabelText(/Why/), 'The carrier will send it again')

  // The first finding was settled by the new mapping; the second is the same one under another number.
  const asked = serve(replies(found(finding(9, 52))), session)
  await act(() => invalidate(listFindings))
  expect(screen.getByRole('checkbox', { name: 'Select Value cannot be read, line 52' })).toHaveProperty('checked', true)
  const still = screen.getByRole('dialog', { name: 'Exclude line 52?' })
  await userEvent.click(within(still).getByRole('button', { name: 'Exclude row' }))
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
  expect(tiles?.textContent).toContain(
    'Death benefit$1.40To be posted, out of $2.00 in the file; left out: $0.20 excluded, $0.40 not resolved',
  )
})

test('columns that were chosen outlive a look at another tab, and leaving the page asks before they are lost', async () => {
  const columned = { ...file, headers: ['Policy', 'Net'], mapping: { Policy: 'policyNumber' }, unmappedHeaders: ['Net'] }
  const portal = await openPortal('/data-feeds/7?tab=mapping', buildSession(), { ...replies(found()), 'GET /api/etl/files/7': columned })
  const net = () => screen.findByLabelText('What Net holds')
  await userEvent.selectOptions(await net(), 'Cash surrender value')
  await userEvent.click(screen.getByRole('tab', { name: /^Findings/ }))
  await userEvent.click(screen.getByRole('tab', { name: /^Column mapping/ }))
  expect(await net()).toHaveProperty('value', 'cashSurrenderValue')
  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Data Feeds' }))
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(portal.address()).toContain('/data-feeds/7')
  expect(await net()).toHaveProperty('value', 'cashSurrenderValue')
  // Saved, what nobody chose stays as the file was uploaded.
  await userEvent.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Save and check again' }))
  const { body } = portal.asked.find(({ method }) => method === 'PUT') ?? {}
  expect(Object.keys(body ?? {}).toSorted()).toEqual(['keep', 'mapping', 'updatedAt'])
})

test('findings that are still open come first unless another order is chosen', async () => {
  const portal = await openPortal('/data-feeds/7', buildSession(), replies(found(finding(1, 40))))
  await screen.findByText('Value cannot be read')
  expect(portal.asked.find(({ path }) => path.endsWith('/findings'))?.query.get('sort')).toBe('urgency')
})

test('a file without rows shows the error that stops it', async () => {
  const empty = { ...file, rowCount: 0, matched: 0, period: null, periods: [], periodCount: 0 }
  const why = { ...finding(1, 0), lineNumber: null, ruleCode: 'FILE', message: 'The file has no policies below the header.' }
  await openPortal('/data-feeds/7', buildSession(), { ...replies(found(why)), 'GET /api/etl/files/7': empty })
  expect(await screen.findByText(why.message)).toBeTruthy()
})

test('a discarded file says that it was, and not that it could not be read', async () => {
  await openPortal('/data-feeds/7', buildSession(), { ...replies(found()), 'GET /api/etl/files/7': { ...file, status: 'REJECTED' } })
  expect((await screen.findByRole('status', { name: 'Next step' })).textContent).toContain('Discarded')
})

test('a file that could not be read is marked so, and not as discarded, which nobody did', async () => {
  const unread = { ...file, status: 'REJECTED' as const, failure: 'The workbook is damaged.', rowCount: 0, headers: [] }
  await openPortal('/data-feeds/7', buildSession(), { ...replies(found()), 'GET /api/etl/files/7': unread })
  expect(await screen.findByText('Could not be read')).toBeTruthy()
  expect(screen.queryByText('Discarded')).toBeNull()
})

test('posting tells carrier, file and month with the values beside the month before, and what stays out or open, before it is done', async () => {
  const sound = { ...file, openErrors: 0 }
  const amounts = (policies: number, cashSurrenderValueCents: number, deathBenefitCents: number) => ({
    policies,
    cashSurrenderValueCents,
    deathBenefitCents,
  })
  const preview: ReplyOf<typeof previewPosting> = {
    months: [
      {
        period: '2026-10-31',
        values: amounts(70, 1_009_678_923, 2_094_301_978),
        restated: 2,
        unchanged: 0,
        priorPeriod: '2026-09-30',
        prior: amounts(71, 1_000_000_000, 2_100_000_000),
        added: amounts(1, 5_000_000, 9_000_000),
        missing: amounts(2, 19_450_864, 40_000_000),
      },
    ],
    leftOut: [{ part: 'rejected', rows: 1, cashSurrenderValueCents: 8_427_533, deathBenefitCents: 0 }],
    openWarnings: 2,
    largestWarning: {
      ruleTitle: 'Surrender value does not add up',
      message: 'Account value $84,275.33 less surrender charge $0.00 is $84,275.33, not $82,475.33.',
      sheet: null,
      lineNumber: 2,
      policyNumber: 'S7-413570-01',
      institutionName: 'First Coastal Bank',
      cashSurrenderValueCents: 8_247_533,
    },
    updatedAt: '2026-11-03T15:00:00.000Z',
  }
  const portal = await openPortal('/data-feeds/7', buildSession(), {
    ...replies(found()),
    'GET /api/etl/files/7': sound,
    'GET /api/etl/files/7/posting': preview,
    'POST /api/etl/files/7/post': { ...sound, status: 'POSTED', posted: 68, restated: 2, unchanged: 0, exceptions: 0 },
  })
  expect((await screen.findByRole('status', { name: 'Next step' })).textContent).toContain('70 rows become valuations')
  await userEvent.click(screen.getByRole('button', { name: 'Post' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Post to October 2026?' }))
  expect((await dialog.findAllByRole('definition')).map(({ textContent }) => textContent)).toEqual(['Stonemarch', 'SM_UL_1026.csv'])
  const rows = within(await dialog.findByRole('region', { name: 'Values of October 2026 beside September 2026' })).getAllByRole('row')
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['', 'September 2026', 'October 2026', 'Change'],
    ['Policies', '71', '70', '-1'],
    ['Cash surrender value', '$10,000,000.00', '$10,096,789.23', '+$96,789.23+0.97%'],
    ['Death benefit', '$21,000,000.00', '$20,943,019.78', '-$56,980.22-0.27%'],
  ])
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 policy is without a value for September 2026 ($50,000.00 now).',
    '2 policies with a value for September 2026 ($194,508.64) get none from this file.',
    '2 values that are already posted will change.',
    '1 row is excluded (cash surrender value $84,275.33).',
    '2 warnings stay open and on record; the largest: Surrender value does not add up, line 2, policy S7-413570-01, First Coastal Bank. Account value $84,275.33 less surrender charge $0.00 is $84,275.33, not $82,475.33.',
    'Reports already made keep their values.',
  ])
  // Posted values change, so a reason comes first; what was shown is what is posted.
  expect(dialog.getByRole('button', { name: 'Post' })).toHaveProperty('disabled', true)
  await userEvent.type(dialog.getByLabelText(/Why are values restated/), 'Sent again by the carrier')
  await userEvent.click(dialog.getByRole('button', { name: 'Post' }))
  await expect
    .poll(() => portal.asked.find(({ method }) => method === 'POST')?.body)
    .toEqual({ updatedAt: preview.updatedAt, restatementReason: 'Sent again by the carrier' })
})

test('the tab of exceptions of a posted file counts those that are open, as the tab of findings does', async () => {
  const posted = { ...file, status: 'POSTED' as const, openErrors: 0, openWarnings: 2 }
  const counted = { check: 'client-exceptions', ruleCode: 'V3', ruleTitle: 'Value', severity: 'error', period: '2026-10-31', only: null }
  await openPortal('/data-feeds/7', buildSession(), {
    ...replies(found()),
    'GET /api/etl/files/7': posted,
    'GET /api/exceptions/counts': { records: [{ ...counted, open: 3, settled: 1 }], resolved: [] },
  })
  expect(await screen.findByRole('tab', { name: 'Exceptions 3' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Findings 2' })).toBeTruthy()
})

test('a status is accepted with the entry it will make; of several each is asked what its own entry needs', async () => {
  const status = (id: number, line: number): FileFinding => ({
    ...finding(id, line),
    ruleCode: 'V10',
    ruleTitle: 'Status differs from the register',
    settle: 'accept',
  })
  const proposal = (id: number, line: number, to: 'LAPSED' | 'SURRENDERED'): ReplyOf<typeof listStatusProposals>['records'][number] => ({
    finding: id,
    lineNumber: line,
    policyNumber: `S7-70789${line}`,
    insuredName: 'Quill, Rosa',
    institutionName: 'Lantern Lake Community Bank',
    carrierName: 'Stonemarch',
    oldStatus: 'IN_FORCE',
    status: to,
    period: '2026-10-31',
    follows: null,
    deathKnown: false,
    values: [{ asOfDate: '2026-09-30', cashSurrenderValueCents: 26_987_780, institutionDeathBenefitCents: 71_600_000 }],
    flows: [],
    ledgerAccounts: STANDARD_ACCOUNTS,
  })
  const portal = await openPortal('/data-feeds/7', buildSession(), {
    ...replies(found(status(1, 40), status(2, 52))),
    'GET /api/etl/files/7/statuses': { records: [proposal(1, 40, 'LAPSED'), proposal(2, 52, 'SURRENDERED')] },
    'POST /api/etl/files/7/findings/accept': file,
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Status differs from the register, line 40' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Status differs from the register, line 52' }))
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept 2 statuses?' }))
  const lapse = within(await dialog.findByRole('group', { name: /S7-7078940, Quill, Rosa: In force to lapsed/ }))
  const surrender = within(dialog.getByRole('group', { name: /S7-7078952, Quill, Rosa: In force to surrendered/ }))
  await userEvent.type(dialog.getByLabelText(/Why/), 'The bank confirmed both')
  await userEvent.click(dialog.getByRole('button', { name: 'Accept' }))
  // Nothing is sent while something is missing.
  expect(portal.asked.some(({ method }) => method === 'POST')).toBe(false)
  expect(surrender.getAllByText('Enter the amount received in cash.').length).toBeGreaterThan(0)
  await userEvent.selectOptions(lapse.getByLabelText(/Where the value goes/), 'EXPENSE')
  await userEvent.click(lapse.getByRole('checkbox', { name: /The difference is correct/ }))
  expect(lapse.getByRole('region', { name: 'Journal entry' }).textContent).toContain('Other noninterest expense, life insurance')
  await userEvent.type(surrender.getByLabelText(/Amount/), '270,000.00')
  expect(surrender.getByRole('region', { name: 'Journal entry' }).textContent).toContain('CashSurrenders270,000.00')
  await userEvent.click(dialog.getByRole('button', { name: 'Accept' }))
  expect(portal.asked.find(({ method }) => method === 'POST')?.body).toEqual({
    findings: [1, 2],
    reason: 'The bank confirmed both',
    statuses: [
      { finding: 1, effectiveDate: '2026-10-31', settlement: 'EXPENSE', differenceConfirmed: true },
      { finding: 2, effectiveDate: '2026-10-31', releasedCents: 27_000_000 },
    ],
  })
})

test('a locked month is named with where it is unlocked, and nothing is posted', async () => {
  const locked = { ...file, lockedMonths: ['2025-12-31'] }
  await openPortal('/data-feeds/7', buildSession(), { ...replies(found()), 'GET /api/etl/files/7': locked })
  const step = await screen.findByRole('status', { name: 'Next step' })
  expect(step.textContent).toContain('December 2025 is locked')
  expect(within(step).getByRole('link', { name: 'Open the month-end close' }).getAttribute('href')).toContain('period=2025-12-31')
  expect(screen.queryByRole('button', { name: 'Post' })).toBeNull()
})

test('setting a file aside lists the policies that it alone brought, and waits for an answer about them', async () => {
  const brought = ['N-9001', 'N-9002'].map((policyNumber, index) => ({
    policyId: index + 1,
    policyNumber,
    institutionId: 5,
    institutionName: 'Old Quarry Bank',
  }))
  const { asked } = await openPortal('/data-feeds/7', buildSession(), {
    ...replies(found(finding(1, 40))),
    'GET /api/etl/files/7': { ...file, broughtPolicies: brought },
    'DELETE /api/etl/files/7': undefined,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Discard file' }))
  const dialog = screen.getByRole('dialog', { name: 'Discard this file?' })
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['N-9001, Old Quarry Bank', 'N-9002, Old Quarry Bank'])
  expect((within(dialog).getByRole('button', { name: 'Discard file' }) as HTMLButtonElement).disabled).toBe(true)
  await userEvent.click(within(dialog).getByRole('radio', { name: /^Remove them from the register/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard file' }))
  expect(asked.find(({ method }) => method === 'DELETE')?.query.toString()).toBe('policies=remove&listed=2')
})

const line: ReplyOf<typeof getFileLine> = {
  line: 40,
  lineNumber: 40,
  sheet: null,
  policyNumber: 'S7-7078940',
  institutionName: 'Lantern Lake Community Bank',
  cells: [
    { header: 'Cert #', received: 'S7-7078940', field: 'policyNumber', correctable: true },
    { header: 'Contract Net Value EOM', received: '#REF!', field: 'cashSurrenderValue', correctable: true },
    { header: 'Remark', received: 'x', field: null, correctable: false },
  ],
  corrections: [],
  likely: [{ header: 'Contract Net Value EOM', value: '84275.33', reason: 'The line’s account value less its surrender charge.' }],
}

test('a finding opens its line with the cell marked first; the likely value and a reason correct it', async () => {
  const portal = await openPortal('/data-feeds/7', buildSession(), {
    ...replies(found(finding(1, 40))),
    'GET /api/etl/files/7/lines/40': line,
    'POST /api/etl/files/7/corrections': file,
  })
  await userEvent.click(await screen.findByRole('button', { name: /line 40, Value cannot be read/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Line 40 as received' })
  expect(dialog.querySelector('dl > div')?.textContent).toContain('#REF!')
  const save = within(dialog).getByRole('button', { name: 'Save and check again' })
  // What the correction takes stands together, before the rest of the line.
  expect([...dialog.querySelectorAll('dt, label')].map(({ textContent }) => textContent)).toEqual([
    'Contract Net Value EOM (Cash surrender value)',
    'Contract Net Value EOM, corrected',
    'Why? *',
    'Cert # (Policy number)',
    'Remark (not used)',
  ])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Use 84275.33' }))
  expect(save).toHaveProperty('disabled', true)
  await userEvent.type(within(dialog).getByLabelText(/Why/), 'The statement has it')
  await userEvent.click(save)
  const cells = [{ header: 'Contract Net Value EOM', value: '84275.33' }]
  const body: Omit<InputOf<typeof correctCells>, 'id'> = { line: 40, cells, reason: 'The statement has it', updatedAt: file.updatedAt }
  expect(portal.asked.find(({ method }) => method === 'POST')?.body).toEqual(body)
})

test('another cell of the line is corrected beside the one that the finding speaks of, and typed into at once', async () => {
  const portal = await openPortal('/data-feeds/7', buildSession(), {
    ...replies(found(finding(1, 40))),
    'GET /api/etl/files/7/lines/40': line,
    'POST /api/etl/files/7/corrections': file,
  })
  await userEvent.click(await screen.findByRole('button', { name: /line 40, Value cannot be read/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Line 40 as received' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Correct Cert #' }))
  const number = within(dialog).getByLabelText('Cert #, corrected')
  expect(document.activeElement).toBe(number)
  expect(number.compareDocumentPosition(within(dialog).getByLabelText(/Why/))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.type(number, '-01')
  await userEvent.type(within(dialog).getByLabelText(/Why/), 'The statement has it')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save and check again' }))
  expect(portal.asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    cells: [{ header: 'Cert #', value: 'S7-7078940-01' }],
  })
})

test('who may only look sees the line and can correct nothing', async () => {
  const permissions = buildSession().permissions.map(({ code, access }) => ({
    code,
    access: code === 'ASSET_REPORT' ? (1 as const) : access,
  }))
  await openPortal('/data-feeds/7', buildSession({ permissions }), {
    ...replies(found(finding(1, 40))),
    'GET /api/etl/files/7/lines/40': line,
  })
  await userEvent.click(await screen.findByRole('button', { name: /line 40, Value cannot be read/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Line 40 as received' })
  expect(within(dialog).getByText('#REF!')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: /Correct|Save/ })).toBeNull()
})

test('a file with policies that are not in the register leads to the tab that adds them', async () => {
  await openPortal('/data-feeds/7', buildSession(), {
    ...replies(found(finding(1, 40))),
    'GET /api/etl/files/7': { ...file, openErrors: 2, newPolicies: 2 },
  })
  const step = within(await screen.findByRole('status', { name: 'Next step' }))
  expect(step.getByRole('link', { name: 'Open 2 new policies' }).getAttribute('href')).toBe('/data-feeds/7?tab=new')
  expect(screen.getByRole('tab', { name: /^Column mapping/ })).toBeTruthy()
})

test('dates that nothing tells are chosen under Column mapping, saved with the columns, and the file is read again', async () => {
  const unclear = {
    ...file,
    headers: ['Policy', 'Issue Dt', 'Val Date'],
    mapping: { Policy: 'policyNumber', 'Issue Dt': 'issueDate', 'Val Date': 'asOfDate' },
    forms: { 'Issue Dt': { form: 'MDY' as const, by: 'asked' as const }, 'Val Date': { form: 'MDY' as const, by: 'cells' as const } },
  }
  const { asked } = await openPortal('/data-feeds/7?tab=mapping', buildSession(), {
    ...replies(found()),
    'GET /api/etl/files/7': unclear,
    'PUT /api/etl/files/7/mapping': unclear,
  })
  expect(await screen.findByText(/^Dates or rates of Issue Dt can be read in two ways/)).toBeTruthy()
  // The other column's cells tell.
  expect(screen.queryByLabelText('Dates of Val Date')).toBeNull()
  const save = () => within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Save and check again' })
  expect(save()).toHaveProperty('disabled', true)
  await userEvent.selectOptions(screen.getByLabelText('Dates of Issue Dt'), 'Month first: 03/04/2026 is March 4')
  expect(screen.queryByText(/can be read in two ways/)).toBeNull()
  await userEvent.click(save())
  await expect
    .poll(() => asked.find(({ method, path }) => method === 'PUT' && path.endsWith('/mapping'))?.body)
    .toMatchObject({
      forms: { 'Issue Dt': 'MDY' },
      mapping: unclear.mapping,
    })
})
