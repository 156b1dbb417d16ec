/**
 * The numbers behind figures of an annual review that are no formula of one row: people by age, payments by day, the peers, carriers by year. What the view
 * does not hold (a section switched off, a view of an older server) stays explained in words.
 */

import { type PaymentDay, paymentsByDay } from '../../calculations/internal-rate-of-return.ts'
import { FEWEST_TOGETHER } from '../../calculations/lives-by-age.ts'
import { counted } from '../../primitives/counted.ts'
import { formatDecimal, roundHalfAwayFromZero } from '../../primitives/money.ts'
import { daysBetween, formatDate, type PlainDate, plainDate } from '../../primitives/period.ts'
import type { FigureAddress } from '../explanation/address.ts'
import type { ExplanationLine, Figure } from '../explanation/explanation.ts'
import { money, plain, precise } from '../explanation/line.ts'
import { formatCell } from '../table.ts'

import { type Asked, type FigureParts, type Printed, tableOf } from './explained-figure.ts'
import { fundsWeighted, fundWeight, riskWeight, riskWeighted } from './funds-explanation.ts'
import { agreements, audited, benefitExpense, carriersHeld, planValueNow, statesOfIssue } from './lists-explanation.ts'
import { peerPlace, peerStatistic } from './peers-explanation.ts'
import type { AnnualReviewView, ReviewWorkings, YearWorkings } from './view.ts'

/** The figure with what its formula takes, where the view holds it; otherwise as it is, and saying so. */
export function withWorkings(view: AnnualReviewView, address: FigureAddress, figure: Figure): Figure {
  const byTables = EXPLAINED_BY_TABLES[figure.formula ?? '']
  if (byTables) return { ...figure, ...byTables({ view, address, figure }) }
  const tell = EXPLAINED[figure.formula ?? '']
  if (!tell) return figure
  if (!view.workings) return { ...figure, note: NOT_HELD }
  return { ...figure, ...tell({ view, workings: view.workings, address, figure }) }
}
const NOT_HELD = 'The numbers behind it did not come with this copy of the review: open the page again to see them.'

const EXPLAINED_BY_TABLES: Readonly<Record<string, (asked: Printed) => FigureParts>> = {
  fundWeight,
  riskWeight,
  riskWeighted,
  fundsWeighted,
  carriersHeld,
  statesOfIssue,
  audited,
  agreements,
  benefitExpense,
}
const EXPLAINED: Readonly<Record<string, (asked: Asked) => FigureParts>> = {
  expectedDeaths: (asked) => expected(asked, 'deaths'),
  expectedProceeds: (asked) => expected(asked, 'proceeds'),
  sinceIssue,
  peerStatistic,
  peerPlace,
  yearEndValue: (asked) => (asked.address.table === 'carriers' ? beginOf(asked) : byCarrier(asked, 'value')),
  planValue,
  monthYield,
  chargedInYear: (asked) => byCarrier(asked, asked.address.column),
  herfindahl,
  proceeds: claimsOfYear,
  sensitivity,
  imputedIncome,
  marketValue,
}

/** The fiscal year that a figure is of: its row is named by the year's end; the scorecard has two; other figures are of the year under review. */
function yearOfFigure(workings: ReviewWorkings, { row, column }: FigureAddress): [PlainDate | string, YearWorkings] | null {
  const ends = Object.keys(workings.years).toSorted()
  const end = row in workings.years ? row : column === 'lastYear' ? ends.at(-2) : ends.at(-1)
  const year = end === undefined ? undefined : workings.years[end]
  return end !== undefined && year ? [end, year] : null
}

