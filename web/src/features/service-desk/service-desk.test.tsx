import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { askedAbout, carryAbout } from '../../kernel/asked-about.ts'
import { buildSession, clientSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

beforeEach(() => sessionStorage.clear())

const nobody = { name: null, email: null, phone: null }
const none = { records: [], page: { page: 1, perPage: 25, totalRecords: 0, sortBy: 'createdAt', sortDirection: 'desc' } }
const request = {
  id: 12,
  institutionId: 3,
  institutionName: 'Alder Bank',
  subject: 'Values',
  text: 'Please send the values as of June.',
  kind: 'QUESTION',
  status: 'IN_WORK',
  shared: true,
  askedBy: 'Pat Ellis',
  mine: true,
  ownerId: null,
  owner: null,
  dueOn: null,
  overdue: false,
  unread: 0,
  createdAt: '2026-11-03T15:00:00.000Z',
  lastMessageAt: null,
  firstAnsweredAt: null,
  doneAt: null,
  recipients: ['Ada Hart'],
}
const message = {
  id: 40,
  kind: 'REPLY',
  fromTeam: true,
  author: 'Ada Hart',
  mine: false,
  text: 'They are attached.',
  byMail: false,
  createdAt: '2026-11-03T16:00:00.000Z',
  files: [{ id: 5, uploadName: 'Values.pdf', sizeBytes: 2048, safety: 'PASSED' }],
}
const conversation = {
  request,
  side: 'bank',
  about: null,
  files: [],
  messages: [message],
  readers: [],
  mergedInto: null,
  merged: [],
  moves: ['DONE'],
  owners: [],
  uninvited: [],
}
const asking = {
  'GET /api/service-team': { records: [], contact: nobody },
  'GET /api/service-requests': none,
  'POST /api/service-requests': request,
}
const sent = (portal: Awaited<ReturnType<typeof openPortal>>, method: string, path: string) =>
  portal.asked.filter((call) => call.method === method && call.path === path)

test('a request is sent once with its own key, the form is empty again, and what was sent opens from the message', async () => {
  const portal = await openPortal('/service-request', clientSession(), asking)
  await userEvent.type(await screen.findByLabelText(/Subject/), 'Values')
  const card = within(screen.getByRole('region', { name: 'New request' }))
  expect(card.getByText('Drop files here (optional)'), 'one card holds all of it').toBeTruthy()
  await userEvent.type(screen.getByLabelText(/What do you need/), 'Please send the values as of June.')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent(portal, 'POST', '/api/service-requests')).toHaveLength(1))
  const [call] = sent(portal, 'POST', '/api/service-requests')
  expect(call?.body).toEqual({ subject: 'Values', text: 'Please send the values as of June.', kind: 'QUESTION', shared: true, files: [] })
  expect(call?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
  await waitFor(() => expect(screen.getByLabelText(/Subject/)).toHaveProperty('value', ''))
  await userEvent.click(screen.getByRole('button', { name: 'Open the request' }))
  await waitFor(() => expect(portal.address()).toBe(`/service-request/${request.id}`))
})

test.each([
  ['an answer that is unread stands above the form', 1, '', true],
  ['without one the form stands first', 0, '', false],
  ['whoever came to ask about a figure begins with the form', 1, '?about=this', false],
  ['whoever came to ask for something begins with the form', 1, '?as=ACCESS', false],
] as const)('%s', async (_, unread, search, isAbove) => {
  await openPortal(`/service-request${search}`, clientSession(), { ...asking, 'GET /api/service-requests/waiting': { waiting: unread } })
  await screen.findByLabelText(/Subject/)
  const list = await screen.findByText('No requests yet')
  await waitFor(() =>
    expect((list.compareDocumentPosition(screen.getByLabelText(/Subject/)) & Node.DOCUMENT_POSITION_FOLLOWING) > 0).toBe(isAbove),
  )
})

