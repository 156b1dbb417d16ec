/** The service desk: who reads and answers a request, what each message changes, who is told, and what no client ever sees. */
import { listNotifications } from '@corridor/contract/notifications.ts'
import { moveServiceRequest, sendServiceRequest, serviceRequestFile } from '@corridor/contract/service-desk.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inScope, scopeOfSession } from '../../platform/http/scope.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { useDesk } from '../../test/service-desk.ts'

const server = useServer()
const { world, serve, ask, asked, read, reply, list, waiting, mails, attach } = useDesk(server)

test('a request is one mail to the whole team, told to staff, and hidden from colleagues until it is shared', async () => {
  await serve(world.ada, world.bert)
  const { status, body } = await ask()
  expect([status, body]).toMatchObject([
    201,
    { recipients: ['Ada Hart', 'Bert Quill'], status: 'NEW', kind: 'OTHER', shared: false, mine: true },
  ])
  const [mail, ...others] = await mails()
  expect([mail, others]).toMatchObject([
    { recipient: 'ada@firm.example, bert@firm.example', subject: 'Alder Bank: Statement of values' },
    [],
  ])
  expect(mail?.bodyText).toContain(`/login?fromUrl=${encodeURIComponent(`/service-requests/${body.id}`)}`)
  expect(await list(world.client)).toEqual([body.id])
  expect(await list(world.staff, { institutionId: world.bank })).toEqual([body.id])
  for (const cookie of [world.colleague, world.neighbor]) {
    expect(await list(cookie)).toEqual([])
    expect((await read(cookie, body.id)).status).toBe(404)
    expect((await reply(cookie, body.id)).status).toBe(404)
  }
  const shared = await asked({ shared: true })
  expect(await list(world.colleague)).toEqual([shared])
  expect((await reply(world.colleague, shared)).status).toBe(201)
  expect((await read(world.neighbor, shared)).status).toBe(404)
})

test('whoever owns the relationship hears of a request that nobody owns yet, by bell and mail, on the team or not', async () => {
  await serve(world.ada)
  const dana = await buildUser(server.ownerDb, 'b', {
    sites: [world.site],
    permissions: { INSTITUTIONS: 1 },
    email: `dana-${world.bank}@firm.example`,
  })
  await server.ownerDb.updateTable('institution').set({ relationshipOwnerId: dana }).where('id', '=', world.bank).execute()
  const { body } = await ask()
  expect(body.recipients, 'the institution reads its team').toEqual(['Ada Hart'])
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([`ada@firm.example, dana-${world.bank}@firm.example`])
  const bell = await server.callAs(await signIn(server.ownerDb, dana, { siteId: world.site, institutionId: 0 }), listNotifications, {})
  expect(bell.body).toMatchObject({
    unread: 1,
    records: [{ title: 'Alder Bank wrote about “Statement of values”', link: `/service-requests/${body.id}` }],
  })
})

test('without a team it goes to the site’s contact, and with neither the person is told', async () => {
  expect((await ask()).body.recipients).toEqual(['Service desk'])
  const bare = await buildSite(server.ownerDb)
  const bank = await buildInstitution(server.ownerDb, { sites: [bare] })
  const refused = await ask({}, await signedInAs(server.ownerDb, 'c', { siteId: bare, institutionId: bank }))
  expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('No service team')])
})

test('asked twice with one key it is sent once; the eleventh within the hour waits; a subject adds no header', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const once = { subject: 'Hello\r\nBcc: all@firm.example', text: 'Please call me back tomorrow.' }
  const first = await server.callAs(world.client, sendServiceRequest, once, key)
  expect((await server.callAs(world.client, sendServiceRequest, once, key)).body.id).toBe(first.body.id)
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Alder Bank: Hello Bcc: all@firm.example'])
  for (let count = 1; count < 10; count++) expect((await ask()).status).toBe(201)
  expect((await ask()).status).toBe(429)
  expect(await mails()).toHaveLength(10)
})

