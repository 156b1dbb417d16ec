/** The findings that are chosen of a file, and the actions that fit them. */
import { type FileFinding, listFindings } from '@corridor/contract/data-feeds.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { feedReplies, file, finding, found } from '../../test/feed-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { type Asked, openPortal, serve } from '../../test/portal.tsx'

const ofFile = { lineNumber: null, line: null, columnName: null, value: null }
const count: FileFinding = {
  ...finding(2, 0),
  ...ofFile,
  ruleCode: 'P1',
  ruleTitle: 'Number of policies differs from the register',
  message: 'The file has 73 policies, the register expects 74.',
  policyId: null,
  policyNumber: null,
  settle: 'derived',
}
const missing = (id: number): FileFinding => ({
  ...finding(id, 0),
  ...ofFile,
  ruleCode: 'P4',
  ruleTitle: `Policy ${id} missing from the file`,
  value: `P-${id}`,
  policyNumber: `P-${id}`,
  settle: 'accept',
})
const choose = async (name: string | RegExp) => userEvent.click(await screen.findByRole('checkbox', { name }))
const LINE_33 = 'Select Value cannot be read, line 33'
const COUNT = 'Select Number of policies differs from the register'

test('a chosen finding whose line was corrected, and that is gone from the list, leaves the choice', async () => {
  const session = buildSession()
  await openPortal('/data-feeds/7', session, feedReplies(found(finding(1, 33), count)))
  await choose(LINE_33)
  await choose(COUNT)
  expect(screen.getByText('2 selected')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Exclude 1 row' })).toBeTruthy()
  serve(feedReplies(found({ ...count, id: 12 })), session)
  await act(() => invalidate(listFindings))
  expect(await screen.findByText('1 selected')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Exclude/ })).toBeNull()
  expect(screen.getByRole('checkbox', { name: COUNT })).toHaveProperty('checked', true)
})

test('one that was resolved meanwhile leaves the choice too, although it is still listed', async () => {
  const session = buildSession()
  await openPortal('/data-feeds/7', session, feedReplies(found(finding(1, 33), count)))
  await choose(COUNT)
  expect(screen.getByText('1 selected')).toBeTruthy()
  serve(feedReplies(found(finding(1, 33), { ...count, status: 'RESOLVED' })), session)
  await act(() => invalidate(listFindings))
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
})

test('a finding on another page stays chosen, and leaves the choice once no page has it', async () => {
  const far = finding(1, 33)
  const now: { asked: Asked[]; open: FileFinding[] } = { asked: [], open: [far, count] }
  const { asked } = await openPortal('/data-feeds/7', buildSession(), {
    ...feedReplies(found()),
    get 'GET /api/etl/files/7/findings'() {
      const query = now.asked.at(-1)?.query
      const records = query?.has('status') ? now.open : query?.has('skip', '25') ? [count] : [far]
      return { records, page: { ...found().page, totalRecords: query?.has('status') ? now.open.length : 26 } }
    },
  })
  now.asked = asked
  await choose(LINE_33)
  await userEvent.click(screen.getByRole('button', { name: /^Next/ }))
  await choose(COUNT)
  expect(screen.getByText('2 selected')).toBeTruthy()
  now.open = [count]
  await act(() => invalidate(listFindings))
  expect(await screen.findByText('1 selected')).toBeTruthy()
})

test('of a missing policy and a count that differs, the one that can be accepted is, and the other is said to resolve by itself', async () => {
  const { asked } = await openPortal('/data-feeds/7', buildSession(), {
    ...feedReplies(found(missing(1), count)),
    'POST /api/etl/files/7/findings/accept': file,
  })
  await choose(COUNT)
  const resolves = '“Number of policies differs from the register” resolves by itself once every policy behind the difference is resolved.'
  expect(screen.getByText(resolves)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Accept|Exclude)/ })).toBeNull()
  await choose('Select Policy 1 missing from the file')
  expect(screen.getByText(resolves)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Accept 1 of 2' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Accept 1 finding?' }))
  expect(
    dialog.getByText(/^The missing policy stays in force and gets no value for the month from this file\. Until it has one/),
  ).toBeTruthy()
  expect(dialog.queryByText(/stays? in\./)).toBeNull()
  await userEvent.type(dialog.getByLabelText(/Why/), 'The carrier sends it by mail')
  await userEvent.click(dialog.getByRole('button', { name: 'Accept 1 of 2' }))
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ findings: [1], reason: 'The carrier sends it by mail' })
})

test.each<[string, FileFinding[], string]>([
  ['one row', [{ ...finding(1, 33), settle: 'accept' }], 'The row stays in. The reason is kept with the file.'],
  [
    'rows',
    [
      { ...finding(1, 33), settle: 'accept' },
      { ...finding(2, 34), settle: 'accept' },
    ],
    'The rows stay in. The reason is kept with the file.',
  ],
  ['the file', [{ ...missing(1), ruleCode: 'V13' }], 'The reason is kept with the file.'],
  [
    'two missing policies',
    [missing(1), missing(2)],
    'The missing policies stay in force and get no values for the month from this file. Until each has one, their banks’ reports for that month fail, or are made as PRELIMINARY with the values of the month before. The reason is kept with the file.',
  ],
])('accepting findings of %s says what follows from it', async (_, findings, text) => {
  await openPortal('/data-feeds/7', buildSession(), feedReplies(found(...findings)))
  await choose('Select all rows of this page')
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
  expect(within(screen.getByRole('dialog')).getByText(text)).toBeTruthy()
})

test.each([
  ['COLUMN', 'reject', '“Problem” is resolved under Column mapping.'],
  ['FILE', 'reject', '“Problem” cannot be accepted: the file has to be corrected and uploaded again.'],
  ['LOCKED', 'derived', '“Problem” is resolved once the month is unlocked.'],
] as const)('a chosen finding that no action fits says how it is resolved: %s', async (ruleCode, settle, sentence) => {
  await openPortal('/data-feeds/7', buildSession(), feedReplies(found({ ...count, ruleTitle: 'Problem', ruleCode, settle })))
  await choose('Select Problem')
  expect(screen.getByText(sentence)).toBeTruthy()
})
