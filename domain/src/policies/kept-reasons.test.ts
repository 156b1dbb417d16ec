import { expect, test } from 'vitest'
import { reasonShown } from './kept-reasons.ts'

test.each([
  ['Accepted from a carrier’s feed by person 1', 'Accepted from a carrier’s feed'],
  ['Accepted from a carrier’s feed', 'Accepted from a carrier’s feed'],
  ["Imported with the firm's book, import 12", "Imported with the firm's book"],
  ['Restated by person 4 of the carrier', 'Restated by person 4 of the carrier'],
  [null, null],
])('%s is shown as %s: the number of a person or an import stays inside', (kept, shown) => expect(reasonShown(kept)).toBe(shown))
