/** The tables of what a purchase does to the bank's position: balance sheet, concentrations, capital, policies replaced; and the inputs. */
import type { LimitTest } from '../calculations/concentration.ts'
import { MEC_PENALTY_RATE } from '../calculations/surrender.ts'
import { type Cents, cents, formatMoney, formatPercent, times } from '../primitives/money.ts'
import { column, type ViewRow, type ViewTable } from '../reports/table.ts'
import type { PurchaseEffect } from './purchase.ts'
import { type RestructureWay, restructure } from './restructure.ts'
import { changeOf, flatTable, type Given, rowOf } from './rows.ts'
import {
  enteredDigits,
  fieldOf,
  inputLabel,
  isUsed,
  SCENARIO_KEYS,
  SCENARIO_SECTIONS,
  type Scenario,
  type ScenarioKey,
} from './scenario.ts'

const NOT_KNOWN = 'Not known'

export const STATUS_WORDS: Record<LimitTest['status'], string> = {
  within: 'Within the limit',
  near: 'Near the limit',
  over: 'Over the limit',
  unknown: 'Not tested',
}

export function balanceSheet(
  scenario: Scenario,
  money: (key: ScenarioKey) => Cents | null,
  { balanceSheet: moved }: PurchaseEffect,
): ViewTable {
  const [totalAssets, equity, securities] = [money('totalAssets'), money('equity'), money('securities')]
  // Holdings of which a part is not known are no line of a table that must foot.
  const held = scenario.lacking === null ? cents(scenario.held.reduce((sum, { cashSurrenderValue }) => sum + cashSurrenderValue, 0)) : null
  const less = (whole: Cents | null, ...parts: (Cents | null)[]) =>
    parts.reduce<Cents | null>((rest, part) => (rest === null || part === null ? null : cents(rest - part)), whole)
  const line = (id: string, label: string, before: Cents | null, change: Cents) =>
    // A dash would say that there is none.
    rowOf(id, { label, before: before ?? NOT_KNOWN, change, after: before === null ? NOT_KNOWN : cents(before + change) })
  return flatTable(
    'balanceSheet',
    'Balance sheet',
    [
      column('label', 'Line', 'text', { width: 30 }),
      column('before', 'Before', 'money', { formula: 'stated' }),
      column('change', 'Change', 'money', { formula: 'stated' }),
      column('after', 'After', 'money', { formula: 'balanceAfter' }),
    ],
    [
      ...(securities === null ? [] : [line('securities', 'Securities and other assets sold', securities, moved.securities)]),
      line('lifeInsurance', 'Life insurance', held, moved.otherAssets),
      securities === null
        ? line('restOfAssets', 'All assets other than life insurance', less(totalAssets, held), moved.securities)
        : line('otherAssets', 'All other assets', less(totalAssets, securities, held), cents(0)),
      line('totalAssets', 'Total assets', totalAssets, cents(moved.securities + moved.otherAssets)),
      line('liabilities', 'Liabilities', less(totalAssets, equity), cents(0)),
      line('equity', 'Equity', equity, moved.equity),
    ],
  )
}

export function concentrations({ held, carrierCode, carrierName }: Scenario, { carrier, aggregate }: PurchaseEffect): ViewTable {
  const { capital } = aggregate.after
  const line = (id: string, label: string, before: LimitTest, after: LimitTest): ViewRow =>
    rowOf(
      id,
      {
        label,
        before: before.cashSurrenderValue,
        shareBefore: before.ratio,
        added: cents(after.cashSurrenderValue - before.cashSurrenderValue),
        after: after.cashSurrenderValue,
        shareAfter: after.ratio,
        limit: after.limit,
        headroom: after.headroom,
        status: STATUS_WORDS[after.status],
      },
      { capital },
    )
  const others = held.filter((each) => each.carrierCode !== carrierCode)
  return flatTable(
    'concentrations',
    'Concentration of capital',
    [
      column('label', 'Carrier', 'text', { width: 22 }),
      column('before', 'Before', 'money', { formula: 'stated' }),
      column('shareBefore', 'Of capital', 'percent', { formula: 'shareBefore' }),
      column('added', 'Bought', 'money', { formula: 'stated' }),
      column('after', 'After', 'money', { formula: 'heldAfter' }),
      column('shareAfter', 'Of capital', 'percent', { formula: 'shareAfter' }),
      column('limit', 'Limit', 'percent', { formula: 'stated' }),
      column('headroom', 'Headroom', 'money', { formula: 'headroom' }),
      column('status', 'Status', 'text', { width: 18 }),
    ],
    [
      line('carrier', carrierName || 'The new carrier', carrier.before, carrier.after),
      ...others.map(({ carrierCode: code, carrierName: name }) => {
        const test = carrier.others[code]
        if (!test) throw new RangeError(`no test of ${code}`)
        return line(code, name, test, test)
      }),
      line('aggregate', 'All carriers', aggregate.before, aggregate.after),
    ],
  )
}

