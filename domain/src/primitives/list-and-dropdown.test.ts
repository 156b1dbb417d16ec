import { describe, expect, test } from 'vitest'
import { dropdownChoice, dropdownMatches, pageNumber } from './list-and-dropdown.ts'
import { STATE_CHOICES } from './us-states.ts'

test.each([
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['2.9', 2],
  ['x', 1],
  ['', 1],
  [null, 1],
  [undefined, 1],
  ['Infinity', 1],
])('page %s is %i', (text, page) => expect(pageNumber(text)).toBe(page))

describe('the searchable dropdown', () => {
  const options = ['Granite State Bank', 'First Coastal Bank', 'Second Coastal', 'Harbor', 'Coast 1', 'Coast 2', 'Coast 3', 'Coast 4'].map(
    (label, value) => ({ label, value }),
  )
  const labels = (text: string, most?: number) => dropdownMatches(options, text, most).map(({ label }) => label)
  test('finds by any part, whatever the case', () => expect(labels('COASTAL')).toEqual(['First Coastal Bank', 'Second Coastal']))
  test('shows six unless told', () => {
    expect(labels('')).toHaveLength(6)
    expect(labels('', 1000)).toHaveLength(8)
  })
  test('reverts to the default on empty or unmatched text', () => {
    expect(dropdownChoice(options, 'harbor ', null)?.label).toBe('Harbor')
    expect(dropdownChoice(options, 'Harb', options[0] ?? null)?.label).toBe('Granite State Bank')
    expect(dropdownChoice(options, '  ', null)).toBeNull()
  })
})

describe('the states', () => {
  test.each([
    ['IN', 'Indiana (IN)'],
    ['or', 'Oregon (OR)'],
    ['carolina', 'North Carolina (NC)'],
    ['virgin', 'Virginia (VA)'],
  ])('%s typed offers %s first', (typed, first) => expect(dropdownMatches(STATE_CHOICES, typed)[0]?.label).toBe(first))
  test('two letters typed in full choose their state when the field is left', () =>
    expect(dropdownChoice(STATE_CHOICES, ' oh ', null)?.value).toBe('OH'))
  test('a name typed in full chooses its state when the field is left, and one that two options have chooses none', () => {
    expect(dropdownChoice(STATE_CHOICES, 'ohio', null)?.value).toBe('OH')
    expect(dropdownChoice(STATE_CHOICES, 'Virginia', null)?.value).toBe('VA')
    expect(dropdownChoice([{ label: 'Harbor (NY)' }, { label: 'Harbor (NJ)' }], 'harbor', null)).toBeNull()
  })
})
