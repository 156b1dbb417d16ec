/** The client's page: what is known is confirmed with a press, what is typed is sent, a colleague's section is read only, and nothing can be signed while something is left. */
import { usd } from '@corridor/domain/primitives/money.ts'
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaires/default-questions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { clientSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'
import { EMPTY_BOOK, SENT_QUESTIONNAIRE } from '../../test/questionnaire-fixtures.ts'

beforeEach(() => localStorage.clear())

const sheet = (changes: object = {}) => ({
  questionnaire: SENT_QUESTIONNAIRE,
  siteName: 'Corridor BOLI',
  today: '2026-11-21',
  content: DEFAULT_QUESTIONNAIRE,
  book: EMPTY_BOOK,
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
  expect(await screen.findByText('On file:', { exact: false })).toBeTruthy()
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
  await userEvent.type(screen.getByRole('textbox', { name: /why it differs so much/ }), 'Capital raise')
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
  const left = await screen.findByRole('link', { name: 'Did an insured person die in the year, retired people included?' })
  expect(left.closest('li')?.textContent).toContain('Not answered yet.')
  const button = screen.getByRole('button', { name: 'Sign and return', description: /^\d+ answers are left\.$/ })
  expect((button as HTMLButtonElement).disabled).toBe(true)
})

test('the name, which is the signature, is typed by whoever signs; their title is there', async () => {
  await open('sign!')
  const typed = async (label: RegExp) => ((await screen.findByRole('textbox', { name: label })) as HTMLInputElement).value
  expect([await typed(/^Your full name/), await typed(/^Your title/)]).toEqual(['', 'Chief Financial Officer'])
  expect(screen.getByPlaceholderText('Margaret Ellison')).toBe(screen.getByRole('textbox', { name: /^Your full name/ }))
})

test('whoever types the name of somebody else reads whose account it is; a middle initial is no other person', async () => {
  await open('sign!')
  const name = await screen.findByRole('textbox', { name: /^Your full name/ })
  await userEvent.type(name, 'Margaret J. Ellison')
  expect(screen.queryByText(/^This account belongs to/)).toBeNull()
  await userEvent.clear(name)
  await userEvent.type(name, 'Paul Whitfield')
  expect(
    screen.getByText('This account belongs to Margaret Ellison. Sign with your own name; others sign from their own accounts.'),
  ).toBeTruthy()
})

const DEATHS = [
  { id: 4, name: 'Dee Pierce', date: '2026-03-02', claims: 1 },
  { id: 5, name: 'Eli Langley', date: '2026-04-20', claims: 0 },
]

test('that nobody died is not taken without a word where the register holds deaths of the year', async () => {
  await open('deaths', { [put]: saved({ question: 'died', value: false }) }, { book: { ...EMPTY_BOOK, deaths: DEATHS } })
  const onFile = () => screen.queryByText('2 deaths in 2026')?.closest('span')?.textContent
  const no = await screen.findByRole('radio', { name: 'No' })
  expect(onFile()).toBe('On file: 2 deaths in 2026')
  await userEvent.click(no)
  expect(await screen.findByText(/^On file: 2 deaths in 2026: Dee Pierce, 03\/02\/2026; Eli Langley, 04\/20\/2026\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }))
  await waitFor(() => expect(screen.queryByText(/^On file: 2 deaths in 2026: /)).toBeNull())
  expect(onFile()).toBe('On file: 2 deaths in 2026')
})

test('that every consent is held is not taken without a word where the register has none of some', async () => {
  const withoutConsent = [
    { id: 4, name: 'Dee Pierce' },
    { id: 5, name: 'Eli Langley' },
  ]
  await open('compliance', { [put]: saved({ question: 'consents-located', value: true }) }, { book: { ...EMPTY_BOOK, withoutConsent } })
  const question = (await screen.findByText('Do you have the signed consent of every insured person?', { exact: false })).closest(
    'fieldset',
  )
  if (!question) throw new Error('the question has no answers')
  expect(screen.getByText('2 insureds without a signed consent').closest('span')?.textContent).toMatch(/^On file: 2 insureds/)
  await userEvent.click(within(question).getByRole('radio', { name: 'Yes' }))
  expect(await screen.findByText(/^On file: 2 insureds without a signed consent: Dee Pierce; Eli Langley\./)).toBeTruthy()
  await userEvent.click(within(question).getByRole('radio', { name: 'No' }))
  await waitFor(() => expect(screen.queryByText(/^On file: 2 insureds without a signed consent: /)).toBeNull())
})

