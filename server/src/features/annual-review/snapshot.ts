/** Reads the book into the snapshots of a group of annual reviews, or says what stands in the way: the asset report of the year end, and what a review adds. */
import { createHash } from 'node:crypto'
import type { ReviewIllustration } from '@corridor/domain/policies/illustrations.ts'
import type { ReviewLiability } from '@corridor/domain/policies/plan-liability.ts'
import { sumCents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import type { ReviewAnswers } from '@corridor/domain/reports/annual-review/questionnaire-answers.ts'
import {
  type AnnualReviewSnapshot,
  REVIEW_YEARS,
  type ReviewCapital,
  type ReviewCarrier,
  type ReviewEndedPolicy,
  type ReviewPolicy,
  type ReviewProduct,
  type ReviewState,
  type ReviewValue,
} from '@corridor/domain/reports/annual-review/snapshot.ts'
import type { AssetReportSnapshot } from '@corridor/domain/reports/asset-report/snapshot.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Prepared, ReportOrder } from '../../reporting/family.ts'
import { prepareAssetReports } from '../../reporting/holdings/snapshot.ts'
import { type EntityBook, holdingsAt, readEntities } from '../../reporting/holdings/snapshot-entity.ts'
import { type ConsentRow, selectConsents } from '../../shared/policies/consent-rows.ts'
import { selectReviewTexts } from '../../shared/review-narrative.ts'
import { selectAnswers } from './answers.ts'
import {
  type FlowRow,
  flowsOf,
  type InsuredRow,
  illustrationOf,
  type PolicyRow,
  type SevenPayRow,
  selectAgreements,
  selectCharges,
  selectFlows,
  selectIllustrations,
  selectInsureds,
  selectLastValues,
  selectPolicies,
  selectSevenPay,
  selectYearEndValues,
  sevenPayOf,
  valuesOf,
} from './holding-queries.ts'
import {
  boardOf,
  type HolderRow,
  selectBoards,
  selectCapital,
  selectCarriers,
  selectHolders,
  selectLiabilities,
  selectPlans,
  selectProducts,
  selectStates,
} from './snapshot-queries.ts'
import { checksOf, type PeerBook, peersOf, selectChecks, selectExceptions, selectForms, selectPeers } from './year-queries.ts'

const MONTHS_OF_A_YEAR = 12

/** Orders of one batch share their year end; others are read one group after the other. */
export async function prepareAnnualReviews(
  trx: Trx,
  scope: Scope,
  orders: readonly ReportOrder[],
): Promise<Map<number, Prepared<AnnualReviewSnapshot>>> {
  const prepared = new Map<number, Prepared<AnnualReviewSnapshot>>()
  for (const [period, group] of Map.groupBy(orders, (order) => order.period)) {
    const assets = await prepareAssetReports(trx, scope, group, { whose: 'with-subsidiaries', entries: 'none' })
    const able = group.filter(({ reportId }) => 'snapshot' in (assets.get(reportId) ?? {}))
    const book = await readBook(trx, scope, period, [...new Set(able.map(({ institutionId }) => institutionId))])
    for (const order of group) {
      const asset = assets.get(order.reportId)
      if (!asset || 'failure' in asset) {
        if (asset) prepared.set(order.reportId, asset)
        continue
      }
      const texts = await selectReviewTexts(trx, scope, order.institutionId, period)
      prepared.set(order.reportId, { snapshot: assemble(book, order, asset.snapshot, texts), isPreliminary: asset.isPreliminary })
    }
  }
  return prepared
}

interface Book {
  yearEnds: PlainDate[]
  holders: Map<number, HolderRow>
  capital: Map<number, (ReviewCapital & { institutionId: number })[]>
  boards: Map<number, Parameters<typeof boardOf>[0]>
  states: Map<string, ReviewState>
  plans: Map<number, (AnnualReviewSnapshot['plans'][number] & { institutionId: number })[]>
  liabilities: Map<string, (ReviewLiability & { institutionId: number; planId: number })[]>
  carriers: Map<string, ReviewCarrier>
  products: Map<number, ReviewProduct>
  policies: Map<number, PolicyRow[]>
  values: Map<string, (ReviewValue & { institutionId: number; policyId: number })[]>
  lastValues: Map<string, Awaited<ReturnType<typeof selectLastValues>>[number]>
  flows: Map<string, FlowRow[]>
  illustrations: Map<string, ReviewIllustration>
  sevenPay: Map<string, SevenPayRow[]>
  insureds: Map<number, InsuredRow[]>
  consents: Map<string, ConsentRow[]>
  charges: Map<number, (AnnualReviewSnapshot['charges'][number] & { institutionId: number })[]>
  agreements: Map<number, (AnnualReviewSnapshot['splitDollar'][number] & { institutionId: number })[]>
  exceptions: Map<number, (AnnualReviewSnapshot['exceptions'][number] & { institutionId: number })[]>
  checks: Awaited<ReturnType<typeof selectChecks>>
  forms: Map<number, NonNullable<AnnualReviewSnapshot['form8925']> & { institutionId: number }>
  answers: Map<number, ReviewAnswers>
  peers: PeerBook | null
  /** At the year ends before. */
  entities: EntityBook
}

/** Statements one after the other: they share one connection. */
async function readBook(trx: Trx, scope: Scope, period: PlainDate, ids: number[]): Promise<Book> {
  const yearEnds = Array.from({ length: REVIEW_YEARS + 1 }, (_, index) => addMonthEnds(period, (index - REVIEW_YEARS) * MONTHS_OF_A_YEAR))
  const [since, yearStart] = [yearEnds[0] ?? period, yearEnds.at(-2) ?? period]
  const policies = await selectPolicies(trx, scope, ids, period, since)
  const ended = policies.filter(({ isHeld }) => !isHeld)
  const carriers = await selectCarriers(trx, distinct(policies.map(({ carrierCode }) => carrierCode)), since, period)
  const products = await selectProducts(trx, distinct(policies.map(({ productId }) => productId)), since, period)
  return {
    yearEnds,
    holders: byId(await selectHolders(trx, ids)),
    capital: byInstitution(await selectCapital(trx, ids, yearEnds.slice(1))),
    boards: byId(await selectBoards(trx, ids, period)),
    states: new Map((await selectStates(trx, scope, period)).map((state) => [state.stateCode, state])),
    plans: byInstitution(await selectPlans(trx, scope, ids)),
    liabilities: Map.groupBy(await selectLiabilities(trx, scope, ids, since, period), planKey),
    carriers: new Map(carriers.map((carrier) => [carrier.code, carrier])),
    products: new Map(products.map((product) => [product.productId, product])),
    policies: byInstitution(policies),
    values: Map.groupBy(await selectYearEndValues(trx, scope, ids, yearEnds.slice(0, -1)), policyKey),
    lastValues: new Map((await selectLastValues(trx, scope, ended, period)).map((row) => [policyKey(row), row])),
    flows: Map.groupBy(await selectFlows(trx, scope, ids, period), policyKey),
    illustrations: new Map((await selectIllustrations(trx, scope, ids, period)).map((row) => [policyKey(row), illustrationOf(row)])),
    sevenPay: Map.groupBy(await selectSevenPay(trx, scope, ids, period), policyKey),
    insureds: byInstitution(await selectInsureds(trx, scope, ids, period)),
    consents: Map.groupBy(await selectConsents(trx, scope, ids), insuredKey),
    charges: byInstitution(await selectCharges(trx, scope, ids, yearEnds)),
    agreements: byInstitution(await selectAgreements(trx, scope, ids, period)),
    exceptions: byInstitution(await selectExceptions(trx, scope, ids, yearStart, period)),
    checks: await selectChecks(trx, scope, ids, yearStart, period),
    forms: byId(await selectForms(trx, scope, ids, period)),
    answers: await selectAnswers(trx, scope, ids, period),
    peers: await selectPeers(trx, period),
    entities: await readEntities(trx, ids, yearStart, yearEnds.slice(1, -2)),
  }
}

function assemble(book: Book, order: ReportOrder, asset: AssetReportSnapshot, texts: AnnualReviewSnapshot['texts']): AnnualReviewSnapshot {
  const { institutionId } = order
  const holder = book.holders.get(institutionId)
  if (!holder) throw new RangeError(`institution ${institutionId} is not in the register`)
  const rows = book.policies.get(institutionId) ?? []
  const board = book.boards.get(institutionId)
  const form = book.forms.get(institutionId)
  const own = <Row extends { institutionId: number }>(from: Map<number, Row[]>) =>
    (from.get(institutionId) ?? []).map(({ institutionId: _, ...row }) => row)
  const capital = own(book.capital)
  const held = new Set(asset.policies.map(({ policyId }) => policyId))
  const review: Omit<AnnualReviewSnapshot, 'asset'> = {
    schema: 1,
    kind: 'AnnualBoliReview',
    institution: {
      type: holder.type,
      charter: holder.charter,
      regulator: holder.regulator,
      isCommunityBankLeverageRatio: holder.isCommunityBankLeverageRatio,
      stateCode: holder.stateCode,
    },
    yearEnds: book.yearEnds,
    capital,
    board: board ? boardOf(board) : null,
    state: holder.stateCode === null ? null : (book.states.get(holder.stateCode) ?? null),
    plans: own(book.plans).map((plan) => ({ ...plan, liabilities: liabilitiesOf(book, institutionId, plan.planId) })),
    carriers: distinct(rows.map(({ carrierCode }) => carrierCode)).flatMap((code) => book.carriers.get(code) ?? []),
    products: distinct(rows.map(({ productId }) => productId)).flatMap((id) => book.products.get(id) ?? []),
    policies: rows.filter(({ policyId }) => held.has(policyId)).map((row) => policyOf(book, row)),
    ended: rows.filter(({ isHeld }) => !isHeld).flatMap((row) => endedOf(book, row)),
    insureds: insuredsOf(book, institutionId, rows),
    charges: own(book.charges),
    splitDollar: own(book.agreements),
    exceptions: own(book.exceptions),
    ...checksOf(book.checks, institutionId),
    form8925: form ? { insuredEmployees: form.insuredEmployees, withoutConsent: form.withoutConsent, releasedOn: form.releasedOn } : null,
    answers: book.answers.get(institutionId) ?? null,
    peers:
      asset.site.portalLabel === 'COLI'
        ? null
        : peersOf(
            book.peers,
            {
              idRssd: Number(holder.rssdId ?? 0),
              name: holder.name,
              stateCode: holder.stateCode ?? '',
              lifeInsurance: sumCents(asset.policies.map(({ cashSurrenderValue }) => cashSurrenderValue)),
            },
            capital.at(-1) ?? null,
          ),
    elsewhereBefore: book.yearEnds.slice(1, -1).map((yearEnd) => ({
      yearEnd,
      holdings: holdingsAt(book.entities, institutionId, yearEnd).filter(({ site }) => site.id !== asset.site.id),
    })),
    texts,
  }
  // The asset report's hash stands for its values alone.
  const valuationHash = createHash('sha256')
    .update(JSON.stringify([asset.valuationHash, review, ...(asset.funds ? [asset.funds] : [])]))
    .digest('hex')
    .slice(0, 8)
  return { ...review, asset: { ...asset, valuationHash } }
}

// Hedges in one order of keys, whatever the database made of them: the same book makes the same bytes.
const liabilitiesOf = (book: Book, institutionId: number, planId: number): ReviewLiability[] =>
  (book.liabilities.get(planKey({ institutionId, planId })) ?? []).map(({ asOf, liability, hedges, source }) => ({
    asOf,
    liability,
    hedges: hedges.map(({ fund, notional }) => ({ fund, notional })),
    source,
  }))
function policyOf(book: Book, row: PolicyRow): ReviewPolicy {
  const flows = flowsOf(book.flows.get(policyKey(row)) ?? [])
  const illustration = book.illustrations.get(policyKey(row))
  const isPaid = flows.some(({ type }) => type === 'PREMIUM' || type === 'EXCHANGE_IN')
  const isAssumed = !isPaid && row.initialPremium !== 0
  return {
    policyId: row.policyId,
    productId: row.productId,
    planId: row.planId,
    subsidiaryName: row.subsidiaryName,
    issueState: row.issueState,
    faceAmount: row.faceAmount,
    modifiedEndowment: row.mec,
    section1035: row.isSection1035Replacement ? { replacedIssueDate: row.replacedIssueDate, materialChange: row.materialChange } : null,
    acquiredOn: row.acquisitionDate,
    isAcquired: row.isAcquired,
    agreementId: row.splitDollarAgreementId,
    surrenderCharge: row.surrenderCharge,
    loanBalance: row.loanBalance,
    marketValue: row.marketValue,
    values: valuesOf(book.values.get(policyKey(row)) ?? []),
    flows: isAssumed ? [{ date: row.issueDate, type: 'PREMIUM', amount: row.initialPremium }, ...flows] : flows,
    ...(illustration ? { illustration } : {}),
    sevenPay: sevenPayOf(book.sevenPay.get(policyKey(row)) ?? [], isAssumed),
  }
}

function endedOf(book: Book, row: PolicyRow): ReviewEndedPolicy[] {
  if (row.statusDate === null) return []
  const last = book.lastValues.get(policyKey(row))
  return [
    {
      policyId: row.policyId,
      policyNumber: row.policyNumber,
      carrierCode: row.carrierCode,
      insuredId: row.insuredId,
      insuredName: row.insuredName,
      issueDate: row.issueDate,
      status: row.status,
      endedOn: row.statusDate,
      modifiedEndowment: row.mec,
      costBasis: row.costBasis,
      institutionShare: last?.share ?? null,
      lastValue: last ? { date: last.date, cashSurrenderValue: last.cashSurrenderValue } : null,
      values: valuesOf(book.values.get(policyKey(row)) ?? []),
      flows: flowsOf(book.flows.get(policyKey(row)) ?? []),
    },
  ]
}

/** Those of the policies held or ended, with the consents of those whose policies are held. */
function insuredsOf(book: Book, institutionId: number, rows: readonly PolicyRow[]): AnnualReviewSnapshot['insureds'] {
  const [known, held] = [
    new Set(rows.map(({ insuredId }) => insuredId)),
    new Set(rows.filter(({ isHeld }) => isHeld).map(({ insuredId }) => insuredId)),
  ]
  return (book.insureds.get(institutionId) ?? [])
    .filter(({ insuredId }) => known.has(insuredId))
    .map(({ institutionId: _, ...insured }) => ({
      ...insured,
      consents: held.has(insured.insuredId)
        ? (book.consents.get(`${institutionId}/${insured.insuredId}`) ?? []).map(
            ({ institutionId: _of, insuredId: _who, ...consent }) => consent,
          )
        : [],
    }))
}

const byId = <Row extends { institutionId: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.institutionId, row]))
const byInstitution = <Row extends { institutionId: number }>(rows: readonly Row[]): Map<number, Row[]> =>
  Map.groupBy(rows, ({ institutionId }) => institutionId)
const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
const policyKey = ({ institutionId, policyId }: { institutionId: number; policyId: number }): string => `${institutionId}/${policyId}`
const planKey = ({ institutionId, planId }: { institutionId: number; planId: number }): string => `${institutionId}/${planId}`
const insuredKey = ({ institutionId, insuredId }: { institutionId: number; insuredId: number }): string => `${institutionId}/${insuredId}`
