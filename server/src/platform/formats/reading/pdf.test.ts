import { PDFDocument, StandardFonts } from 'pdf-lib'
import { expect, test } from 'vitest'
import { pdfOf } from '../../../test/handed-in/make-pdf.ts'
import { pdfPages } from '../../../test/report-files.ts'
import { PdfRefusal } from './pdf.ts'

test('pages come in their order, lines as they stand, a word that a line’s end takes apart with its hyphen', async () => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const text of ['Cash surrender value\n$1,234.56', 'The sur-\nrender of oxalis', ''])
    pdf.addPage().drawText(text, { x: 50, y: 700, size: 12, font })
  expect((await pdfPages(await pdf.save())).map((text) => text.replaceAll('\r', ''))).toEqual([
    'Cash surrender value\n$1,234.56',
    'The sur-\nrender of oxalis',
    '',
  ])
})

test('a page that is not there is empty, and ends nothing', async () => {
  const [damaged, whole] = [Buffer.from(pdfOf().toString('latin1').replace('/Kids [3 0 R]', '/Kids [9 0 R]'), 'latin1'), pdfOf()]
  expect([await pdfPages(damaged), await pdfPages(whole)]).toEqual([[''], ['First Coastal Bank']])
})

test('a file behind a password is told from one that is damaged', async () => {
  const zeros = `<${'00'.repeat(32)}>`
  const locked = pdfOf({ trailer: `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ${zeros} /U ${zeros} >>` })
  await expect(pdfPages(locked)).rejects.toThrow(new PdfRefusal('password'))
  await expect(pdfPages(Buffer.from('%PDF-1.7 and then nothing of one'))).rejects.toThrow(new PdfRefusal('damaged'))
  await expect(pdfPages(Buffer.alloc(0))).rejects.toThrow(new PdfRefusal('damaged'))
})
