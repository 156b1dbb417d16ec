/** Reads the book into the snapshots of a group of asset reports, or says which policies stand in the way. */

import { createHash } from 'node:crypto'
import type { ControlsStatement } from '@corridor/domain/auditing/controls.ts'
import type { SnapshotFund } from '@corridor/domain/policies/separate-account-funds.ts'
import { fundOf } from '@corridor/domain/policies/separate-account-funds.ts'
import { cents, sumCents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, isQuarterEnd, type PlainDate, priorFiscalYearEnd } from '@corridor/domain/primitives/period.ts'
import type { AssetReportKind, AssetReportSnapshot } from '@corridor/domain/reports/asset-report/snapshot.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { readLedgerAccounts } from '../../shared/institutions/ledger-accounts.ts'
import { selectSite } from '../../shared/institutions/portals.ts'
import { failure } from '../failures.ts'
import type { Prepared, ReportOrder } from '../family.ts'
import { entryGapOf, standInOf } from './missing-values.ts'
import { activityOf } from './snapshot-activity.ts'
import { readClaimsWithoutConsent } from './snapshot-claim-consents.ts'
import { readControls } from './snapshot-controls.ts'
import { type Corrected, readCorrected } from './snapshot-corrections.ts'
import { type EntityBook, entityOf, readEntities } from './snapshot-entity.ts'
import { readFunds } from './snapshot-funds.ts'
import { holdingOf, policyKey } from './snapshot-holdings.ts'
import { type Openings, readOpenings } from './snapshot-openings.ts'
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
  selectStatusChanges,
  selectSubsidiaries,
  selectTransactions,
  type TransactionRow,
} from './snapshot-queries.ts'
import { ratingsOf, termsOf } from './terms.ts'
import { calendarYearOf, trendOf } from './trend.ts'

const TREND_MONTHS = 13

export interface Reading {
  /** Owners of the policies that an institution's own order takes in: its own alone, or its subsidiaries' with them. */
  whose: 'own' | 'with-subsidiaries'
  /** Whether the paper has a growth entry, which may not leave policies out unsaid: it then fails where some lack the value that their increase begins from. */
  entries: 'whole' | 'none'
}
const REPORT: Reading = { whose: 'own', entries: 'whole' }

/** Orders of one batch share their period; others are read one group after the other. */
export async function prepareAssetReports(
  trx: Trx,
  scope: Scope,
  orders: readonly ReportOrder[],
  reading: Reading = REPORT,
): Promise<Map<number, Prepared<AssetReportSnapshot>>> {
  const prepared = new Map<number, Prepared<AssetReportSnapshot>>()
  for (const [, group] of Map.groupBy(orders, ({ period, isQuarterly }) => `${period} ${isQuarterly}`)) {
    const [first] = group
    if (first)
      await prepareGroup(trx, scope, first.period, addMonthEnds(first.period, first.isQuarterly ? -3 : -1), group, prepared, reading)
  }
  return prepared
}

/** The rows read for a group, by institution. */
interface Book {
  institutions: Map<number, InstitutionRow>
  subsidiaries: Map<string, { id: number; name: string; legalName: string }>
  policies: Map<string, PolicyRow[]>
  histories: Map<string, HistoryRow>
  transactions: Map<string, TransactionRow[]>
  earlier: Map<string, EarlierValueRow>
  openingOf: Openings
  correctedOf: Corrected
  ratings: Map<string, RatingRow[]>
  rateChanges: RateChangeRow[]
  statusChanges: Map<string, StatusChangeRow[]>
  withoutConsent: ReadonlySet<string>
  site: AssetReportSnapshot['site']
  ledgerAccounts: (institutionId: number) => AssetReportSnapshot['ledgerAccounts']
  funds: Map<number, SnapshotFund[]>
  entities: EntityBook
  controls: (institutionId: number) => ControlsStatement | undefined
}

async function prepareGroup(
  trx: Trx,
  scope: Scope,
  period: PlainDate,
  priorPeriod: PlainDate,
  orders: readonly ReportOrder[],
  prepared: Map<number, Prepared<AssetReportSnapshot>>,
  { whose, entries }: Reading,
): Promise<void> {
  const ids = [...new Set(orders.map(({ institutionId }) => institutionId))]
  // 13 months of trend begin one month earlier; a fiscal year never begins before that.
  const since = addMonthEnds(period, -TREND_MONTHS)
  const institutions = await selectInstitutions(trx, scope.siteId, ids, period)
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
    entities: await readEntities(trx, ids, period),
    controls: await readControls(trx, scope, ids, monthsOf(priorPeriod, period)),
    rateChanges,
    statusChanges: Map.groupBy(statusChanges, policyKey),
    withoutConsent: await readClaimsWithoutConsent(trx, scope, policies),
    institutions: new Map(institutions.map((row) => [row.institutionId, row])),
    subsidiaries: new Map(subsidiaries.map((row) => [ownerKey(row.institutionId, row.id), row])),
    policies: Map.groupBy(policies, (row) => ownerKey(row.institutionId, whose === 'own' ? row.subsidiaryId : null)),
    histories: new Map(histories.map((row) => [policyKey(row), row])),
    transactions: Map.groupBy(transactions, policyKey),
    earlier: new Map(earlier.map((row) => [policyKey(row), row])),
    openingOf: await readOpenings(trx, scope, ids, period),
    correctedOf: await readCorrected(trx, scope, ids, monthsOf(priorPeriod, period)),
    ratings: Map.groupBy(ratings, (row) => row.carrierCode),
  }
  for (const order of orders) prepared.set(order.reportId, assemble(book, order, priorPeriod, { whose, entries }))
}

