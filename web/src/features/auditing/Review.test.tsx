/** The review of an audit in the browser: signed off with a note where errors are open, refused with the reason, withdrawn and kept. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { reviewOf, summaryOf } from '../../test/auditing-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const ADDRESS = '/reports/client-exception-report-cash-surrender'
const pageOf = (records: readonly unknown[]) => ({
  records,
  page: { page: 1, perPage: 10, totalRecords: records.length, sortBy: 'signedAt', sortDirection: 'desc' },
})
const signedOff = {
  id: 4,
  check: 'cash-surrender-exceptions',
  period: '2026-10-31',
  signedBy: 'Dana Cole',
  signedAt: '2026-11-13T20:20:00.000Z',
  note: 'All explained',
  stateSha256: 'b'.repeat(64),
  statement: '912 of 912 policies valued; 0 exceptions.',
  isCurrent: false,
  withdrawnBy: null,
  withdrawnAt: null,
  withdrawalReason: null,
}
const replies = {
  'GET /api/exceptions/summary': summaryOf(),
  'GET /api/exceptions/review': reviewOf(),
  'GET /api/exceptions/sign-offs': pageOf([]),
  'GET /api/exceptions/movements': { policies: 0, points: [] },
  'GET /api/exceptions': pageOf([]),
  'GET /api/exceptions/client-exceptions/report': pageOf([]),
  'GET /api/exceptions/assignees': { records: [] },
  'GET /api/audit-tolerances': { rules: [], records: [], products: [] },
  'GET /api/exceptions/carriers': { records: [] },
}
const panel = async () => within(await screen.findByRole('region', { name: 'Review' }))

test('an audit is signed off in the state that is on the page, with a note where errors are open', async () => {
  const noteAsked = 'Say why the audit is signed off with 1 error open.'
  const { asked } = await openPortal(ADDRESS, buildSession(), {
    ...replies,
    'GET /api/exceptions/review': reviewOf({ noteAsked }),
    'POST /api/exceptions/sign-offs': { ...signedOff, isCurrent: true },
  })
  expect((await panel()).getByText('Not reviewed: nobody has signed off this audit.')).toBeTruthy()
  fireEvent.click((await panel()).getByRole('button', { name: 'Sign off' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign off CSV & DB MoM Balance?' }))
  expect(dialog.getByText(noteAsked)).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Sign off' })).toHaveProperty('disabled', true)
  fireEvent.change(dialog.getByLabelText(/^Note/), { target: { value: 'The dividend is confirmed' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Sign off' }))
  await waitFor(() =>
    expect(asked.find(({ path, method }) => path === '/api/exceptions/sign-offs' && method === 'POST')?.body).toEqual({
      check: 'cash-surrender-exceptions',
      period: '2026-10-31',
      stateSha256: 'a'.repeat(64),
      note: 'The dividend is confirmed',
    }),
  )
})

test('whoever posted the values reads why they may not sign; who may only read is offered no change', async () => {
  const refused = 'You posted or entered values of this month. Someone else has to sign off its audits.'
  const review = { ...replies, 'GET /api/exceptions/review': reviewOf({ refused }) }
  const { unmount } = await openPortal(ADDRESS, buildSession(), review)
  expect(await (await panel()).findByText(refused)).toBeTruthy()
  expect((await panel()).getByRole('button', { name: 'Sign off' })).toHaveProperty('disabled', true)
  unmount()
  await openPortal(ADDRESS, buildSession({ permissions: [{ code: 'ASSET_REPORT', access: 1 }] }), review)
  expect((await panel()).queryByRole('button', { name: 'Sign off' })).toBeNull()
  expect((await panel()).queryByText(refused)).toBeNull()
})

test('a sign-off of an earlier state stays in the history, and is withdrawn with a reason', async () => {
  const { asked } = await openPortal(ADDRESS, buildSession(), {
    ...replies,
    'GET /api/exceptions/review': reviewOf({ standing: 'earlier', sentence: 'Reviewed by Dana Cole, in an earlier state.', signOffId: 4 }),
    'GET /api/exceptions/sign-offs': pageOf([signedOff]),
    'POST /api/exceptions/sign-offs/4/withdraw': undefined,
  })
  const shown = await panel()
  expect(await shown.findByText('Of an earlier state')).toBeTruthy()
  expect(shown.getByText('Changed since its review')).toBeTruthy()
  const withdraw = shown.getByRole('button', { name: /^Withdraw the sign-off of Dana Cole/ })
  expect(withdraw.closest('td')?.dataset.noPrint, 'nobody can press it on paper').toBe('true')
  expect(shown.getByRole('columnheader', { name: 'Change' }).dataset.noPrint).toBe('true')
  fireEvent.click(withdraw)
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw the sign-off of Dana Cole?' }))
  fireEvent.change(dialog.getByLabelText(/^Why/), { target: { value: 'Signed the wrong month' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/exceptions/sign-offs/4/withdraw')?.body).toEqual({ reason: 'Signed the wrong month' }),
  )
})
