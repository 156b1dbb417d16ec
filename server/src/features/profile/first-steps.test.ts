import { getFirstSteps, saveSettings } from '@corridor/contract/profile.ts'
import { startViewAs } from '@corridor/contract/rights.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { buildCarrier, buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { cookieIn } from '../../test/second-factor.ts'

const server = useServer()
const RIGHTS = { SITES: 2, CARRIERS: 2, INSTITUTIONS: 2, USERS: 2, ASSET_REPORT: 2 } as const

const steps = async (cookie: string) => (await server.callAs(cookie, getFirstSteps, {})).body.steps
const done = async (cookie: string) => (await steps(cookie)).filter(({ isDone }) => isDone).map(({ code }) => code)
const open = async (cookie: string) => (await steps(cookie)).filter(({ isDone }) => !isDone).map(({ code }) => code)

test('a manager’s steps are done by what stands on the site, and by nothing of another', async () => {
  const { ownerDb } = server
  const [siteId, other] = [await buildSite(ownerDb), await buildSite(ownerDb)]
  const busy = await buildInstitution(ownerDb, { sites: [other] })
  await buildUser(ownerDb, 'c', { sites: [other], institutionId: busy })
  await buildCarrier(ownerDb)
  const manager = await signedInAs(ownerDb, 'd', { siteId, permissions: RIGHTS })
  // Carriers are the firm's, whatever the site.
  expect(await done(manager)).toEqual(['CARRIERS'])
  expect(await open(manager)).toEqual(['LOGO', 'INSTITUTIONS', 'FILE', 'PEOPLE', 'REPORT'])

  const bank = await buildInstitution(ownerDb, { sites: [siteId] })
  expect(await done(manager)).toEqual(['INSTITUTIONS', 'CARRIERS'])
  await buildUser(ownerDb, 'c', { sites: [siteId], institutionId: bank })
  expect(await open(manager)).toEqual(['LOGO', 'FILE', 'REPORT'])

  await ownerDb
    .insertInto('carrierFile')
    .values({ siteId, fileName: 'feed.csv', sha256: 'a', sizeBytes: 1, mediaType: 'text/csv' })
    .execute()
  const period = plainDate('2026-09-30')
  const { id: batchId } = await ownerDb
    .insertInto('reportBatch')
    .values({ siteId, reportType: 'AssetReport', batchName: 'First', period })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ownerDb.insertInto('report').values({ institutionId: bank, siteId, reportType: 'AssetReport', period, batchId }).execute()
  expect(await open(manager)).toEqual(['LOGO', 'REPORT'])
  await ownerDb.updateTable('report').set({ releasedAt: '2026-10-08T12:00:00.000Z' }).where('batchId', '=', batchId).execute()
  expect(await open(manager)).toEqual(['LOGO'])
  await ownerDb
    .insertInto('storedFile')
    .values({ sha256: `${siteId}`.padEnd(64, '0'), sizeBytes: 1, mediaType: 'image/png' })
    .execute()
  await ownerDb
    .updateTable('site')
    .set({ logoSha256: `${siteId}`.padEnd(64, '0') })
    .where('id', '=', siteId)
    .execute()
  expect(await steps(manager)).toEqual([])
})

test('steps are those that the manager has the right to do', async () => {
  const siteId = await buildSite(server.ownerDb)
  const manager = await signedInAs(server.ownerDb, 'd', { siteId, permissions: { USERS: 2, SITES: 1 } })
  expect((await steps(manager)).map(({ code }) => code)).toEqual(['PEOPLE'])
})

