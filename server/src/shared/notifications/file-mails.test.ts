import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ClientReport, Document } from '../../db/schema.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { sendNext } from '../../platform/mail/mail.ts'
import { BUSINESS } from '../../start/business.ts'
import { buildCarrier, buildInstitution, buildSite, buildUser, next } from '../../test/builders.ts'
import { testConfiguration } from '../../test/configuration.ts'
import { useDatabase } from '../../test/database.ts'
import { sendDigests } from './file-digests.ts'
import { announceFiles, type FilesThatCame, tellDueBatches } from './file-mails.ts'

const server = useDatabase()
const world = { site: 0, bank: 0, client: 0, now: new Date() }
const kernelWith = (send: Kernel['jobs']['send']) =>
  ({
    configuration: testConfiguration('/tmp'),
    ownerDb: server.ownerDb,
    db: server.db,
    jobs: { send, sendAll: async () => undefined },
    now: () => world.now,
    log: { info: () => undefined, error: () => undefined },
    business: BUSINESS,
  }) as unknown as Kernel
const NOON = new Date('2026-10-07T16:00:00Z') // a Wednesday; 12:00 in New York

beforeEach(async () => {
  const db = server.ownerDb
  world.now = NOON
  world.site = await buildSite(db)
  world.bank = await buildInstitution(db, { sites: [world.site], reportTypes: ['LEG', 'PRE', 'MBR'] })
  world.client = await buildUser(db, 'c', { sites: [world.site], institutionId: world.bank })
})

