/** The carrier table and the policy detail of the asset reports. */

import type { LimitTest } from '../../calculations/concentration.ts'
import type { AccountType } from '../../primitives/insurance-terms.ts'
import { type Cents, cents, sumCents } from '../../primitives/money.ts'
import type { CellValue, ViewRow, ViewTable } from '../table.ts'
import { lineBasis, reportBasis } from './basis.ts'
import { carrierColumns, detailColumns, monthKeys } from './columns.ts'
import { CORRECTED, correctedText } from './corrections.ts'
import type { AssetFormula } from './formulas.ts'
import { figuresOf, type Holding, sumKnown } from './holdings.ts'
import { inAll } from './limits.ts'
import { groupBy } from './order.ts'
import type { AssetReportSnapshot, SnapshotCarrier } from './snapshot.ts'
import type { CarrierRow, DetailCarrier, DetailProduct, DetailRow, DetailTable, HoldingFigures } from './view.ts'

export const ACCOUNT_TYPE_NAMES: Record<AccountType, string> = {
  GENERAL: 'General account',
  HYBRID: 'Hybrid account',
  SEPARATE: 'Separate account',
}
const ACCOUNT_TYPE_SHORT: Record<AccountType, string> = { GENERAL: 'General', HYBRID: 'Hybrid', SEPARATE: 'Separate' }

/** Symbols beside a policy, in the order they are printed. */
export const POLICY_FLAGS = {
  '†': 'Insured no longer employed by the institution.',
  '‡': 'Death claim pending.',
  '§': 'New in this period.',
  '¶': 'Value estimated: the last value known, carried forward. No increase is shown for it.',
  '‖': 'Value entered by staff, without a carrier’s file.',
  [CORRECTED]: 'Cells of the carrier’s line were corrected by the firm before posting (see Notes).',
  '#': 'No longer held at the statement date; shown so that increases foot. Not counted as a policy.',
} as const

export function carrierTable(
  sorted: readonly Holding[],
  total: HoldingFigures,
  carriers: ReadonlyMap<string, SnapshotCarrier>,
  tests: readonly LimitTest[],
  snapshot: AssetReportSnapshot,
): ViewTable<CarrierRow> {
  const rows = groupBy(sorted, ({ policy }) => policy.carrierCode).map(([code, holdings]): CarrierRow => {
    const carrier = carriers.get(code)
    const types = (['GENERAL', 'HYBRID', 'SEPARATE'] as const).filter((type) => holdings.some(({ policy }) => policy.accountType === type))
    const { outlook = null, ...ratings } = carrier?.ratings ?? { amBest: null, sp: null, moodys: null, fitch: null, comdex: null }
    const test = tests.find(({ key }) => key === code)
    const figures = figuresOf(holdings, snapshot, total.cashSurrenderValue)
    const cells = {
      carrier: carrier?.shortName ?? code,
      accountType: types.map((type) => ACCOUNT_TYPE_SHORT[type]).join(', '),
      ...ratings,
      limit: test?.limit ?? null,
      headroom: test?.headroom ?? null,
    }
    return {
      id: `carrier-${code}`,
      carrierCode: code,
      accountTypes: types,
      outlook,
      cells: { ...cells, ...figureCells(figures, holdings, snapshot) },
      ...inAll(test, lineBasis(holdings, figures, snapshot)),
      ...partialOf(holdings, snapshot),
    }
  })
  const aggregate = tests.find(({ key }) => key === 'aggregate')
  return {
    id: 'carriers',
    title: 'Carriers',
    columns: carrierColumns(snapshot),
    rows,
    total:
      rows.length === 0
        ? null
        : {
            id: 'carriers-total',
            cells: {
              carrier: 'Total',
              limit: aggregate?.limit ?? null,
              headroom: aggregate?.headroom ?? null,
              ...figureCells(total, sorted, snapshot),
            },
            ...inAll(aggregate, lineBasis(sorted, total, snapshot)),
            ...partialOf(sorted, snapshot),
          },
    basis: reportBasis(snapshot, total.cashSurrenderValue),
  }
}

export function detailTable(
  sorted: readonly Holding[],
  total: HoldingFigures,
  carriers: ReadonlyMap<string, SnapshotCarrier>,
  snapshot: AssetReportSnapshot,
): DetailTable {
  const subtotal = (id: string, label: string, holdings: readonly Holding[]): ViewRow => {
    const figures = figuresOf(holdings, snapshot, total.cashSurrenderValue)
    return {
      id,
      cells: { insured: label, ...figureCells(figures, holdings, snapshot) },
      basis: lineBasis(holdings, figures, snapshot),
      formulas: { grossRate: 'grossRate' },
      ...partialOf(holdings, snapshot),
    }
  }
  const hasFiles = snapshot.policies.some(({ source }) => source !== null)
  const groups = groupBy(sorted, ({ policy }) => policy.carrierCode).map(([code, held]): DetailCarrier => {
    const carrierName = carriers.get(code)?.shortName ?? code
    const products = groupBy(held, ({ policy }) => `${policy.accountType}\n${policy.productName}`).map(
      ([, [first, ...more]], index): DetailProduct => {
        const holdings = [first, ...more]
        const { productName, accountType } = first.policy
        return {
          productName,
          accountType,
          accountTypeName: ACCOUNT_TYPE_NAMES[accountType],
          rows: holdings.map((holding) => detailRow(holding, total, snapshot, hasFiles)),
          subtotal: subtotal(`product-${code}-${index + 1}`, `Subtotal ${productName}`, holdings),
        }
      },
    )
    return { carrierCode: code, carrierName, products, subtotal: subtotal(`detail-${code}`, `Subtotal ${carrierName}`, held) }
  })
  return {
    id: 'detail',
    title: 'Policies',
    columns: detailColumns(snapshot),
    carriers: groups,
    total: subtotal('detail-total', 'Total', sorted),
    basis: reportBasis(snapshot, total.cashSurrenderValue),
  }
}