test('a client’s steps are the person’s own: a colleague’s second factor, profile and reading do none of them', async () => {
  const { ownerDb } = server
  const siteId = await buildSite(ownerDb)
  const institutionId = await buildInstitution(ownerDb, { sites: [siteId] })
  const [self, colleague] = [
    await buildUser(ownerDb, 'c', { sites: [siteId], institutionId, title: null, phone: null, passwordHash: 'x' }),
    await buildUser(ownerDb, 'a', { sites: [siteId], institutionId, title: 'Treasurer', phone: '5552345678', passwordHash: 'x' }),
  ]
  const cookie = await signIn(ownerDb, self, { siteId, institutionId })
  const readBy = (userId: number) =>
    ownerDb.insertInto('fileOpening').values({ institutionId, siteId, userId, kind: 'REPORT', fileId: 1 }).execute()
  const protect = (userId: number) => ownerDb.insertInto('mfaMethod').values({ userId, channel: 'email', name: 'Email' }).execute()

  await Promise.all([readBy(colleague), protect(colleague)])
  expect(await open(cookie)).toEqual(['SECOND_FACTOR', 'PROFILE', 'FIRST_READING'])
  expect((await steps(cookie)).find(({ code }) => code === 'PROFILE')?.lacks).toEqual(['title', 'phone'])
  await ownerDb.updateTable('userAccount').set({ title: 'Treasurer' }).where('id', '=', self).execute()
  expect((await steps(cookie)).find(({ code }) => code === 'PROFILE')?.lacks).toEqual(['phone'])
  await protect(self)
  expect(await done(cookie)).toEqual(['SECOND_FACTOR'])
  await readBy(self)
  expect(await open(cookie)).toEqual(['PROFILE'])
  await ownerDb.updateTable('userAccount').set({ title: 'Chief Financial Officer', phone: '5552345679' }).where('id', '=', self).execute()
  expect(await steps(cookie)).toEqual([])
})

test('whoever signs in at the bank’s own page is not asked for a second factor here', async () => {
  const { ownerDb } = server
  const siteId = await buildSite(ownerDb)
  const institutionId = await buildInstitution(ownerDb, { sites: [siteId] })
  const client = await buildUser(ownerDb, 'c', { sites: [siteId], institutionId, passwordHash: null })
  expect(await open(await signIn(ownerDb, client, { siteId, institutionId }))).not.toContain('SECOND_FACTOR')
})

test('an account of the demo, which many people share, is not asked for a second factor', async () => {
  const { ownerDb } = server
  const siteId = await buildSite(ownerDb)
  const institutionId = await buildInstitution(ownerDb, { sites: [siteId] })
  const of = async (email: string) => {
    const client = await buildUser(ownerDb, 'c', { sites: [siteId], institutionId, passwordHash: 'x', email })
    return open(await signIn(ownerDb, client, { siteId, institutionId }))
  }
  expect(server.configuration.mode).toBe('demo')
  expect(await of('somebody.else@firstcoastal.example')).toContain('SECOND_FACTOR')
  expect(await of('client@firstcoastal.example')).not.toContain('SECOND_FACTOR')
})

test('hidden, they stay hidden in every session, for that person alone; and nobody sees another’s by viewing as them', async () => {
  const { ownerDb } = server
  const siteId = await buildSite(ownerDb)
  const institutionId = await buildInstitution(ownerDb, { sites: [siteId] })
  const [self, colleague] = [
    await buildUser(ownerDb, 'c', { sites: [siteId], institutionId }),
    await buildUser(ownerDb, 'c', { sites: [siteId], institutionId }),
  ]
  const staff = await signedInAs(ownerDb, 'd', { siteId, permissions: { USERS: 1 } })
  expect(await open(await signIn(ownerDb, self, { siteId, institutionId }))).toContain('FIRST_READING')
  await server.callAs(await signIn(ownerDb, self, { siteId, institutionId }), saveSettings, { hidesFirstSteps: true })
  expect(await steps(await signIn(ownerDb, self, { siteId, institutionId }))).toEqual([])
  expect(await open(await signIn(ownerDb, colleague, { siteId, institutionId }))).toContain('FIRST_READING')
  const view = await server.callAs(staff, startViewAs, { userId: colleague })
  expect(await steps(cookieIn(view.headers))).toEqual([])
})

test('staff who are no managers have none', async () => {
  const staff = await signedInAs(server.ownerDb, 'b', { siteId: await buildSite(server.ownerDb), permissions: RIGHTS })
  expect((await server.callAs(staff, getFirstSteps, {})).status).toBe(403)
})