async function stored(safety: 'TRUSTED' | 'PASSED' | 'HELD' = 'PASSED'): Promise<string> {
  const sha256 = createHash('sha256').update(String(next())).digest('hex')
  await server.ownerDb.insertInto('storedFile').values({ sha256, sizeBytes: 3, mediaType: 'application/pdf', safety }).execute()
  return sha256
}
const named = (name: string, fileSha256: string) => ({
  siteId: world.site,
  typeCode: 'LEG',
  uploadName: `${name}.pdf`,
  yearOverride: 2026,
  name,
  displayName: name,
  extension: 'pdf',
  path: `${name}.pdf`,
  fileSha256,
  sizeBytes: 3,
})
async function report(name: string, overrides: Partial<Insertable<ClientReport>> = {}, safety?: 'HELD') {
  const { id } = await server.ownerDb
    .insertInto('clientReport')
    .values({ ...named(name, await stored(safety)), institutionId: world.bank, origin: 'UPLOADED', ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { kind: 'REPORT' as const, id }
}
async function paper(name: string, overrides: Partial<Insertable<Document>>) {
  const { id } = await server.ownerDb
    .insertInto('document')
    .values({ ...named(name, await stored()), ...overrides })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { kind: 'DOCUMENT' as const, id }
}
const running = () => kernelWith(async () => undefined)
const announce = (came: FilesThatCame, kernel = running()) =>
  inScope(kernel.db, scopeOfSystem(world.site), (trx) => announceFiles(kernel, trx, scopeOfSystem(world.site), came))
const once = { id: '1', attempt: 1, lastAttempt: false, signal: new AbortController().signal }
const tellDue = () => tellDueBatches.run(running(), {}, once)
const digests = (kernel = running()) => sendDigests.run(kernel, {}, once)
const at = (iso: string) => void (world.now = new Date(iso))
const prefer = (mailFrequency: 'DAILY' | 'WEEKLY' | 'EACH_BATCH' | 'NONE', userId = world.client) =>
  server.ownerDb.updateTable('userAccount').set({ mailFrequency }).where('id', '=', userId).execute()
const mailsTo = (userId: number) =>
  server.ownerDb
    .selectFrom('mailOutbox')
    .innerJoin('userAccount', 'userAccount.email', 'mailOutbox.recipient')
    .select(['subject', 'bodyText', 'sentAt', 'givenUpAt', 'mailOutbox.id as id'])
    .where('userAccount.id', '=', userId)
    .orderBy('mailOutbox.id')
    .execute()
const linkTo = (place: string) => `/login?fromUrl=${encodeURIComponent(place)}`

const bellOf = (userId: number) =>
  server.ownerDb.selectFrom('notification').select(['kind', 'title', 'link', 'readAt']).where('userId', '=', userId).orderBy('id').execute()

test('the bell names what came, for everyone who may open it and whatever mails they chose', async () => {
  const of = { sites: [world.site], institutionId: world.bank }
  const unable = await buildUser(server.ownerDb, 'a', of)
  await prefer('NONE')
  await announce({ batch: 'one', files: [await report('Letter 1')], done: true })
  const files = [await report('Letter 2'), await report('Letter 3')]
  await announce({ batch: 'two', files, done: true })
  const { name } = await server.ownerDb.selectFrom('institution').select('name').where('id', '=', world.bank).executeTakeFirstOrThrow()
  expect(await bellOf(world.client)).toMatchObject([
    { kind: 'FILES_CAME', title: 'New: Letter 1', link: expect.stringMatching(/^\/view-report\/\d+$/), readAt: null },
    { kind: 'FILES_CAME', title: `2 new files for ${name}: Legal Document`, link: '/dashboard', readAt: null },
  ])
  expect([await bellOf(unable), await mailsTo(world.client)]).toEqual([[], []])
})

test('files of many calls make one mail a recipient, once their sender is done; it names ten of them', async () => {
  const db = server.ownerDb
  const of = { sites: [world.site], institutionId: world.bank }
  const [member, unread] = [
    await buildUser(db, 'a', { ...of, permissions: { CLIENT_REPORTS: 1 } }),
    await buildUser(db, 'a', { ...of, permissions: { ASSET_REPORT: 1 } }),
  ]
  const optedOut = await buildUser(db, 'c', { ...of, mailReports: false })
  const inactive = await buildUser(db, 'c', { ...of, status: 0 })
  const elsewhere = await buildUser(db, 'c', {
    sites: [world.site],
    institutionId: await buildInstitution(db, { sites: [world.site], reportTypes: ['LEG'] }),
  })
  for (let call = 0; call < 3; call++)
    await announce({ batch: 'drop', files: await Promise.all(Array.from({ length: 5 }, (_, file) => report(`Letter ${call}${file}`))) })
  await tellDue()
  expect(await mailsTo(world.client)).toEqual([])
  expect(await announce({ batch: 'drop', files: [], done: true })).toBe(2)
  expect(await announce({ batch: 'drop', files: [], done: true })).toBe(0)
  const [mail, ...others] = await mailsTo(world.client)
  expect(others).toEqual([])
  expect(mail?.bodyText).toContain('- Letter 00 (Legal Document)')
  expect(mail?.bodyText.match(/^- /gm)).toHaveLength(10)
  expect(mail?.bodyText).toContain('and 5 more')
  expect(mail?.bodyText).toContain(linkTo('/dashboard'))
  expect(mail?.bodyText).toContain(linkTo('/my-profile'))
  expect(mail?.bodyText).not.toContain('{{')
  expect(await mailsTo(member)).toHaveLength(1)
  for (const person of [unread, optedOut, inactive, elsewhere]) expect(await mailsTo(person)).toEqual([])
})

test('no mail and no digest reaches whoever was never invited; an invitation or the bank’s confirmed provider makes them expected', async () => {
  const db = server.ownerDb
  const of = { sites: [world.site], institutionId: world.bank, passwordHash: null }
  const uninvited = await buildUser(db, 'c', of)
  const daily = await buildUser(db, 'c', { ...of, mailFrequency: 'DAILY' })
  const invited = await buildUser(db, 'c', of)
  const tokenOf = (userId: number, purpose: 'invite' | 'reset') => ({
    tokenHash: createHash('sha256').update(String(next())).digest(),
    purpose,
    userId,
    expiresAt: '2026-09-01T00:00:00Z',
  })
  await db
    .insertInto('singleUseToken')
    .values([tokenOf(invited, 'invite'), tokenOf(uninvited, 'reset')])
    .execute()
  const file = await report('Letter')
  expect(await announce({ batch: 'one', files: [file], done: true })).toBe(2)
  expect([(await mailsTo(invited)).length, await mailsTo(uninvited)]).toEqual([1, []])
  expect(await bellOf(uninvited)).toHaveLength(1)
  expect(await db.selectFrom('digestEntry').selectAll().where('userId', '=', daily).execute()).toEqual([])

  const domain = `bank${next()}.test`
  await db
    .updateTable('userAccount')
    .set({ email: `new@${domain}` })
    .where('id', '=', uninvited)
    .execute()
  const provider = { institutionId: world.bank, siteId: world.site }
  await db
    .insertInto('identityProvider')
    .values({ ...provider, issuer: 'https://id.test', clientId: 'x', sealedSecret: Buffer.from('x'), enabled: true })
    .execute()
  await db
    .insertInto('identityProviderDomain')
    .values({ ...provider, domain })
    .execute()
  expect(await announce({ batch: 'two', files: [file], done: true })).toBe(2)
  await db.updateTable('identityProviderDomain').set({ proof: 'DNS', provedAt: NOON.toISOString() }).where('domain', '=', domain).execute()
  expect(await announce({ batch: 'three', files: [file], done: true })).toBe(3)
  expect(await mailsTo(uninvited)).toHaveLength(1)
})

test('a batch whose sender never says done is told three minutes after its last file; one file’s link is the file itself', async () => {
  const file = await report('Opinion')
  await announce({ batch: 'left', files: [file] })
  at('2026-10-07T16:02:00Z')
  await announce({ batch: 'left', files: [file] })
  at('2026-10-07T16:04:00Z')
  await tellDue()
  expect(await mailsTo(world.client)).toEqual([])
  at('2026-10-07T16:05:00Z')
  await tellDue()
  await tellDue()
  expect((await mailsTo(world.client)).map(({ bodyText }) => bodyText.includes(linkTo(`/view-report/${file.id}`)))).toEqual([true])
})

test('nobody is told of what was withdrawn, deleted or held; what passes its check later is told then', async () => {
  const held = await report('Scanned later', {}, 'HELD')
  const files = [
    await report('Withdrawn', { withdrawnAt: NOON.toISOString() }),
    await report('Thrown away', { deletedAt: NOON.toISOString() }),
    held,
    await report('Good'),
  ]
  await announce({ batch: 'mixed', files, done: true })
  at('2026-10-07T16:01:00Z')
  await tellDue()
  const [mail, ...others] = await mailsTo(world.client)
  expect([mail?.bodyText.match(/^- .*/gm), others]).toEqual([['- Good (Legal Document)'], []])
  await server.ownerDb
    .updateTable('storedFile')
    .set({ safety: 'PASSED' })
    .where('sha256', 'in', (of) => of.selectFrom('clientReport').select('fileSha256').where('id', '=', held.id))
    .execute()
  at('2026-10-07T16:02:00Z')
  await tellDue()
  at('2026-10-07T16:09:00Z')
  await tellDue()
  expect((await mailsTo(world.client)).map(({ bodyText }) => bodyText.match(/^- .*/gm))).toEqual([
    ['- Good (Legal Document)'],
    ['- Scanned later (Legal Document)'],
  ])
})

test('a vendor’s paper is told to everybody who may read documents, a carrier’s to none who hold no policy of it', async () => {
  const db = server.ownerDb
  const carrierCode = await buildCarrier(db)
  const member = await buildUser(db, 'a', {
    sites: [world.site],
    institutionId: world.bank,
    permissions: { CLIENT_REPORTS: 1, DOCUMENT_CENTER: 0 },
  })
  const files = [
    await paper('Carrier letter', { carrierCode }),
    await paper('Vendor letter', { carrierCode: 'BCC', vendorName: 'Trust Co' }),
  ]
  await announce({ batch: 'papers', files, done: true })
  const [mail] = await mailsTo(world.client)
  expect(mail?.bodyText.match(/^- .*/gm)).toEqual(['- Vendor letter (Legal Document)'])
  expect(mail?.bodyText).toContain(linkTo(`/view-document/${files[1]?.id}`))
  expect(await mailsTo(member)).toEqual([])
})

test('a daily digest comes once, at eight of the site’s own morning; a weekly one on Monday', async () => {
  const weekly = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank, mailFrequency: 'WEEKLY' })
  await server.ownerDb.updateTable('site').set({ timeZone: 'America/Chicago' }).where('id', '=', world.site).execute()
  await prefer('DAILY')
  expect(await announce({ batch: 'one', files: [await report('First')], done: true })).toBe(0)
  expect(await announce({ batch: 'two', files: [await report('Second')], done: true })).toBe(0)
  at('2026-10-08T12:59:00Z')
  await digests()
  expect(await mailsTo(world.client)).toEqual([])
  at('2026-10-08T13:00:00Z')
  await Promise.all([digests(), digests()])
  await digests()
  expect((await mailsTo(world.client)).map(({ bodyText }) => bodyText.match(/^- .*/gm))).toEqual([
    ['- First (Legal Document)', '- Second (Legal Document)'],
  ])
  at('2026-10-12T12:59:00Z')
  await digests()
  expect(await mailsTo(weekly)).toEqual([])
  at('2026-10-12T13:00:00Z')
  await digests()
  expect([(await mailsTo(weekly)).length, (await mailsTo(world.client)).length]).toEqual([1, 1])
})

