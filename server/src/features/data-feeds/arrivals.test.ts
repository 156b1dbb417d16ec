/** Files that a machine sends with an API key: taken as a person's are, posted by themselves only when nothing stands against them. */
import { createApiKey } from '@corridor/contract/api-keys.ts'
import { discardFile, getFile, listFiles, uploadFile } from '@corridor/contract/data-feeds.ts'
import { listArrivals, setArrival } from '@corridor/contract/feed-arrivals.ts'
import { errorReply } from '@corridor/contract/kernel/errors.ts'
import { expect, test } from 'vitest'
import { buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { feedText, formOf, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { settleArrivedFile } from './settle-arrived.ts'

const feeds = useFeeds({ jobs: true })
const { period } = feeds

async function keyFor(carrierCode: string | null, scopes: { code: 'ASSET_REPORT'; access: 1 | 2 }[] = []) {
  const id = await buildUser(feeds.server.ownerDb, 'b', {
    sites: [feeds.book.siteId],
    permissions: { USERS: 2, ASSET_REPORT: 2 },
    firstName: 'Jane',
    lastName: 'Doe',
  })
  const cookie = await signIn(feeds.server.ownerDb, id, { siteId: feeds.book.siteId })
  const expiresOn = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const { body, error } = await feeds.server.callAs(cookie, createApiKey, { name: 'Gateway', scopes, carrierCode, expiresOn })
  if (!body) throw new Error(error.message)
  return { authorization: `Bearer ${body.secret}` }
}
async function send(bearer: { authorization: string }, content: Buffer | string, fields: Record<string, string> = {}) {
  const { payload, headers } = formOf(content, 'extract.csv', fields)
  const answer = await feeds.server.app.inject({ method: 'POST', url: '/api/etl/files', payload, headers: { ...headers, ...bearer } })
  return { status: answer.statusCode, json: answer.json(), location: answer.headers.location }
}
const sent = async (bearer: { authorization: string }, content: string) => uploadFile.reply.parse((await send(bearer, content)).json)
const switchOn = (postsByItself = true) => feeds.server.callAs(feeds.staff, setArrival, { carrierCode: feeds.carrier, postsByItself })
const fileOf = async (id: number) => (await feeds.server.callAs(feeds.staff, getFile, { id })).body
const mailsOf = (id: number) =>
  feeds.server.ownerDb.selectFrom('mailOutbox').selectAll().where('dedupeKey', 'like', `arrived-file ${id} %`).orderBy('id').execute()

test('a carrier’s key sends a file, is told its id and where its state stands, and the same bytes again are the same file', async () => {
  const bearer = await keyFor(feeds.carrier)
  const text = feedText(feeds.sound())
  const first = await send(bearer, text)
  const { id, duplicateOf } = uploadFile.reply.parse(first.json)
  expect([first.status, first.location, first.json, duplicateOf]).toEqual([
    201,
    `/api/etl/files/${id}`,
    expect.objectContaining({
      address: `/api/etl/files/${id}`,
      carrierCode: feeds.carrier,
      arrival: 'API_KEY',
      arrivalName: 'Gateway',
      receivedBy: 'Jane Doe',
    }),
    null,
  ])
  expect((await send(bearer, text)).json).toMatchObject({ id, duplicateOf: id })
  const state = await feeds.server.callAs(undefined, getFile, { id }, bearer)
  expect(state.body).toMatchObject({ status: 'VALIDATED', openErrors: 0, rowCount: feeds.policies.length, institutions: [], samples: {} })
  expect((await feeds.server.callAs(feeds.staff, listFiles, { arrival: ['API_KEY'] })).body.records).toMatchObject([
    { id, arrivalName: 'Gateway' },
  ])
  expect((await feeds.server.callAs(feeds.staff, listFiles, { arrival: ['UPLOADED'] })).body.records).toEqual([])
})

test('it neither sends nor sees another carrier’s files, and sees those of its own that people uploaded', async () => {
  const bearer = await keyFor(feeds.carrier)
  const other = feeds.book.carrierCodes[1] ?? ''
  const refused = await send(bearer, feedText(feeds.sound()), { carrierCode: other })
  expect([refused.status, refused.json]).toMatchObject([
    400,
    { meta: { carrierCode: [`This API key sends files of ${feeds.carrier} alone.`] } },
  ])
  const own = await feeds.handedIn(feedText(feeds.sound()))
  const theirs = await feeds.handedIn(feedText(feeds.sound().slice(1)), { carrierCode: other })
  const ask = async (id: number) => (await feeds.server.callAs(undefined, getFile, { id }, bearer)).status
  expect([await ask(own.id), await ask(theirs.id), await ask(999_999)]).toEqual([200, 404, 404])
  // Nor who of the staff discarded one, or that another carrier sent the same bytes.
  expect((await feeds.server.callAs(feeds.staff, discardFile, { id: own.id, reason: 'Sent twice by the carrier' })).status).toBe(204)
  expect((await fileOf(own.id)).discarded).toMatchObject({ by: expect.any(String), reason: 'Sent twice by the carrier' })
  expect((await feeds.server.callAs(undefined, getFile, { id: own.id }, bearer)).body).toMatchObject({
    discarded: null,
    discardedBefore: null,
  })
})

test('a script may send the file as the body, with its name in the query; nothing else takes such a body', async () => {
  const bearer = await keyFor(feeds.carrier)
  const call = (url: string, payload = feedText(feeds.sound())) =>
    feeds.server.app.inject({ method: 'POST', url, payload, headers: { ...bearer, 'content-type': 'application/octet-stream' } })
  const taken = await call(`/api/etl/files?fileName=${encodeURIComponent('../october extract.csv')}&period=${period}`)
  expect([taken.statusCode, taken.json()]).toMatchObject([201, { fileName: 'october extract.csv', period, status: 'VALIDATED' }])
  expect(errorReply.parse((await call('/api/etl/files')).json()).meta).toEqual({
    fileName: ['Name the file in the query: ?fileName=extract.csv'],
  })
  expect((await call('/api/etl/files?fileName=empty.csv', '')).statusCode).toBe(400)
  expect((await call('/api/etl/files/1/post')).statusCode).toBe(415)
})

test.each([
  ['a PDF', Buffer.from('%PDF-1.7 a statement'), 415],
  ['nothing', '', 400],
])('%s is refused in a sentence, and no file of it is kept', async (_, content, status) => {
  const answer = await send(await keyFor(feeds.carrier), content)
  expect([answer.status, errorReply.parse(answer.json).message.length > 20]).toEqual([status, true])
  expect((await feeds.server.callAs(feeds.staff, listFiles, {})).body.records.filter(({ arrival }) => arrival === 'API_KEY')).toEqual([])
})

test('a clean file of a carrier that allows it is posted by nobody’s hand, and the log names the key', async () => {
  await switchOn()
  const { id } = await sent(await keyFor(feeds.carrier), feedText(feeds.sound()))
  await expect.poll(async () => (await fileOf(id)).status, { timeout: 30_000 }).toBe('POSTED')
  expect(await fileOf(id)).toMatchObject({ postedBy: null, receivedBy: 'Jane Doe' })
  const rows = await feeds.server.ownerDb
    .selectFrom('activity')
    .select(['action', 'actorId', 'after'])
    .where('entity', '=', 'carrierFile')
    .where('entityId', '=', String(id))
    .orderBy('id')
    .execute()
  expect(rows).toMatchObject([
    { action: 'feed.received', after: { apiKey: { name: 'Gateway' } } },
    { action: 'feed.posted', actorId: null, after: { posted: feeds.policies.length, arrived: 'by API key “Gateway”' } },
  ])
  // The job may run again, after a server that died behind it, say.
  const { kernel } = feeds.server
  const again = { siteId: feeds.book.siteId, fileId: id }
  await settleArrivedFile.run(kernel, again, { id: '', attempt: 2, lastAttempt: false, signal: new AbortController().signal })
  expect([await mailsOf(id), (await fileOf(id)).status]).toEqual([[], 'POSTED'])
})

const newPolicy = () => [...feeds.sound(), { ...feeds.sound()[0], policyNumber: 'BRAND-NEW-1' }]
test.each<[what: string, prepare: () => Promise<unknown>, text: () => string, why: RegExp]>([
  [
    'of a carrier that does not allow it',
    () => switchOn(false),
    () => feedText(feeds.sound()),
    /waits for you:\n- Files of \S+ are posted by a person\.\n\n/,
  ],
  [
    'with an error',
    () => switchOn(),
    () => feedText(feeds.changed(0, { cashSurrenderValue: 'abc' })),
    /:\n- The check found 1 error\.\n\n/,
  ],
  ['with a warning', () => switchOn(), () => feedText(feeds.changed(0, { rate: '9.05%' })), /warning/],
  ['with a new policy', () => switchOn(), () => feedText(newPolicy()), /found 1 error\.\n- It names 1 new policy\.\n\n/],
  ['with a proposed status', () => switchOn(), () => feedText(feeds.changed(0, { status: 'Surrendered' })), /found/],
  [
    'that holds another carrier’s rows',
    () => switchOn(),
    () =>
      feedText(
        feeds.sound().map((line, at) => ({ ...line, carrier: at === 0 ? (feeds.book.carrierCodes[1] ?? '') : feeds.carrier })),
        { headers: { ...HEADERS, carrier: 'Carrier' } },
      ),
    /:\n- It holds rows of other carriers: \S+\.\n- The check found /,
  ],
  [
    'of a locked month',
    async () => {
      await switchOn()
      await feeds.server.ownerDb.insertInto('periodLock').values({ siteId: feeds.book.siteId, periodEnd: period, lockedBy: 1 }).execute()
    },
    () => feedText(feeds.sound()),
    /found 1 error/,
  ],
])('a file %s waits, and who may post is told once, with the reason', async (_, prepare, text, why) => {
  await prepare()
  const { id } = await sent(await keyFor(feeds.carrier), text())
  await expect.poll(async () => (await mailsOf(id)).length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect((await fileOf(id)).status).not.toBe('POSTED')
  const mails = await mailsOf(id)
  expect(mails[0]?.bodyText).toMatch(why)
  expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(mails.length)
})

test('a file that names no carrier waits for one, and for its columns', async () => {
  const { id } = await sent(await keyFor(null, [{ code: 'ASSET_REPORT', access: 2 }]), feedText(feeds.sound()))
  await expect.poll(async () => (await mailsOf(id)).length, { timeout: 30_000 }).toBeGreaterThan(0)
  const [mail] = await mailsOf(id)
  expect(mail?.bodyText).toMatch(
    /:\n- Its columns have to be assigned before it can be checked\.\n- It names no carrier that it was sent for\.\n[^]*- Not every row was matched to a policy\.\n- Files of this carrier are posted by a person\./,
  )
})

test('a file that would change values that are posted waits, since that takes a person’s reason', async () => {
  const posted = await feeds.handedIn(feedText(feeds.sound()))
  await feeds.server.app.inject({ method: 'POST', url: `/api/etl/files/${posted.id}/post`, payload: {}, cookies: { sid: feeds.staff } })
  await switchOn()
  const [first] = feeds.sound()
  const { id } = await sent(await keyFor(feeds.carrier), feedText(feeds.changed(0, { deathBenefit: (first?.deathBenefit ?? 0) + 100 })))
  await expect
    .poll(async () => (await mailsOf(id)).map(({ bodyText }) => bodyText).join(''), { timeout: 30_000 })
    .toMatch(/already posted would change/)
  expect([await feeds.rulesOf(id), (await fileOf(id)).status]).toEqual([[], 'VALIDATED'])
})

test('the carrier’s owner alone is told, where there is one who can still open Data Feeds', async () => {
  const owner = await buildUser(feeds.server.ownerDb, 'b', {
    sites: [feeds.book.siteId],
    permissions: { ASSET_REPORT: 1 },
    email: `owner${feeds.book.siteId}@firm.test`,
  })
  await feeds.server.ownerDb
    .insertInto('carrierOwner')
    .values({ siteId: feeds.book.siteId, carrierCode: feeds.carrier, userId: owner })
    .execute()
  const { id } = await sent(await keyFor(feeds.carrier), feedText(feeds.sound()))
  await expect
    .poll(async () => (await mailsOf(id)).map(({ recipient }) => recipient), { timeout: 30_000 })
    .toEqual([`owner${feeds.book.siteId}@firm.test`])
})

test('who may post switches a carrier, and the log keeps it; who may only look does not', async () => {
  const reader = await signedInAs(feeds.server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 1 } })
  const one = async () =>
    (await feeds.server.callAs(reader, listArrivals, { search: feeds.carrier })).body.records.find(
      ({ carrierCode }) => carrierCode === feeds.carrier,
    )
  expect(await one()).toMatchObject({ postsByItself: false, changedByName: null, lastArrivedAt: null })
  expect((await feeds.server.callAs(reader, setArrival, { carrierCode: feeds.carrier, postsByItself: true })).status).toBe(403)
  expect((await switchOn()).body).toMatchObject({ postsByItself: true, changedByName: expect.stringContaining('Pat') })
  expect(await one()).toMatchObject({ postsByItself: true })
  expect((await feeds.server.callAs(feeds.staff, setArrival, { carrierCode: 'NOBODY', postsByItself: true })).status).toBe(404)
})
