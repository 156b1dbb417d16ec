import { getSettings, saveSettings } from '@corridor/contract/profile.ts'
import { beforeAll, expect, test } from 'vitest'
import { asPerson } from '../../platform/database/as-person.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, bank: 0, userId: 0, cookie: '' }
beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site] })
  world.userId = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.bank })
  world.cookie = await signIn(server.ownerDb, world.userId, { siteId: world.site, institutionId: world.bank })
})

test('what a person has not chosen is as the portal has it', async () => {
  expect((await server.callAs(world.cookie, getSettings, {})).body).toEqual({ openGroups: null, hidesFirstSteps: false })
})

test('a choice is kept beside the others, from another session too', async () => {
  await server.callAs(world.cookie, saveSettings, { openGroups: ['service', 'documents'] })
  await server.callAs(world.cookie, saveSettings, { hidesFirstSteps: true })
  const again = await signIn(server.ownerDb, world.userId, { siteId: world.site, institutionId: world.bank })
  expect((await server.callAs(again, getSettings, {})).body).toEqual({ openGroups: ['service', 'documents'], hidesFirstSteps: true })
  expect((await server.callAs(again, saveSettings, { hidesFirstSteps: false })).body).toMatchObject({ hidesFirstSteps: false })
})

test('nobody else reads or writes it', async () => {
  await server.callAs(world.cookie, saveSettings, { openGroups: ['service'] })
  const manager = await signedInAs(server.ownerDb, 'd', { siteId: world.site, permissions: { USERS: 2 } })
  expect((await server.callAs(manager, getSettings, {})).body.openGroups).toBeNull()
  const other = await buildUser(server.ownerDb, 'd', { sites: [world.site] })
  const [read, written] = await asPerson(server.kernel.db, other, async (trx) => [
    await trx.selectFrom('personSetting').selectAll().execute(),
    await trx.updateTable('personSetting').set({ openGroups: [] }).where('userId', '=', world.userId).executeTakeFirst(),
  ])
  expect([read, written?.numUpdatedRows]).toEqual([[], 0n])
  await expect(
    asPerson(server.kernel.db, other, (trx) =>
      trx
        .insertInto('personSetting')
        .values({ userId: world.userId + 1000 })
        .execute(),
    ),
  ).rejects.toThrow(/row-level security/)
})