test('answered, answered back, closed and reopened: each reply moves the status and tells the other side alone', async () => {
  await serve(world.ada)
  const id = await asked()
  const answered = await reply(world.staff, id, { text: 'Which June: 2025 or 2026?', status: 'WAITING' })
  expect([answered.status, answered.body.request.status, answered.body.request.firstAnsweredAt]).toEqual([
    201,
    'WAITING',
    expect.any(String),
  ])
  const [, toPat] = await mails()
  expect(toPat).toMatchObject({
    recipient: `pat-${world.bank}@bank.example`,
    subject: 'Alder Bank: your request “Statement of values” waits for your answer',
  })
  const bell = async () => (await server.callAs(world.client, listNotifications, {})).body.records.map(({ title }) => title)
  expect(await bell()).toEqual(['Your request “Statement of values” waits for your answer'])
  expect(toPat?.bodyText).toContain('It waits for your answer.')
  expect(toPat?.bodyText).not.toContain('Which June')
  expect(toPat?.bodyText).toContain(encodeURIComponent(`/service-request/${id}`))
  const back = await reply(world.client, id, { text: 'June 2026, please.' })
  expect(back.body.request.status).toBe('IN_WORK')
  expect((await mails())[2]).toMatchObject({ recipient: 'ada@firm.example', bodyText: expect.stringContaining('June 2026, please.') })
  const closed = await server.callAs(world.client, moveServiceRequest, { id, from: 'IN_WORK', to: 'DONE' })
  expect(closed.body.request).toMatchObject({ status: 'DONE', doneAt: expect.any(String) })
  const reopened = await reply(world.client, id, { text: 'One figure is still missing.' })
  expect(reopened.body.request).toMatchObject({ status: 'IN_WORK', doneAt: null })
  expect(reopened.body.messages.map(({ kind, fromTeam, text }) => [kind, fromTeam, text])).toEqual([
    ['REPLY', true, 'Which June: 2025 or 2026?'],
    ['CHANGE', true, 'Owner: Ada Hart · Status: New → Waiting for you'],
    ['REPLY', false, 'June 2026, please.'],
    ['CHANGE', false, 'Status: Waiting for you → In progress'],
    ['CHANGE', false, 'Status: In progress → Done'],
    ['REPLY', false, 'One figure is still missing.'],
    ['CHANGE', false, 'Status: Done → In progress'],
  ])
  expect(await mails()).toHaveLength(5)
  expect((await read(world.staff, id)).body.messages[1]?.text).toBe('Owner: Ada Hart · Status: New → Waiting for the institution')
  await server.callAs(world.staff, moveServiceRequest, { id, from: 'IN_WORK', to: 'WAITING' })
  expect([(await mails())[5]?.subject, await bell()]).toEqual([
    toPat?.subject,
    ['Your request “Statement of values” waits for your answer'],
  ])
  await server.callAs(world.staff, moveServiceRequest, { id, from: 'WAITING', to: 'DONE' })
  expect(await bell()).toEqual(['News about your request “Statement of values”'])
})

test('the first of staff who replies takes a request that nobody owns; a note takes none, and a later reply leaves the owner', async () => {
  const id = await asked()
  expect((await reply(world.staff, id, { note: true })).body.request.owner).toBeNull()
  const noted = server.ownerDb.selectFrom('activity').select('after').where('action', '=', 'service-requests.noted')
  expect(await noted.where('entityId', '=', String(id)).execute()).toEqual([{ after: {} }])
  expect((await reply(world.client, id)).body.request.owner).toBeNull()
  const taken = await reply(world.staff, id)
  expect([taken.body.request.owner, taken.body.messages.at(-1)?.text]).toEqual(['Ada Hart', 'Owner: Ada Hart · Status: New → In progress'])
  const second = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { USR: 2 } })
  expect((await reply(second, id)).body.request.owner).toBe('Ada Hart')
})

test('who replies is told whom the mail goes to; whoever was never invited gets none, and is named', async () => {
  await serve(world.ada, world.bert)
  const id = await asked()
  expect((await reply(world.client, id)).body).toMatchObject({ mailed: ['Your service team'], uninvited: [] })
  expect((await reply(world.staff, id)).body).toMatchObject({ mailed: ['Pat Ellis'], uninvited: [] })
  expect((await reply(world.staff, id, { note: true })).body).toMatchObject({ mailed: [], uninvited: [] })
  const sent = (await mails()).length
  await server.ownerDb.updateTable('userAccount').set({ passwordHash: null }).where('id', '=', world.pat).execute()
  // Before anything is written too; people of the institution are not told who was invited.
  const uninvited = async (cookie: string) => (await read(cookie, id)).body.uninvited
  expect([await uninvited(world.staff), await uninvited(world.client)]).toEqual([['Pat Ellis'], []])
  expect((await reply(world.staff, id)).body).toMatchObject({ mailed: [], uninvited: ['Pat Ellis'] })
  expect(await mails()).toHaveLength(sent)
})

