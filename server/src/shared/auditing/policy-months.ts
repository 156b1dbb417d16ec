/** A carrier's policies at some institutions as their audit asks of them: the posted month, the register, what the carrier sent, and what was earned. */

import type { PolicyMonth } from '@corridor/domain/auditing/policy-month.ts'
import type { Earnings } from '@corridor/domain/auditing/yields.ts'
import { increase, netYield, weightedBegin } from '@corridor/domain/calculations/yields.ts'
import type { FeedPolicyStatus } from '@corridor/domain/data-feeds/cell-values.ts'
import type { FeedValues } from '@corridor/domain/data-feeds/row.ts'
import { isPolicyStatus } from '@corridor/domain/policies/statuses.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { valuesOf } from '../policies/valuation-columns.ts'
import { selectFileLacks } from './file-findings.ts'
import { type AuditedRow, type Illustrated, selectIllustrated, selectPostedMonth, selectReturns } from './posted-query.ts'
import { selectChargeTables, tablesOf } from './product-tables.ts'
import { factsOf, isNewInMonth } from './register-facts.ts'
import { decodePolicy, decodeRegisterMonth, type RegisterPolicy } from './register-month.ts'
import { readRegisterMonth } from './register-query.ts'

export interface AuditedPolicy {
  row: AuditedRow
  month: PolicyMonth
  /** Came in since the month end before, by issue, exchange, transfer or reinstatement. */
  isAdded: boolean
}

export async function readPolicyMonths(
  trx: Trx,
  scope: Scope,
  asked: { carrierCode: string; period: PlainDate; institutionIds: readonly number[]; fileIds: readonly number[] },
): Promise<AuditedPolicy[]> {
  const { carrierCode, period, institutionIds } = asked
  // Entered since the month end before: new to the register, and owes no earlier value.
  const text = await readRegisterMonth(trx, scope, carrierCode, period, addMonthEnds(period, -1), institutionIds)
  const register = decodeRegisterMonth(text, period)
  const byId = new Map<number, RegisterPolicy>()
  for (const records of register.policies.values())
    for (const record of records) {
      const policy = decodePolicy(record)
      byId.set(policy.policyId, policy)
    }
  const rows = await selectPostedMonth(trx, scope, asked)
  const lacks = await selectFileLacks(trx, scope, asked.fileIds)
  const market = rows.filter(({ policyId, version }) => version !== null && byId.get(policyId)?.cannotFall === false)
  const returns = await selectReturns(
    trx,
    institutionIds,
    market.map(({ policyId }) => policyId),
    period,
  )
  const chargeTables = await selectChargeTables(trx, carrierCode, period)
  const illustrated = new Map((await selectIllustrated(trx, scope, institutionIds, period)).map((one) => [one.policyId, one]))
  return rows.flatMap((row) => {
    const policy = byId.get(row.policyId)
    if (!policy) return []
    const posted = postedOf(row)
    const facts = {
      ...factsOf(policy, register, { cashSurrenderValue: row.cashSurrenderValueCents, deathBenefit: row.deathBenefitCents }),
      policyStatus: statusOf(row.statusThen),
      // The posted share is the agreement's own: there is nothing else to compare it with.
      insuredShare: null,
    }
    const fed =
      row.fedSurrenderCents === null || row.fedDeathCents === null
        ? null
        : {
            cashSurrenderValue: row.fedSurrenderCents,
            deathBenefit: row.fedDeathCents,
            lacks: row.fedFileId === null ? undefined : lacks.get(row.fedFileId),
          }
    const earnings = earningsOf(row, policy, period, returns.get(row.policyId) ?? [], illustrated.get(row.policyId) ?? null)
    return [
      {
        row,
        month: {
          policyNumber: row.policyNumber,
          isHeld: row.isHeld,
          posted,
          facts,
          fed,
          earnings,
          tables: tablesOf(row, chargeTables, period),
        },
        isAdded: row.isHeld && policy.prior === null && (!row.wasHeld || isNewInMonth(policy, period)),
      },
    ]
  })
}

const statusOf = (status: string | null): FeedPolicyStatus => (status !== null && isPolicyStatus(status) ? status : 'PENDING')

function postedOf(row: AuditedRow): FeedValues | null {
  if (row.version === null) return null
  return { ...valuesOf(row), asOfDate: row.valuationDate }
}

function earningsOf(
  row: AuditedRow,
  policy: RegisterPolicy,
  period: PlainDate,
  returns: readonly number[],
  illustrated: Illustrated | null,
): Earnings {
  const { prior } = policy
  const flows = row.flows ?? []
  const value = row.cashSurrenderValueCents
  const released =
    !prior || prior.surrenderCharge === null || row.surrenderChargeCents === null ? 0 : prior.surrenderCharge - row.surrenderChargeCents
  const since = addMonthEnds(period, -1)
  return {
    averageInvested: prior === null ? null : weightedBegin(prior.cashSurrenderValue, flows, since, period),
    earned: prior === null || value === null ? null : increase(prior.cashSurrenderValue, value, flows) - released,
    declaredRate: row.declaredRate,
    declaredRateBefore: row.declaredRateBefore,
    guaranteedRate: row.guaranteedMinimumRate,
    trailingYield: illustrated === null || value === null ? null : trailingYieldOf(illustrated, value, period),
    illustratedYield: illustrated?.illustratedYield ?? null,
    returns,
  }
}

function trailingYieldOf({ begin, flows }: Illustrated, value: number, period: PlainDate): number | null {
  if (begin === null) return null
  const year = { from: addMonthEnds(period, -12), to: period }
  return netYield(increase(begin, cents(value), flows), weightedBegin(begin, flows, year.from, year.to), year)
}
