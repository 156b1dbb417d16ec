import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkWords, proseOf } from './words.mjs'
import { root as repository } from './workspace.mjs'

const planted: string[] = []
afterEach(() => {
  for (const folder of planted.splice(0)) rmSync(folder, { recursive: true })
})

/** Breaches of a checkout that has this one file. */
function breachesOf(path: string, text: string): string[] {
  const root = mkdtempSync(join(tmpdir(), 'corridor-words-'))
  planted.push(root)
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  return checkWords(root)
}

test('code, comments and documents of this repository use none of the words', () => expect(checkWords(repository)).toEqual([]))

test.each([
  ['domain/src/a.ts', '/** The colour of a bar. */', 'domain/src/a.ts:1 says “colour”: color'],
  ['domain/src/a.ts', 'const a = 1\n// Recognised by its header.', 'domain/src/a.ts:2 says “Recognised”: the spelling with z'],
  ['web/src/a.tsx', 'const a = 1 // A programme of policies.', 'web/src/a.tsx:1 says “programme”: program'],
  ['docs/a.md', 'One\n\nThe value at work of a year.', 'docs/a.md:3 says “value at work”: average invested value'],
  ['server/src/a.ts', '/**\n * The rules (seed 7).\n */', 'server/src/a.ts:2 says “seed 7”: the law, the form, or nothing'],
  ['domain/src/a.ts', '/** Yields (domain.md 3.2). */', 'domain/src/a.ts:1 says “domain.md”: the law, the form, or nothing'],
  ['web/src/a.css', '/* What a card holds. */', 'web/src/a.css:1 opens with “What”: name the thing, or say why'],
  ['web/src/a.tsx', 'const barColour = 1', 'web/src/a.tsx:1 says “Colour”: color'],
  ['web/src/a.tsx', 'const SHARE_COLOURS = []', 'web/src/a.tsx:1 says “COLOURS”: color'],
  ['web/src/a.tsx', "const title = 'Unrecognised. Organised by date'", 'web/src/a.tsx:1 says “Organised”: the spelling with z'],
  ['web/src/colours.ts', 'export {}', 'web/src/colours.ts says “colours”: color'],
  ['docs/help/a.md', 'A grey bar.', 'docs/help/a.md:1 says “grey”: gray'],
  ['server/src/db/migrations/0011_a.sql', '-- The colour of a site.', 'server/src/db/migrations/0011_a.sql:1 says “colour”: color'],
  ['server/src/a.ts', '// Whose it is.', 'server/src/a.ts:1 opens with “Whose”: name the thing, or say why'],
])('%s with %j: %s', (path, text, breach) => expect(breachesOf(path, text)).toEqual([breach]))

test.each([
  ['web/src/a.tsx', '<div aria-labelledby={id} />'],
  ['server/src/db/migrations/0010_a.sql', '-- Frozen with its colour.'],
  ['docs/a.md', 'Nothing.\n\n```\ncolour\n```\n'],
  ['server/src/a.ts', '/** An otherwise raised promise, exercised; analysis of a catalog. What follows inside is free. */'],
])('%s with %j passes', (path, text) => expect(breachesOf(path, text)).toEqual([]))

test('strings are no comments, and an address in one begins none', () =>
  expect(proseOf('a.ts', "const at = 'https://example.com/colour'\n// Here.")).toEqual([{ line: 2, prose: 'Here.' }]))
