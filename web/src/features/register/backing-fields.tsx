/** The forms of what stands behind policies and plans: the funds of separate accounts, what plans owe, what was illustrated. */

import { fundWeight } from '@corridor/domain/calculations/risk-weight.ts'
import type { IllustratedValue } from '@corridor/domain/policies/illustrations.ts'
import type { PlanHedge } from '@corridor/domain/policies/plan-liability.ts'
import {
  classProblem,
  FUND_APPROACHES,
  type FundApproach,
  type FundClass,
  lookThroughOf,
} from '@corridor/domain/policies/separate-account-funds.ts'
import { cents, formatAmount, formatPercent, MISSING, sumCents } from '@corridor/domain/primitives/money.ts'
import { typedMoney } from '@corridor/domain/primitives/typed-input.ts'
import type { RecordFormData, Value, Values } from '../../ui/form/form-fields.ts'
import { choicesOf } from '../../ui/form/form-fields.ts'
import { named, type Register } from './fields.ts'
import { type Lines, linesKind, percentIn, percentText, readLines } from './lines-field.tsx'

const isClass = (item: unknown): item is FundClass =>
  typeof item === 'object' && item !== null && 'name' in item && 'share' in item && 'weight' in item && 'most' in item

const CLASSES: Lines<FundClass> = {
  label: 'Fund holdings',
  hint: 'Asset class, share of market value, risk weight and, optionally, the most that the guidelines allow.',
  required: true,
  example: 'Corporate bonds; 15%; 100%; 20%',
  isRow: isClass,
  write: ({ name, share, weight, most }) =>
    [name, percentText(share), percentText(weight), ...(most === null ? [] : [percentText(most)])].join('; '),
  read: ([name = '', ...figures]) => {
    const [share, weight] = [percentIn(figures[0]), percentIn(figures[1])]
    const most = figures[2] === undefined || figures[2] === '' ? null : percentIn(figures[2])
    if (name === '' || share === null || weight === null || figures.length > 3) return null
    return figures[2] && most === null ? null : { name, share, weight, most }
  },
  headers: [
    { text: 'Asset class' },
    { text: 'Share', numeric: true },
    { text: 'Risk weight', numeric: true },
    { text: 'Maximum allowed', numeric: true },
  ],
  cells: ({ name, share, weight, most }) => [name, formatPercent(share), formatPercent(weight), formatPercent(most)],
  sum: (classes) =>
    `Total ${formatPercent(classes.reduce((total, { share }) => total + share, 0))}. Fund risk weight: ${APPROACHES.map(
      (approach) => `${weightOf({ approach, classes })} by ${FUND_APPROACHES[approach].toLowerCase()}`,
    ).join(', ')}.`,
}
const APPROACHES = ['FULL', 'ALTERNATIVE_MODIFIED', 'SIMPLE_MODIFIED'] as const

/** As it would be weighed; "-" while the classes do not make a fund. */
export const weightOf = (fund: { approach: FundApproach; classes: readonly FundClass[] }): string =>
  classProblem(fund) === null ? formatPercent(fundWeight(lookThroughOf(fund))) : MISSING

const wrapped = ({ wrapProvider }: Values) => typeof wrapProvider === 'string' && wrapProvider.trim() !== ''
const soundClasses = (value: Value, { approach }: Values) => {
  const chosen = APPROACHES.find((one) => one === approach)
  const { rows } = readLines(String(value ?? ''), CLASSES)
  return chosen && rows.length > 0 ? (classProblem({ approach: chosen, classes: rows }) ?? undefined) : undefined
}

export const fundForm = (register: Register): RecordFormData => {
  const separate = register.products.filter(({ accountType }) => accountType === 'SEPARATE')
  const held = new Set(register.policies.map(({ productId }) => productId))
  return {
    fields: {
      productId: {
        kind: 'select',
        label: 'Product',
        required: true,
        options: separate
          .filter(({ id }) => held.has(id))
          .map(({ id, name, carrierCode }) => ({ value: id, label: `${name} (${carrierCode})` })),
        hint: 'Separate accounts that the institution holds policies of',
      },
      policyId: {
        kind: 'dropdown',
        label: 'For one policy only',
        options: named(register.policies.filter(({ productId }) => separate.some(({ id }) => id === productId))),
      },
      asOfDate: { kind: 'date', label: 'Stated as of', required: true, monthEnds: true },
      fundName: { kind: 'text', label: 'Fund', required: true, most: 120 },
      marketValueCents: { kind: 'money', label: 'Market value', required: true, least: 1 },
      bookValueCents: { kind: 'money', label: 'Book value', required: true, least: 1 },
      wrapProvider: { kind: 'text', label: 'Wrap provider', most: 120, hint: 'If empty, the fund has no stable value wrap' },
      wrapRating: { kind: 'text', label: 'Provider’s rating', most: 20, when: wrapped, otherwise: null },
      wrapWeight: {
        kind: 'percent',
        label: 'Provider’s risk weight',
        required: true,
        least: 0,
        most: 12.5,
        when: wrapped,
        otherwise: null,
        hint: 'An insurer weighs 100%, a bank of the United States 20%',
      },
      wrapFeeRate: { kind: 'percent', label: 'Annual wrap fee', least: 0, most: 0.05, when: wrapped, otherwise: null },
      wrapEndsOn: { kind: 'date', label: 'Wrap ends on', when: wrapped, otherwise: null },
      approach: { kind: 'select', label: 'Approach elected by the institution', required: true, options: choicesOf(FUND_APPROACHES) },
      classes: { kind: 'own', own: linesKind(CLASSES), label: 'Fund holdings', required: true, wide: true, check: soundClasses },
      source: { kind: 'text', label: 'Source', required: true, most: 300, hint: 'The statement or letter this comes from' },
      documentDate: { kind: 'date', label: 'Source date' },
    },
    sections: [
      {
        title: 'Fund',
        note: 'Market value over book value is the part of a policy’s value that the fund’s assets cover; under a wrap, its provider owes the rest.',
        fields: ['productId', 'policyId', 'fundName', 'asOfDate', 'marketValueCents', 'bookValueCents', 'source', 'documentDate'],
      },
      { title: 'Stable value wrap', fields: ['wrapProvider', 'wrapRating', 'wrapWeight', 'wrapFeeRate', 'wrapEndsOn'] },
      { title: 'Look-through', note: '12 CFR 3.53. No fund has a risk weight below 20%.', fields: ['approach', 'classes'] },
    ],
    initial: { policyId: null },
  }
}