function monthsOf(priorPeriod: PlainDate, period: PlainDate): PlainDate[] {
  const months: PlainDate[] = []
  for (let month = period; month > priorPeriod; month = addMonthEnds(month, -1)) months.unshift(month)
  return months
}

function assemble(book: Book, order: ReportOrder, priorPeriod: PlainDate, { whose, entries }: Reading): Prepared<AssetReportSnapshot> {
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
  const holdings = rows.map((row) => holdingOf(book, row, { period, priorPeriod, yearStart }))
  const histories = holdings.map(({ history }) => history)
  const policies = holdings.flatMap(({ policy }) => (policy ? [policy] : []))
  const removed = holdings.flatMap(({ removed }) => (removed && removed.removedOn > from ? [removed] : []))
  const carrierCodes = [...new Map(rows.map((row) => [row.carrierCode, row.shortName]))].sort(([a], [b]) => (a < b ? -1 : 1))
  const subsidiary = order.subsidiaryId === null ? undefined : book.subsidiaries.get(ownerKey(order.institutionId, order.subsidiaryId))

  // Those that a policy of the report lies in.
  const funds = (book.funds.get(order.institutionId) ?? []).filter((fund) => policies.some((policy) => fundOf(policy, [fund])))
  const isOwn = (owner: number | null) => whose === 'with-subsidiaries' || owner === order.subsidiaryId
  const subsidiaries = new Set(rows.flatMap(({ policyId, subsidiaryId }) => (subsidiaryId === null ? [] : [policyId])))
  const entity = entityOf(
    book.entities,
    order.institutionId,
    period,
    ({ site, owner }) => site.id === book.site.id && isOwn(owner?.id ?? null),
    order.subsidiaryId === null
      ? sumCents(policies.filter(({ policyId }) => subsidiaries.has(policyId)).map(({ cashSurrenderValue }) => cashSurrenderValue))
      : cents(0),
  )
  const controls = book.controls(order.institutionId)
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
    ...newestOf(held),
    valuationHash: createHash('sha256')
      .update(
        JSON.stringify(
          policies.map((policy) => [
            policy.policyId,
            policy.valuationVersion,
            policy.cashSurrenderValue,
            policy.deathBenefit,
            policy.balances,
            ...(policy.opening ? [policy.opening] : []),
          ]),
        ),
      )
      .update(entity.elsewhere.length > 0 || entity.stated ? JSON.stringify(entity) : '')
      .digest('hex')
      .slice(0, 8),
    carriers: carrierCodes.map(([code, shortName]) => ({ code, shortName, ratings: ratingsOf(book.ratings.get(code) ?? []) })),
    policies,
    removedPolicies: removed,
    trend: trendOf(histories, period, TREND_MONTHS),
    ...(filesByCalendarYear(institution, period) ? { calendarYear: calendarYearOf(histories, period) } : {}),
    activity: activityOf(rows, book, period, priorPeriod),
    ledgerAccounts: book.ledgerAccounts(order.institutionId),
    edition: 7,
    entity,
    ...(controls && { controls }),
    ...(funds.length > 0 ? { funds } : {}),
  }
  const gap = entries === 'whole' ? entryGapOf(order, snapshot) : null
  if (gap) return gap
  return { snapshot, isPreliminary: snapshot.preliminary !== null }
}

/** The day on which the newest value was posted. */
function newestOf(held: readonly Pick<PolicyRow, 'postedOn'>[]): { postedOn?: PlainDate } {
  const postedOn = held
    .flatMap(({ postedOn: day }) => day ?? [])
    .toSorted()
    .at(-1)
  return postedOn === undefined ? {} : { postedOn }
}

/** The Call Report's income is of the calendar year: a report of another fiscal year does not hold it otherwise. */
const filesByCalendarYear = ({ fiscalYearEndMonth, callReportForm }: InstitutionRow, period: PlainDate): boolean =>
  fiscalYearEndMonth !== 12 && callReportForm !== 'NONE' && isQuarterEnd(period)

const kindOf = (reportType: string): AssetReportKind => (reportType === 'AssetSummaryReport' ? 'AssetSummaryReport' : 'AssetReport')
const ownerKey = (institutionId: number, subsidiaryId: number | null) => `${institutionId}/${subsidiaryId ?? 0}`