test('a digest whose maker dies comes whole with the next run, without what was withdrawn meanwhile', async () => {
  await prefer('DAILY')
  const gone = await report('Gone')
  await announce({ batch: 'one', files: [await report('Stays'), gone], done: true })
  at('2026-10-08T12:00:00Z')
  const dying = kernelWith(() => Promise.reject(new Error('killed')))
  await expect(digests(dying)).rejects.toThrow('killed')
  expect(await mailsTo(world.client)).toEqual([])
  await server.ownerDb.updateTable('clientReport').set({ withdrawnAt: NOON.toISOString() }).where('id', '=', gone.id).execute()
  at('2026-10-09T20:00:00Z')
  await digests()
  await digests()
  expect((await mailsTo(world.client)).map(({ bodyText }) => bodyText.match(/^- .*/gm))).toEqual([['- Stays (Legal Document)']])
})

test('who changes to mail at once gets what waited, who wants none any more does not', async () => {
  await prefer('WEEKLY')
  const quiet = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank, mailFrequency: 'WEEKLY' })
  await announce({ batch: 'one', files: [await report('Waits')], done: true })
  await prefer('EACH_BATCH')
  await prefer('NONE', quiet)
  await digests()
  expect([(await mailsTo(world.client)).length, (await mailsTo(quiet)).length]).toEqual([1, 0])
  expect(await server.ownerDb.selectFrom('digestEntry').selectAll().where('siteId', '=', world.site).execute()).toEqual([])
})

