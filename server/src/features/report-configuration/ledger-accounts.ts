/** The GL accounts that a site proposes: the latest version holds, and each says who entered it. */

import { ledgerAccountFields } from '@corridor/contract/institution-terms.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { getSiteLedgerAccounts, saveSiteLedgerAccounts } from '@corridor/contract/ledger-accounts.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'

type Reply = ReplyOf<typeof getSiteLedgerAccounts>
const fields = z.object(ledgerAccountFields)
const NOTHING = fields.parse(Object.fromEntries(Object.keys(ledgerAccountFields).map((field) => [field, null])))
const NEVER = new Date(0).toISOString()
/** More than anybody changes a chart of accounts. */
const MOST = 200

async function read(trx: Trx, { siteId }: Scope): Promise<Reply> {
  const versions = await trx
    .selectFrom('siteLedgerAccounts as a')
    .selectAll()
    .select(
      sql<string | null>`(select u.first_name || ' ' || u.last_name from user_account u where u.id = a.entered_by)`.as('enteredByName'),
    )
    .where('a.siteId', '=', siteId)
    .orderBy('a.version', 'desc')
    .limit(MOST)
    .execute()
  const told = versions.map(({ enteredByName, version, enteredAt, ...row }) => ({
    ...fields.parse(row),
    version,
    enteredAt,
    enteredBy: enteredByName,
  }))
  const [now] = told
  return { ...(now ? fields.parse(now) : NOTHING), updatedAt: now?.enteredAt ?? NEVER, versions: told }
}

export function ledgerAccountRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, getSiteLedgerAccounts, ({ trx, scope }) => read(trx, scope))
  route(app, kernel, saveSiteLedgerAccounts, async ({ input, session, scope, trx, record }) => {
    const { updatedAt, ...accounts } = input
    await sql`select from site where id = ${scope.siteId} for no key update`.execute(trx)
    const before = await read(trx, scope)
    const { versions, updatedAt: stands, ...proposed } = before
    if (stands !== new Date(updatedAt).toISOString())
      throw new AppError('conflict', { meta: { current: { ...proposed, updatedAt: stands }, yours: accounts } })
    await trx
      .insertInto('siteLedgerAccounts')
      .values({ ...accounts, siteId: scope.siteId, version: (versions[0]?.version ?? 0) + 1, enteredBy: session.userId })
      .execute()
    await record({
      action: 'report-configuration.ledger-accounts.changed',
      entity: 'sites',
      entityId: scope.siteId,
      before: proposed,
      after: accounts,
    })
    return read(trx, scope)
  })
}
