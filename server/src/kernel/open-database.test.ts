import { expect, test } from 'vitest'
import { testConfiguration } from '../test/configuration.ts'
import { useDatabase } from '../test/database.ts'
import { createLifecycle } from './lifecycle.ts'
import { joinDatabase, openDatabase } from './open-database.ts'

const database = useDatabase()
const log = { info: () => undefined, error: () => undefined }
const lifecycle = createLifecycle(log, () => {
  throw new Error('ended')
})
const open = (ownerUrl: string, appUrl: string | undefined, work = openDatabase) =>
  work(testConfiguration('/nowhere', { database: { kind: 'external', ownerUrl, appUrl } }), lifecycle, log)

test.each([openDatabase, joinDatabase])('serves from a migrated database whose runtime role is a plain login role (%#)', async (work) => {
  expect(await open(database.ownerUrl, database.appUrl, work)).toEqual({ ownerUrl: database.ownerUrl, appUrl: database.appUrl })
})

test('refuses a runtime role that row-level security would not bind: a superuser, or the owner', async () => {
  await expect(open(database.ownerUrl, database.superuserUrl)).rejects.toThrow(
    /superuser, has BYPASSRLS or owns tables.*Set DATABASE_APP_URL/,
  )
  await expect(open(database.ownerUrl, database.ownerUrl)).rejects.toThrow(/owns tables/)
})

test.each([
  ['does not answer', (url: URL) => Object.assign(url, { port: '9' })],
  ['refuses the password', (url: URL) => Object.assign(url, { password: 'wrong' })],
  ['does not exist', (url: URL) => Object.assign(url, { pathname: '/nowhere' })],
])('a database that %s refuses the start with a sentence that says what to set', async (sentence, change) => {
  await expect(open(change(new URL(database.ownerUrl)).href, database.appUrl)).rejects.toThrow(`The database of DATABASE_URL ${sentence}`)
})
