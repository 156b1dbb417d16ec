/** The rows that reach.test.ts and limited-keys.test.ts ask for, beside the holdings; and who asks. */
import { PERMISSION_CODES } from '@corridor/domain/access/access.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { beforeAll } from 'vitest'
import { there, updatedAt } from './asked-ids.ts'
import { bringIn } from './brought-in.ts'
import { signedInAs, signIn } from './builders.ts'
import type { useServer } from './call.ts'
import { giveBytes, type Holdings } from './holdings.ts'
import { LEAST_SCENARIO } from './impact-scenario.ts'
import { buildServiceRequest } from './service-requests.ts'

/** @returns cookies of a manager who may do everything and of the institution's people by their role, from beforeAll on */
export function useReachWorld(server: ReturnType<typeof useServer>, book: Holdings & { neighbor: Holdings; stranger: Holdings }) {
  const world = { staff: '', clients: {} as Record<string, string> }

  beforeAll(async () => {
    there.siteId = book.siteId
    for (const { clientId, siteId, institutionId } of [book.neighbor, book.stranger]) {
      await signIn(server.ownerDb, clientId, { siteId, institutionId })
      const { id } = await server.ownerDb.selectFrom('userSession').select('id').where('userId', '=', clientId).executeTakeFirstOrThrow()
      there.sessions.set(clientId, id)
    }
    const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))
    world.staff = await signedInAs(server.ownerDb, 'd', { siteId: book.siteId, permissions })
    await server.ownerDb
      .updateTable('membership')
      .set({ reportTypeCodes: ['MBR', 'SMB', 'EOL', 'AQU', 'ABR', 'USR'] })
      .execute()
    for (const { clientId } of [book, book.neighbor, book.stranger])
      await server.ownerDb.insertInto('mfaMethod').values({ id: clientId, userId: clientId, channel: 'email', name: 'Email' }).execute()
    for (const { siteId } of [book, book.stranger]) {
      const { id } = await server.ownerDb
        .insertInto('activity')
        .values({ action: 'session.ended', siteId })
        .returning('id')
        .executeTakeFirstOrThrow()
      there.activityOn.set(siteId, id)
      await bringIn(server.ownerDb, siteId)
      const menu = await server.ownerDb.selectFrom('clientMenu').select('id').where('siteId', '=', siteId).executeTakeFirstOrThrow()
      there.menuOn.set(siteId, menu.id)
    }
    for (const { institutionId, siteId, policyId, clientId } of [book, book.neighbor, book.stranger]) {
      const { id } = await server.ownerDb
        .insertInto('auditException')
        .values({
          institutionId,
          siteId,
          policyId,
          checkCode: 'client-exceptions',
          ruleCode: 'V1',
          severity: 'error',
          period: plainDate('2026-09-30'),
          message: 'No value',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      there.exceptionOf.set(institutionId, id)
      const shared = await server.ownerDb
        .insertInto('impactScenario')
        .values({
          institutionId,
          siteId,
          ownerId: clientId,
          name: 'Shared',
          withBank: true,
          withTeam: true,
          scenario: JSON.stringify(LEAST_SCENARIO),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      there.scenarioOf.set(institutionId, shared.id)
    }
    const sha256 = await giveBytes(server.ownerDb, server.kernel.files)
    for (const of of [book, book.neighbor, book.stranger]) await buildServiceRequest(server.ownerDb, of, sha256)
    const { userId: staffId } = await server.ownerDb
      .selectFrom('userSession')
      .select('userId')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    for (const { clientId, siteId, institutionId } of [book, book.neighbor, book.stranger]) {
      const { id } = await server.ownerDb
        .insertInto('upload')
        .values({
          userId: clientId === book.clientId ? staffId : clientId,
          siteId,
          purpose: 'CLIENT_REPORT',
          fileName: 'a.pdf',
          sizeBytes: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      there.uploads.set(clientId, id)
      const bound = await server.ownerDb
        .insertInto('boardBook')
        .values({
          institutionId,
          siteId,
          ownerId: clientId === book.clientId ? staffId : clientId,
          name: 'Board book',
          period: plainDate('2026-09-30'),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      there.boardBookOf.set(institutionId, bound.id)
    }
    const made = await server.ownerDb
      .insertInto('permissionTemplate')
      .values({ name: 'Analyst', permissions: sql`'{"CARRIERS": 1}'::jsonb`, updatedAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    there.template.id = made.id
    for (const role of ['c', 'a', 'e'] as const)
      world.clients[role] = await signedInAs(server.ownerDb, role, { siteId: book.siteId, institutionId: book.institutionId, permissions })
  })
  return world
}
