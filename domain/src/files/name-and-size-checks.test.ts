/** Which files are refused before a byte is sent; the long list of names is the server's (server/src/test/handed-in/names.ts). */
import { expect, test } from 'vitest'
import { ACCEPTED_EXTENSIONS, extensionOf, FILE_KINDS, INLINE_MEDIA_TYPES, kindOfFile } from './accepted-kinds.ts'
import { refusalByName } from './name-and-size-checks.ts'

test.each([
  ['Report.PDF', 'pdf', 'pdf'],
  ['values.2026.xlsx', 'xlsx', 'sheet'],
  ['scan.jpeg', 'jpeg', 'image'],
  ['none', '', undefined],
  ['page.html', 'html', undefined],
])('%s ends in %j and is shown as %s', (name, extension, preview) => {
  expect([extensionOf(name), kindOfFile(name)?.preview]).toEqual([extension, preview])
})

test('every kind is offered where files are chosen, and only what cannot act is shown inside a page', () => {
  expect(ACCEPTED_EXTENSIONS.split(',')).toEqual(FILE_KINDS.map(({ extension }) => `.${extension}`))
  expect([...INLINE_MEDIA_TYPES].toSorted()).toEqual(['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'text/plain'])
})

test.each([
  ['Report.pdf', 1, undefined],
  ['Report.pdf', 100_000_000, undefined],
  ['Report.pdf', 0, 'The file is empty. Save it again and upload it.'],
  ['Report.pdf', 100_000_001, 'PDF files may have up to 100 MB. Split it or make it smaller, and upload it again.'],
  ['scan.png', 25_000_001, 'PNG files may have up to 25 MB. Split it or make it smaller, and upload it again.'],
  ['CON.pdf', 1, 'The file’s name is reserved by Windows. Rename the file and upload it again.'],
])('%s of %i bytes: %s', (name, bytes, sentence) => expect(refusalByName(name, bytes)?.sentence).toBe(sentence))
