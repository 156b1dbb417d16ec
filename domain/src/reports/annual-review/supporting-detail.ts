/**
 * Parts of an annual review's figures that stand in none of its tables: chances of dying by age, payments by day, the peers. Made with the view
 * from its snapshot, for whoever opens a figure (supporting-detail-explanation.ts); nothing of it is printed.
 *
 * Clients read it as staff do, so it tells of nobody what the review does not: people stand together by age (lives-by-age.ts), payments by day and carrier
 * without their policy, and peers are banks whose Call Reports are public.
 */

import { RATE_SHIFTS, sensitivityOf } from '../../calculations/crediting-rate-sensitivity.ts'
import { type PaymentDay, paymentsByDay } from '../../calculations/internal-rate-of-return.ts'
import { bySpansOfAge, mortalityLines } from '../../calculations/lives-by-age.ts'
import type { PeerBank } from '../../calculations/peers.ts'
import { ADDING_FLOWS, type Flow } from '../../calculations/yields.ts'
import { cents, sumCents } from '../../primitives/money.ts'
import { policyRows } from '../asset-report/view.ts'
import { formulaOf } from '../explanation/formula.ts'
import type { Basis, ViewRow } from '../table.ts'
import type { ReviewFigures, ReviewHolding, ReviewYear } from './figures.ts'
import { REVIEW_FORMULAS } from './formulas.ts'
import { type ImputedShare, imputedShares } from './sections/compliance-contracts.ts'
import { marketSides } from './sections/risk-price.ts'
import { creditedOf } from './sections/risks.ts'
import type { CarrierYear, EndedPolicy, ImputedLine, PeerLine, PlanCarrier, ProductShift, ReviewWorkings, YearWorkings } from './view.ts'

export function workingsOf(figures: ReviewFigures): ReviewWorkings {
  const { snapshot, years, holdings } = figures
  const { peers } = snapshot
  const credited = Map.groupBy(creditedOf(figures), ({ productName }) => productName)
  return {
    years: Object.fromEntries(years.map((year) => [year.to, yearWorkings(year, figures)])),
    carriers: Object.fromEntries(snapshot.carriers.map(({ code, shortName }) => [code, shortName])),
    payments: Object.fromEntries(
      [...Map.groupBy(holdings, ({ policy }) => policy.carrierCode)].map(([code, held]) => [
        code,
        { value: sumCents(held.map(({ policy }) => policy.cashSurrenderValue)), days: paymentDays(held) },
      ]),
    ),
    sensitivity: Object.fromEntries(
      RATE_SHIFTS.map((shift) => [
        `shift${Math.round(shift * 10_000)}`,
        [...credited].map(
          ([product, held]): ProductShift => ({
            product,
            policies: held.length,
            value: sumCents(held.map(({ cashSurrenderValue }) => cashSurrenderValue)),
            change: sensitivityOf(held, shift).change,
          }),
        ),
      ]),
    ),
    imputed: Object.fromEntries([...imputedShares(figures)].map(([id, shares]) => [id, imputedLines(shares)])),
    market: marketLines(figures),
    ...(appendixIsOn(figures) ? { ended: endedPolicies(figures) } : {}),
    plans: plansBefore(figures),
    ...monthsOf(figures),
    peers: peers ? { own: peerLine(peers.own), group: peers.group.map(peerLine) } : null,
  }
}

const appendixIsOn = ({ snapshot }: ReviewFigures): boolean =>
  snapshot.texts.configuration.sections.some(({ code, on }) => code === 'APPENDICES' && on)

/** Those of the year's asset report, so that both agree. */
const endedPolicies = ({ asset }: ReviewFigures): EndedPolicy[] =>
  policyRows(asset).flatMap(({ removed, carrierCode, cells }) => {
    const { insured, policyNumber, yearStartValue } = cells
    if (!removed || typeof yearStartValue !== 'number' || yearStartValue === 0) return []
    return [{ carrier: carrierCode, insured: String(insured), policy: String(policyNumber), begin: cents(yearStartValue) }]
  })