const isHedge = (item: unknown): item is PlanHedge => typeof item === 'object' && item !== null && 'fund' in item && 'notional' in item
const HEDGES: Lines<PlanHedge> = {
  label: 'Hedges by notional fund',
  hint: 'Participants’ elections, and the assets held against them where known.',
  required: false,
  example: 'Large company index; 1,250,000.00',
  isRow: isHedge,
  write: ({ fund, notional }) => `${fund}; ${formatAmount(notional)}`,
  read: ([fund = '', typed = '', ...more]) => {
    const notional = typedMoney(typed)
    return fund === '' || typeof notional !== 'number' || notional < 0 || more.length > 0 ? null : { fund, notional: cents(notional) }
  },
  headers: [{ text: 'Notional fund' }, { text: 'Hedged ($)', numeric: true }],
  cells: ({ fund, notional }) => [fund, formatAmount(notional)],
  sum: (hedges) => `Total $${formatAmount(sumCents(hedges.map(({ notional }) => notional)))}.`,
}

export const liabilityForm = (register: Register): RecordFormData => ({
  fields: {
    planId: {
      kind: 'select',
      label: 'Plan',
      required: true,
      options: named(register.plans),
      hint: 'A deferred compensation or retirement plan',
    },
    asOfDate: { kind: 'date', label: 'As of', required: true, monthEnds: true },
    liabilityCents: {
      kind: 'money',
      label: 'Liability',
      required: true,
      least: 0,
      hint: 'What the plan owes its participants, before tax',
    },
    source: { kind: 'text', label: 'Source', required: true, most: 300, hint: 'The plan administrator’s statement' },
    hedges: { kind: 'own', own: linesKind(HEDGES), label: 'Hedges by notional fund', wide: true },
  },
  sections: [
    {
      title: 'Plan liability',
      note: 'The annual review compares it with the cash surrender value of the plan’s policies, before and after tax.',
      fields: ['planId', 'asOfDate', 'liabilityCents', 'source', 'hedges'],
    },
  ],
  initial: { hedges: [] },
})

const isYear = (item: unknown): item is IllustratedValue => typeof item === 'object' && item !== null && 'year' in item && 'value' in item
const YEARS: Lines<IllustratedValue> = {
  label: 'Illustrated values',
  hint: 'Policy years completed and the cash surrender value at their end.',
  required: false,
  example: '10; 1,337,373.00',
  isRow: isYear,
  write: ({ year, value }) => `${year}; ${formatAmount(value)}`,
  read: ([year = '', typed = '', ...more]) => {
    const value = typedMoney(typed)
    return /^\d{1,3}$/.test(year) && typeof value === 'number' && value >= 0 && more.length === 0
      ? { year: Number(year), value: cents(value) }
      : null
  },
  headers: [
    { text: 'Policy year', numeric: true },
    { text: 'Cash surrender value ($)', numeric: true },
  ],
  cells: ({ year, value }) => [String(year), formatAmount(value)],
}

export const illustrationForm = (register: Register): RecordFormData => ({
  fields: {
    policyId: { kind: 'dropdown', label: 'Policy', required: true, options: named(register.policies) },
    illustratedOn: { kind: 'date', label: 'Illustrated on', required: true },
    illustratedYield: {
      kind: 'percent',
      label: 'Illustrated net yield',
      least: -0.5,
      most: 0.5,
      hint: 'If the illustration states one',
    },
    source: { kind: 'text', label: 'Source', required: true, most: 300, hint: 'The carrier’s illustration' },
    yearlyValues: { kind: 'own', own: linesKind(YEARS), label: 'Illustrated values', wide: true },
  },
  sections: [
    {
      title: 'Illustration',
      note: 'The annual review compares it with the policy’s value and the yield of the year.',
      fields: ['policyId', 'illustratedOn', 'illustratedYield', 'source', 'yearlyValues'],
    },
  ],
  initial: { yearlyValues: [] },
})
