/** Reads the book into the snapshots of a group of asset reports, or says which policies stand in the way. */
import { createHash } from 'node:crypto'
import type {
  AssetReportKind,
  AssetReportSnapshot,
  SnapshotBalance,
  SnapshotFund,
  SnapshotPolicy,
  SnapshotRemovedPolicy,
} from '@corridor/domain/asset-report-snapshot.ts'
import { cents } from '@corridor/domain/money.ts'
import { addMonthEnds, type PlainDate, plainDate, priorFiscalYearEnd } from '@corridor/domain/period.ts'
import { isEmployedAt } from '@corridor/domain/register.ts'
import { fundOf } from '@corridor/domain/separate-account-funds.ts'
import { ADDING_FLOWS, type Flow, REMOVING_FLOWS } from '@corridor/domain/yields.ts'
import type { Trx } from '../../kernel/database.ts'
import type { Scope } from '../../kernel/scope.ts'
import { failure } from '../failures.ts'
import type { Prepared, ReportOrder } from '../family.ts'
import { isEnded } from '../held-policies.ts'
import { readLedgerAccounts } from '../ledger-accounts.ts'
import { standInOf } from '../missing-values.ts'
import { activityOf } from './snapshot-activity.ts'
import { readFunds } from './snapshot-funds.ts'
import {
  type EarlierValueRow,
  type HistoryRow,
  type InstitutionRow,
  type PolicyRow,
  type RateChangeRow,
  type RatingRow,
  type StatusChangeRow,
  selectEarlierValues,
  selectHistory,
  selectInstitutions,
  selectPolicies,
  selectRateChanges,
  selectRatings,
  selectSite,
  selectStatusChanges,
  selectSubsidiaries,
  selectTransactions,
  type TransactionRow,
} from './snapshot-queries.ts'
import { ratingsOf, termsOf } from './terms.ts'
import { trendOf } from './trend.ts'

const TREND_MONTHS = 13

/** Whose policies an institution's own order takes in: its own alone, or its subsidiaries' with them. */
type Whose = 'own' | 'with-subsidiaries'

/** Orders of one batch share their period; others are read one group after the other. */
export async function prepareAssetReports(
  trx: Trx,
  scope: Scope,
  orders: readonly ReportOrder[],
  whose: Whose = 'own',
): Promise<Map<number, Prepared<AssetReportSnapshot>>> {
  const prepared = new Map<number, Prepared<AssetReportSnapshot>>()
  for (const [, group] of Map.groupBy(orders, ({ period, isQuarterly }) => `${period} ${isQuarterly}`)) {
    const [first] = group
    if (first) await prepareGroup(trx, scope, first.period, addMonthEnds(first.period, first.isQuarterly ? -3 : -1), group, prepared, whose)
  }
  return prepared
}

/** What was read for a group, by institution. */
interface Book {
  institutions: Map<number, InstitutionRow>
  subsidiaries: Map<string, { id: number; name: string; legalName: string }>
  policies: Map<string, PolicyRow[]>
  histories: Map<string, HistoryRow>
  transactions: Map<string, TransactionRow[]>
  earlier: Map<string, EarlierValueRow>
  ratings: Map<string, RatingRow[]>
  rateChanges: RateChangeRow[]
  statusChanges: Map<string, StatusChangeRow[]>
  site: AssetReportSnapshot['site']
  ledgerAccounts: (institutionId: number) => AssetReportSnapshot['ledgerAccounts']
  funds: Map<number, SnapshotFund[]>
}

