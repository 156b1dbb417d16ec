import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkWords, proseOf, STILL_TO_DO } from './words.mjs'
import { root as repository } from './workspace.mjs'

const planted: string[] = []
afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true })
})

/** Breaches of a checkout that has this one file. */
function breachesOf(path: string, text: string, stillToDo?: typeof STILL_TO_DO): string[] {
  const root = mkdtempSync(join(tmpdir(), 'corridor-words-'))
  planted.push(root)
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return checkWords(root, stillToDo)
}

test('comments and documents of this repository use none of the words', () => expect(checkWords(repository)).toEqual([]))

test.each(Object.entries(STILL_TO_DO).flatMap(([rule, places]) => places.map((place) => [rule, place] as const)))(
  'of the rule %s, %s is still to do: take it out of the list when it is not',
  (rule, place) => {
    const without = { ...STILL_TO_DO, [rule]: STILL_TO_DO[rule as keyof typeof STILL_TO_DO].filter((other) => other !== place) }
    expect(checkWords(repository, without)).not.toEqual([])
  },
)

test.each([
  ['domain/src/a.ts', '/** The colour of a bar. */', 'domain/src/a.ts:1 says “colour”: color'],
  ['domain/src/a.ts', 'const a = 1\n// Recognised by its header.', 'domain/src/a.ts:2 says “Recognised”: the spelling with z'],
  ['web/src/a.tsx', 'const a = 1 // A programme of policies.', 'web/src/a.tsx:1 says “programme”: program'],
  ['docs/a.md', 'One\n\nThe value at work of a year.', 'docs/a.md:3 says “value at work”: average invested value'],
  ['server/src/a.ts', '/**\n * The rules (seed 7).\n */', 'server/src/a.ts:2 says “seed 7”: the law, the form, or nothing'],
  ['domain/src/a.ts', '/** Yields (domain.md 3.2). */', 'domain/src/a.ts:1 says “domain.md”: the law, the form, or nothing'],
  ['web/src/a.css', '/* What a card holds. */', 'web/src/a.css:1 opens with “What”: name the thing, or say why'],
  ['server/src/a.ts', '// Whose it is.', 'server/src/a.ts:1 opens with “Whose”: name the thing, or say why'],
])('%s with %j: %s', (path, text, breach) => expect(breachesOf(path, text)).toEqual([breach]))

test.each([
  ['domain/src/a.ts', "const LIMIT_COLOURS = 'What is grey' // The map `LIMIT_COLOURS`."],
  ['domain/src/a.ts', '/** A bar. @param colour #rrggbb */'],
  ['docs/a.md', 'Nothing.\n\n```\ncolour\n```\n'],
  ['server/src/a.ts', '/** An otherwise raised promise, exercised; analysis of a catalog. What follows inside is free. */'],
])('%s with %j passes', (path, text) => expect(breachesOf(path, text)).toEqual([]))

test('strings are no comments, and an address in one begins none', () =>
  expect(proseOf('a.ts', "const at = 'https://example.com/colour'\n// Here.")).toEqual([{ line: 2, prose: 'Here.' }]))

test('a folder on the list is excused of its rule alone', () => {
  const excused = { british: ['domain/src'], dropped: [] }
  expect(breachesOf('domain/src/a.ts', '/** The colour at the close gate. */', excused)).toEqual([
    'domain/src/a.ts:1 says “close gate”: release check',
  ])
})
