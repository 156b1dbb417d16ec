/** How an exception comes about, as the explanation of a report's figure says it: the rule's formula in words and with its numbers, in the unit of the rule. */
import type { ExceptionRecord } from '@corridor/contract/auditing.ts'
import { comparisonOf } from '@corridor/domain/auditing/compared.ts'
import { type Comparison, RULE_TESTS } from '@corridor/domain/auditing/rule-tests.ts'
import { AUDIT_CHECKS, isAuditRule } from '@corridor/domain/auditing/rules.ts'
import type { Explanation } from '@corridor/domain/reports/explanation/explanation.ts'
import { namesIn, workOut, written } from '@corridor/domain/reports/explanation/formula-text.ts'
import { differenceOf, figureOf, toleranceOf } from './words.ts'

type Explained = Pick<
  ExceptionRecord,
  'check' | 'ruleCode' | 'ruleTitle' | 'unit' | 'expected' | 'actual' | 'differenceCents' | 'tolerance' | 'figures'
>

/** @returns null for a rule that the audits no longer have */
export function explanationOf(exception: Explained): Explanation | null {
  const { check, ruleCode, ruleTitle, unit, expected, actual, tolerance } = exception
  if (!isAuditRule(ruleCode)) return null
  const comparison = comparisonOf(ruleCode, exception)
  const difference = differenceOf(exception)
  const shared = {
    kind: 'text' as const,
    lines: null,
    policyId: null,
    source: `The audit “${AUDIT_CHECKS[check].title}”, rule ${ruleCode}.`,
    title: `${ruleCode}, ${ruleTitle}`,
  }
  if (!comparison || expected === null || actual === null || unit === 'words')
    return {
      ...shared,
      value: actual ?? ruleTitle,
      text: actual ?? ruleTitle,
      name: `Rule ${ruleCode}`,
      formula: null,
      figures: null,
      words: RULE_TESTS[ruleCode],
      inputs: [],
      note:
        [expected === null ? '' : `Expected: ${expected}.`, actual === null ? '' : `Actual: ${actual}.`].filter(Boolean).join(' ') || null,
    }
  const figures = { actual: figureOf(unit, actual), expected: figureOf(unit, expected) }
  const sides = comparison.lessens ? (['expected', 'actual'] as const) : (['actual', 'expected'] as const)
  const formula = sides.join(' - ')
  return {
    ...shared,
    value: difference,
    text: difference,
    name: comparison.difference ?? 'Difference',
    formula: written(formula, (side) => (side === 'actual' ? comparison.actual : comparison.expected)),
    figures: written(formula, (side) => (side === 'actual' ? figures.actual : figures.expected)),
    words: null,
    inputs: [
      ...sides.map((side) => ({
        name: side,
        label: comparison[side],
        text: figures[side],
        by: workedOut(exception, comparison, side),
        address: null,
      })),
      // The sentence of a date says it by itself.
      ...(tolerance === null ? [] : [{ name: 'tolerance', label: 'may differ by', text: toleranceOf(exception), by: null, address: null }]),
    ],
    note: RULE_TESTS[ruleCode],
  }
}

/** The side from the figures kept with the exception; null unless they are all there and make it. */
function workedOut(exception: Explained, { worked, ...sides }: Comparison, side: 'actual' | 'expected'): Explanation | null {
  if (worked?.of !== side) return null
  const { unit, figures } = exception
  const stated = Number(exception[side])
  const values = new Map(namesIn(worked.text).map((name) => [name, figures[name]]))
  const number = (name: string): number => {
    const value = values.get(name)
    return typeof value === 'number' ? value : Number.NaN
  }
  const result = workOut(worked.text, number)
  if (!(Math.abs(result - stated) <= (unit === 'fraction' ? 0.000_001 : 1))) return null
  const label = (name: string) => worked.inputs[name] ?? name
  const amount = (name: string) => figureOf('cents', number(name))
  const text = figureOf(unit, stated)
  return {
    title: sides[side],
    kind: 'text',
    value: text,
    text,
    name: sides[side],
    formula: written(worked.text, label),
    figures: written(worked.text, amount),
    words: null,
    inputs: [...values.keys()].map((name) => ({ name, label: label(name), text: amount(name), by: null, address: null })),
    lines: null,
    source: 'Posted values and flows of the month, as the audit read them.',
    note: null,
    policyId: null,
  }
}