function detailRow(holding: Holding, total: HoldingFigures, snapshot: AssetReportSnapshot, hasFiles: boolean): DetailRow {
  const { policy, inForce, removed } = holding
  const corrected = inForce && correctedText(inForce)
  const flags = [...flagsOf(holding, hasFiles), ...(corrected === null ? [] : [CORRECTED])]
  const figures = figuresOf([holding], snapshot, total.cashSurrenderValue)
  const cells = figureCells(figures, [holding], snapshot)
  // A policy that is no longer held has no values of today: "-", not nought.
  const ended: Record<string, CellValue> = removed
    ? {
        costBasis: null,
        grossRate: null,
        cashSurrenderValue: null,
        deathBenefit: null,
        insuredShare: null,
        institutionShare: null,
        netAmountAtRisk: null,
      }
    : {}
  return {
    id: `policy-${policy.policyId}`,
    policyId: policy.policyId,
    carrierCode: policy.carrierCode,
    flags,
    removed: removed !== null,
    valuationVersion: inForce?.valuationVersion ?? null,
    source: placeOf(inForce?.source ?? null),
    ...(corrected === null ? {} : { corrected }),
    ...(holding.opening ? { formulas: { yearStartValue: 'openingBalance' satisfies AssetFormula } } : {}),
    cells: {
      insured: policy.insuredName,
      policyNumber: policy.policyNumber,
      flags: flags.length > 0 ? flags.join(' ') : null,
      issueDate: policy.issueDate,
      ...cells,
      ...ended,
    },
    basis: { ...lineBasis([holding], figures, snapshot, true), ...(removed ? { cashSurrenderValue: 0 } : {}) },
  }
}

const placeOf = (source: AssetReportSnapshot['policies'][number]['source']): DetailRow['source'] =>
  source && { line: source.line, ...(source.sheet === undefined ? {} : { sheet: source.sheet }) }

/** @param hasFiles where no value has a file, as in a book that was brought over whole, the foot says so once for all */
function flagsOf({ inForce, removed }: Holding, hasFiles: boolean): string[] {
  if (removed) return ['#']
  if (!inForce) return []
  const { insuredNotEmployed, pendingClaim, newThisPeriod, estimated } = inForce.flags
  const isEntered = hasFiles && inForce.source === null && !estimated
  return [insuredNotEmployed && '†', pendingClaim && '‡', newThisPeriod && '§', estimated && '¶', isEntered && '‖'].filter(
    (flag) => typeof flag === 'string',
  )
}

/** The cells that every line of figures has; the columns choose among them. */
function figureCells(figures: HoldingFigures, holdings: readonly Holding[], snapshot: AssetReportSnapshot): Record<string, CellValue> {
  const policies = holdings.filter(({ inForce }) => inForce).length
  const months = monthKeys(snapshot).map(({ key }, index): [string, Cents | null] => [
    key,
    sumKnown(holdings.map((holding) => holding.months[index]?.increase ?? null)),
  ])
  return { policies, ...figures, ...Object.fromEntries(months) }
}

/** The columns of a line of several policies in which some have a figure and others have none. */
export function partialOf(holdings: readonly Holding[], snapshot: AssetReportSnapshot): Pick<ViewRow, 'partial'> {
  const parts: [string, (holding: Holding) => Cents | null][] = [
    ['yearStartValue', ({ yearStartValue }) => yearStartValue],
    ['priorValue', ({ priorValue }) => priorValue],
    ['increase', ({ span }) => span.increase],
    ['ytdIncrease', ({ ytdIncrease }) => ytdIncrease],
    ...monthKeys(snapshot).map(({ key }, index): [string, (holding: Holding) => Cents | null] => [
      key,
      ({ months }) => months[index]?.increase ?? null,
    ]),
  ]
  const partial = parts.flatMap(([key, of]) => {
    const known = holdings.filter((holding) => of(holding) !== null).length
    return known > 0 && known < holdings.length ? [key] : []
  })
  return partial.length > 0 ? { partial } : {}
}

/** Cents of holdings by account type, for the Call Report. */
export function valueByAccountType(holdings: readonly Holding[]): Record<AccountType, Cents> {
  const of = (type: AccountType) =>
    sumCents(holdings.filter(({ policy }) => policy.accountType === type).map((holding) => cents(holding.cashSurrenderValue)))
  return { GENERAL: of('GENERAL'), HYBRID: of('HYBRID'), SEPARATE: of('SEPARATE') }
}
