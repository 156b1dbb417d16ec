/** The last sign-in of a colleague in production: a password alone does not count, because the second factor still had to be confirmed. */
import { getServiceTeam } from '@corridor/contract/service-team.ts'
import { expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer({ configuration: { mfaRequired: true } })

test('somebody signed in when the second factor was confirmed, here or at the bank’s own provider, and not with the password', async () => {
  const db = server.ownerDb
  const siteId = await buildSite(db)
  const institutionId = await buildInstitution(db, { sites: [siteId] })
  const actorId = await buildUser(db, 'c', { sites: [siteId], institutionId })
  const cookie = await signIn(db, actorId, { siteId, institutionId })
  const after = async (at: string, action: string, said: string | null = null) => {
    await db.insertInto('activity').values({ action, actorId, siteId, at, after: said }).execute()
    return (await server.callAs(cookie, getServiceTeam, {})).body.readers?.people[0]?.lastSignedInAt ?? null
  }
  const password = '{"by":"password"}'
  expect(await after('2026-10-01T14:00:00.000Z', 'session.started', password)).toBeNull()
  expect(await after('2026-10-01T14:01:00.000Z', 'mfa.passed')).toBe('2026-10-01T14:01:00.000Z')
  expect(await after('2026-10-02T14:00:00.000Z', 'session.started', '{"by":"single sign-on","secondFactor":false}')).toBe(
    '2026-10-01T14:01:00.000Z',
  )
  expect(await after('2026-10-03T14:00:00.000Z', 'session.started', '{"by":"single sign-on","secondFactor":true}')).toBe(
    '2026-10-03T14:00:00.000Z',
  )
})
