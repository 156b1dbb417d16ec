import * as sso from '@corridor/contract/single-sign-on.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildInstitution, buildSite, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { startIdentityProvider, type TestProvider } from '../../test/identity-provider.ts'

const server = useServer()
let bank: TestProvider
beforeAll(async () => {
  bank = await startIdentityProvider('http://localhost:3000/api/session/single-sign-on/callback')
})
afterAll(() => bank.close())

test('a provider that is on is changed without its secret, which is kept', async () => {
  const siteId = await buildSite(server.ownerDb)
  const id = await buildInstitution(server.ownerDb, { sites: [siteId] })
  const manager = await signedInAs(server.ownerDb, 'd', { siteId, permissions: { INSTITUTIONS: 2 } })
  const save = (clientSecret: string | undefined, updatedAt: string | null, strongAcrValues: string[]) =>
    server.callAs(manager, sso.saveIdentityProvider, {
      id,
      issuer: bank.issuer,
      clientId: bank.clientId,
      clientSecret,
      domains: ['bank.example'],
      strongAcrValues,
      enabled: true,
      updatedAt,
    })
  const kept = () =>
    server.ownerDb
      .selectFrom('identityProvider')
      .select(['sealedSecret', 'strongAcrValues', 'updatedAt'])
      .where('institutionId', '=', id)
      .executeTakeFirstOrThrow()
  expect((await save(bank.clientSecret, null, [])).status).toBe(200)
  const before = await kept()
  const { status, error } = await save(undefined, before.updatedAt, ['urn:bank:strong'])
  expect([status, error.meta]).toEqual([200, undefined])
  const after = await kept()
  expect([after.sealedSecret.equals(before.sealedSecret), after.strongAcrValues]).toEqual([true, ['urn:bank:strong']])
})
