import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { clientSession } from '../../test/fixtures.ts'
import { entries } from '../../test/holdings-fixtures.ts'
import { openPortal, refusal } from '../../test/portal.tsx'
// Loaded with the test: on a busy machine the page would wait for it longer than the test does.
import './Arranging.tsx'
import { inOrder } from './arrangement.ts'

const open = (replies: Record<string, unknown> = {}, session = clientSession()) => openPortal('/dashboard', session, replies)
const part = async (name: string) => within(await screen.findByRole('region', { name }))
const titles = () =>
  screen
    .getAllByRole('region')
    .map((region) => region.getAttribute('aria-label'))
    .filter((name) => ['To do', 'Journal entries', 'Limits', 'Carrier summary', 'Controls', 'Service team'].includes(name ?? ''))
const ITEM = { sentences: ['Nothing is answered yet.'], dueOn: null, isOverdue: false, report: null, requestId: null }
const view = (query: Record<string, unknown>) => ({
  records: [{ id: 9, name: 'My dashboard', sharedWith: 'nobody', role: null, query, isDefault: false, mine: true, owner: 'Me' }],
})

test('each thing to do leads to where it is done, and says when it is due', async () => {
  await open({
    'GET /api/charts/to-do': {
      today: '2026-11-03',
      items: [
        { ...ITEM, kind: 'questionnaire', title: 'Answer the questionnaire', dueOn: '2026-10-31', isOverdue: true },
        { ...ITEM, kind: 'assessment', title: 'Sign the assessment', dueOn: '2026-12-11' },
        { ...ITEM, kind: 'request', title: 'Answer your service team: Title', requestId: 12 },
        { ...ITEM, kind: 'consents', title: 'Correct the consents', report: { id: 5, batchId: 4 } },
        { ...ITEM, kind: 'unread', title: 'Read 3 new files' },
      ],
    },
  })
  const todo = await part('To do')
  await todo.findByText('Overdue since October 31, 2026')
  expect(todo.getByText('Due December 11, 2026')).toBeTruthy()
  expect(todo.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/questionnaires/annual',
    '/annual-review/assessment',
    '/service-request/12',
    '/8925-reporting/4/report/5',
    '/dashboard#new-files',
  ])
})

test('the entries of the month are shown before their file is saved, and what keeps them from it is said', async () => {
  const [report] = entries.reports
  const problem = 'No account number is on file.'
  const { asked } = await open({
    'GET /api/charts/entries': { ...entries, reports: [report, { ...report, id: 32, owner: 'Coastal Holdings', problem }] },
    'GET /api/asset-reports/7/reports/31/posting': {
      fileName: 'posting.csv',
      csv: 'Date',
      lines: [{ date: '2026-09-30', account: '1801', memo: 'Increase', debitCents: 1, creditCents: 1 }],
      problem: null,
    },
  })
  const panel = await part('Journal entries')
  expect((await panel.findAllByText('$231,884.12')).length).toBe(4)
  expect(panel.getByText(problem)).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Journal entries' }))
  await waitFor(() => expect(asked.find(({ path }) => path.endsWith('/posting'))?.query.get('version')).toBe('2'))
})

test('limits show headroom to the cent, the whole first, and the month in which each is exceeded', async () => {
  await open()
  const table = within(await screen.findByRole('table', { name: 'Limits' }))
  const [, whole, carrier] = table.getAllByRole('row').map((row) => row.textContent)
  expect(whole).toContain('All carriers')
  expect(screen.getByText(/, September 30, 2026, capital of June 30, 2026$/)).toBeTruthy()
  expect(whole).toContain('$1,587,275.95')
  // The bank of the domain's worked example, nine months later: 24.47% at 3.42% a year is 233 days.
  expect(whole).toContain('May 2027')
  expect(carrier).toContain('Not within 10 years.')
})

