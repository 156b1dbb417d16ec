/** One policy in the snapshot of an asset report: its value and figures where it is held, its end where it ended, and its months for the sums. */

import { ADDING_FLOWS, type Flow, REMOVING_FLOWS } from '@corridor/domain/calculations/yields.ts'
import { isEmployedAt } from '@corridor/domain/policies/register.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, monthEndsBetween, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import type { SnapshotBalance, SnapshotPolicy, SnapshotRemovedPolicy } from '@corridor/domain/reports/asset-report/snapshot.ts'
import { sourceOf } from '../../shared/policies/feed-line.ts'
import { isEnded } from '../../shared/policies/in-force-policies.ts'
import type { Corrected } from './snapshot-corrections.ts'
import type { Openings } from './snapshot-openings.ts'
import type { EarlierValueRow, HistoryRow, PolicyRow, TransactionRow } from './snapshot-queries.ts'
import { isHeldAt } from './trend.ts'

/** The rows read of every policy, by its key. */
interface Sources {
  histories: ReadonlyMap<string, HistoryRow>
  transactions: ReadonlyMap<string, TransactionRow[]>
  earlier: ReadonlyMap<string, EarlierValueRow>
  openingOf: Openings
  correctedOf: Corrected
}

interface Holding {
  policy: SnapshotPolicy | undefined
  removed: SnapshotRemovedPolicy | undefined
  history: { issueDate: PlainDate; endedOn: PlainDate | null; values: Map<PlainDate, SnapshotBalance['cashSurrenderValue']>; flows: Flow[] }
}

export function holdingOf(
  sources: Sources,
  row: PolicyRow,
  { period, priorPeriod, yearStart }: { period: PlainDate; priorPeriod: PlainDate; yearStart: PlainDate },
): Holding {
  const from = yearStart < priorPeriod ? yearStart : priorPeriod
  const read = sources.histories.get(policyKey(row))
  const balances = balancesOf(read)
  const flows = (sources.transactions.get(policyKey(row)) ?? []).flatMap(flowOf)
  const earlier = row.isHeld && row.cashSurrenderValue === null ? sources.earlier.get(policyKey(row)) : undefined
  const values = new Map(balances.map((balance) => [balance.date, balance.cashSurrenderValue]))
  if (earlier) values.set(period, earlier.cashSurrenderValue)
  const history = { issueDate: row.issueDate, endedOn: row.isHeld ? null : row.statusDate, values, flows }
  const common = {
    policyId: row.policyId,
    policyNumber: row.policyNumber,
    carrierCode: row.carrierCode,
    productName: row.productName,
    accountType: row.accountType,
    insuredId: row.insuredId,
    insuredName: row.insuredName,
    issueDate: row.issueDate,
    costBasis: earlier?.costBasis ?? row.valuationCostBasis ?? row.costBasis,
    balances: balances.filter(({ date }) => date >= from && date < period),
    flows: flows.filter(({ date }) => date > from),
    ...sources.openingOf(row, yearStart),
  }
  if (row.isHeld) {
    const value = earlier ?? valueOf(row)
    if (!value) return { policy: undefined, removed: undefined, history }
    // A sum over months of which one is not there would pass for the period's.
    const valued = (month: PlainDate) => values.has(month) || !isHeldAt(history, month)
    const isWhole = !earlier && monthEndsBetween(addMonthEnds(priorPeriod, 1), period).every(valued)
    const policy: SnapshotPolicy = {
      ...common,
      cashSurrenderValue: value.cashSurrenderValue,
      deathBenefit: value.deathBenefit,
      insuredShare: value.insuredShare,
      grossRate: value.grossRate,
      interest: isWhole ? (read?.interest ?? null) : null,
      costOfInsurance: isWhole ? (read?.costOfInsurance ?? null) : null,
      expense: isWhole ? (read?.expense ?? null) : null,
      surrenderChargeRelease: isWhole && valued(priorPeriod) ? (read?.surrenderChargeRelease ?? null) : null,
      valuationVersion: value.version,
      ...sources.correctedOf(row),
      source: sourceOf(value),
      flags: {
        insuredNotEmployed: !isEmployedAt({ ...row, statusDate: row.employmentStatusDate }, period),
        pendingClaim: row.policyStatus === 'DEATH_CLAIM_PENDING' && (row.statusDate === null || row.statusDate <= period),
        newThisPeriod: row.issueDate > priorPeriod,
        estimated: earlier !== undefined || row.estimated === true,
      },
    }
    return { policy, removed: undefined, history }
  }
  if (!isEnded(row.policyStatus) || row.statusDate === null) return { policy: undefined, removed: undefined, history }
  const removal = (
    {
      SURRENDERED: 'SURRENDER',
      DEATH_PAID: 'DEATH_CLAIM',
      EXCHANGED_OUT: 'EXCHANGE_OUT',
      LAPSED: 'LAPSE',
      TRANSFERRED: 'TRANSFER',
    } as const
  )[row.policyStatus]
  const removed = {
    ...common,
    removedOn: row.statusDate,
    removal,
    institutionDeathBenefit: removal === 'DEATH_CLAIM' ? (read?.lastInstitutionDeathBenefit ?? null) : null,
  }
  return { policy: undefined, removed, history }
}

function valueOf(row: PolicyRow) {
  const { cashSurrenderValue, deathBenefit, insuredShare, grossRate, valuationVersion, fileId, fileName, sheet, lineNumber } = row
  return cashSurrenderValue === null || deathBenefit === null || insuredShare === null || valuationVersion === null
    ? undefined
    : { cashSurrenderValue, deathBenefit, insuredShare, grossRate, version: valuationVersion, fileId, fileName, sheet, lineNumber }
}

function balancesOf(row: HistoryRow | undefined): SnapshotBalance[] {
  if (!row) return []
  const values = row.values.split(',')
  return row.dates.split(',').map((date, index) => ({ date: plainDate(date), cashSurrenderValue: cents(Number(values[index])) }))
}

const FLOW_TYPES = [...ADDING_FLOWS, ...REMOVING_FLOWS]
function flowOf({ date, type, amount }: TransactionRow): Flow[] {
  const known = FLOW_TYPES.find((flow) => flow === type)
  return known && amount !== null && amount !== 0 ? [{ date, type: known, amount: cents(Math.abs(amount)) }] : []
}

export const policyKey = (row: { institutionId: number; policyId: number }) => `${row.institutionId}/${row.policyId}`
