import { expect, test } from 'vitest'
import { beingMadeWords } from './being-made.ts'

const batch = {
  batchId: 7,
  batchName: 'Asset Reports, September 2026',
  reportType: 'AssetReport',
  since: '2026-10-06T14:32:10.000Z',
  total: 14,
}

test('a refusal says what is being made, since when, by whom, and how many are left', () => {
  expect(beingMadeWords([{ ...batch, askedBy: null, remaining: 9 }])).toBe(
    'These reports are already being generated: batch 7, “Asset Reports, September 2026”, requested on 2026-10-06 at 14:32 UTC, has 9 of 14 left. Try again when they are done.',
  )
  expect(
    beingMadeWords([
      { ...batch, askedBy: 'Morgan Hale', remaining: 9 },
      { ...batch, batchId: 8, askedBy: null, remaining: 1 },
    ]),
  ).toContain('by Morgan Hale on 2026-10-06 at 14:32 UTC, has 9 of 14 left; batch 8, ')
})
