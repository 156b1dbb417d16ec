/** Fields of a form: what stands in it, what is wrong with it, and what is sent, kind by kind and at every limit. */
import { usd } from '@corridor/domain/primitives/money.ts'
import { expect, test } from 'vitest'
import { type FieldDefinition, inputOf, isShown, problemsOf, type Value, valuesOf, wordsOf } from './form-fields.ts'

const field = (kind: FieldDefinition['kind'], more: Partial<FieldDefinition> = {}): FieldDefinition => ({ kind, label: 'Figure', ...more })
const options = [
  { value: 1, label: 'Prudence' },
  { value: 2, label: 'Penelope' },
]
const problem = (definition: FieldDefinition, value: Value) => problemsOf({ it: definition }, { it: value }).it

test.each<[string, FieldDefinition, unknown, Value, string]>([
  ['text', field('text'), ' Dayton ', ' Dayton ', 'Dayton'],
  ['a number in a text', field('text'), 12, '12', '12'],
  ['no text', field('text'), null, '', '-'],
  ['a phone number', field('phone'), '3035550123', '3035550123', '(303) 555-0123'],
  ['no phone number', field('phone'), null, '', '-'],
  ['a date', field('date'), '2026-09-30', '09/30/2026', '09/30/2026'],
  ['what is no date', field('date'), 'soon', 'soon', 'soon'],
  ['money', field('money'), 123_456, '1,234.56', '$1,234.56'],
  ['no money', field('money'), null, '', '-'],
  ['a rate', field('percent'), 0.0425, '4.25', '4.25%'],
  ['a rate that no binary fraction hits', field('percent'), 0.07, '7', '7%'],
  ['no rate', field('percent'), null, '', '-'],
  ['one of a few', field('select', { options }), 2, 2, 'Penelope'],
  ['one that is offered no more', field('dropdown', { options }), 9, 9, '9'],
  ['several', field('many', { options }), [1, 2, true], [1, 2], 'Prudence, Penelope'],
  ['none of several', field('many', { options }), undefined, [], '-'],
  ['a box that is ticked', field('check'), true, true, 'Yes'],
  ['a box that is not', field('check'), 'true', false, 'No'],
])('%s stands in the form and in a sentence', (_, definition, stored, typed, words) => {
  const values = valuesOf({ it: definition }, { it: stored })
  expect([values.it, wordsOf(definition, values.it)]).toEqual([typed, words])
})

test.each<[string, FieldDefinition, Value, unknown]>([
  ['text without its margins', field('text'), ' Dayton ', 'Dayton'],
  ['an empty text as none', field('text'), '  ', null],
  ['an empty text that is required as empty', field('text', { required: true }), '  ', ''],
  ['a date', field('date'), '9/30/2026', '2026-09-30'],
  ['a month by its first day', field('date'), '2/2026', '2026-02-01'],
  ['a month by its last day, where the field is of month ends', field('date', { monthEnds: true }), '2/2026', '2026-02-28'],
  ['no date', field('date'), '', null],
  ['money as cents', field('money'), '$1,234.5', 123_450],
  ['a percentage as a fraction', field('percent'), '7%', 0.07],
  ['no percentage', field('percent'), '', null],
  ['a whole number', field('whole'), '1,200', 1200],
  ['no whole number', field('whole'), '', null],
  ['a number', field('number'), '12.5', 12.5],
  ['a phone number', field('phone'), ' 3035550123 ', '3035550123'],
  ['no phone number', field('phone'), ' ', null],
  ['a ticked box', field('check'), true, true],
  ['a box nobody touched', field('check'), null, false],
])('sent is %s', (_, definition, value, sent) => expect(inputOf({ it: definition }, { it: value }, null)).toEqual({ it: sent }))

