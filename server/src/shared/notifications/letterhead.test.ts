import { expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser } from '../../test/builders.ts'
import { useDatabase } from '../../test/database.ts'
import { letterheadOf } from './letterhead.ts'

const server = useDatabase()

test('a mail names the reader’s bank and firm; of several firms, and to an address without an account, none', async () => {
  const db = server.ownerDb
  const [one, other] = [await buildSite(db), await buildSite(db)]
  const bank = await buildInstitution(db, { sites: [one] })
  const address = async (id: number) =>
    (await db.selectFrom('userAccount').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email
  const client = await address(await buildUser(db, 'c', { sites: [one], institutionId: bank }))
  const everywhere = await address(await buildUser(db, 'b', { sites: [one, other] }))
  const { name } = await db.selectFrom('institution').select('name').where('id', '=', bank).executeTakeFirstOrThrow()
  const { displayName } = await db.selectFrom('site').select('displayName').where('id', '=', one).executeTakeFirstOrThrow()
  const head = (recipient: string) => db.transaction().execute((trx) => letterheadOf(trx, recipient))
  expect(await head(client.toUpperCase())).toEqual({ firm: displayName, bank: name })
  expect(await head(everywhere)).toEqual({ firm: null, bank: null })
  expect(await head('nobody@elsewhere.example')).toEqual({ firm: null, bank: null })
})