test('planned growth of capital moves the projection at once, and is remembered', async () => {
  const { asked } = await open({ 'POST /api/saved-views': view({}).records[0] })
  const panel = await part('Limits')
  await userEvent.type(await panel.findByLabelText(/Planned growth of capital/), '2.00')
  expect(within(panel.getByRole('table')).getAllByRole('row')[1]?.textContent).toContain('April 2028')
  expect(panel.getByText(/capital grows by 2.00% a year/)).toBeTruthy()
  await userEvent.click(panel.getByRole('button', { name: 'Remember' }))
  await waitFor(() =>
    expect(asked.find(({ method, path }) => method === 'POST' && path === '/api/saved-views')?.body).toMatchObject({
      list: '/api/charts/boli#dashboard',
      sharedWith: 'nobody',
      query: { order: [], hidden: [], growth: '2.00' },
    }),
  )
})

test('growth that is no percentage is refused beside its field', async () => {
  await open()
  const panel = await part('Limits')
  await userEvent.type(await panel.findByLabelText(/Planned growth of capital/), 'much')
  expect(panel.getByText('Enter a percentage such as 2.5')).toBeTruthy()
  expect(panel.getByRole('button', { name: 'Remember' })).toHaveProperty('disabled', true)
})

test('a part that could not be loaded says so by itself and is asked for again; the others stand', async () => {
  const { asked } = await open({ 'GET /api/charts/limits': refusal(500, { code: 'internal', message: 'x' }) })
  const panel = await part('Limits')
  await userEvent.click(await panel.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked.filter(({ path }) => path === '/api/charts/limits').length).toBeGreaterThan(1))
  expect(await (await part('Carrier summary')).findByText('Aldergate Mutual Life')).toBeTruthy()
})

test('who may not read the asset reports is shown no holdings, and asks for none', async () => {
  const { asked } = await open({}, clientSession({ reportTypeCodes: ['LEG'] }))
  await part('To do')
  expect(titles()).toEqual(['To do', 'Service team'])
  expect(asked.filter(({ path }) => path.startsWith('/api/charts/')).map(({ path }) => path)).toEqual(['/api/charts/to-do'])
})

test('a person’s own order and hidden parts stand as the server kept them', async () => {
  await open({
    'GET /api/saved-views': view({ order: ['controls', 'team', 'limits', 'carriers', 'to-do', 'entries'], hidden: ['entries'] }),
  })
  await waitFor(() => expect(titles()).toEqual(['Controls', 'Service team', 'Limits', 'Carrier summary', 'To do']))
})

test('parts are moved and hidden by keys, and saved for the person; reset brings the standard order back', async () => {
  const { asked } = await open({
    'GET /api/saved-views': view({ order: [], hidden: [], growth: '1.5' }),
    'PUT /api/saved-views/9': view({}).records[0],
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Arrange' }))
  const tree = await screen.findByRole('tree', { name: 'Parts of the dashboard' })
  within(tree)
    .getByRole('treeitem', { name: /^Limits/ })
    .focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await userEvent.keyboard('{Delete}')
  expect(within(tree).getByRole('treeitem', { name: /^Limits/ }).textContent).toContain('Hidden')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const sent = () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    query: {
      order: ['highlights', 'to-do', 'limits', 'entries', 'value', 'carriers', 'controls', 'team', 'credit', 'reports'],
      hidden: ['limits'],
      growth: '1.5',
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Arrange' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Standard order' }))
  await waitFor(() => expect(sent()[1]).toMatchObject({ query: { order: [], hidden: [], growth: '1.5' } }))
})

test('an arrangement that could not be loaded leaves the standard one, and says so', async () => {
  await open({ 'GET /api/saved-views': refusal(400, { code: 'input', message: 'x' }) })
  expect(await screen.findByText(/Your own arrangement could not be loaded/)).toBeTruthy()
  expect(await part('Limits')).toBeTruthy()
})

test('a part that is new stands after the one it follows in the standard order', () => {
  const parts = ['a', 'b', 'c', 'd'].map((code) => ({ code }))
  expect(inOrder(parts, ['d', 'b', 'gone', 'a']).map(({ code }) => code)).toEqual(['d', 'b', 'c', 'a'])
  expect(inOrder(parts, []).map(({ code }) => code)).toEqual(['a', 'b', 'c', 'd'])
})
