/** Files that an institution sends to its service team, by either form: looked at, listed, told of once, withdrawn until taken, taken once. */
import { randomUUID } from 'node:crypto'
import { bankUploadFile, finishBankUploads, listBankUploads, takeBankUploads, withdrawBankUpload } from '@corridor/contract/bank-uploads.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scanHeldFiles } from '../../shared/quarantine.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { fakeScanner } from '../../test/fake-scanner.ts'
import { formOf } from '../../test/feed-fixture.ts'
import { EICAR } from '../../test/handed-in/case.ts'
import { pdfOf } from '../../test/handed-in/make-pdf.ts'
import { tellServiceTeams } from './mail.ts'

const scanner = fakeScanner()
const server = useServer({ configuration: { scanner: scanner.address } })
const world = { siteId: 0, institutionId: 0, client: '', colleague: '', neighbor: '', staff: '', reader: '' }
const JOB = { id: '', attempt: 1, lastAttempt: true, signal: new AbortController().signal }

beforeAll(async () => {
  const db = server.ownerDb
  const siteId = await buildSite(db, { contactName: 'Client Services', contactEmail: 'services@firm.test' })
  const [institutionId, other] = [
    await buildInstitution(db, { name: 'Alder Bank', sites: [siteId], reportTypes: ['USR'] }),
    await buildInstitution(db, { sites: [siteId], reportTypes: ['USR'] }),
  ]
  for (const [index, email] of ['first@firm.test', 'second@firm.test'].entries())
    await db
      .insertInto('serviceTeamMember')
      .values({ siteId, institutionId, userId: await buildUser(db, 'b', { sites: [siteId], email }), position: index + 1 })
      .execute()
  const taker = await buildUser(db, 'b', { sites: [siteId], permissions: { USR: 2 }, firstName: 'Ada', lastName: 'Quill' })
  Object.assign(world, {
    siteId,
    institutionId,
    client: await signedInAs(db, 'c', { siteId, institutionId }),
    colleague: await signedInAs(db, 'a', { siteId, institutionId, permissions: { USR: 1 } }),
    neighbor: await signedInAs(db, 'c', { siteId, institutionId: other }),
    staff: await signIn(db, taker, { siteId, institutionId: 0 }),
    reader: await signedInAs(db, 'b', { siteId, permissions: { USR: 1 } }),
  })
  await scanner.start()
})
beforeEach(() => Object.assign(scanner, { mood: 'well' }))
afterAll(scanner.stop)

async function send(
  fileName: string,
  content: string | Buffer,
  { cookie = world.client, uploadBatch = randomUUID() as string, note = '' } = {},
) {
  const { payload, headers } = formOf(Buffer.from(content), fileName, { uploadBatch, ...(note ? { note } : {}) })
  const answer = await server.app.inject({ method: 'POST', url: '/api/bank-uploads', payload, headers, cookies: { sid: cookie } })
  return { status: answer.statusCode, json: answer.json(), id: Number(answer.json().id ?? 0) }
}
const list = async (cookie: string, input = {}) => (await server.callAs(cookie, listBankUploads, input)).body.records
const take = (ids: number[], cookie = world.staff) => server.callAs(cookie, takeBankUploads, { ids })
const open = (id: number, cookie = world.staff) => server.callAs(cookie, bankUploadFile, { id })
const mails = () =>
  server.ownerDb
    .selectFrom('mailOutbox')
    .select(['recipient', 'subject', 'bodyText'])
    .where('dedupeKey', 'like', 'bank-upload %')
    .orderBy('id')
    .execute()

test('a file is sent, seen by colleagues and the team, and by no neighbor; its sender is named, and it opens as it came', async () => {
  const content = pdfOf()
  const { status, json, id } = await send('Census 2026.pdf', content, { note: 'For the renewal' })
  expect([status, json]).toMatchObject([201, { uploadName: 'Census 2026.pdf', note: 'For the renewal', status: 'SENT', takenBy: null }])
  for (const cookie of [world.colleague, world.staff, world.reader]) expect((await list(cookie)).map((row) => row.id)).toContain(id)
  expect(await list(world.neighbor)).toEqual([])
  expect((await open(id, world.neighbor)).status).toBe(404)
  const opened = await open(id)
  expect(opened.bytes.equals(content)).toBe(true)
  expect(opened.headers).toMatchObject({
    'content-disposition': 'attachment; filename="Census 2026.pdf"',
    'content-type': 'application/pdf',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
  })
})

