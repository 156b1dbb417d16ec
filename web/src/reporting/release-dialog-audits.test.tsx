/** The release dialog says how the audits of the month stand. */
import { AUDIT_CHECK_CODES } from '@corridor/domain/auditing/rules.ts'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { dialogOf, previewed } from '../test/release-dialog.ts'
import { report } from '../test/report-row.ts'

const signOff = (check: string, more: object = {}) => ({ check, period: '2026-10-31', isCurrent: true, withdrawnAt: null, ...more })

test('which audits of the month are not signed off as they stand is said before a release, with the way to each, and keeps nothing back', async () => {
  const earlier = { isCurrent: false }
  const signOffs = [
    signOff('client-exceptions'),
    signOff('client-exceptions', { ...earlier, withdrawnAt: '2026-11-02T15:00:00.000Z' }),
    signOff('cash-surrender-exceptions'),
    signOff('beginning-year-balance', earlier),
    signOff('yield-exceptions', { ...earlier, withdrawnAt: '2026-11-02T15:00:00.000Z' }),
  ]
  const dialog = await dialogOf('asset-reporting', [report(1, null), report(2, null)], [previewed(1), previewed(2)], undefined, {
    signOffs,
  })
  const said = (await dialog.findByText(/^Sign-offs/)).textContent
  expect(said).toBe(
    'Sign-offs: 2 of the 5 audits of October 2026 are signed off. Still open: Policy Reconciliation, Beginning Year Balance Comparison (changed since its sign-off), Current Yield Variance.',
  )
  expect(dialog.getByRole('link', { name: 'Policy Reconciliation' }).getAttribute('href')).toBe(
    '/reports/policy-count-report?period=2026-10-31',
  )
  expect(dialog.asked.flatMap(({ path, query }) => (path.endsWith('/sign-offs') ? [query.get('period')] : []))).toEqual(['2026-10-31'])
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Release' }).disabled).toBe(false)
})

test.each([
  ['all', AUDIT_CHECK_CODES, 'Sign-offs: all 5 audits of October 2026 are signed off.'],
  ['one', AUDIT_CHECK_CODES.slice(0, 1), 'Sign-offs: 1 of the 5 audits of October 2026 is signed off. Still open:'],
  ['none', [], 'Sign-offs: none of the 5 audits of October 2026 is signed off. Still open:'],
])('a month of whose audits %s is signed off says so', async (_, checks, sentence) => {
  const signOffs = checks.map((check) => signOff(check))
  const dialog = await dialogOf('asset-reporting', [report(1, null)], [previewed(1)], undefined, { signOffs })
  expect((await dialog.findByText(/^Sign-offs/)).textContent).toContain(sentence)
})

const DECIDED =
  '2 exceptions were decided after this report was generated; its controls still show them open. Regenerate it to print the decisions.'

test('before a release it is told what was decided since the report was made, with the offer to make it again, and releases all the same', async () => {
  const row = report(1, null, { outdatedControls: DECIDED, can: ['release', 'regenerate'] })
  const dialog = await dialogOf('asset-reporting', [row, report(2, null)], [previewed(1, { outdatedControls: DECIDED }), previewed(2)])
  expect(dialog.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(`Bank 1: ${DECIDED}Regenerate`)
  expect(screen.getAllByText(DECIDED).length, 'in the list of the batch as well').toBe(1)
  expect(dialog.getByRole('button', { name: 'Release' }).hasAttribute('disabled')).toBe(false)
  fireEvent.click(dialog.getByRole('button', { name: 'Regenerate' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = dialog.asked.find(({ method, path }) => method === 'POST' && path === '/api/asset-reports')?.body
  expect(sent).toMatchObject({ institutions: [{ id: 1 }], isRegenerating: true })
})
