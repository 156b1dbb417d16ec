/** Names as people write them on a questionnaire. */
import { expect, test } from 'vitest'
import { nameParts } from './person-names.ts'

test.each([
  ['Mary Smith', { firstName: 'Mary', middleName: null, lastName: 'Smith', suffix: null }],
  ['Mary Ann  van Smith', { firstName: 'Mary', middleName: 'Ann van', lastName: 'Smith', suffix: null }],
  ['Robert T. Jones Jr.', { firstName: 'Robert', middleName: 'T.', lastName: 'Jones', suffix: 'Jr.' }],
  ['Jones, Robert', { firstName: 'Robert', middleName: null, lastName: 'Jones', suffix: null }],
  ['Robert Jones, Jr.', { firstName: 'Robert', middleName: null, lastName: 'Jones', suffix: 'Jr.' }],
  ['Robert Jones, III', { firstName: 'Robert', middleName: null, lastName: 'Jones', suffix: 'III' }],
  ['Jones', { lastName: 'Jones' }],
])('%s', (name, parts) => expect(nameParts(name)).toEqual(parts))

test('a name of any length is read at once', () => {
  expect(nameParts(`Roe,${' '.repeat(500_000)}J,`)).toMatchObject({ firstName: 'Roe' })
})

test('what is no name is refused', () => {
  expect(() => nameParts(' ')).toThrow(RangeError)
  expect(() => nameParts('123')).toThrow(RangeError)
})
