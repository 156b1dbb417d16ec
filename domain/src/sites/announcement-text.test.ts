import { expect, test } from 'vitest'
import { linkedText } from './announcement-text.ts'

test.each([
  ['See https://bank.example/rates?y=2026#top.', ['https://bank.example/rates?y=2026#top']],
  ['(http://a.example/x), or HTTPS://b.example!', ['http://a.example/x', 'HTTPS://b.example']],
  ['javascript:alert(1) data:text/html,x ftp://c.example', []],
  ['https:// alone, and https://<script>', []],
  ['https://a.example" onclick="x', ['https://a.example']],
  ['', []],
])('in “%s” links are %j, and nothing is lost', (text, links) => {
  const parts = linkedText(text)
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual(links)
  expect(parts.map((part) => part.text).join('')).toBe(text)
})
test('what begins like an address and is none stays text', () =>
  expect(linkedText('See http://[x and https://bank.example')).toEqual([
    { text: 'See http://[x and ', href: null },
    { text: 'https://bank.example', href: 'https://bank.example' },
  ]))

test('words lead to a page of the portal, and never to another site', () => {
  expect(linkedText('Please [answer online](/questionnaires/annual?year=2026), thank you.')).toEqual([
    { text: 'Please ', href: null },
    { text: 'answer online', href: '/questionnaires/annual?year=2026' },
    { text: ', thank you.', href: null },
  ])
  for (const text of ['[x](//bank.example)', '[x](javascript:alert(1))', '[](/reports)', '[x] (/reports)'])
    expect(linkedText(text)).toEqual([{ text, href: null }])
})