/** For the total, the years; for a year, people by age. */
function expected({ view, workings, address, figure }: Asked, what: 'deaths' | 'proceeds'): FigureParts {
  const table = tableOf(view, address.table)
  if (table && address.row === table.total?.id)
    return {
      lines: table.rows.flatMap((row): ExplanationLine[] => {
        const value = row.cells[address.column]
        return typeof value === 'number'
          ? [
              {
                label: formatCell('date', row.cells.year),
                detail: null,
                text: formatCell(figure.kind, value),
                value,
                address: { ...address, row: row.id },
              },
            ]
          : []
      }),
    }
  const found = yearOfFigure(workings, address)
  if (!found || typeof figure.value !== 'number') return {}
  const [, { mortality }] = found
  const { lives, unknown, lines } = mortality
  const leftOut =
    unknown === 0 ? '' : ` ${counted(unknown, 'person', 'people')} without a known age or sex ${unknown === 1 ? 'is' : 'are'} left out.`
  const insured = `${counted(lives, 'person was', 'people were')} insured at the beginning of the year.${leftOut}`
  if (lines.length === 0)
    return {
      note: `${insured} With fewer than ${FEWEST_TOGETHER} of them, each one’s chance would tell the age: their chances are not shown.`,
    }
  const together = `They stand together by their age then, men and women, ${FEWEST_TOGETHER} or more to a line, so that no one’s age can be derived from the chance, which is their average`
  if (what === 'deaths')
    return {
      lines: lines.map(({ ages, people, chances }) =>
        plain(ages, `${counted(people, 'person', 'people')} × ${precise(chances / people)}`, FOUR.format(chances), chances),
      ),
      note: `${insured} ${together}. Lines are shown to four decimals and summed unrounded.`,
    }
  const rounded = lines.map(({ ages, people, share, proceeds }) => {
    const value = roundHalfAwayFromZero(proceeds)
    const work =
      share === 0
        ? counted(people, 'person', 'people')
        : `${counted(people, 'person', 'people')}, ${money(share)} × ${precise(proceeds / share, 10)}`
    return plain(ages, work, money(value), value)
  })
  const rest = figure.value - rounded.reduce((sum, { value }) => sum + value, 0)
  return {
    lines: rest === 0 ? rounded : [...rounded, plain('Cents that rounding each line makes', null, money(rest), rest)],
    note: `${insured} ${together}, weighted by the institution’s share of their death benefits. Each line is rounded to the cent, and the whole once: what that differs by has a line of its own.`,
  }
}
const FOUR = new Intl.NumberFormat('en-US', { minimumFractionDigits: 4, maximumFractionDigits: 4 })
/** Each day's payments divided by what a dollar of that day has become since the first: at the rate they sum to nothing. */
function sinceIssue({ view, workings, address, figure }: Asked): FigureParts {
  const carriers = Object.entries(workings.payments).flatMap(([code, one]) =>
    address.row === 'total' || address.row === code ? [one] : [],
  )
  const days = paymentsByDay(carriers.flatMap((carrier) => carrier.days))
  const value = carriers.reduce((sum, one) => sum + one.value, 0)
  const [first] = days
  if (!first || typeof figure.value !== 'number') return {}
  const rate = figure.value
  const end: PaymentDay = [plainDate(view.header.asOf), 0, value]
  const lines = [...days, end].map(([date, payments, amount]) => {
    const passed = daysBetween(first[0], date)
    const factor = (1 + rate) ** (passed / 365)
    const now = roundHalfAwayFromZero(amount / factor)
    const what =
      payments === 0
        ? 'cash surrender value'
        : amount < 0
          ? counted(payments, 'payment in', 'payments in')
          : counted(payments, 'payment out', 'payments out')
    return plain(formatDate(date), `${what}, ${money(amount)} ÷ ${factor.toFixed(10)} (${counted(passed, 'day')})`, money(now), now)
  })
  const sum = lines.reduce((total, { value }) => total + value, 0)
  return {
    lines,
    linesKind: 'money',
    note: `At ${precise(rate, 9)} a year, the payments since issue and the value now, each divided by (1 + rate) to the power of its days since the first ÷ 365, come to ${money(sum)}: to nothing, but for rounding each line to the cent and the rate to a billionth. Payments of one day stand together. Where the register has no premium of the beginning, the initial premium at issue stands for it.`,
  }
}

const CARRIER_COLUMNS = ['value', 'interest', 'cost', 'expense', 'decline'] as const

/** A year's sum by carrier; the year under review leads on to the carrier's policies. */
function byCarrier({ view, workings, address }: Asked, column: string): FigureParts {
  const found = yearOfFigure(workings, address)
  const summed = CARRIER_COLUMNS.find((each) => each === column)
  if (!found || !summed || !BY_YEAR.has(address.table)) return {}
  const [end, { carriers }] = found
  const held = end === view.header.asOf && column === 'value' ? tableOf(view, 'carriers') : undefined
  return {
    lines: carriers.flatMap((carrier): ExplanationLine[] => {
      const amount = carrier[summed]
      if (amount === null || amount === undefined || (column === 'value' && amount === 0)) return []
      const address = held?.rows.some(({ id }) => id === carrier.code) ? { table: 'carriers', row: carrier.code, column: 'value' } : null
      return [{ label: workings.carriers[carrier.code] ?? carrier.code, detail: null, text: money(amount), value: amount, address }]
    }),
  }
}
const BY_YEAR: ReadonlySet<string> = new Set(['years', 'yields', 'concentration-years', 'scorecard'])

