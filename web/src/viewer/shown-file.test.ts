import { expect, test } from 'vitest'
import { ApiError } from '../kernel/api-error.ts'
import { csvOf } from '../ui/chart/csv.ts'
import { kindAndSize, PROBLEMS, problemOf, type ReadFile, readText, readWhole, SHOWN_BYTES, ViewerError } from './shown-file.ts'

const { signal } = new AbortController()
const file = (bytes: Uint8Array<ArrayBuffer>, sizeBytes = bytes.length, asked: unknown[] = []) => {
  const read: ReadFile = async (range) => {
    asked.push(range)
    return bytes
  }
  return { displayName: 'a', extension: 'txt', sizeBytes, read }
}
const text = async (...bytes: number[]) => (await readText(file(new Uint8Array(bytes)), signal)).text

test('a text is read as UTF-8, as UTF-16 with its mark, or as Windows writes it', async () => {
  expect(await text(0xc3, 0xa9)).toBe('é')
  expect(await text(0xff, 0xfe, 0x41, 0x00)).toBe('A')
  expect(await text(0xfe, 0xff, 0x00, 0x41)).toBe('A')
  expect(await text(0x93, 0x41, 0x94)).toBe('“A”')
})

test('of a long text the beginning is shown, up to the end of a line; one of just the limit is whole', async () => {
  const asked: unknown[] = []
  const bytes = new TextEncoder().encode('one\ntwo\nthr')
  expect(await readText(file(bytes, SHOWN_BYTES.text + 1, asked), signal)).toEqual({ text: 'one\ntwo\n', cut: true })
  expect(await readText(file(bytes, SHOWN_BYTES.text, asked), signal)).toEqual({ text: 'one\ntwo\nthr', cut: false })
  expect(await readText(file(new TextEncoder().encode('endless'), SHOWN_BYTES.text + 1), signal)).toEqual({ text: 'endless', cut: true })
  expect(asked).toEqual([{ first: 0, last: 1_999_999 }, undefined])
})

test('a file of the most bytes is read, one byte more is too large', async () => {
  const bytes = new Uint8Array(3)
  expect(await readWhole(file(bytes, 10), 10, signal)).toBe(bytes)
  await expect(readWhole(file(bytes, 11), 10, signal)).rejects.toThrow(ViewerError)
})

test('why a file is not shown: what its reader says, what the server says, and whether it may be saved instead', () => {
  expect(problemOf(new ViewerError('encrypted'))).toBe(PROBLEMS.encrypted)
  expect(problemOf(new Error('bug'))).toBe(PROBLEMS.failed)
  const refused = (status: number, code?: 'file_held') => problemOf(new ApiError(status, { message: 'why', ...(code ? { code } : {}) }))
  expect(refused(409, 'file_held')).toBe(PROBLEMS.held)
  expect([0, 404, 403].map((status) => refused(status).title)).toEqual(['No connection', 'Not found', 'This file cannot be opened'])
  expect([0, 404, 403].map((status) => refused(status).saved)).toEqual([false, false, false])
  expect(Object.values(PROBLEMS).map(({ saved }) => saved)).toEqual([false, true, true, true, true, false, true])
})

test('a file is named by its kind and size', () => {
  expect(kindAndSize('pdf', 1_258_291)).toMatch(/^PDF.*, 1\.2 MB$/)
  expect(kindAndSize('xyz', 0)).toMatch(/^XYZ file, 0/)
})

test('a chart’s table as CSV: numbers stay numbers, and no text becomes a formula', () => {
  expect(
    csvOf(
      ['Month', 'Value'],
      [
        ['Sept', 1.5],
        ['=1+1', null],
        ['-12.5%', -3],
        ['a "b", c', 0],
        ['-x', 1],
        ['＝1', 2],
      ],
    ),
  ).toBe('\uFEFFMonth,Value\r\nSept,1.5\r\n\'=1+1,\r\n-12.5%,-3\r\n"a ""b"", c",0\r\n\'-x,1\r\n\'＝1,2\r\n')
})
