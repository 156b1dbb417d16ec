/** Locking a month of the book, with a reason while anything of it is outstanding, and opening it again with one. The activity log keeps both. */

import { listPeriodLocks, lockPeriod, unlockPeriod } from '@corridor/contract/period-locks.ts'
import { outstandingOf } from '@corridor/domain/auditing/outstanding.ts'
import { AUDIT_CHECK_CODES, type AuditCheck } from '@corridor/domain/auditing/rules.ts'
import type { ReviewStanding } from '@corridor/domain/auditing/sign-off.ts'
import { reasonShown } from '@corridor/domain/policies/kept-reasons.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { addDays, formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { storeOpenings } from '../../shared/auditing/audit-clients.ts'
import { askForAudit } from '../../shared/auditing/audit-run.ts'
import { auditClientsSince } from '../../shared/auditing/audit-since.ts'
import { takeTurn } from '../../shared/auditing/turns.ts'
import { changePeriodLocks } from '../../shared/policies/period-locks.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { closeOf } from './close.ts'

type NoteLocks = (kernel: Kernel, scope: Scope, trx: Trx) => Promise<void>
type ReadReview = (trx: Trx, scope: Scope, check: AuditCheck, period: PlainDate) => Promise<{ standing: ReviewStanding }>

/**
 * @param noteLocks tells whoever waits for a month that its lock changed: carriers' files say so among their findings
 * @param readReview how an audit of the month stands with its reviewers
 */
export const periodLockRoutes =
  (noteLocks: NoteLocks, readReview: ReadReview) =>
  (app: FastifyInstance, kernel: Kernel): void => {
    route(app, kernel, listPeriodLocks, async ({ trx, scope }) => ({ records: await selectLocks(trx, scope) }))

    route(app, kernel, lockPeriod, async ({ trx, scope, input: { period, reason }, session, record }) => {
      const today = await dayOfSite(kernel, trx, scope.siteId)
      if (period > today) throw new AppError('wrong_status', { message: `${formatMonth(period)} has not ended yet.` })
      await takeTurn(trx, scope)
      await changePeriodLocks(trx, scope)
      const made = await trx
        .insertInto('periodLock')
        .values({ siteId: scope.siteId, periodEnd: period, lockedBy: session.userId, lockedAt: kernel.now().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      // Locked already: said again, changed nothing.
      if (made.numInsertedOrUpdatedRows === 1n) {
        if (reason === undefined) await refuseOutstanding(trx, scope, period, today, readReview)
        await record({ action: 'period.locked', entity: 'period', after: { period, ...(reason === undefined ? {} : { reason }) } })
        await noteLocks(kernel, scope, trx)
        // The months since begin with the balances that are stored now.
        await auditClientsSince(trx, scope, { institutionIds: await storeOpenings(trx, scope, period), since: addDays(period, 1) })
        await askForAudit(kernel, trx, scope, period)
      }
      const [lock] = await selectLocks(trx, scope, period)
      if (!lock) throw new AppError('not_found')
      return lock
    })

    route(app, kernel, unlockPeriod, async ({ trx, scope, input: { period, reason }, record }) => {
      await changePeriodLocks(trx, scope)
      const { numDeletedRows } = await trx
        .deleteFrom('periodLock')
        .where('siteId', '=', scope.siteId)
        .where('periodEnd', '=', period)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new AppError('not_found')
      await record({ action: 'period.unlocked', entity: 'period', before: { period }, after: { period, reason } })
      await noteLocks(kernel, scope, trx)
      return undefined
    })
  }

/** @throws AppError input, which undoes the lock: what is outstanding, and that a reason locks it all the same */
async function refuseOutstanding(trx: Trx, scope: Scope, period: PlainDate, today: PlainDate, readReview: ReadReview): Promise<void> {
  const { carriers, banks } = outstandingOf(await closeOf(trx, scope, period, today))
  const values = carriers.reduce((sum, { policiesExpected, policiesValued }) => sum + policiesExpected - policiesValued, 0)
  const files = carriers.filter(({ policiesExpected, policiesValued }) => policiesExpected === policiesValued).length
  const reports = banks.filter(({ status }) => status !== 'released').length
  const exceptions = banks.reduce((sum, { openExceptions }) => sum + openExceptions, 0)
  const standings = []
  for (const check of AUDIT_CHECK_CODES) standings.push((await readReview(trx, scope, check, period)).standing)
  const unsigned = standings.filter((standing) => standing !== 'current').length
  const left = [
    ...(values > 0 ? [counted(values, 'policy without a value', 'policies without a value')] : []),
    ...(files > 0 ? [counted(files, 'carrier file not posted', 'carrier files not posted')] : []),
    ...(exceptions > 0 ? [counted(exceptions, 'open exception')] : []),
    ...(reports > 0 ? [counted(reports, 'report not released', 'reports not released')] : []),
    ...(unsigned > 0 ? [counted(unsigned, 'audit not signed off', 'audits not signed off')] : []),
  ]
  if (left.length === 0) return
  const message = `Still outstanding for ${formatMonth(period)}: ${left.join(', ')}. Enter a reason to lock it all the same.`
  throw inputError({ reason: [message] }, message)
}

async function selectLocks(trx: Trx, { siteId }: Scope, period?: PlainDate) {
  const { rows } = await sql<{ period: PlainDate; lockedAt: string; lockedBy: string | null; reason: string | null }>`
    select l.period_end as period, l.locked_at, nullif(concat_ws(' ', u.first_name, u.last_name), '') as locked_by, a.reason
    from period_lock l left join user_account u on u.id = l.locked_by
    left join lateral (select x.after ->> 'reason' as reason from activity x
      where x.entity = 'period' and x.action = 'period.locked' and x.site_id = l.site_id and x.after ->> 'period' = l.period_end::text order by x.id desc limit 1) a on true
    where l.site_id = ${siteId} ${period === undefined ? sql`` : sql`and l.period_end = ${period}`}
    order by l.period_end desc`.execute(trx)
  return rows.map((row) => ({ ...row, reason: reasonShown(row.reason) }))
}
