/** Public data that lies beside a development checkout (../shared) and is too large to be in it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const SHARED = join(import.meta.dirname, '../../../../shared')

/**
 * A file or folder of ../shared, or undefined where it is absent.
 *
 *   const tables = sharedData('data/mortality/2017_cso.csv')
 *   test.skipIf(!tables)('...', () => ...)
 */
export function sharedData(path: string): string | undefined {
  const full = join(SHARED, path)
  return existsSync(full) ? full : undefined
}
