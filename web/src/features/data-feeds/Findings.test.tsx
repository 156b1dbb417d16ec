import { type FileFinding, listFindings, type listStatusProposals, type rejectRows } from '@corridor/contract/data-feeds.ts'
import type { InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { STANDARD_ACCOUNTS } from '@corridor/domain/calculations/journal-entries.ts'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { feedReplies, file, finding, found } from '../../test/feed-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal, serve } from '../../test/portal.tsx'

test('a dialog and what was chosen outlive a second reading of the file, which numbers its findings anew', async () => {
  const session = buildSession()
  await openPortal('/data-feeds/7', session, feedReplies(found(finding(1, 40), finding(2, 52))))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Value cannot be read, line 52' }))
  await userEvent.click(screen.getByRole('button', { name: 'Exclude row' }))
  const dialog = await screen.findByRole('dialog', { name: 'Exclude line 52?' })
  await userEvent.type(within(dialog).getByLabelText(/Why/), 'The carrier will send it again')

  // The first finding was settled by the new mapping; the second is the same one under another number.
  const asked = serve(feedReplies(found(finding(9, 52))), session)
  await act(() => invalidate(listFindings))
  expect(screen.getByRole('checkbox', { name: 'Select Value cannot be read, line 52' })).toHaveProperty('checked', true)
  const still = screen.getByRole('dialog', { name: 'Exclude line 52?' })
  await userEvent.click(within(still).getByRole('button', { name: 'Exclude row' }))
  const sent: InputOf<typeof rejectRows> = { id: 7, lines: [52], reason: 'The carrier will send it again' }
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ lines: sent.lines, reason: sent.reason })
})

test('columns that were chosen outlive a look at another tab, and leaving the page asks before they are lost', async () => {
  const columned = { ...file, headers: ['Policy', 'Net'], mapping: { Policy: 'policyNumber' }, unmappedHeaders: ['Net'] }
  const portal = await openPortal('/data-feeds/7?tab=mapping', buildSession(), {
    ...feedReplies(found()),
    'GET /api/etl/files/7': columned,
  })
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

const born = {
  ...finding(1, 57),
  columnName: 'Insured DOB',
  value: null,
  ruleCode: 'V12',
  ruleTitle: 'Policy data differ from the register',
  message: 'Date of birth: the carrier’s differs from the register’s.',
}
test.each([
  ['1965-10-11', '1965-11-10', '10/11/1965', 'The carrier says 10/11/1965, the register 11/10/1965: day and month exchanged.'],
  ['1965-10-11', '1966-10-11', '10/11/1965', 'The carrier says 10/11/1965, the register 10/11/1966.'],
])('a finding about a date of birth shows both dates to those who may see them: %s, %s', async (carrier, register, value, sentence) => {
  await openPortal('/data-feeds/7', buildSession(), feedReplies(found({ ...born, birthDates: { carrier, register } })))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByRole('cell', { name: value })).toBeTruthy()
})

test('a cell of a personal column is opened by those who may see it, and hidden from others', async () => {
  const first = await openPortal('/data-feeds/7', buildSession(), feedReplies(found(born)))
  expect(await screen.findByRole('cell', { name: 'Open to see' })).toBeTruthy()
  first.unmount()
  const permissions = buildSession().permissions.filter(({ code }) => code !== 'INSTITUTIONS')
  await openPortal('/data-feeds/7', buildSession({ userRole: 'b', permissions }), feedReplies(found(born)))
  expect(await screen.findByRole('cell', { name: '•••' })).toBeTruthy()
})

test.each([
  [1, 'One error is open', 'Nothing can be posted until it is fixed: '],
  [2, '2 errors are open', 'Nothing can be posted until each is fixed: '],
])('%i open errors are told in words that agree in number', async (openErrors, title, sentence) => {
  await openPortal('/data-feeds/7', buildSession(), { ...feedReplies(found()), 'GET /api/etl/files/7': { ...file, openErrors } })
  const step = (await screen.findByText(title)).closest('[role="status"]')
  expect(step?.textContent).toContain(sentence)
})

test('findings that are still open come first unless another order is chosen', async () => {
  const portal = await openPortal('/data-feeds/7', buildSession(), feedReplies(found(finding(1, 40))))
  await screen.findByText('Value cannot be read')
  expect(portal.asked.find(({ path }) => path.endsWith('/findings'))?.query.get('sort')).toBe('urgency')
})

test('a file without rows shows the error that stops it', async () => {
  const empty = { ...file, rowCount: 0, matched: 0, period: null, periods: [], periodCount: 0 }
  const why = { ...finding(1, 0), lineNumber: null, ruleCode: 'FILE', message: 'The file has no policies below the header.' }
  await openPortal('/data-feeds/7', buildSession(), { ...feedReplies(found(why)), 'GET /api/etl/files/7': empty })
  expect(await screen.findByText(why.message)).toBeTruthy()
})

test('a discarded file says that it was, and not that it could not be read', async () => {
  await openPortal('/data-feeds/7', buildSession(), {
    ...feedReplies(found()),
    'GET /api/etl/files/7': { ...file, status: 'REJECTED', shown: 'REJECTED' },
  })
  expect((await screen.findByRole('status', { name: 'Next step' })).textContent).toContain('Discarded')
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
    ...feedReplies(found(status(1, 40), status(2, 52))),
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
  expect(surrender.getByRole('region', { name: 'Journal entry' }).textContent).toContain('Cash Surrenders270,000.00')
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
  await openPortal('/data-feeds/7', buildSession(), { ...feedReplies(found()), 'GET /api/etl/files/7': locked })
  const step = await screen.findByRole('status', { name: 'Next step' })
  expect(step.textContent).toContain('December 2025 is locked')
  expect(step.textContent).toContain('Unlock the month first on the month-end close')
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
    ...feedReplies(found(finding(1, 40))),
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
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Why/ }), 'Twic')
  expect((within(dialog).getByRole('button', { name: 'Discard file' }) as HTMLButtonElement).disabled).toBe(true)
  await userEvent.type(within(dialog).getByRole('textbox', { name: /^Why/ }), 'e')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard file' }))
  expect(asked.find(({ method }) => method === 'DELETE')?.query.toString()).toBe('reason=Twice&policies=remove&listed=2')
})

