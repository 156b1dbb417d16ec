/** The month-end close board: which carrier's files are in, late or in error; which banks are ready, blocked, released. */

import { assignOwners, closeBoard, closeLoad } from '@corridor/contract/charts.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { requiresFourEyes } from '../../reporting/release.ts'
import { selectFirm } from '../../shared/people/staff.ts'
import { currentPeriod } from '../../shared/policies/periods.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { closeOf, countsOf } from './close.ts'
import { giveOwner } from './owners.ts'
import { newestFilePeriod, selectFailures, selectLoad, selectLock, selectPeriods } from './queries.ts'

const MONTHS_TO_CHOOSE = 36
const FAILURES_MS = 30 * 24 * 60 * 60 * 1000

export function closeBoardRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, closeBoard, async ({ input, scope, trx }) => {
    const today = await dayOfSite(kernel, trx, scope.siteId)
    const [posted, received] = [await currentPeriod(trx, scope), await newestFilePeriod(trx, scope, today)]
    // The book says which month is being closed: the newest one that a value or a file is there for.
    const newest = posted !== null && received !== null ? (posted > received ? posted : received) : (posted ?? received)
    const period = input.period ?? newest
    const fourEyes = await requiresFourEyes(kernel, trx)
    if (period === null)
      return {
        today,
        period: today,
        periods: [],
        lockedAt: null,
        fourEyes,
        carriers: [],
        banks: [],
        failures: [],
        totals: {
          policiesExpected: 0,
          policiesValued: 0,
          released: 0,
          ready: 0,
          withdrawn: 0,
          generating: 0,
          failed: 0,
          blocked: 0,
          open: 0,
        },
      }
    const { held, carriers, banks } = await closeOf(trx, scope, period, today)
    const count = (status: (typeof banks)[number]['status']) => banks.filter((bank) => bank.status === status).length
    const all = countsOf(held)
    return {
      today,
      period,
      periods: newest === null ? [] : await selectPeriods(trx, scope, newest, MONTHS_TO_CHOOSE),
      lockedAt: (await selectLock(trx, scope, period))?.lockedAt ?? null,
      fourEyes,
      carriers,
      banks,
      failures: await selectFailures(trx, scope, new Date(kernel.now().getTime() - FAILURES_MS)),
      totals: {
        policiesExpected: all.expected,
        policiesValued: all.valued,
        released: count('released'),
        ready: count('ready'),
        withdrawn: count('withdrawn'),
        generating: count('generating'),
        failed: count('failed'),
        blocked: count('blocked'),
        open: count('open'),
      },
    }
  })

  route(app, kernel, closeLoad, async ({ scope, trx }) => {
    const load = new Map((await selectLoad(trx, scope, await dayOfSite(kernel, trx, scope.siteId))).map((row) => [row.userId, row]))
    return {
      people: (await selectFirm(trx, scope)).map(({ id, name }) => ({
        id,
        name,
        openExceptions: load.get(id)?.exceptions ?? 0,
        openRequests: load.get(id)?.requests ?? 0,
        overdue: load.get(id)?.overdue ?? 0,
      })),
      unassigned: { openRequests: load.get(null)?.requests ?? 0, overdue: load.get(null)?.overdue ?? 0 },
    }
  })
  route(app, kernel, assignOwners, (call) => giveOwner(kernel, call))
}
