import type { Session } from '@corridor/contract/session.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { buildForm8925, form8925As } from '@corridor/domain/reports/form-8925/view.ts'
import { contract, person, signed, snapshotOf } from '@corridor/domain/test/form-8925-parts.ts'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildSession, clientSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'
import { report } from '../../test/report-row.ts'

const late = [signed({ consentDate: plainDate('2016-05-01') })]
const view = buildForm8925(
  snapshotOf(
    [contract(), contract({ policyId: 2, policyNumber: 'B-1', insuredId: 2 })],
    [person({ name: 'Doe, Ann', consents: [] }), person({ insuredId: 2, name: 'Roe, Bo', consents: late })],
  ),
)
const open = (reportTypeCodes: string[], shown = view, session: Session = clientSession({ reportTypeCodes })) =>
  openPortal('/8925-reporting/9/report/5', session, {
    'GET /api/8925-reports/9/reports/5': {
      report: { ...report(5, null, { reportType: 'C8925Report' }), releasedVersion: 1 },
      version: 1,
      versions: [],
      view: shown,
    },
  })

test('people of an open item stand by what each needs, and lead to their line of the schedule', async () => {
  await open(['EOL'])
  const missing = within(await screen.findByRole('list', { name: 'No signed consent on file' }, { timeout: 10_000 }))
  const link = missing.getByRole('link', { name: 'Doe, Ann (A-1)' })
  expect(document.querySelector(String(link.getAttribute('href')))?.textContent).toContain('Doe, Ann')
  expect(
    within(screen.getByRole('list', { name: 'Notice or consent after issue' })).getByRole('link', { name: 'Roe, Bo (B-1)' }),
  ).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Send a signed consent' })).toBeNull()
})

test('whoever may send files is led from a missing consent to where it is sent', async () => {
  await open(['EOL', 'USR'])
  const link = await screen.findByRole('link', { name: 'Send a signed consent' }, { timeout: 10_000 })
  expect(link.getAttribute('href')).toBe('/bank-uploads')
})

const left = { employmentStatus: 'TERMINATED', statusDate: plainDate('2025-05-01') } as const
const former = buildForm8925(snapshotOf([contract()], [person({ name: 'Doe, Ann', ...left })]))

test.each([
  ['the service team', [], buildSession(), 'Insureds in the register', '/institutions/1?tab=policies&list=insureds'],
  ['whoever answers the questionnaire', ['EOL', 'AQU'], undefined, 'Insured census', '/questionnaires/annual?section=census'],
  ['anybody else', ['EOL'], undefined, 'Service Request', '/service-request'],
] as const)('%s is led from a date of leaving to where it is confirmed', async (_, codes, session, name, address) => {
  await open([...codes], former, session)
  const item = (await screen.findByText(/Confirm that they had left by/, {}, { timeout: 10_000 })).closest('li')
  if (!item) throw new Error('it is no open item')
  expect(within(item).getByRole('link', { name }).getAttribute('href')).toBe(address)
})

test('a form released over open items names them at its head, apart from its own', async () => {
  const items = [{ title: 'Alpha’s feed is missing', policyId: null, subject: null, amounts: null }]
  await open(['EOL'], form8925As(view, { standing: 'released', reason: 'Due on Friday', openItems: 1, items }))
  const box = within(await screen.findByRole('region', { name: 'Released with 1 open item of December 2025' }, { timeout: 30_000 }))
  expect(box.getByRole('listitem').textContent).toBe('Alpha’s feed is missing.')
  expect(box.getByText('Reason for the release: Due on Friday.')).toBeTruthy()
})

test.each([
  ['a phone', true],
  ['a wider window', false],
])('on %s the lines of the form precede who files it: %s', async (_, isPhone) => {
  const { matchMedia } = globalThis
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.defineProperty(matchMedia(query), 'matches', { value: isPhone && query === '(width <= 768px)' }),
  )
  await open(['EOL'])
  const lines = await screen.findByRole('table', { name: 'Lines of Form 8925' }, { timeout: 30_000 })
  const filer = screen.getByText(view.filer[0]?.label ?? '', { selector: 'dt' })
  expect(Boolean(lines.compareDocumentPosition(filer) & Node.DOCUMENT_POSITION_FOLLOWING)).toBe(isPhone)
})
