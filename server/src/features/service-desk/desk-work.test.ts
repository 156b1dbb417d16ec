/** Work at the service desk: read marks, owners, merging, files, representatives, and the report on times. */
import {
  assignServiceRequest,
  detachFromServiceRequest,
  mergeServiceRequest,
  moveServiceRequest,
  readServiceRequest,
  serviceRequestFile,
  serviceRequestTimes,
} from '@corridor/contract/service-desk.ts'
import { expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { useDesk } from '../../test/service-desk.ts'
import { forgetWaitingFiles } from './files.ts'

const server = useServer()
const { world, serve, ask, asked, read, reply, list, waiting, mails, attach } = useDesk(server)
const JOB = { id: '', attempt: 1, lastAttempt: true, signal: new AbortController().signal }

test('an answer is unread until its reader says how far they have read; the team sees who read it', async () => {
  await serve(world.ada)
  const before = await waiting(world.staff)
  const id = await asked()
  expect([await waiting(world.client), (await waiting(world.staff)) - before]).toEqual([0, 1])
  const { body } = await reply(world.staff, id)
  expect([await waiting(world.client), await list(world.client, { show: 'unread' })]).toEqual([1, [id]])
  const last = body.messages.at(-1)?.id ?? 0
  expect((await server.callAs(world.client, readServiceRequest, { id, upTo: last })).status).toBe(204)
  await server.callAs(world.client, readServiceRequest, { id, upTo: 0 })
  expect(await waiting(world.client)).toBe(0)
  expect((await read(world.staff, id)).body.readers).toMatchObject([{ name: 'Pat Ellis', readUpTo: last }])
  expect((await server.callAs(world.neighbor, readServiceRequest, { id, upTo: last })).status).toBe(404)
})

test('the number in staff’s menu counts requests under way that wait for an answer, until it is given: one’s own, or nobody’s of an institution that one serves', async () => {
  await serve(world.ada)
  const own = { kind: 'OTHER', ownerId: null, dueOn: null } as const
  const before = await waiting(world.staff)
  const [free, adas, berts] = [await asked(), await asked(), await asked()]
  for (const [id, ownerId] of [
    [adas, world.ada],
    [berts, world.bert],
  ] as const)
    await server.callAs(world.staff, assignServiceRequest, { id, ...own, ownerId, before: own })
  const found = () => list(world.staff, { institutionId: world.bank, show: 'unanswered' })
  const number = async () => (await waiting(world.staff)) - before
  expect([await number(), await found()]).toEqual([2, [adas, free]])
  const { body } = await read(world.staff, adas)
  await server.callAs(world.staff, readServiceRequest, { id: adas, upTo: body.messages.at(-1)?.id ?? 0 })
  await reply(world.staff, adas, { note: true })
  await server.callAs(world.staff, moveServiceRequest, { id: adas, from: 'NEW', to: 'IN_WORK' })
  expect(await number(), 'read, noted and begun, it is not answered').toBe(2)
  await reply(world.staff, adas)
  expect([await number(), await found()]).toEqual([1, [free]])
  await reply(world.client, adas, { text: 'And as of July?' })
  expect(await number(), 'asked again').toBe(2)
  await reply(world.staff, adas, { status: 'DONE' })
  expect(await number()).toBe(1)
  await server.callAs(world.client, moveServiceRequest, { id: adas, from: 'DONE', to: 'IN_WORK' })
  expect(await number(), 'reopened by the bank').toBe(2)
  await server.callAs(world.staff, moveServiceRequest, { id: adas, from: 'IN_WORK', to: 'WAITING' })
  expect(await number(), 'it waits for the bank').toBe(1)
})

test('the bank’s number counts requests with an answer to read, not messages; the list’s unread is its rule', async () => {
  const id = await asked()
  const before = await waiting(world.client)
  await reply(world.staff, id)
  await reply(world.staff, id, { text: 'And the rest of it.' })
  expect((await waiting(world.client)) - before).toBe(1)
  expect(await list(world.client, { show: 'unread' })).toContain(id)
})

test('an owner is of the firm and is told; what somebody else set meanwhile is not overwritten', async () => {
  const id = await asked()
  const before = { kind: 'OTHER', ownerId: null, dueOn: null } as const
  const given = await server.callAs(world.staff, assignServiceRequest, {
    id,
    kind: 'CORRECTION',
    ownerId: world.bert,
    dueOn: '2026-01-05',
    before,
  })
  expect(given.body.request).toMatchObject({ kind: 'CORRECTION', owner: 'Bert Quill', dueOn: '2026-01-05', overdue: true })
  expect(given.body.messages.map(({ text }) => text)).toEqual(['Kind: Correction · Owner: Bert Quill · Due: 01/05/2026'])
  expect((await mails()).at(-1)).toMatchObject({
    recipient: 'bert@firm.example',
    bodyText: expect.stringContaining('Ada Hart made you the owner'),
  })
  expect(await list(world.staff, { institutionId: world.bank, show: 'overdue' })).toEqual([id])
  expect(await list(world.staff, { institutionId: world.bank, ownerId: world.ada })).toEqual([])
  const late = await server.callAs(world.staff, assignServiceRequest, { id, ...before, ownerId: world.ada, before })
  expect(late.status).toBe(409)
  const now = { kind: 'CORRECTION', ownerId: world.bert, dueOn: '2026-01-05' } as const
  const stranger = await server.callAs(world.staff, assignServiceRequest, { id, ...now, ownerId: world.pat, before: now })
  expect([stranger.status, (await read(world.staff, id)).body.request.owner]).toEqual([400, 'Bert Quill'])
  await reply(world.client, id)
  expect((await mails()).at(-1)).toMatchObject({
    recipient: 'bert@firm.example',
    bodyText: expect.stringContaining('Pat Ellis of Alder Bank replied'),
  })
})

test('a merged request keeps its messages and points to the other, but not where its asker could not follow', async () => {
  const [first, second] = [await asked({ shared: true }), await asked({ subject: 'The same once more' })]
  const hidden = await asked({ subject: 'Private' }, world.colleague)
  const merge = (id: number, intoId: number) => server.callAs(world.staff, mergeServiceRequest, { id, intoId })
  expect((await merge(first, hidden)).error.message).toContain('not shared')
  expect((await merge(first, second)).error.message).toContain('could not read')
  const merged = await merge(second, first)
  expect(merged.body).toMatchObject({ request: { status: 'DONE' }, mergedInto: { id: first, subject: 'Statement of values' } })
  expect((await read(world.client, first)).body.merged).toEqual([{ id: second, subject: 'The same once more' }])
  const seenByColleague = (await read(world.colleague, first)).body
  expect([seenByColleague.merged, JSON.stringify(seenByColleague).includes('once more”')]).toEqual([[], false])
  expect((await reply(world.client, second)).error.message).toContain('merged into another')
  expect((await server.callAs(world.client, moveServiceRequest, { id: second, from: 'DONE', to: 'IN_WORK' })).status).toBe(409)
  expect((await merge(first, second)).status).toBe(409)
  const apart = await server.callAs(world.staff, moveServiceRequest, { id: second, from: 'DONE', to: 'IN_WORK' })
  expect(apart.body).toMatchObject({ request: { status: 'IN_WORK' }, mergedInto: null })
  const elsewhere = await asked({}, world.neighbor)
  expect((await merge(first, elsewhere)).status).toBe(404)
})

test('a file is its sender’s alone until it is sent, goes with one message, and is forgotten after a day without one', async () => {
  const waiting = await attach(world.client)
  const open = (cookie: string, fileId = waiting.id) => server.callAs(cookie, serviceRequestFile, { fileId })
  expect([(await open(world.client)).status, (await open(world.staff)).status, (await open(world.colleague)).status]).toEqual([
    200, 404, 404,
  ])
  const id = await asked({ files: [waiting.id], shared: true })
  expect((await read(world.staff, id)).body.files).toMatchObject([{ uploadName: 'Statement.pdf', safety: 'PASSED' }])
  for (const [cookie, status] of [
    [world.staff, 200],
    [world.colleague, 200],
    [world.neighbor, 404],
  ] as const)
    expect((await open(cookie)).status).toBe(status)
  const again = await reply(world.client, id, { files: [waiting.id] })
  expect([again.status, (await read(world.client, id)).body.messages]).toEqual([400, []])
  expect((await server.callAs(world.client, detachFromServiceRequest, { fileId: waiting.id })).status).toBe(404)
  const dropped = await attach(world.client)
  expect((await server.callAs(world.colleague, detachFromServiceRequest, { fileId: dropped.id })).status).toBe(404)
  expect((await server.callAs(world.client, detachFromServiceRequest, { fileId: dropped.id })).status).toBe(204)
  const late = await attach(world.client)
  const made = await server.ownerDb.selectFrom('serviceRequestFile').select('createdAt').where('id', '=', late.id).executeTakeFirstOrThrow()
  server.setNow(new Date(Date.parse(made.createdAt) + 25 * 3_600_000))
  await forgetWaitingFiles.run(server.kernel, {}, JOB)
  server.setNow(undefined)
  const left = await server.ownerDb.selectFrom('serviceRequestFile').select('id').where('id', 'in', [late.id, waiting.id]).execute()
  expect(left).toEqual([{ id: waiting.id }])
})

test('a representative asks for the institution they act for, and answers with the team where they serve on it', async () => {
  const userId = await buildUser(server.ownerDb, 'e', {
    sites: [world.site],
    institutions: [world.bank],
    email: `rep-${world.bank}@firm.example`,
  })
  const rep = await signIn(server.ownerDb, userId, { siteId: world.site, institutionId: world.bank })
  expect((await ask({}, rep)).status).toBe(201)
  const id = await asked({ shared: true })
  expect((await reply(rep, id)).body).toMatchObject({ side: 'bank', request: { firstAnsweredAt: null } })
  await serve(userId)
  expect((await reply(rep, id, { status: 'WAITING' })).body).toMatchObject({
    side: 'team',
    request: { status: 'WAITING', firstAnsweredAt: expect.any(String) },
  })
  const own = await asked({}, rep)
  expect((await reply(rep, own)).body).toMatchObject({ side: 'bank', request: { firstAnsweredAt: null } })
})

test('the report counts a site’s requests by month and owner, and says what it leaves out', async () => {
  const site = await buildSite(server.ownerDb, { contactName: 'Desk', contactEmail: 'desk@firm.example' })
  const bank = await buildInstitution(server.ownerDb, { sites: [site] })
  const client = await signedInAs(server.ownerDb, 'c', { siteId: site, institutionId: bank })
  const staff = await signedInAs(server.ownerDb, 'b', { siteId: site, permissions: { USR: 2 } })
  server.setNow(new Date('2026-11-03T15:00:00Z'))
  const staffs = [client, staff] as const
  const ids = [await asked({}, client), await asked({}, client), await asked({}, client)]
  server.setNow(new Date('2026-11-03T17:00:00Z'))
  await reply(staff, ids[0] ?? 0)
  server.setNow(new Date('2026-11-03T19:00:00Z'))
  await reply(staffs[1], ids[1] ?? 0, { status: 'DONE' })
  await server.callAs(staff, mergeServiceRequest, { id: ids[2] ?? 0, intoId: ids[0] ?? 0 })
  // As a row from before the desk stands there.
  await server.ownerDb
    .insertInto('serviceRequest')
    .values({
      institutionId: bank,
      siteId: site,
      userId: world.ada,
      subject: 'Old',
      body: 'By mail',
      recipients: ['Desk'],
      createdAt: '2026-10-01T12:00:00Z',
    })
    .execute()
  const report = (await server.callAs(staff, serviceRequestTimes, {})).body
  server.setNow(undefined)
  expect(report).toEqual({
    records: [
      {
        month: '2026-11',
        ownerId: expect.any(Number),
        owner: expect.any(String),
        requests: 2,
        answered: 2,
        done: 1,
        hoursToAnswer: 3,
        hoursToDone: 4,
      },
    ],
    byMail: 1,
    merged: 1,
  })
  expect((await server.callAs(client, serviceRequestTimes, {})).status).toBe(403)
})
