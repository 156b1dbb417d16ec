/** The month-end close board: which carrier's files are in, late or in error; which banks are ready, blocked, released. */

import { assignOwners, closeBoard, closeLoad } from '@corridor/contract/charts.ts'
import { gateReasons } from '@corridor/domain/auditing/close-gate.ts'
import { checkOf, isAuditRule } from '@corridor/domain/auditing/rules.ts'
import { businessDayAfter } from '@corridor/domain/primitives/business-days.ts'
import { type Cents, sumCents } from '@corridor/domain/primitives/money.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { requiresFourEyes } from '../../reporting/release.ts'
import { closeGates, monthKey } from '../../reporting/release-check.ts'
import { selectFirm } from '../../shared/people/staff.ts'
import { currentPeriod } from '../../shared/policies/periods.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { bankStatus, carrierStatus } from './board.ts'
import { giveOwner } from './owners.ts'
import {
  type HeldRow,
  newestFilePeriod,
  selectBanks,
  selectCarriers,
  selectFailures,
  selectFiles,
  selectHeld,
  selectLoad,
  selectLock,
  selectMonthReports,
  selectPeriods,
} from './queries.ts'

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
    const held = await selectHeld(trx, scope, period)
    const files = Map.groupBy(await selectFiles(trx, scope, period), ({ carrierCode }) => carrierCode)
    const byCarrier = Map.groupBy(held, ({ carrierCode }) => carrierCode)
    const byBank = Map.groupBy(held, ({ institutionId }) => institutionId)
    const reports = Map.groupBy(await selectMonthReports(trx, scope, period), ({ institutionId }) => institutionId)
    const gates = await closeGates(
      trx,
      scope,
      [...byBank.keys()].map((institutionId) => ({ institutionId, period })),
    )

    const carriers = (await selectCarriers(trx, scope, [...new Set([...byCarrier.keys(), ...files.keys()])])).map(
      ({ id, code, name, feedDueBusinessDay, ownerId, owner }) => {
        const theirs = files.get(code) ?? []
        const { expected, valued } = countsOf(byCarrier.get(code))
        const dueOn = businessDayAfter(period, feedDueBusinessDay)
        return {
          carrierId: id,
          carrierCode: code,
          name,
          status: carrierStatus({ expected, valued, files: theirs, dueOn, today }),
          dueOn,
          feedDueBusinessDay,
          ownerId,
          owner,
          policiesExpected: expected,
          policiesValued: valued,
          files: theirs.map(({ carrierCode: _, ...file }) => file),
        }
      },
    )
    const banks = (await selectBanks(trx, scope, period))
      .filter(({ institutionId }) => byBank.has(institutionId))
      .map(({ openException, ...bank }) => {
        const theirs = byBank.get(bank.institutionId) ?? []
        const made = reports.get(bank.institutionId) ?? []
        const gate = gates.get(monthKey({ institutionId: bank.institutionId, period }))
        const { expected, valued, values } = countsOf(theirs)
        const owners = new Set(theirs.map(({ subsidiaryId }) => subsidiaryId)).size
        // The one to look at, where there is one.
        const first = made.find((report) => report.isOutdated) ?? made.find((report) => report.isPreliminary) ?? made[0]
        return {
          ...bank,
          openException:
            openException !== null && isAuditRule(openException.ruleCode)
              ? { id: openException.id, check: checkOf(openException.ruleCode) }
              : null,
          status: bankStatus({ reports: made, owners, isBlocked: gate !== undefined }),
          blockers: [
            ...(gate === undefined ? [] : gateReasons(gate)),
            ...made.flatMap(({ status, failureReason }) => (status === 'Failed' && failureReason !== null ? [failureReason] : [])),
          ],
          policiesExpected: expected,
          policiesValued: valued,
          cashSurrenderValueCents: valued > 0 ? sumCents(values) : null,
          reportId: first?.id ?? null,
          batchId: first?.batchId ?? null,
          isPreliminary: made.some((report) => report.isPreliminary),
          isOutdated: made.some((report) => report.isOutdated),
        }
      })
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
    }
  })
  route(app, kernel, assignOwners, (call) => giveOwner(kernel, call))
}

function countsOf(rows: readonly HeldRow[] = []): { expected: number; valued: number; values: Cents[] } {
  return {
    expected: rows.reduce((total, row) => total + row.expected, 0),
    valued: rows.reduce((total, row) => total + row.valued, 0),
    values: rows.flatMap(({ cashSurrenderValue }) => (cashSurrenderValue === null ? [] : [cashSurrenderValue])),
  }
}
