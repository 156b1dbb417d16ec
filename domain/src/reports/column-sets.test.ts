import { expect, test } from 'vitest'
import { columnsOfSet, phoneFigure, setsOf } from './column-sets.ts'
import { column } from './table.ts'

const WIDE_TABLE = [
  column('insured', 'Insured', 'text', { group: 'key' }),
  column('policyNumber', 'Policy number', 'text', { group: 'key' }),
  column('issueDate', 'Issued', 'date'),
  column('grossRate', 'Gross rate', 'percent', { group: 'yields' }),
  column('netYield', 'Net yield', 'percent', { group: 'yields' }),
  column('increase', 'Increase', 'money'),
  column('cashSurrenderValue', 'CSV', 'money'),
  column('deathBenefit', 'Death benefit', 'money', { group: 'deathBenefit' }),
]
const keys = (set: Parameters<typeof columnsOfSet>[1]) => columnsOfSet(WIDE_TABLE, set).map(({ key }) => key)

test('every set names the policy and has its cash surrender value, in the order of the table', () => {
  expect(keys('all')).toEqual(WIDE_TABLE.map(({ key }) => key))
  expect(keys('values')).toEqual(['insured', 'policyNumber', 'issueDate', 'increase', 'cashSurrenderValue'])
  expect(keys('yields')).toEqual(['insured', 'policyNumber', 'grossRate', 'netYield', 'increase', 'cashSurrenderValue'])
  expect(keys('rates')).toEqual(['insured', 'policyNumber', 'issueDate', 'grossRate', 'netYield', 'cashSurrenderValue'])
  expect(keys('deathBenefits')).toEqual(['insured', 'policyNumber', 'cashSurrenderValue', 'deathBenefit'])
})

test('a set that shows everything, or nothing but names, is not offered, and a narrow table offers none', () => {
  expect(setsOf(WIDE_TABLE).map(({ label }) => label)).toEqual(['All', 'Values', 'Yields', 'Rates', 'Death benefits'])
  expect(setsOf(WIDE_TABLE.map((each) => ({ ...each, group: 'key' as const })))).toEqual([])
  expect(setsOf([...WIDE_TABLE.slice(0, 7), column('note', 'Note', 'text')]).map(({ label }) => label)).not.toContain('Death benefits')
  expect(setsOf(WIDE_TABLE.slice(0, 7))).toEqual([])
})

test('a phone knows a line by its cash surrender value; where a table has none, by its death benefit', () => {
  expect(phoneFigure(WIDE_TABLE)).toBe('cashSurrenderValue')
  expect(phoneFigure(WIDE_TABLE.filter(({ key }) => key !== 'cashSurrenderValue'))).toBe('deathBenefit')
  expect(phoneFigure(WIDE_TABLE.slice(0, 5))).toBeUndefined()
})