test('a row on file is read by its columns, and what one press confirms is said with what of it is required', async () => {
  const contact = { question: 'contacts', row: 'a', value: { cells: { role: 'CONTROLLER', name: 'Sam Ortiz' } }, note: '', from: 'BOOK' }
  await open('contacts', {}, { offers: [contact] })
  const line = (await screen.findByText('Sam Ortiz')).closest('span')
  expect(line?.textContent).toBe('Name Sam Ortiz')
  expect(screen.getByText('Controller').closest('span')?.textContent).toBe('Role Controller')
})

test('above a section stands how many answers one press confirms, and how many of them count as required', async () => {
  const offer = (question: string, value: string) => ({ question, row: '', value, note: '', from: 'BOOK' })
  await open('institution', {}, { offers: [offer('legal-name', 'Alder Bank'), offer('fdic-certificate', '12345')] })
  expect(await screen.findByRole('button', { name: 'Confirm all 2 on file (1 required)' })).toBeTruthy()
})

test('a number of employees on file waits to be confirmed, and the count says so', async () => {
  const offers = [{ question: 'employees', row: '0', value: { cells: { employees: 166 } }, note: '', from: 'BOOK' }]
  await open('employees', {}, { offers, book: { ...EMPTY_BOOK, entities: [{ id: 0, name: 'Alder Bank' }] } })
  expect((await screen.findByText(/of 1 answered/)).textContent).toBe('0 of 1 answered; 1 figure on file to be confirmed')
})

test('the questionnaire of another year is named by what it holds', async () => {
  await openPortal('/questionnaires/annual', clientSession(MEMBER), {
    'GET /api/annual-questionnaire/mine': { sheet: sheet(), years: [2026, 2025] },
  })
  expect(await screen.findByRole('link', { name: 'Answers of 2025' })).toBeTruthy()
})

test('one press above the census says that nothing changed for everybody who was not looked at', async () => {
  const person = { title: null, employmentStatus: 'ACTIVE', statusDate: null, annualCompensationCents: null, stateOfResidence: null }
  const insureds = ['Ada Ames', 'Ben Boyd', 'Cay Cole'].map((name, index) => ({
    ...person,
    id: index + 1,
    name,
    policies: 1,
    deathBenefitCents: 0,
  }))
  const { asked } = await open('census', { [put]: saved({ question: 'census', value: null }) }, { book: { ...EMPTY_BOOK, insureds } })
  expect(await screen.findByRole('button', { name: 'No change for all 3' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'No change for Ben Boyd' }))
  const others = screen.getByRole('button', { name: 'No change for the other 2' })
  const above = others.compareDocumentPosition(screen.getByRole('group', { name: 'Ada Ames' })) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(above, 'it is offered before a long list, not after it').toBeTruthy()
  await userEvent.click(others)
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(3))
})

test('nothing was sent yet: the page says what will happen', async () => {
  await openPortal('/questionnaires/annual', clientSession(MEMBER), { 'GET /api/annual-questionnaire/mine': { sheet: null, years: [] } })
  expect(await screen.findByText('No questionnaire is open')).toBeTruthy()
})

test('each answer that is left is a link to its question, which is ready for the answer', async () => {
  HTMLElement.prototype.scrollIntoView = () => undefined
  const { unmount } = await open('sign!')
  const link = await screen.findByRole('link', { name: 'Tier 1 capital:' })
  expect(link.getAttribute('href')).toBe('/questionnaires/annual?section=capital&question=tier-1-capital')
  unmount()
  await open('capital&question=tier-1-capital')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Tier 1 capital/ })))
})

test('a section of optional questions alone is not told to be complete', async () => {
  await open('institution')
  expect((await screen.findByRole('link', { name: /^Outlook/ })).textContent).toBe('OutlookOptional')
  expect(screen.queryByText('0/0')).toBeNull()
})
