/** The service desk under test: a bank with two people, its neighbor, two of the firm who may serve it; another bank before each test. */
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import {
  countWaitingRequests,
  getServiceRequest,
  listServiceRequests,
  replyToServiceRequest,
  sendServiceRequest,
} from '@corridor/contract/service-desk.ts'
import { beforeAll, beforeEach } from 'vitest'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from './builders.ts'
import type { TestServer } from './call.ts'
import { formOf } from './feed-fixture.ts'
import { pdfOf } from './handed-in/make-pdf.ts'

export function useDesk(server: TestServer) {
  const world = { site: 0, bank: 0, ada: 0, bert: 0, staff: '', onlooker: '', pat: 0, client: '', colleague: '', neighbor: '' }

  beforeAll(async () => {
    const db = server.ownerDb
    world.site = await buildSite(db, { contactName: 'Service desk', contactEmail: 'desk@firm.example' })
    world.ada = await buildUser(db, 'b', {
      sites: [world.site],
      permissions: { USR: 2 },
      firstName: 'Ada',
      lastName: 'Hart',
      email: 'ada@firm.example',
    })
    world.bert = await buildUser(db, 'e', { sites: [world.site], firstName: 'Bert', lastName: 'Quill', email: 'bert@firm.example' })
    world.staff = await signIn(db, world.ada, { siteId: world.site, institutionId: 0 })
    world.onlooker = await signedInAs(db, 'b', { siteId: world.site, permissions: { INSTITUTIONS: 1 } })
  })
  beforeEach(async () => {
    const db = server.ownerDb
    world.bank = await buildInstitution(db, { sites: [world.site], name: 'Alder Bank', reportTypes: ['MBR'] })
    const other = await buildInstitution(db, { sites: [world.site] })
    world.pat = await buildUser(db, 'c', {
      sites: [world.site],
      institutionId: world.bank,
      firstName: 'Pat',
      lastName: 'Ellis',
      email: `pat-${world.bank}@bank.example`,
    })
    world.client = await signIn(db, world.pat, { siteId: world.site, institutionId: world.bank })
    world.colleague = await signedInAs(db, 'a', { siteId: world.site, institutionId: world.bank })
    world.neighbor = await signedInAs(db, 'c', { siteId: world.site, institutionId: other })
  })

  const serve = (...userIds: number[]) =>
    server.ownerDb
      .insertInto('serviceTeamMember')
      .values(userIds.map((userId, index) => ({ institutionId: world.bank, siteId: world.site, userId, position: index + 1 })))
      .execute()
  const ask = (over: Partial<InputOf<typeof sendServiceRequest>> = {}, cookie = world.client) =>
    server.callAs(cookie, sendServiceRequest, {
      subject: 'Statement of values',
      text: 'Please send the values as of June once more.',
      ...over,
    })
  const asked = async (over = {}, cookie = world.client) => (await ask(over, cookie)).body.id
  const read = (cookie: string, id: number) => server.callAs(cookie, getServiceRequest, { id })
  const reply = (cookie: string, id: number, over = {}) =>
    server.callAs(cookie, replyToServiceRequest, { id, text: 'Here is what we found.', ...over })
  const list = async (cookie: string, input = {}) =>
    (await server.callAs(cookie, listServiceRequests, input)).body.records.map(({ id }) => id)
  const waiting = async (cookie: string) => (await server.callAs(cookie, countWaitingRequests, {})).body.waiting
  const mails = () =>
    server.ownerDb
      .selectFrom('mailOutbox')
      .select(['recipient', 'subject', 'bodyText'])
      .where('dedupeKey', 'like', `service-request ${world.bank} %`)
      .orderBy('id')
      .execute()
  async function attach(cookie: string, fields: Record<string, string> = {}) {
    const { payload, headers } = formOf(pdfOf(), 'Statement.pdf', fields)
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/service-requests/files',
      payload,
      headers,
      cookies: { sid: cookie },
    })
    return { status: answer.statusCode, id: Number(answer.json().id ?? 0) }
  }
  return { world, serve, ask, asked, read, reply, list, waiting, mails, attach }
}