test.each<[string, FieldDefinition, Value, string | undefined]>([
  ['500 characters', field('text'), 'x'.repeat(500), undefined],
  ['501 characters', field('text'), 'x'.repeat(501), 'Enter at most 500 characters (now 501)'],
  ['margins are no characters', field('text', { most: 3 }), ' abc ', undefined],
  ['2,000 characters of an area', field('area'), 'x'.repeat(2000), undefined],
  ['2,001 characters of an area', field('area'), 'x'.repeat(2001), 'Enter at most 2,000 characters (now 2001)'],
  ['an area with a limit of its own', field('area', { most: 10 }), 'x'.repeat(11), 'Enter at most 10 characters (now 11)'],
  ['an address', field('email'), ' a@bank.com ', undefined],
  ['no address', field('email'), 'a@bank', 'Enter an email address such as name@bank.com'],
  ['no phone number', field('phone'), '555-0123', 'Enter the ten digits of a US phone number'],
  ['no date', field('date'), 'soon', 'Enter a date as mm/dd/yyyy'],
  ['no day of the calendar', field('date'), '2/30/2026', '02/30/2026 is not a calendar date.'],
  ['no money', field('money'), '12,34', 'Enter an amount such as 1,234.56'],
  ['too much money', field('money', { most: usd(5) }), '99999999999999999999', 'Too large: enter $5.00 or less'],
  ['less than nothing, as an accountant writes it', field('money', { least: 0 }), '(5.00)', 'Enter $0.00 or more'],
  ['the least money', field('money', { least: usd(5) }), '5.00', undefined],
  ['a cent less', field('money', { least: usd(5) }), '4.99', 'Enter $5.00 or more'],
  ['the most money', field('money', { most: usd(5) }), '5.00', undefined],
  ['a cent more', field('money', { most: usd(5) }), '5.01', 'Enter $5.00 or less'],
  ['the most percent', field('percent', { most: 0.5 }), '50', undefined],
  ['more percent', field('percent', { most: 0.5 }), '50.01', 'Enter 50% or less'],
  ['no percent', field('percent'), 'four', 'Enter a percentage such as 4.25'],
  ['half a whole number', field('whole'), '1.5', 'Enter a whole number'],
  ['no whole number', field('whole'), 'one', 'Enter a whole number'],
  ['a whole number too small', field('whole', { least: 1000 }), '999', 'Enter 1,000 or more'],
  ['no number', field('number'), '1e5', 'Enter a number such as 12.5'],
  ['a number too large', field('number', { most: 10 }), '10.5', 'Enter 10 or less'],
  ['nothing, which is not required', field('text'), '', undefined],
  ['nothing that is required', field('text', { required: true, label: 'City' }), '  ', 'Enter the city'],
  ['an abbreviation keeps its capitals', field('text', { required: true, label: 'EIN of the bank' }), '', 'Enter the EIN of the bank'],
  ['nothing under a label that is no noun', field('date', { required: true, label: 'Effective from' }), '', 'Enter “Effective from”'],
  ['nothing chosen', field('select', { required: true, label: 'Carrier' }), null, 'Choose the carrier'],
  ['nothing chosen by typing', field('dropdown', { required: true, label: 'Carrier' }), null, 'Choose the carrier'],
  ['none of several', field('many', { required: true, label: 'Sites' }), [], 'Choose the sites'],
  ['nothing confirmed', field('check', { required: true, label: 'That it is so' }), false, 'Confirm “That it is so”'],
  ['read only', field('text', { required: true, fixed: true }), '', undefined],
  ['hidden', field('text', { required: true, when: () => false }), '', undefined],
  ['a rule of its own', field('text', { check: (value) => (value === 'no' ? 'Not that' : undefined) }), 'no', 'Not that'],
  ['a rule of its own about nothing', field('text', { check: (value) => (value === '' ? 'Something' : undefined) }), '', 'Something'],
  ['the kind’s rule comes first', field('email', { check: () => 'Later' }), 'x', 'Enter an email address such as name@bank.com'],
])('what is wrong: %s', (_, definition, value, expected) => expect(problem(definition, value)).toBe(expected))

test('of a stored record the fields that differ are sent, of a new one all; what is hidden sends what it says otherwise', () => {
  const fields = {
    name: field('text'),
    city: field('text'),
    state: field('text', { fixed: true }),
    reason: field('text', { when: ({ city }) => city === 'Denver', otherwise: null }),
    note: field('text', { when: () => false }),
  }
  const stored = valuesOf(fields, { name: 'Alder', city: 'Denver', state: 'CO', reason: 'Moved', note: 'x' })
  expect(inputOf(fields, { ...stored }, stored)).toEqual({})
  expect(inputOf(fields, { ...stored, name: 'Alder Bank' }, stored)).toEqual({ name: 'Alder Bank' })
  expect(inputOf(fields, { ...stored, city: 'Dayton' }, stored)).toEqual({ city: 'Dayton', reason: null })
  const without = valuesOf(fields, { name: 'Alder', city: 'Dayton', reason: null })
  expect(inputOf(fields, { ...without, name: 'A' }, without)).toEqual({ name: 'A' })
  expect(inputOf(fields, stored, null)).toEqual({ name: 'Alder', city: 'Denver', reason: 'Moved' })
  expect([isShown(fields.reason, stored), isShown(fields.reason, without), isShown(fields.name, without)]).toEqual([true, false, true])
})
