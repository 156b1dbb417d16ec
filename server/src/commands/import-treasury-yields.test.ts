/** Treasury yields as FRED publishes them: a series whole or not at all, and errors that say where and what to do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../test/database.ts'
import { sharedData } from '../test/shared-data.ts'
import { importTreasuryYields, TreasuryProblem } from './import-treasury-yields.ts'

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'corridor-yields-'))
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => database.reset())
const file = (text: string) => {
  const path = join(folder, 'GS10.csv')
  writeFileSync(path, text)
  return path
}
const kept = () =>
  database.ownerDb
    .selectFrom('treasuryYield')
    .select(['years', 'observedOn', 'yield', 'source'])
    .orderBy('years')
    .orderBy('observedOn')
    .execute()

test('a series is read in percent, and days without a market are left out', async () => {
  expect(
    await importTreasuryYields(database.ownerDb, file('observation_date,GS10\n2026-08-01,4.21\n2026-09-01,.\n2026-10-01,4.1\n')),
  ).toEqual({
    series: 'GS10',
    months: 2,
    last: '2026-10-01',
  })
  expect(await kept()).toEqual([
    { years: 10, observedOn: '2026-08-01', yield: 0.0421, source: 'Federal Reserve H.15, FRED GS10' },
    { years: 10, observedOn: '2026-10-01', yield: 0.041, source: 'Federal Reserve H.15, FRED GS10' },
  ])
})

test('the same series imported again replaces what it published before', async () => {
  await importTreasuryYields(database.ownerDb, file('observation_date,GS10\n2026-08-01,4.21\n'))
  await importTreasuryYields(database.ownerDb, file('observation_date,GS2\n2026-08-01,3.9\n'))
  await importTreasuryYields(database.ownerDb, file('observation_date,GS10\n2026-08-01,4.22\n'))
  expect((await kept()).map(({ years, yield: value }) => [years, value])).toEqual([
    [2, 0.039],
    [10, 0.0422],
  ])
})

test.each([
  ['date,price\n2026-08-01,4.21\n', /begins with “date,price”/],
  ['observation_date,FEDFUNDS\n2026-08-01,4.21\n', /begins with “observation_date,FEDFUNDS”/],
  ['observation_date,GS10\n08/01/2026,4.21\n', /line 2: “08\/01\/2026” is not a date/],
  ['observation_date,GS10\n2026-08-01,4.21\n2026-09-01,421\n', /line 3: “421” is not a yield/],
  ['observation_date,GS10\n', /has no yields/],
])('a file of %j is refused and keeps nothing', async (text, sentence) => {
  await expect(importTreasuryYields(database.ownerDb, file(text))).rejects.toThrow(sentence)
  await expect(importTreasuryYields(database.ownerDb, file(text))).rejects.toThrow(TreasuryProblem)
  expect(await kept()).toEqual([])
})

test.skipIf(!sharedData('data/rates/GS10.csv'))('the published series of ten years is read whole', async () => {
  const path = sharedData('data/rates/GS10.csv') ?? ''
  const { months } = await importTreasuryYields(database.ownerDb, path)
  expect(months).toBeGreaterThan(400)
  expect((await kept()).find(({ observedOn }) => observedOn === '2020-04-01')?.yield).toBe(0.0066)
})
