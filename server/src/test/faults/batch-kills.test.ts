import { expect, test } from 'vitest'
import { runBatchKills } from './batch-kills.ts'

test('three kills of the server in the middle of a batch lose, double and half-write nothing', { timeout: 180_000 }, async () => {
  const result = await runBatchKills({ seed: 20260930, kills: 3, reports: 40 })
  expect(result.broken, `seed ${result.seed}`).toEqual([])
  expect(result.kills).toBe(3)
  expect(result.made).toBe(result.batches * 40)
})
