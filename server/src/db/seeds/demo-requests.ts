/** Requests at the demo's service desk in every status, with what both sides wrote: as data, for the client's own bank and two others. */
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { answeredWords, type RequestKind, type RequestStatus, STATUS_WORDS } from '@corridor/domain/service-requests/statuses.ts'
import { CLIENT_ID, MANAGER_ID, STAFF_ID } from './accounts.ts'
import { type Book, emptyBook } from './rows.ts'

interface Asked {
  /** The account that asks. */
  by: number
  kind: RequestKind
  subject: string
  text: string
  at: string
  shared: boolean
  status: RequestStatus
  ownerId: number | null
  dueOn: PlainDate | null
  messages: readonly { by: number; at: string; note?: true; text: string }[]
}

/** @param others Chief Financial Officers of two further banks */
const requestsOf = ([second, third]: readonly [number, number]): readonly Asked[] => [
  {
    by: CLIENT_ID,
    kind: 'QUESTION',
    subject: 'Why did we earn less in September than in August?',
    text: 'The September report shows a smaller increase for all carriers than August did. Is that a rate reset, or the days in the month?',
    at: '2026-10-20T14:05:00.000Z',
    shared: true,
    status: 'DONE',
    ownerId: STAFF_ID,
    dueOn: plainDate('2026-10-23'),
    messages: [
      {
        by: STAFF_ID,
        at: '2026-10-20T18:40:00.000Z',
        text: 'No crediting rate changed. September has 30 days and August 31, and the policies whose claims were paid in August are no longer held. The net yield counts the days and did not fall: choose it in the report to see each carrier’s increase and days.',
      },
      { by: CLIENT_ID, at: '2026-10-21T13:15:00.000Z', text: 'That explains it, thank you.' },
    ],
  },
  {
    by: CLIENT_ID,
    kind: 'CORRECTION',
    subject: 'Title of an insured officer changed',
    text: 'One of our insured officers became Executive Vice President on October 1. Please correct the register before the annual review.',
    at: '2026-11-02T15:20:00.000Z',
    shared: true,
    status: 'WAITING',
    ownerId: STAFF_ID,
    dueOn: plainDate('2026-11-20'),
    messages: [
      {
        by: STAFF_ID,
        at: '2026-11-02T19:05:00.000Z',
        note: true,
        text: 'The register still shows Senior Vice President. Correct it once the name is confirmed.',
      },
      {
        by: STAFF_ID,
        at: '2026-11-02T19:10:00.000Z',
        text: 'Gladly. Which officer is it, and do you have the board resolution for our file?',
      },
    ],
  },
  {
    by: second,
    kind: 'CLAIM',
    subject: 'Death of a former director',
    text: 'A former director who is insured under two policies has died. Which papers do the carriers need, and who files the claims?',
    at: '2026-11-02T21:45:00.000Z',
    shared: false,
    status: 'IN_WORK',
    ownerId: MANAGER_ID,
    dueOn: plainDate('2026-11-06'),
    messages: [
      {
        by: MANAGER_ID,
        at: '2026-11-03T13:30:00.000Z',
        text: 'We are sorry to hear it. Each carrier needs a certified death certificate and its own claim form; we are preparing both and will send them for your signature.',
      },
    ],
  },
  {
    by: third,
    kind: 'NEW_POLICY',
    subject: 'Proposal for three new executives',
    text: 'We hired three executives this year and would like a proposal for policies on them. What do you need from us to begin?',
    at: '2026-11-03T14:10:00.000Z',
    shared: true,
    status: 'NEW',
    ownerId: null,
    dueOn: null,
    messages: [],
  },
]

/** @param book with its people and the teams that serve their institutions @returns rows to load after it */
export function demoRequests(book: Book): Book {
  const rows = emptyBook()
  const [second, third] = book.userAccount.filter(({ id, role }) => role === 'c' && id !== CLIENT_ID)
  if (second?.id === undefined || third?.id === undefined) throw new Error('the demo has two further banks')
  for (const { messages, text, at, by, ...asked } of requestsOf([second.id, third.id])) {
    const { institutionId } = person(book, by)
    if (institutionId === null || institutionId === undefined) throw new Error(`account ${by} asks for no institution`)
    const key = { institutionId, siteId: 1 }
    const team = book.serviceTeamMember.filter((member) => member.institutionId === institutionId && member.siteId === 1)
    const requestId = rows.serviceRequest.length + 1
    const answers = messages.filter(({ by: author, note }) => !note && firm(author))
    const last = messages.at(-1)
    rows.serviceRequest.push({
      ...key,
      ...asked,
      id: requestId,
      userId: by,
      body: text,
      recipients: team.map(({ userId }) => nameOf(book, userId)),
      createdAt: at,
      mergedInto: null,
      aboutKind: null,
      aboutTitle: null,
      aboutText: null,
      aboutLink: null,
      firstAnsweredAt: answers[0]?.at ?? null,
      doneAt: asked.status === 'DONE' ? (last?.at ?? null) : null,
      lastMessageAt: last?.at ?? null,
    })
    const write = (message: { by: number; at: string; text: string }, kind: 'REPLY' | 'NOTE' | 'CHANGE') =>
      rows.serviceRequestMessage.push({
        ...key,
        id: rows.serviceRequestMessage.length + 1,
        requestId,
        userId: message.by,
        kind,
        fromTeam: firm(message.by),
        body: message.text,
        byMail: false,
        createdAt: message.at,
      })
    for (const message of messages) write(message, message.note ? 'NOTE' : 'REPLY')
    if (last && asked.status !== 'IN_WORK')
      write({ ...last, text: `Status: ${STATUS_WORDS.team.IN_WORK} → ${STATUS_WORDS.team[asked.status]}` }, 'CHANGE')
    // An answer shows that its writer has read what came before; the bank has read what is done.
    const readUpTo = rows.serviceRequestMessage.length
    const readers = last ? [...(asked.ownerId === null ? [] : [asked.ownerId]), ...(asked.status === 'DONE' ? [by] : [])] : []
    for (const userId of readers) rows.serviceRequestReading.push({ ...key, requestId, userId, readUpTo, readAt: last?.at ?? at })
    const asks = book.institution.find(({ id }) => id === institutionId)
    const told = asked.ownerId === null ? team : team.filter(({ userId }) => userId === asked.ownerId)
    for (const { userId } of told)
      rows.notification.push({
        userId,
        siteId: 1,
        kind: 'REQUEST_CAME',
        subject: `request ${institutionId} ${requestId}`,
        title: `${asks?.name} wrote about “${asked.subject}”`,
        link: `/service-requests/${requestId}`,
        createdAt: at,
        readAt: last?.at ?? null,
        mailedAt: at,
      })
    const answer = answers.at(-1)
    if (answer)
      rows.notification.push({
        userId: by,
        siteId: 1,
        kind: 'REQUEST_ANSWERED',
        subject: `request ${institutionId} ${requestId}`,
        title: answeredWords(asked.subject, asked.status),
        link: `/service-request/${requestId}`,
        createdAt: answer.at,
        readAt: asked.status === 'DONE' ? (last?.at ?? null) : null,
        mailedAt: answer.at,
      })
  }
  return rows
}

/** Those who answer: the firm's own accounts come first. */
const firm = (id: number): boolean => id === MANAGER_ID || id === STAFF_ID

function person(book: Book, id: number) {
  const found = book.userAccount.find((account) => account.id === id)
  if (!found) throw new Error(`there is no account ${id}`)
  return found
}

function nameOf(book: Book, id: number): string {
  const { firstName, lastName } = person(book, id)
  return `${firstName} ${lastName}`
}