function plansBefore({ snapshot, holdings }: ReviewFigures): Record<string, PlanCarrier[]> {
  const { period } = snapshot.asset
  const before = snapshot.yearEnds.filter((date) => date < period)
  return Object.fromEntries(
    before.flatMap((date) => {
      const owing = snapshot.plans.filter(({ liabilities }) => liabilities?.some(({ asOf }) => asOf <= date))
      const lines = owing.flatMap(({ planId, name }) => {
        const theirs = holdings.flatMap(({ policy, more }) => {
          const value = more.planId === planId ? more.values.find((each) => each.date === date) : undefined
          return value ? [{ carrier: policy.carrierCode, value: value.cashSurrenderValue }] : []
        })
        return [...Map.groupBy(theirs, ({ carrier }) => carrier)].map(
          ([carrier, some]): PlanCarrier => ({
            plan: name,
            carrier,
            policies: some.length,
            value: sumCents(some.map(({ value }) => value)),
          }),
        )
      })
      return owing.length > 0 ? [[date, lines]] : []
    }),
  )
}

/** As the asset report prints it by carrier, with what stands in its formula. */
function monthsOf({ asset }: ReviewFigures): Pick<ReviewWorkings, 'months'> {
  const { columns, rows, total, basis } = asset.carriers
  const formula = columns.find(({ key }) => key === 'netYield')?.formula
  if (!formula) return {}
  const names = Object.keys(formulaOf(REVIEW_FORMULAS, formula).inputs ?? {})
  const of = (row: ViewRow): Basis =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = row.basis?.[name] ?? row.cells[name] ?? basis?.[name]
        return typeof value === 'number' ? [[name, value]] : []
      }),
    )
  return {
    months: {
      formula,
      rows: Object.fromEntries([
        ...rows.map((row): [string, Basis] => [row.carrierCode, of(row)]),
        ...(total ? [['total', of(total)] as const] : []),
      ]),
    },
  }
}

const imputedLines = (shares: readonly ImputedShare[]): ImputedLine[] =>
  bySpansOfAge(shares).map(({ ages, lives }) => ({
    ages,
    people: new Set(lives.map(({ personId }) => personId)).size,
    share: sumCents(lives.map(({ share }) => share)),
    income: sumCents(lives.map(({ income }) => income)),
  }))

const marketLines = (figures: ReviewFigures): ReviewWorkings['market'] =>
  [...Map.groupBy(marketSides(figures), ({ fund }) => fund)].map(([fund, sides]) => ({
    fund,
    market: sumCents(sides.map(({ market }) => market)),
  }))

const peerLine = ({ name, lifeInsurance, tier1, totalCapital, totalAssets }: PeerBank): PeerLine => [
  name,
  lifeInsurance,
  tier1,
  totalCapital,
  totalAssets,
]

function yearWorkings({ from, to, lives, exposed, carriers, charges }: ReviewYear, { snapshot }: ReviewFigures): YearWorkings {
  const told = charges === null ? [] : snapshot.charges.filter(({ yearEnd }) => yearEnd === to)
  const codes = new Set([...carriers.keys(), ...told.map(({ carrierCode }) => carrierCode)])
  return {
    from,
    mortality: { lives, unknown: lives - exposed.length, lines: mortalityLines(exposed) },
    carriers: [...codes].flatMap((code): CarrierYear[] => {
      const value = carriers.get(code) ?? sumCents([])
      const own = told.find(({ carrierCode }) => carrierCode === code)
      if (value === 0 && !own) return []
      return [
        {
          code,
          value,
          interest: own?.interest ?? null,
          cost: own?.costOfInsurance ?? null,
          expense: own?.expense ?? null,
          decline: own?.surrenderChargeRelease ?? null,
        },
      ]
    }),
  }
}

const paymentDays = (holdings: readonly ReviewHolding[]): PaymentDay[] =>
  paymentsByDay(
    holdings.flatMap(({ more }) =>
      more.flows.flatMap(({ date, type, amount }): PaymentDay[] => (amount === 0 ? [] : [[date, 1, isPaid(type) ? -amount : amount]])),
    ),
  )
const isPaid = (type: Flow['type']): boolean => ADDING_FLOWS.some((adding) => adding === type)
