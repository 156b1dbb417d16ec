/** How far each carrier and each institution of a month is: what the board shows, and what a lock is asked a reason for. */
import { gateReasons, missingFeedOf } from '@corridor/domain/auditing/close-gate.ts'
import { checkOf, isAuditRule } from '@corridor/domain/auditing/rules.ts'
import { businessDayAfter } from '@corridor/domain/primitives/business-days.ts'
import { type Cents, sumCents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { closeGates, monthKey } from '../../reporting/release-check.ts'
import { bankStatus, carrierStatus } from './board.ts'
import { type HeldRow, selectBanks, selectCarriers, selectFiles, selectHeld, selectMonthReports } from './queries.ts'

/** @param today the site's own day, by which a file is late */
export async function closeOf(trx: Trx, scope: Scope, period: PlainDate, today: PlainDate) {
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
      const reasons = gate === undefined ? [] : gateReasons(gate)
      // A report that failed for a missing value names it as the gate does: it is said once.
      const lacksValues = reasons.some((reason) => missingFeedOf(reason) !== null)
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
          ...reasons,
          ...made.flatMap(({ status, failureCode, failureReason }) =>
            status === 'Failed' && failureReason !== null && !(lacksValues && failureCode === 'missing_values') ? [failureReason] : [],
          ),
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
  return { held, carriers, banks }
}

export function countsOf(rows: readonly HeldRow[] = []): { expected: number; valued: number; values: Cents[] } {
  return {
    expected: rows.reduce((total, row) => total + row.expected, 0),
    valued: rows.reduce((total, row) => total + row.valued, 0),
    values: rows.flatMap(({ cashSurrenderValue }) => (cashSurrenderValue === null ? [] : [cashSurrenderValue])),
  }
}