test.each([
  ['page.pdf', '<!DOCTYPE html><script>alert(1)</script>', 415, 'web page'],
  ['census.xlsm', 'x', 415, 'not accepted'],
  ['report.exe.pdf', 'x', 415, 'two extensions'],
  ['eicar.txt', EICAR, 415, 'test file of virus scanners'],
  ['empty.txt', '', 400, 'empty'],
])('%s is refused with a sentence, and nothing of it is kept', async (fileName, content, status, sentence) => {
  const refused = await send(fileName, content)
  expect([refused.status, refused.json.meta.file.join()]).toEqual([status, expect.stringContaining(sentence)])
  expect((await list(world.client)).map(({ uploadName }) => uploadName)).not.toContain(fileName)
})

test('the same file of the same sending, sent again after a lost answer, is there once', async () => {
  const uploadBatch = randomUUID()
  const [one, two] = [await send('again.txt', 'once', { uploadBatch }), await send('again.txt', 'once', { uploadBatch })]
  expect(two.id).toBe(one.id)
})

test('sent again while the first call still works it is there once; what comes while the team is told is told too', async () => {
  const uploadBatch = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => send('at-once.txt', 'at once', { uploadBatch })))
  expect(new Set(answers.map(({ status, id }) => `${status} ${id}`)).size).toBe(1)
  const batches = Array.from({ length: 5 }, () => randomUUID())
  for (const batch of batches) {
    await send('early.txt', `early ${batch}`, { uploadBatch: batch })
    await Promise.all([
      ...[1, 2, 3].map((number) => send(`late ${number} ${batch}.txt`, `late ${number} ${batch}`, { uploadBatch: batch })),
      server.callAs(world.client, finishBankUploads, { uploadBatch: batch }),
    ])
  }
  server.setNow(new Date(Date.now() + 6 * 60_000))
  await tellServiceTeams.run(server.kernel, {}, JOB)
  server.setNow(undefined)
  const told = (await mails()).map(({ bodyText }) => bodyText).join()
  expect(
    batches.flatMap((batch) => [1, 2, 3].map((number) => `late ${number} ${batch}.txt`)).filter((name) => !told.includes(name)),
  ).toEqual([])
})

test('the team hears of a sending in one mail, when it is done or some minutes after; what comes later is a sending of its own', async () => {
  const uploadBatch = randomUUID()
  await send('one.txt', '1', { uploadBatch, note: 'Both for October' })
  const { id } = await send('two.txt', '2', { uploadBatch })
  await send('three.txt', '3', { uploadBatch })
  await server.callAs(world.client, withdrawBankUpload, { id })
  const before = (await mails()).length
  const told = await server.callAs(world.client, finishBankUploads, { uploadBatch })
  expect(told.body).toMatchObject({ files: 3, told: [expect.any(String), expect.any(String)] })
  await server.callAs(world.client, finishBankUploads, { uploadBatch })
  const late = await send('four.txt', '4', { uploadBatch })
  expect(late.json.uploadBatch).not.toBe(uploadBatch)
  await tellServiceTeams.run(server.kernel, {}, JOB)
  const now = (await mails()).slice(before)
  expect(now).toHaveLength(1)
  expect(now[0]).toMatchObject({ recipient: 'first@firm.test, second@firm.test', subject: 'Alder Bank sent 2 files' })
  expect(now[0]?.bodyText).toMatch(/- one\.txt\n- three\.txt\n\nTheir note:\nBoth for October/)
  server.setNow(new Date(Date.now() + 6 * 60_000))
  await tellServiceTeams.run(server.kernel, {}, JOB)
  await tellServiceTeams.run(server.kernel, {}, JOB)
  server.setNow(undefined)
  expect((await mails()).filter(({ bodyText }) => bodyText.includes('four.txt'))).toHaveLength(1)
})

test('an institution without a team: the site’s own contact is told', async () => {
  const uploadBatch = randomUUID()
  await send('x.txt', 'x', { cookie: world.neighbor, uploadBatch })
  expect((await server.callAs(world.neighbor, finishBankUploads, { uploadBatch })).body.told).toEqual(['Client Services'])
  expect((await mails()).at(-1)?.recipient).toBe('services@firm.test')
})

