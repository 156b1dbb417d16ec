import { expect, test } from 'vitest'
import { fillTemplate, unknownPlaceholders } from './mail-template.ts'

test('placeholders are replaced, with or without blanks inside the braces', () =>
  expect(fillTemplate('Dear {{firstName}} {{ lastName }},', { firstName: 'Ann', lastName: 'Low' })).toBe('Dear Ann Low,'))

test('a line of missing values disappears, a line of text stays', () =>
  expect(fillTemplate('Regards\n{{member1Name}}\n{{member2Name}}, {{member2Title}}\n\nBye', { member1Name: 'Bo' })).toBe(
    'Regards\nBo\n\nBye',
  ))

test('values are taken literally', () => expect(fillTemplate('{{fileType}}', { fileType: '$& {{lastName}}' })).toBe('$& {{lastName}}'))

test('unknown names are told', () => expect(unknownPlaceholders('{{firstName}} {{salary}}')).toEqual(['salary']))
