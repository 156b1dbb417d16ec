/** Deciding what answers change in the book: from which day a change holds is said, chosen, and sent; a day that cannot be read or held is not accepted. */
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaires/default-questions.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'
import { EMPTY_BOOK, SENT_QUESTIONNAIRE } from '../../test/questionnaire-fixtures.ts'

const questionnaire = {
  ...SENT_QUESTIONNAIRE,
  questionnaireName: 'Annual Questionnaire 2025',
  year: 2025,
  period: '2025-12-31',
  status: 2,
  sentAt: '2025-11-02T14:00:00Z',
  dueOn: '2025-12-11',
  returnedAt: '2026-02-26T14:00:00Z',
  returnedBy: 'Cleo Park',
  createdAt: '2025-11-02T14:00:00Z',
  can: [],
}
const standing = (limit: number) => ({ limit, fraction: null, status: 'unknown', headroomCents: null })
const limits = {
  kind: 'LIMITS',
  key: '',
  title: 'Limits of the board',
  fields: [{ field: 'AGGREGATE_LIMIT', label: 'Your aggregate limit, of capital', fromWords: '-', toWords: '21.00%', sentWords: null }],
  remarks: [],
  holdsFrom: '2025-12-31',
  effects: [{ kind: 'CONCENTRATION', before: standing(0.25), after: standing(0.21) }],
  seen: '0'.repeat(64),
  contested: false,
}
const DECIDE = 'POST /api/annual-questionnaire/7/decisions'
async function open() {
  const opened = await openPortal('/annual-questionnaire/3/results/7', buildSession(), {
    'GET /api/annual-questionnaire/3/reports/7': {
      questionnaire,
      siteName: 'Corridor BOLI',
      today: '2026-11-21',
      content: DEFAULT_QUESTIONNAIRE,
      book: EMPTY_BOOK,
      offers: [],
      answers: [],
      lastYear: null,
      assignments: [],
      colleagues: [],
      attachments: [],
      returns: [],
      answersSha256: '0'.repeat(64),
      mine: [],
      signs: false,
      proposals: [limits],
      decided: [],
      accepts: true,
    },
    [DECIDE]: { decided: 1 },
  })
  const change = within(await screen.findByRole('listitem', { name: 'Limits of the board' }))
  return { ...opened, change, field: change.getByRole<HTMLInputElement>('textbox', { name: 'Effective from' }) }
}
const accept = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Accept' })
const type = async (field: HTMLInputElement, text: string) => {
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

test('the day is proposed, with the days that will do; another one is sent with the decision', async () => {
  const { change, field, asked } = await open()
  expect(field.value).toBe('12/31/2025')
  expect(change.getByText(/This date is proposed; any date from 01\/01\/2025 to 12\/31\/2026 is allowed/)).toBeTruthy()
  expect(change.getByText(/Limit 25\.00% → 21\.00% of capital\. The concentration is not known/)).toBeTruthy()
  await type(field, '07/01/2025')
  await userEvent.tab()
  expect(change.getByText(/The proposed date was 12\/31\/2025/)).toBeTruthy()
  await userEvent.click(accept())
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1))
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({ changes: [{ kind: 'LIMITS', effectiveOn: '2025-07-01' }] })
})

test('while the day cannot be read, or is of another year, nothing can be accepted under it', async () => {
  const { change, field } = await open()
  await type(field, '13/45/2026')
  expect([change.getByText('Enter a date as mm/dd/yyyy') !== null, accept().disabled]).toEqual([true, true])
  await type(field, '01/01/2030')
  await userEvent.tab()
  expect([change.getByText('Choose a day from 01/01/2025 to 12/31/2026.') !== null, accept().disabled]).toEqual([true, true])
  await userEvent.clear(field)
  await userEvent.tab()
  expect([field.value, accept().disabled]).toEqual(['12/31/2025', false])
})
