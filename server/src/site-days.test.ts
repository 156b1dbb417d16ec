/** An evening in America is tomorrow in UTC: a moment that a statement or a string cuts to its day names the wrong one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOTS = ['server/src', 'contract/src', 'domain/src', 'web/src']
const CUT = [
  /_at\)?::date\b/,
  /to_char\([^'\n]*_at\)?, '(?:YYYY|MM|FM|Mon)/,
  /At\.slice\(0, 10\)/,
  /first_seen::date\b/,
  /timestamptz::date\b/,
  /heldAt\(sql.*current_date/,
]

// Commands speak for every site of a machine, whose clock is UTC.
test('a moment becomes a day by the calendar of its site alone', () => {
  const sources = ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|^db\/seeds|^(?:test|commands)\//.test(path))
      .map((path) => join(root, path)),
  )
  expect(sources.length).toBeGreaterThan(1_000)
  expect(sources.filter((path) => CUT.some((one) => one.test(readFileSync(path, 'utf8'))))).toEqual([])
})