test('withdrawn until taken: whoever comes first, and the other is told why not', async () => {
  const [first, second, third] = [await send('w1.txt', 'w1'), await send('w2.txt', 'w2'), await send('w3.txt', 'w3')]
  expect((await server.callAs(world.neighbor, withdrawBankUpload, { id: first.id })).status).toBe(404)
  expect((await server.callAs(world.colleague, withdrawBankUpload, { id: first.id })).status).toBe(204)
  expect((await take([first.id])).error).toMatchObject({ code: 'wrong_status', message: 'w1.txt was withdrawn by its sender.' })
  expect((await open(first.id)).error.code).toBe('wrong_status')
  expect((await take([second.id], world.reader)).status).toBe(403)
  expect((await take([second.id, 2_147_483_000])).status).toBe(404)
  expect((await take([second.id, second.id])).body).toEqual({ taken: 1 })
  expect((await server.callAs(world.client, withdrawBankUpload, { id: second.id })).error.message).toMatch(/^Ada Quill has taken this file/)
  expect((await take([second.id])).error.message).toBe('w2.txt was taken by Ada Quill already.')
  const seen = (await list(world.client)).filter(({ id }) => [first.id, second.id, third.id].includes(id))
  expect(seen.map(({ status, takenBy }) => [status, takenBy])).toEqual([
    ['SENT', null],
    ['TAKEN', 'Ada Quill'],
    ['WITHDRAWN', null],
  ])
  expect((await list(world.staff, { status: ['WITHDRAWN'] })).every(({ status }) => status === 'WITHDRAWN')).toBe(true)
})

test('a sending has its number, and is told of where something was sent; the list is of one institution where that is asked', async () => {
  expect((await send('unnumbered.txt', 'x', { uploadBatch: 'x' })).json.meta).toHaveProperty('uploadBatch')
  expect((await server.callAs(world.client, finishBankUploads, { uploadBatch: randomUUID() })).status).toBe(404)
  await send('neighbor.txt', 'of the neighbor', { cookie: world.neighbor })
  const own = await list(world.staff, { institutionId: world.institutionId })
  expect([own.length > 0, new Set(own.map(({ institutionId }) => institutionId))]).toEqual([true, new Set([world.institutionId])])
})

test('of one taking and one withdrawing at the same time one wins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await send(`race-${round}.txt`, `race ${round}`)
    const [taken, withdrawn] = await Promise.all([take([id]), server.callAs(world.client, withdrawBankUpload, { id })])
    expect([taken.status === 200, withdrawn.status === 204].filter(Boolean)).toHaveLength(1)
  }
})

test('while the scanner is silent a file is held: listed as such, opened and taken by nobody, until it passes or is refused', async () => {
  scanner.mood = 'hangs up'
  const [clean, harmful] = [await send('later.txt', 'clean after all'), await send('bad.txt', `bad ${EICAR}`)]
  expect([clean.json.status, harmful.json.status]).toEqual(['HELD', 'HELD'])
  for (const cookie of [world.staff, world.client]) expect((await open(clean.id, cookie)).error.code).toBe('file_held')
  expect((await take([clean.id])).error.code).toBe('file_held')
  scanner.mood = 'well'
  await scanHeldFiles.run(server.kernel, {}, JOB)
  const statuses = new Map((await list(world.client)).map(({ id, status }) => [id, status]))
  expect([statuses.get(clean.id), statuses.get(harmful.id)]).toEqual(['SENT', 'REFUSED'])
  expect((await open(clean.id)).status).toBe(200)
  expect((await open(harmful.id)).error.code).toBe('file_held')
  const rows = await server.ownerDb
    .selectFrom('activity')
    .select(['action', 'siteId', 'institutionId'])
    .where('entity', '=', 'bank-uploads')
    .where('entityId', '=', String(harmful.id))
    .where('action', 'like', 'file.%')
    .execute()
  expect(rows).toEqual([{ action: 'file.refused', siteId: world.siteId, institutionId: world.institutionId }])
})

test('a person sends three hundred files in an hour at most; a colleague and a neighbor are not kept by them', async () => {
  const { siteId, institutionId } = world
  const userId = await buildUser(server.ownerDb, 'c', { sites: [siteId], institutionId })
  const cookie = await signIn(server.ownerDb, userId, { siteId, institutionId })
  const { id } = await send('first.txt', 'one', { cookie })
  await sql`insert into bank_upload (institution_id, site_id, user_id, upload_batch, upload_name, extension, file_sha256, size_bytes, created_at)
    select institution_id, site_id, user_id, gen_random_uuid(), 'x' || n, extension, file_sha256, size_bytes, now() - interval '59 minutes'
    from bank_upload cross join generate_series(1, 298) n where id = ${id}`.execute(server.ownerDb)
  expect((await send('last.txt', 'two', { cookie })).status).toBe(201)
  const refused = await send('over.txt', 'three', { cookie })
  expect([refused.status, refused.json.retryAfter]).toEqual([429, 3600])
  for (const other of [world.client, world.neighbor]) expect((await send('other.txt', 'four', { cookie: other })).status).toBe(201)
  await sql`update bank_upload set created_at = created_at - interval '2 minutes'`.execute(server.ownerDb)
  expect((await send('over.txt', 'three', { cookie })).status).toBe(201)
})