async function prepareGroup(
  trx: Trx,
  scope: Scope,
  period: PlainDate,
  priorPeriod: PlainDate,
  orders: readonly ReportOrder[],
  prepared: Map<number, Prepared<AssetReportSnapshot>>,
  whose: Whose,
): Promise<void> {
  const ids = [...new Set(orders.map(({ institutionId }) => institutionId))]
  // 13 months of trend begin one month earlier; a fiscal year never begins before that.
  const since = addMonthEnds(period, -TREND_MONTHS)
  const institutions = await selectInstitutions(trx, ids, period)
  const subsidiaries = orders.some(({ subsidiaryId }) => subsidiaryId !== null) ? await selectSubsidiaries(trx, ids) : []
  const policies = await selectPolicies(trx, scope, ids, period, since)
  const histories = await selectHistory(trx, scope, ids, since, priorPeriod, period)
  const transactions = await selectTransactions(trx, scope, ids, since, period)
  const ratings = await selectRatings(trx, [...new Set(policies.map(({ carrierCode }) => carrierCode))], period)
  const rateChanges = await selectRateChanges(trx, [...new Set(policies.map(({ productId }) => productId))], priorPeriod, period)
  const statusChanges = await selectStatusChanges(trx, scope, ids, priorPeriod, period)
  const missing = policies.filter((policy) => policy.isHeld && policy.cashSurrenderValue === null)
  const earlier = missing.length > 0 ? await selectEarlierValues(trx, scope, missing, addMonthEnds(period, -1)) : []
  const site = await selectSite(trx, scope)
  const funds = await readFunds(trx, scope, ids, period)
  const book: Book = {
    site,
    ledgerAccounts: await readLedgerAccounts(trx, scope, ids, period),
    funds,
    rateChanges,
    statusChanges: Map.groupBy(statusChanges, policyKey),
    institutions: new Map(institutions.map((row) => [row.institutionId, row])),
    subsidiaries: new Map(subsidiaries.map((row) => [ownerKey(row.institutionId, row.id), row])),
    policies: Map.groupBy(policies, (row) => ownerKey(row.institutionId, whose === 'own' ? row.subsidiaryId : null)),
    histories: new Map(histories.map((row) => [policyKey(row), row])),
    transactions: Map.groupBy(transactions, policyKey),
    earlier: new Map(earlier.map((row) => [policyKey(row), row])),
    ratings: Map.groupBy(ratings, (row) => row.carrierCode),
  }
  for (const order of orders) prepared.set(order.reportId, assemble(book, order, priorPeriod))
}

function assemble(book: Book, order: ReportOrder, priorPeriod: PlainDate): Prepared<AssetReportSnapshot> {
  const { period } = order
  const institution = book.institutions.get(order.institutionId)
  const rows = book.policies.get(ownerKey(order.institutionId, order.subsidiaryId)) ?? []
  const held = rows.filter((row) => row.isHeld)
  if (!institution || (held.length === 0 && !rows.some((row) => row.statusDate !== null && row.statusDate > priorPeriod)))
    return { failure: failure('no_policies') }
  const missing = held.filter((row) => row.cashSurrenderValue === null)
  const standIn = standInOf(order, missing, (row) => book.earlier.has(policyKey(row)))
  if ('failure' in standIn) return standIn

  const yearStart = priorFiscalYearEnd(period, institution.fiscalYearEndMonth)
  const from = yearStart < priorPeriod ? yearStart : priorPeriod
  const holdings = rows.map((row) => holdingOf(book, row, order, priorPeriod, yearStart))
  const policies = holdings.flatMap(({ policy }) => (policy ? [policy] : []))
  const removed = holdings.flatMap(({ removed }) => (removed && removed.removedOn > from ? [removed] : []))
  const carrierCodes = [...new Map(rows.map((row) => [row.carrierCode, row.shortName]))].sort(([a], [b]) => (a < b ? -1 : 1))
  const subsidiary = order.subsidiaryId === null ? undefined : book.subsidiaries.get(ownerKey(order.institutionId, order.subsidiaryId))

  // Those that a policy of the report lies in.
  const funds = (book.funds.get(order.institutionId) ?? []).filter((fund) => policies.some((policy) => fundOf(policy, [fund])))
  const snapshot: AssetReportSnapshot = {
    schema: 1,
    kind: kindOf(order.reportType),
    isQuarterly: order.isQuarterly,
    period,
    priorPeriod,
    yearStart,
    institution: {
      id: institution.institutionId,
      name: institution.name,
      legalName: institution.legalName,
      city: institution.city,
      stateCode: institution.stateCode,
      fiscalYearEndMonth: institution.fiscalYearEndMonth,
      callReportForm: institution.callReportForm,
      ...(institution.logo === null ? {} : { logo: institution.logo }),
      subsidiary: subsidiary ? { id: subsidiary.id, name: subsidiary.name, legalName: subsidiary.legalName } : null,
    },
    site: book.site,
    planNames: [...new Set(held.map(({ planName }) => planName))].sort(),
    batchId: order.batchId,
    reportId: order.reportId,
    version: order.version,
    restated: order.isRestated,
    preparedOn: order.preparedOn,
    preliminary: standIn.preliminary,
    ...termsOf(institution),
    valuationHash: createHash('sha256')
      .update(
        JSON.stringify(
          policies.map((policy) => [
            policy.policyId,
            policy.valuationVersion,
            policy.cashSurrenderValue,
            policy.deathBenefit,
            policy.balances,
          ]),
        ),
      )
      .digest('hex')
      .slice(0, 8),
    carriers: carrierCodes.map(([code, shortName]) => ({ code, shortName, ratings: ratingsOf(book.ratings.get(code) ?? []) })),
    policies,
    removedPolicies: removed,
    trend: trendOf(
      holdings.map(({ history }) => history),
      period,
      TREND_MONTHS,
    ),
    activity: activityOf(rows, book, period, priorPeriod),
    ledgerAccounts: book.ledgerAccounts(order.institutionId),
    edition: 3,
    ...(funds.length > 0 ? { funds } : {}),
  }
  return { snapshot, isPreliminary: snapshot.preliminary !== null }
}