test('a file with policies that are not in the register leads to the tab that adds them', async () => {
  await openPortal('/data-feeds/7', buildSession(), {
    ...feedReplies(found(finding(1, 40))),
    'GET /api/etl/files/7': { ...file, openErrors: 2, newPolicies: 2 },
  })
  const step = within(await screen.findByRole('status', { name: 'Next step' }))
  expect(step.getByRole('link', { name: 'Open 2 new policies' }).getAttribute('href')).toBe('/data-feeds/7?tab=new')
  expect(screen.getByRole('tab', { name: /^Column mapping/ })).toBeTruthy()
})

test.each([
  [0, undefined, null],
  [1, '1 line was corrected by hand. Findings that this resolved are no longer listed.', '/data-feeds/7?tab=rows&corrected=true'],
  [4, '4 lines were corrected by hand. Findings that this resolved are no longer listed.', '/data-feeds/7?tab=rows&corrected=true'],
])('of %i corrected lines the findings tell where they are', async (rows, told, to) => {
  const corrected = { ...file, corrected: { ...file.corrected, rows } }
  await openPortal('/data-feeds/7', buildSession(), { ...feedReplies(found(finding(1, 40))), 'GET /api/etl/files/7': corrected })
  await screen.findByRole('table', { name: 'Findings of the file' })
  const link = screen.queryByRole('link', { name: 'Show what was received, who corrected it and why' })
  expect(link?.getAttribute('href') ?? null).toBe(to)
  expect(link?.parentElement?.textContent.split(' Show')[0]).toBe(told)
})

test.each([
  ['mapping', { missingFields: ['cashSurrenderValue'] }, 'Open column mapping'],
  ['new', { newPolicies: 2 }, 'Open 2 new policies'],
])('the next step does not offer to open the part that is open: %s', async (part, more, name) => {
  const replies = { ...feedReplies(found(finding(1, 40))), 'GET /api/etl/files/7': { ...file, ...more } }
  const step = async () => within(await screen.findByRole('status', { name: 'Next step' }))
  await openPortal('/data-feeds/7', buildSession(), replies)
  expect((await step()).getByRole('link', { name })).toBeTruthy()
  await userEvent.click((await step()).getByRole('link', { name }))
  await screen.findByRole('tab', { selected: true, name: part === 'new' ? /^New policies/ : /^Column mapping/ })
  expect((await step()).queryByRole('link', { name })).toBeNull()
})

test('dates that nothing tells are chosen under Column mapping, saved with the columns, and the file is read again', async () => {
  const unclear = {
    ...file,
    headers: ['Policy', 'Issue Dt', 'Val Date'],
    mapping: { Policy: 'policyNumber', 'Issue Dt': 'issueDate', 'Val Date': 'asOfDate' },
    forms: { 'Issue Dt': { form: 'MDY' as const, by: 'asked' as const }, 'Val Date': { form: 'MDY' as const, by: 'cells' as const } },
  }
  const { asked } = await openPortal('/data-feeds/7?tab=mapping', buildSession(), {
    ...feedReplies(found()),
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

test('a likely carrier is said with its reason where the carrier is asked for, and becomes the file’s once somebody uses and saves it', async () => {
  const nameless = { ...file, carrierCode: null, carrierName: null, carriers: [], carrierNames: [], missingFields: ['carrierCode'] }
  const { asked } = await openPortal('/data-feeds/7?tab=mapping', buildSession(), {
    ...feedReplies(found()),
    'GET /api/etl/files/7': nameless,
    'GET /api/etl/files/7/mapping/proposals': {
      records: [],
      rows: 74,
      carrier: { code: 'STONE', name: 'Stonemarch', reason: '71 of 75 policy numbers are Stonemarch’s.' },
    },
    'GET /api/exceptions/carriers': { records: [{ code: 'STONE', name: 'Stonemarch' }] },
    'PUT /api/etl/files/7/mapping': file,
  })
  expect(await screen.findByText(/71 of 75 policy numbers are Stonemarch’s\./)).toBeTruthy()
  expect(screen.getByLabelText('Carrier of the whole file')).toHaveProperty('value', '')
  await userEvent.click(screen.getByRole('button', { name: 'Use Stonemarch' }))
  expect(screen.getByLabelText('Carrier of the whole file')).toHaveProperty('value', 'STONE')
  expect(screen.queryByText(/71 of 75/)).toBeNull()
  await userEvent.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Save and check again' }))
  await expect.poll(() => asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ carrierCode: 'STONE' })
})