export function capital(
  { numbers }: Scenario,
  ratio: NonNullable<PurchaseEffect['tier1Ratio']>,
  tier1: Cents,
  assets: Cents,
  given: Given,
): ViewTable {
  const premium = cents(given('premium'))
  const load = times(premium, given('loadFraction'))
  const bought = cents(premium - load)
  const before = rowOf('before', { label: 'Before', tier1, riskWeighted: assets, ratio: ratio.before })
  const after = rowOf(
    'after',
    {
      label: 'After',
      tier1: cents(tier1 - load),
      riskWeighted: ratio.riskWeightedAfter,
      ratio: ratio.after,
    },
    { tier1Before: tier1, load, assetsBefore: assets, premium, bought, soldWeight: numbers.soldWeight, boughtWeight: numbers.boughtWeight },
    { tier1: 'tier1After', riskWeighted: 'riskWeightedAfter' },
  )
  return flatTable(
    'capital',
    'Tier 1 capital ratio',
    [
      column('label', 'Time', 'text', { width: 12 }),
      column('tier1', 'Tier 1 capital', 'money', { formula: 'stated' }),
      column('riskWeighted', 'Risk-weighted assets', 'money', { formula: 'stated' }),
      column('ratio', 'Ratio', 'percent', { formula: 'tier1Ratio', digits: 3 }),
    ],
    [before, after, changeOf(before, after)],
  )
}

export function restructured(
  scenario: Scenario,
  given: Given,
  money: (key: ScenarioKey) => Cents | null,
): { table: ViewTable; warnings: string[] } | null {
  const [value, gain] = [money('replacedValue'), money('replacedGain')]
  if (value === null || gain === null || scenario.numbers.replacedYield === null) return null
  const oldYield = scenario.numbers.replacedYield
  const chargeFraction = given('replacedCharge')
  const { surrender, exchange, warnings } = restructure({
    cashSurrenderValue: value,
    gain,
    isModifiedEndowment: scenario.replacedIsModifiedEndowment,
    taxRate: given('taxRate'),
    chargeFraction,
    oldYield,
    newYield: given('policyYield'),
  })
  const line = (id: string, label: string, way: RestructureWay, isTaxed: boolean) =>
    rowOf(
      id,
      { label, value, tax: way.tax, penalty: way.penalty, charge: way.charge, reinvested: way.reinvested, years: way.breakEvenYears },
      {
        gain,
        wayTax: isTaxed ? given('taxRate') : 0,
        penaltyRate: isTaxed && scenario.replacedIsModifiedEndowment ? MEC_PENALTY_RATE : 0,
        chargeFraction,
        oldYield,
        newYield: given('policyYield'),
      },
      way.cost === 0 ? { years: 'nothingLost' } : {},
    )
  const table = flatTable(
    'restructure',
    'Policies replaced',
    [
      column('label', 'Way', 'text', { width: 26 }),
      column('value', 'Value given up', 'money', { formula: 'stated' }),
      column('tax', 'Tax', 'money', { formula: 'surrenderTax' }),
      column('penalty', 'Additional tax', 'money', { formula: 'surrenderPenalty' }),
      column('charge', 'Charge', 'money', { formula: 'charge' }),
      column('reinvested', 'Reinvested', 'money', { formula: 'reinvested' }),
      column('years', 'Years to break even', 'decimal', { formula: 'breakEvenYears', width: 10 }),
    ],
    [line('surrender', 'Surrender and buy anew', surrender, true), line('exchange', 'Exchange (26 U.S.C. 1035)', exchange, false)],
  )
  return { table, warnings }
}

/** Every input that is used, with its source: the reader of a paper sees on what it rests. */
export function inputs(scenario: Scenario): ViewTable {
  const { numbers, sources } = scenario
  const shown = (key: ScenarioKey) => {
    const value = numbers[key]
    const { kind } = fieldOf(key)
    if (value === null) return NOT_KNOWN
    if (kind === 'money') return formatMoney(cents(value))
    return kind === 'percent' ? formatPercent(value, enteredDigits(value)) : value.toLocaleString('en-US')
  }
  return flatTable(
    'inputs',
    'Inputs',
    [
      column('section', 'Part', 'text', { width: 18 }),
      column('label', 'Input', 'text', { width: 34 }),
      column('value', 'Value', 'text', { align: 'right', width: 18 }),
      column('source', 'Source', 'text', { width: 44 }),
    ],
    SCENARIO_KEYS.filter((key) => isUsed(key, scenario) && (numbers[key] !== null || !key.startsWith('replaced'))).map((key) =>
      rowOf(key, {
        section: SCENARIO_SECTIONS[fieldOf(key).section],
        label: inputLabel(key, scenario),
        value: shown(key),
        source: sources[key] ?? (numbers[key] === null ? '' : 'Entered for this scenario'),
      }),
    ),
  )
}
