/** The same calls with the first fence taken away: no query says whose rows it wants, and row-level security alone still shows nobody another's. */
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import type * as scope from './platform/http/scope.ts'
import { testRows } from './test/rows.ts'

// Files of tests share what was loaded: here everything is loaded anew, without the fence, and again for the file that follows.
const fence = vi.hoisted(() => {
  vi.resetModules()
  return { asked: 0 }
})
vi.mock('./platform/http/scope.ts', async (original) => ({
  ...(await original<typeof scope>()),
  visible: () => {
    fence.asked++
    return sql`true`
  },
}))
afterAll(() => {
  vi.doUnmock('./platform/http/scope.ts')
  vi.resetModules()
})

testRows()

test('and the fence was asked for where it stands otherwise, and was away', () => expect(fence.asked).toBeGreaterThan(50))