interface Holding {
  policy: SnapshotPolicy | undefined
  removed: SnapshotRemovedPolicy | undefined
  history: { issueDate: PlainDate; endedOn: PlainDate | null; values: Map<PlainDate, SnapshotBalance['cashSurrenderValue']>; flows: Flow[] }
}

function holdingOf(book: Book, row: PolicyRow, order: ReportOrder, priorPeriod: PlainDate, yearStart: PlainDate): Holding {
  const { period } = order
  const from = yearStart < priorPeriod ? yearStart : priorPeriod
  const read = book.histories.get(policyKey(row))
  const balances = balancesOf(read)
  const flows = (book.transactions.get(policyKey(row)) ?? []).flatMap(flowOf)
  const earlier = row.isHeld && row.cashSurrenderValue === null ? book.earlier.get(policyKey(row)) : undefined
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
  }
  if (row.isHeld) {
    const value = earlier ?? valueOf(row)
    if (!value) return { policy: undefined, removed: undefined, history }
    const source =
      value.fileId === null || value.fileName === null || value.lineNumber === null
        ? null
        : { fileId: value.fileId, fileName: value.fileName, line: value.lineNumber }
    const policy: SnapshotPolicy = {
      ...common,
      cashSurrenderValue: value.cashSurrenderValue,
      deathBenefit: value.deathBenefit,
      insuredShare: value.insuredShare,
      grossRate: value.grossRate,
      interest: earlier ? null : (read?.interest ?? null),
      costOfInsurance: earlier ? null : (read?.costOfInsurance ?? null),
      expense: earlier ? null : (read?.expense ?? null),
      surrenderChargeRelease: earlier ? null : (read?.surrenderChargeRelease ?? null),
      valuationVersion: value.version,
      source,
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
  const { cashSurrenderValue, deathBenefit, insuredShare, grossRate, valuationVersion, fileId, fileName, lineNumber } = row
  return cashSurrenderValue === null || deathBenefit === null || insuredShare === null || valuationVersion === null
    ? undefined
    : { cashSurrenderValue, deathBenefit, insuredShare, grossRate, version: valuationVersion, fileId, fileName, lineNumber }
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

const kindOf = (reportType: string): AssetReportKind => (reportType === 'AssetSummaryReport' ? 'AssetSummaryReport' : 'AssetReport')
const ownerKey = (institutionId: number, subsidiaryId: number | null) => `${institutionId}/${subsidiaryId ?? 0}`
const policyKey = (row: { institutionId: number; policyId: number }) => `${row.institutionId}/${row.policyId}`