/** The policies that the carrier held at the year's beginning: those of the appendix, and those that ended since. */
function beginOf({ view, workings, address, figure }: Asked): FigureParts {
  const appendix = tableOf(view, 'policies')
  if (!appendix || !workings.ended) return { note: 'Its policies are not listed: the appendix that lists policies is switched off.' }
  const held = appendix.rows.flatMap((row): ExplanationLine[] => {
    const value = row.basis?.begin
    if (typeof value !== 'number' || !row.tags?.includes(`carriers ${address.row}`)) return []
    return [policyLine(String(row.cells.insured), String(row.cells.policy), value)]
  })
  const ended = workings.ended
    .filter(({ carrier }) => carrier === address.row)
    .map(({ insured, policy, begin }) => policyLine(insured, `${policy}, ended in the year`, begin))
  const lines = [...held, ...ended]
  // A book whose first values came later: what the lines do not tell is not made up.
  return lines.reduce((sum, { value }) => sum + value, 0) === figure.value ? { lines } : {}
}
const policyLine = (label: string, detail: string, value: number): ExplanationLine => ({
  label,
  detail,
  text: money(value),
  value,
  address: null,
})

/** For earlier years each plan's policies by carrier. */
function planValue(asked: Asked): FigureParts {
  const { view, workings, address } = asked
  if (address.row === view.header.asOf) return planValueNow(asked)
  const plans = workings.plans?.[address.row]
  if (!plans) return {}
  return {
    lines: plans.map(({ plan, carrier, policies, value }) => ({
      label: plan,
      detail: workings.carriers[carrier] ?? carrier,
      work: counted(policies, 'policy', 'policies'),
      text: money(value),
      value,
      address: null,
    })),
  }
}

/** As the asset report of the same date has it, by the institution's convention of yields. */
function monthYield({ workings, address }: Asked): FigureParts {
  const from = workings.months?.rows[address.row]
  return workings.months && from ? { formula: workings.months.formula, from: [from] } : {}
}

function herfindahl({ view, workings }: Asked): FigureParts {
  const carriers = workings.years[view.header.asOf]?.carriers.filter(({ value }) => value > 0) ?? []
  const whole = carriers.reduce((sum, { value }) => sum + value, 0)
  return {
    lines: carriers.map(({ code, value }) => {
      const share = (value / whole) * 100
      return plain(workings.carriers[code] ?? code, `(${money(value)} ÷ ${money(whole)} × 100)²`, formatDecimal(share ** 2), share ** 2)
    }),
  }
}

/** Claims paid in the year, where the review lists them; a claim's own line is as recorded. */
function claimsOfYear({ view, workings, address }: Asked): FigureParts {
  const claims = tableOf(view, 'claims')
  const found = yearOfFigure(workings, address)
  if (!claims || !found || address.table === 'claims') return {}
  const [end, { from }] = found
  return {
    lines: claims.rows.flatMap((row): ExplanationLine[] => {
      const { proceeds, paid, insured, policy } = row.cells
      if (typeof proceeds !== 'number' || typeof paid !== 'string' || paid <= from || paid > end) return []
      return [
        {
          label: String(insured),
          detail: typeof policy === 'string' ? policy : null,
          text: money(proceeds),
          value: proceeds,
          address: null,
        },
      ]
    }),
  }
}

function sensitivity({ workings, address }: Asked): FigureParts {
  const products = workings.sensitivity[address.row]
  if (!products) return {}
  return {
    lines: products.map(({ product, policies, value, change }) =>
      plain(
        product,
        `${counted(policies, 'policy', 'policies')}, ${money(value)} × ${precise(value > 0 ? change / value : 0)}`,
        money(change),
        change,
      ),
    ),
    note: 'Each policy’s change is rounded to the cent; the rate beside a product is what its policies’ rates change by on average.',
  }
}

function imputedIncome({ workings, address }: Asked): FigureParts {
  const lines = workings.imputed[address.row]
  if (!lines) return {}
  if (lines.length === 0)
    return { note: `With fewer than ${FEWEST_TOGETHER} people, each one’s rate would tell the age: their rates are not shown.` }
  return {
    lines: lines.map(({ ages, people, share, income }) =>
      plain(
        ages,
        `${counted(people, 'person', 'people')}, ${money(share)} ÷ 1,000 × ${Number(((income / share) * 1000).toFixed(8))}`,
        money(income),
        income,
      ),
    ),
    note: `People stand together by age, at least ${FEWEST_TOGETHER} in a line, so that no one’s age can be derived from the rate, which is their average by share. Each policy’s income is rounded to the cent.`,
  }
}

function marketValue({ workings }: Asked): FigureParts {
  return { lines: workings.market.map(({ fund, market }) => plain(fund ?? 'Policies without a fund on file', null, money(market), market)) }
}
