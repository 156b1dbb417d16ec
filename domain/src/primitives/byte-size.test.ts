import { expect, test } from 'vitest'
import { fileSize, prettyBytes } from './byte-size.ts'

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1337, '1.34 kB'],
  [999_999, '1 MB'],
  [12_345_678, '12.3 MB'],
  [5e9, '5 GB'],
])('%i bytes are %s', (bytes, shown) => expect(prettyBytes(bytes)).toBe(shown))

test.each([
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [1337, '1.31 KB'],
  [5_505_024, '5.25 MB'],
  [104_857_600, '100 MB'],
])('a file of %i bytes is %s', (bytes, shown) => expect(fileSize(bytes)).toBe(shown))

test('a size below nothing is refused', () => expect(() => fileSize(-1)).toThrow(RangeError))