test('what one came to ask about is shown, goes along, and is forgotten once it is sent', async () => {
  const session = clientSession()
  const about = { kind: 'FIGURE', title: 'Net yield: 3.65%', text: 'Net yield = increase', link: '/asset-reporting/3/report/9' } as const
  carryAbout(session, about)
  const portal = await openPortal('/service-request?about=this', session, asking)
  expect(within(await screen.findByRole('region', { name: 'About a figure' })).getByText('Net yield = increase')).toBeTruthy()
  expect(screen.getByLabelText(/Subject/)).toHaveProperty('value', 'Net yield: 3.65%')
  await userEvent.type(screen.getByLabelText(/What do you need/), 'Why did it fall since June?')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent(portal, 'POST', '/api/service-requests')[0]?.body).toMatchObject({ about }))
  await waitFor(() => expect(askedAbout(session)).toBeNull())
  expect(screen.queryByRole('region', { name: 'About a figure' })).toBeNull()
})

test.each([
  ['ACCESS', 'ACCESS'],
  ['SOMETHING', 'QUESTION'],
])('a request that was asked for as %s begins as %s', async (asked, kind) => {
  await openPortal(`/service-request?as=${asked}`, clientSession(), asking)
  expect(await screen.findByLabelText(/^Kind/)).toHaveProperty('value', kind)
})

test('what another person of the same browser came to ask about is not theirs', () => {
  carryAbout(clientSession(), { kind: 'REPORT', title: 'Asset Report', text: null, link: '/asset-reporting/3' })
  expect(askedAbout(clientSession({ userId: 77 }))).toBeNull()
})

