/** The client's page: what is known is confirmed with a press, what is typed is sent, a colleague's section is read only, and nothing can be signed while something is left. */
import { cents, usd } from '@corridor/domain/money.ts'
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaire-defaults.ts'
import type { QuestionnaireBook } from '@corridor/domain/questionnaire-facts.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { clientSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

beforeEach(() => localStorage.clear())

const book: QuestionnaireBook = {
  institution: {
    legalName: 'Alder Bank',
    city: 'Columbus',
    stateCode: 'OH',
    ein: null,
    fdicCert: null,
    primaryRegulator: null,
    charterType: null,
    taxEntityType: 'C_CORP',
    fiscalYearEndMonth: 12,
    totalEquityCents: null,
  },
  capital: null,
  tax: null,
  limits: null,
  entities: [{ id: 0, name: 'Alder Bank' }],
  insureds: [],
  cashSurrenderValueCents: cents(0),
}
const questionnaire = {
  id: 7,
  batchId: 3,
  questionnaireName: 'Annual Questionnaire 2026',
  institutionId: 1,
  institutionName: 'Alder Bank',
  year: 2026,
  period: '2026-12-31',
  status: 1,
  answers: 0,
  lastAnswerAt: null,
  sentAt: '2026-11-02T14:00:00Z',
  dueOn: '2026-12-11',
  remindEveryDays: 7,
  nextReminderOn: null,
  reminders: 0,
  lastRemindedAt: null,
  returnedAt: null,
  returnedBy: null,
  reopenedAt: null,
  reopenNote: null,
  createdAt: '2026-11-02T14:00:00Z',
  can: ['answer', 'return'],
}
const sheet = (changes: object = {}) => ({
  questionnaire,
  siteName: 'Corridor BOLI',
  today: '2026-11-21',
  content: DEFAULT_QUESTIONNAIRE,
  book,
  offers: [{ question: 'legal-name', row: '', value: 'Alder Bank', note: '', from: 'BOOK' }],
  answers: [],
  lastYear: { year: 2025, answers: [{ question: 'tier-1-capital', row: '', value: usd(50_000_000), note: '' }] },
  assignments: [],
  colleagues: [],
  attachments: [],
  returns: [],
  answersSha256: '0'.repeat(64),
  mine: DEFAULT_QUESTIONNAIRE.sections.map(({ code }) => code),
  signs: true,
  ...changes,
})
const saved = (answer: object) => ({ row: '', note: '', savedBy: 'Cleo Park', savedAt: '2026-11-21T15:00:00Z', version: 1, ...answer })
const MEMBER = { reportTypeCodes: ['AQU'] }
const open = (section: string, replies: object = {}, changes: object = {}) =>
  openPortal(`/questionnaires/annual?section=${section}`, clientSession(MEMBER), {
    'GET /api/annual-questionnaire/mine': { sheet: sheet(changes), years: [2026] },
    ...replies,
  })
const put = 'PUT /api/annual-questionnaire/7/answers'

test('what we know is confirmed with one press, and counted', async () => {
  const { asked } = await open('institution', { [put]: saved({ question: 'legal-name', value: 'Alder Bank' }) })
  expect(await screen.findByText('We know:', { exact: false })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Confirm Legal name: Alder Bank' }))
  expect((screen.getByRole('textbox', { name: /^Legal name/ }) as HTMLInputElement).value).toBe('Alder Bank')
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  const [call] = asked.filter(({ method }) => method === 'PUT')
  expect(call?.body).toEqual({ question: 'legal-name', row: '', value: 'Alder Bank', note: '', version: 0 })
  expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
  expect(await screen.findByText('everything is saved')).toBeTruthy()
})

test('an amount far from last year’s asks for a note; until then it is left', async () => {
  await open('capital', { [put]: saved({ question: 'tier-1-capital', value: usd(90_000_000) }) })
  await userEvent.type(await screen.findByRole('textbox', { name: /^Tier 1 capital/ }), '90,000,000')
  expect(await screen.findByText(/more than 40% away from \$50,000,000\.00/)).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: /why it is so far/ }), 'Capital raise')
  await waitFor(() => expect(screen.queryByText(/more than 40% away/)).toBeNull())
})

test('without a connection the answer stays in this browser, and the page says so', async () => {
  const { unmount } = await open('institution', { [put]: new TypeError('Failed to fetch') })
  await userEvent.type(await screen.findByRole('textbox', { name: /^City/ }), 'Dayton')
  expect(await screen.findByText(/no connection: your answers are kept in this browser/, {}, { timeout: 3000 })).toBeTruthy()
  unmount()
  expect(Object.values(localStorage).join()).toContain('Dayton')
  await open('institution', { [put]: new TypeError('Failed to fetch') })
  expect(((await screen.findByRole('textbox', { name: /^City/ })) as HTMLInputElement).value).toBe('Dayton')
})

test('a section that was not given is read only, and says whose it is', async () => {
  const assignments = [{ section: 'capital', userId: 9, name: 'Ada Quill', assignedAt: '2026-11-20T15:00:00Z' }]
  await open('capital', {}, { mine: [], signs: false, assignments })
  expect(await screen.findByText('Ada Quill answers this section.')).toBeTruthy()
  expect((screen.getByRole('textbox', { name: /^Tier 1 capital/ }) as HTMLInputElement).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: /^Confirm/ })).toBeNull()
})

test('while something is left it cannot be signed; what is left is named', async () => {
  await open('sign!')
  expect(await screen.findByText('Did an insured person die in the year, retired people included? Not answered yet.')).toBeTruthy()
  expect((screen.getByRole('button', { name: 'Sign and return' }) as HTMLButtonElement).disabled).toBe(true)
})

test('nothing was sent yet: the page says what will happen', async () => {
  await openPortal('/questionnaires/annual', clientSession(MEMBER), { 'GET /api/annual-questionnaire/mine': { sheet: null, years: [] } })
  expect(await screen.findByText('No questionnaire is open')).toBeTruthy()
})
