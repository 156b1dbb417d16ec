import { expect, test } from 'vitest'
import { fillTemplate, MAIL_TEXT, placeholderProblem } from './mail-template.ts'

test('placeholders are replaced, with or without blanks inside the braces', () =>
  expect(fillTemplate('Dear {{firstName}} {{ lastName }},', { firstName: 'Ann', lastName: 'Low' })).toBe('Dear Ann Low,'))

test('a line of missing values disappears, a line of text stays', () =>
  expect(fillTemplate('Regards\n{{member1Name}}\n{{member2Name}}, {{member2Title}}\n\nBye', { member1Name: 'Bo' })).toBe(
    'Regards\nBo\n\nBye',
  ))

test('a label before missing values disappears with them, and stays before one that is there, or that it is made of', () => {
  const text = 'Your service team: {{member1Name}}, {{member1Title}}\n{{institutionName}}:\nSign in here:\n{{loginLink}}'
  expect(fillTemplate(text, { institutionName: 'Harbor', loginLink: 'https://x' })).toBe('Harbor:\nSign in here:\nhttps://x')
  expect(fillTemplate('Your service team: {{member1Name}}, {{member1Title}}', { member1Name: 'Bo' })).toBe('Your service team: Bo,')
})

test('values are taken literally', () => expect(fillTemplate('{{fileType}}', { fileType: '$& {{lastName}}' })).toBe('$& {{lastName}}'))

test('unknown names are told', () => expect(MAIL_TEXT.unknown('{{firstName}} {{salary}}')).toEqual(['salary']))

test.each([
  ['{{first name}}', ['first name']],
  ['{{}}', ['']],
  ['Dear {{firstName', ['{{firstName']],
  ['{{salary}} {{ salary }} {{lastName}}', ['salary']],
  ['a { brace } alone', []],
])('of %s unknown is %j', (template, unknown) => expect(MAIL_TEXT.unknown(template)).toEqual(unknown))

test('a sentence names every unknown one', () => {
  expect(placeholderProblem('{{salary}} and {{bonus}}')).toBe(
    'Not known here: {{salary}}, {{bonus}}. Choose from the placeholders above the text.',
  )
  expect(placeholderProblem('{{firstName}}')).toBeUndefined()
})

test('pieces put together are the template', () => {
  const template = 'Dear {{ firstName }} {{nobody}},\n{{lastName}}'
  expect(MAIL_TEXT.pieces(template).map(({ placeholder }) => placeholder)).toEqual([null, 'firstName', null, 'lastName'])
  expect(
    MAIL_TEXT.pieces(template)
      .map(({ text }) => text)
      .join(''),
  ).toBe(template)
})

test.each([
  ['https://elsewhere.example/#{{loginLink}}', false],
  ['elsewhere.example/?x={{ loginLink }}', false],
  ['({{loginLink}})', false],
  ['{{loginLink}}/elsewhere', false],
  ['{{firstName}}{{loginLink}}', false],
  ['{{loginLink}}', true],
  ['Here: {{loginLink}}.', true],
  ['Here:\n\n{{loginLink}}\n\nor {{choiceLink}}, as you like', true],
])('a link in %j stands alone: %s', (template, alone) => expect(placeholderProblem(template) === undefined).toBe(alone))