test('a status that is another by now, or not a side’s to set, changes nothing', async () => {
  const id = await asked()
  expect((await server.callAs(world.client, moveServiceRequest, { id, from: 'NEW', to: 'IN_WORK' })).status).toBe(409)
  expect((await server.callAs(world.staff, moveServiceRequest, { id, from: 'WAITING', to: 'DONE' })).status).toBe(409)
  expect((await reply(world.client, id, { status: 'WAITING' })).status).toBe(400)
  expect((await server.callAs(world.onlooker, moveServiceRequest, { id, from: 'NEW', to: 'DONE' })).status).toBe(403)
  expect((await read(world.onlooker, id)).body).toMatchObject({ request: { status: 'NEW' }, messages: [] })
})

test('an internal note and its file are told to nobody, and reach no client, not even by SQL', async () => {
  const id = await asked({ shared: true })
  const file = await attach(world.staff, { requestId: String(id) })
  const noted = await reply(world.staff, id, { text: 'The carrier restated June.', note: true, files: [file.id] })
  expect(noted.body.messages).toMatchObject([{ kind: 'NOTE', files: [{ uploadName: 'Statement.pdf' }] }])
  expect(noted.body.request).toMatchObject({ status: 'NEW', firstAnsweredAt: null })
  expect(await mails()).toHaveLength(1)
  expect((await read(world.client, id)).body.messages).toEqual([])
  expect(await waiting(world.client)).toBe(0)
  expect((await server.callAs(world.client, serviceRequestFile, { fileId: file.id })).status).toBe(404)
  expect((await server.callAs(world.staff, serviceRequestFile, { fileId: file.id })).status).toBe(200)
  expect((await reply(world.client, id, { note: true })).status).toBe(403)
  const scope = scopeOfSession({ userId: world.pat, userRole: 'c', siteId: world.site, institutionId: world.bank })
  const seen = await inScope(server.kernel.db, scope, async (trx) => ({
    messages: await trx.selectFrom('serviceRequestMessage').select('id').execute(),
    files: await trx.selectFrom('serviceRequestFile').select('id').execute(),
  }))
  expect(seen).toEqual({ messages: [], files: [] })
})

test('by SQL a client writes neither as the team nor as somebody else, nor into a request that they cannot read', async () => {
  const own = await asked()
  const scope = scopeOfSession({ userId: world.pat, userRole: 'c', siteId: world.site, institutionId: world.bank })
  const colleagueAsks = await asked({}, world.colleague)
  const insert = (over: object) =>
    inScope(server.kernel.db, scope, (trx) =>
      trx
        .insertInto('serviceRequestMessage')
        .values({
          institutionId: world.bank,
          siteId: world.site,
          requestId: own,
          userId: world.pat,
          kind: 'REPLY',
          fromTeam: false,
          body: 'x',
          ...over,
        })
        .execute(),
    )
  for (const over of [{ fromTeam: true }, { userId: world.ada }, { requestId: colleagueAsks }, { byMail: true }])
    await expect(insert(over), JSON.stringify(over)).rejects.toThrow(/row-level security/)
  await insert({})
  await expect(
    inScope(server.kernel.db, scope, (trx) => sql`update service_request set status = 'DONE' where id = ${own}`.execute(trx)),
  ).rejects.toThrow(/permission denied/)
})

test('a figure goes along in its own words, and a colleague without the right to its report does not read them', async () => {
  const about = {
    kind: 'FIGURE',
    title: 'Net yield, Stonemarch: 3.65%',
    text: 'Net yield = increase ÷ average',
    link: '/asset-reporting/3/report/9?version=2',
  } as const
  const id = await asked({ about, shared: true })
  expect((await read(world.client, id)).body.about).toEqual(about)
  expect((await read(world.colleague, id)).body.about).toEqual({ ...about, title: null, text: null })
  const analyst = await signedInAs(server.ownerDb, 'a', { siteId: world.site, institutionId: world.bank, permissions: { ASSET_REPORT: 1 } })
  expect((await read(analyst, id)).body.about).toEqual(about)
  expect((await read(world.staff, id)).body.about?.title).toBeNull()
  const refused = await ask({ about: { ...about, link: 'https://evil.example/x' } })
  expect(refused.status).toBe(400)
})