test('who views as a client reads what was asked, and neither asks nor marks it as read', async () => {
  const session = clientSession({ actingAs: { userId: 4, name: 'Margaret Ellison' } })
  const list = await openPortal('/service-request', session, asking)
  expect(await screen.findByText('No requests yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  list.unmount()
  const portal = await openPortal('/service-request/12', session, { 'GET /api/service-requests/12': conversation })
  expect(await screen.findByText('They are attached.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Close request' })).toBeNull()
  expect(portal.asked.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('an answer is marked as read up to its last message, its file opens, and the request is closed from the status that is shown', async () => {
  const portal = await openPortal('/service-request/12', clientSession(), {
    'GET /api/service-requests/12': conversation,
    'POST /api/service-requests/12/read': undefined,
    'PUT /api/service-requests/12/status': { ...conversation, request: { ...request, status: 'DONE' }, moves: ['IN_WORK'] },
  })
  expect(await screen.findByRole('button', { name: 'Values.pdf' })).toBeTruthy()
  await waitFor(() => expect(sent(portal, 'POST', '/api/service-requests/12/read')[0]?.body).toEqual({ upTo: 40 }))
  expect(screen.queryByLabelText(/Internal note/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close request' }))
  await waitFor(() => expect(sent(portal, 'PUT', '/api/service-requests/12/status')[0]?.body).toEqual({ from: 'IN_WORK', to: 'DONE' }))
})

test('staff reply with the status after it, or keep a note for themselves; an empty message is not sent', async () => {
  const desk = { ...conversation, side: 'team', moves: ['WAITING', 'DONE'] }
  const portal = await openPortal('/service-requests/12', buildSession({ userRole: 'b', permissions: [{ code: 'USR', access: 2 }] }), {
    'GET /api/service-requests/12': desk,
    'POST /api/service-requests/12/messages': { ...desk, mailed: [], uninvited: [] },
    'POST /api/service-requests/12/read': undefined,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send reply' }))
  expect(await screen.findByText('Enter your message.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Message'), 'Which June?')
  await userEvent.selectOptions(screen.getByLabelText('Status after this message'), 'WAITING')
  await userEvent.click(screen.getByRole('button', { name: 'Send reply' }))
  const replies = () => sent(portal, 'POST', '/api/service-requests/12/messages').map(({ body }) => body)
  await waitFor(() => expect(replies()).toEqual([{ text: 'Which June?', note: false, files: [], status: 'WAITING' }]))
  await userEvent.click(screen.getByLabelText(/Internal note/))
  await userEvent.type(screen.getByLabelText('Note'), 'The carrier restated June.')
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(replies()[1]).toEqual({ text: 'The carrier restated June.', note: true, files: [] }))
})

test('whoever will get no email is named before the reply is sent, and not above a note for staff', async () => {
  await openPortal('/service-requests/12', buildSession({ userRole: 'b', permissions: [{ code: 'USR', access: 2 }] }), {
    'GET /api/service-requests/12': { ...conversation, side: 'team', uninvited: ['Kim Ash'] },
    'POST /api/service-requests/12/read': undefined,
  })
  expect(await screen.findByText('Kim Ash is not invited yet, and so without an email.')).toBeTruthy()
  await userEvent.click(screen.getByLabelText(/Internal note/))
  expect(screen.queryByText(/not invited yet/)).toBeNull()
})

test.each([
  [{ mailed: ['Pat Ellis'], uninvited: [] }, 'Sent. Pat Ellis is notified by email.'],
  [
    { mailed: ['Pat Ellis', 'Sam Orr'], uninvited: ['Kim Ash'] },
    'Sent. Pat Ellis, Sam Orr are notified by email. Kim Ash is not invited yet, and so without an email.',
  ],
  [{ mailed: [], uninvited: ['Pat Ellis'] }, 'Sent. Nobody gets an email: Pat Ellis is not invited yet.'],
  [{ mailed: [], uninvited: [] }, 'Sent. Nobody gets an email at once: they see it in the portal.'],
])('a reply says whom its email really goes to: %j', async (told, sentence) => {
  const desk = { ...conversation, side: 'team', moves: ['WAITING', 'DONE'] }
  await openPortal('/service-requests/12', buildSession({ userRole: 'b', permissions: [{ code: 'USR', access: 2 }] }), {
    'GET /api/service-requests/12': desk,
    'POST /api/service-requests/12/messages': { ...desk, ...told },
    'POST /api/service-requests/12/read': undefined,
  })
  await userEvent.type(await screen.findByLabelText('Message'), 'Which June?')
  await userEvent.click(screen.getByRole('button', { name: 'Send reply' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('the buttons of a request say what they do, and its status what it is', async () => {
  await openPortal('/service-requests/12', buildSession({ userRole: 'b', permissions: [{ code: 'USR', access: 2 }] }), {
    'GET /api/service-requests/12': {
      ...conversation,
      request: { ...request, status: 'NEW' },
      side: 'team',
      moves: ['IN_WORK', 'WAITING', 'DONE'],
    },
    'POST /api/service-requests/12/read': undefined,
  })
  for (const name of ['Start work', 'Mark as waiting', 'Mark as done']) expect(await screen.findByRole('button', { name })).toBeTruthy()
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['In progress', 'Waiting for the institution', 'Done']),
  )
})

test('the list of requests begins with all of them', async () => {
  await openPortal('/service-requests', buildSession(), {
    'GET /api/service-requests': none,
    'GET /api/service-requests/owners': { records: [] },
  })
  expect(within(await screen.findByLabelText('Request')).getAllByRole('option')[0]?.textContent).toBe('All requests')
})

test('the institution sees the day overdue of a request that waits for it, though its team is not late', async () => {
  const waiting = { ...request, status: 'WAITING', dueOn: '2020-11-20' }
  const records = [waiting, { ...waiting, id: 13, dueOn: '2999-11-20' }, { ...waiting, id: 14, status: 'DONE' }]
  await openPortal('/service-request', clientSession(), { ...asking, 'GET /api/service-requests': { ...none, records } })
  const [first] = await screen.findAllByText('Overdue')
  expect(screen.getAllByText('Overdue')).toHaveLength(1)
  expect(first?.closest('tr')?.textContent).toContain('11/20/2020')
  cleanup()
  await openPortal('/service-request/12', clientSession(), {
    ...asking,
    'GET /api/service-requests/12': { ...conversation, request: { ...request, ...waiting, overdue: false } },
  })
  expect(await screen.findByText('11/20/2020, overdue')).toBeTruthy()
})

test('the team sees a request that waits past its day as the institution’s delay, not as its own', async () => {
  const waiting = { ...request, status: 'WAITING', dueOn: '2020-11-20' }
  const records = [waiting, { ...waiting, id: 13, status: 'IN_WORK', overdue: true }, { ...waiting, id: 14, dueOn: '2999-11-20' }]
  await openPortal('/service-requests', buildSession(), {
    'GET /api/service-requests': { ...none, records },
    'GET /api/service-requests/owners': { records: [] },
  })
  const [theirs] = await screen.findAllByText('Institution overdue')
  expect([screen.getAllByText('Institution overdue').length, screen.getAllByText('Overdue', { selector: 'small' }).length]).toEqual([1, 1])
  expect(theirs?.closest('tr')?.getAttribute('data-tone')).toBeNull()
  expect(screen.getByText('Overdue', { selector: 'small' }).closest('tr')?.getAttribute('data-tone')).toBe('attention')
})

test.each([
  ['IN_WORK', true, 'Overdue. The institution sees this date.'],
  ['IN_WORK', false, 'The institution sees this date.'],
  ['WAITING', false, 'Institution overdue. The institution sees this date.'],
])('staff who set the day of a request see beside it whether it is overdue, and for whom: %s, %s', async (status, overdue, hint) => {
  await openPortal('/service-requests/12', buildSession({ userRole: 'b', permissions: [{ code: 'USR', access: 2 }] }), {
    'GET /api/service-requests/12': {
      ...conversation,
      request: { ...request, status, dueOn: '2020-11-20', overdue },
      side: 'team',
      moves: ['DONE'],
    },
    'POST /api/service-requests/12/read': undefined,
    'GET /api/service-requests/owners': { records: [] },
  })
  expect(await screen.findByText(hint)).toBeTruthy()
})

test('a new request that nobody answers is marked after two days; one with a due date or an answer is not', async () => {
  const now = new Date().toISOString()
  const records = [
    { ...request, id: 1, subject: 'Forgotten', status: 'NEW' },
    { ...request, id: 2, subject: 'Fresh', status: 'NEW', createdAt: now },
    { ...request, id: 3, subject: 'Promised', status: 'NEW', dueOn: '2099-01-04' },
    { ...request, id: 4, subject: 'Answered' },
  ]
  await openPortal('/service-requests', buildSession(), {
    'GET /api/service-requests': { ...none, records },
    'GET /api/service-requests/owners': { records: [] },
    'GET /api/institution-choices': { records: [] },
  })
  const rowOf = (name: string) => screen.getByRole('link', { name }).closest('tr')
  await screen.findByRole('link', { name: 'Forgotten' })
  expect(rowOf('Forgotten')?.textContent).toMatch(/Unanswered for \d+ days/)
  for (const name of ['Fresh', 'Promised', 'Answered']) expect(rowOf(name)?.textContent).not.toContain('Unanswered')
  expect(records.map(({ subject }) => rowOf(subject)?.dataset.tone)).toEqual(['attention', undefined, undefined, undefined])
})

test('staff who may only look are offered neither reply nor owner', async () => {
  await openPortal('/service-requests/12', buildSession({ userRole: 'b', permissions: [{ code: 'INSTITUTIONS', access: 1 }] }), {
    'GET /api/service-requests/12': { ...conversation, side: 'team' },
    'POST /api/service-requests/12/read': undefined,
  })
  expect(await screen.findByText('They are attached.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Send reply|Save|Merge|Mark as done/ })).toBeNull()
  expect(screen.getByText('The service team')).toBeTruthy()
})
