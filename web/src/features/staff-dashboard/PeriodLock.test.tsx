import { AUDIT_CHECK_CODES } from '@corridor/domain/auditing/rules.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { board } from '../../test/close-board-fixtures.ts'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'
import { outstandingLines } from './outstanding-lines.ts'

const signOffs = (current: number) => ({
  records: AUDIT_CHECK_CODES.slice(0, current).map((check, id) => ({ id, check, isCurrent: true, withdrawnAt: null })),
  page: { page: 1, perPage: 200, totalRecords: current },
})

test('the board counts the audits that are signed off, as the lock does, and leads to the first that is not', async () => {
  await openPortal('/staff/dashboard', buildSession({ userRole: 'd' }), { 'GET /api/exceptions/sign-offs': signOffs(2) })
  const tile = (await screen.findByText('Audits signed off')).closest('div')
  await expect.poll(() => tile?.textContent).toBe('Audits signed off2 of 5Next: Policy Reconciliation')
  expect(tile?.querySelector('a')?.getAttribute('href')).toBe(`/reports/policy-count-report?period=${board.period}`)
})

test('before a month is locked, carriers, banks and exceptions that are outstanding are named, and it is locked with a reason', async () => {
  const portal = await openPortal('/staff/dashboard', buildSession({ userRole: 'd' }), {
    'GET /api/period-locks': { records: [] },
    'GET /api/exceptions/sign-offs': signOffs(2),
    'POST /api/period-locks': {
      period: board.period,
      lockedAt: '2026-11-04T15:00:00.000Z',
      lockedBy: 'Morgan Hale',
      reason: 'The board meets',
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Lock' }))
  const outstanding = (await within(screen.getByRole('dialog')).findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(outstanding.at(-1)).toBe('Sign-offs: 2 of the 5 audits of October 2026 are signed off')
  expect(outstanding).toContain('Candlewick Assurance Company of America: open errors, 0 of 164 policies valued')
  expect(outstanding.some((line) => line?.startsWith('Aldergate'))).toBe(false)
  for (const { name, status } of board.banks) expect(outstanding.some((line) => line?.startsWith(`${name}: `))).toBe(status !== 'released')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Lock' })).toHaveProperty('disabled', true)
  expect(dialog.getByText('Enter a reason to lock the month with items outstanding.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/^Reason for locking/), 'The board meets')
  await userEvent.click(dialog.getByRole('button', { name: 'Lock' }))
  expect(await screen.findByText('October 2026 is locked.')).toBeTruthy()
  expect(portal.asked.find(({ method, path }) => method === 'POST' && path === '/api/period-locks')?.body).toEqual({
    period: board.period,
    reason: 'The board meets',
  })
})

test('a month with nothing outstanding is locked without a reason; one that the server knows more of is asked for it', async () => {
  const refusal = 'Still outstanding for October 2026: 1 open exception. Enter a reason to lock it all the same.'
  const portal = await openPortal('/staff/dashboard', buildSession({ userRole: 'd' }), {
    'GET /api/close-board': {
      ...board,
      carriers: board.carriers.filter(({ status }) => status === 'posted'),
      banks: board.banks.filter(({ status }) => status === 'released'),
    },
    'GET /api/period-locks': { records: [] },
    'GET /api/exceptions/sign-offs': signOffs(5),
    'POST /api/period-locks': Response.json(
      { message: refusal, code: 'input', inputError: true, meta: { reason: [refusal] } },
      { status: 400 },
    ),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Lock' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(await dialog.findByText(/^Nothing is outstanding: .* and every audit is signed off\.$/)).toBeTruthy()
  expect(dialog.queryByLabelText(/^Reason/)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Lock' }))
  expect(portal.asked.find(({ method, path }) => method === 'POST' && path === '/api/period-locks')?.body).toEqual({ period: board.period })
  expect(await dialog.findByLabelText(/^Reason for locking/)).toBeTruthy()
  expect(dialog.getByText(refusal)).toBeTruthy()
})

test('a month of which all is done but no audit is signed off is locked with a reason', async () => {
  await openPortal('/staff/dashboard', buildSession({ userRole: 'd' }), {
    'GET /api/close-board': {
      ...board,
      carriers: board.carriers.filter(({ status }) => status === 'posted'),
      banks: board.banks.filter(({ status }) => status === 'released'),
    },
    'GET /api/period-locks': { records: [] },
    'GET /api/exceptions/sign-offs': signOffs(0),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Lock' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(await dialog.findByText('Sign-offs: none of the 5 audits of October 2026 is signed off')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Lock' })).toHaveProperty('disabled', true)
})

test('a missing value is outstanding once, with its carrier and its bank; the audit errors beside it with the bank', async () => {
  const [carrier, bank] = [board.carriers[0], board.banks[1]]
  if (!carrier || !bank) throw new Error('the fixture has a carrier and a bank')
  const lines = outstandingLines({
    ...board,
    carriers: [{ ...carrier, status: 'incomplete', policiesValued: 240 }],
    banks: [
      {
        ...bank,
        status: 'blocked',
        blockers: [
          '1 Aldergate Mutual Life policy has no value for October 2026',
          '2 open audit errors: No value posted (PL-7), Value fell (PL-8)',
        ],
        openExceptions: 3,
      },
      { ...bank, name: 'Prairie Union Bank', status: 'released', openExceptions: 2 },
    ],
  })
  const missing = 'Aldergate Mutual Life’s feed is missing (open audit error: No file from the carrier)'
  const unposted = { ...carrier, status: 'late' as const, policiesValued: 0 }
  const told = outstandingLines({
    ...board,
    carriers: [unposted],
    banks: [{ ...bank, status: 'blocked', blockers: [missing], openExceptions: 1 }],
  })
  expect(told.at(-1), 'the error that the file is missing stands with the carrier').toBe('Harbor Mills Savings: blocked')
  expect(lines).toEqual([
    'Aldergate Mutual Life: posted, values missing, 240 of 241 policies valued; missing at Harbor Mills Savings',
    'Harbor Mills Savings: blocked; 2 open audit errors; 1 other open exception',
    'Prairie Union Bank: 2 open exceptions',
  ])
})

test('a manager unlocks a month with a reason; others only read since when it is locked, by whom and why', async () => {
  const locked = {
    records: [{ period: board.period, lockedAt: '2026-11-04T15:00:00.000Z', lockedBy: 'Morgan Hale', reason: 'The board meets' }],
  }
  const portal = await openPortal('/staff/dashboard', buildSession({ userRole: 'd' }), {
    'GET /api/period-locks': locked,
    'DELETE /api/period-locks': new Response(null, { status: 204 }),
  })
  expect(await screen.findByText(/^Locked 11\/04\/2026.* by Morgan Hale: The board meets$/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Unlock' })).toHaveProperty('disabled', true)
  await userEvent.type(dialog.getByLabelText(/^Why/), 'A carrier corrected a value')
  await userEvent.click(dialog.getByRole('button', { name: 'Unlock' }))
  expect(await screen.findByText('October 2026 is open again.')).toBeTruthy()
  expect(portal.asked.find(({ method }) => method === 'DELETE')?.query.get('reason')).toBe('A carrier corrected a value')
})