test('a mail that waits for its server does not go when a file of it was taken back; the rest is told anew', async () => {
  const [gone, stays] = [await report('Taken back'), await report('Stays')]
  await announce({ batch: 'one', files: [gone, stays], done: true })
  await server.ownerDb.updateTable('clientReport').set({ deletedAt: NOON.toISOString() }).where('id', '=', gone.id).execute()
  const sent: string[] = []
  const send = async () => {
    while ((await sendNext(running(), async ({ bodyText }) => void sent.push(bodyText))) !== 'none') continue
  }
  await send()
  await digests()
  await send()
  const [bodyText, ...others] = sent.filter((text) => text.includes('Taken back') || text.includes('Stays'))
  expect([bodyText?.match(/^- .*/gm), others]).toEqual([['- Stays (Legal Document)'], []])
  expect(bodyText).toContain(linkTo(`/view-report/${stays.id}`))
})

test('the two columns about mail say the same, whichever is written', async () => {
  const choice = () =>
    server.ownerDb
      .selectFrom('userAccount')
      .select(['mailReports', 'mailFrequency'])
      .where('id', '=', world.client)
      .executeTakeFirstOrThrow()
  await server.ownerDb.updateTable('userAccount').set({ mailReports: false }).where('id', '=', world.client).execute()
  expect(await choice()).toEqual({ mailReports: false, mailFrequency: 'NONE' })
  await prefer('DAILY')
  expect(await choice()).toEqual({ mailReports: true, mailFrequency: 'DAILY' })
})
