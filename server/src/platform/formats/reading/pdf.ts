/** The words of a PDF by PDFium, Chromium's reader, as WebAssembly: what a file does to its reader stays in a memory of its own. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'

export class PdfRefusal extends Error {
  readonly reason: 'password' | 'damaged'
  constructor(reason: PdfRefusal['reason']) {
    super(`the PDF is refused: ${reason}`)
    this.reason = reason
  }
}

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY of PDFium's fpdfview.h. */
const LOCKED: readonly number[] = [4, 5]

/**
 * One text a page, its lines as they are written; a page that is damaged is empty.
 * @throws PdfRefusal
 */
export async function* textOfPages(bytes: Uint8Array): AsyncGenerator<string> {
  const pdfium = await (loaded ??= load())
  const file = allotted(pdfium, bytes.length)
  // PDFium's memory grows by moving: its view is asked for anew each time.
  pdfium.pdfium.HEAPU8.set(bytes, file)
  const document = pdfium.FPDF_LoadMemDocument(file, bytes.length, '')
  try {
    if (document === 0) throw new PdfRefusal(LOCKED.includes(pdfium.FPDF_GetLastError()) ? 'password' : 'damaged')
    const pages = pdfium.FPDF_GetPageCount(document)
    for (let page = 0; page < pages; page++) yield pageText(pdfium, document, page)
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document)
    pdfium.pdfium.wasmExports.free(file)
  }
}

let loaded: Promise<WrappedPdfiumModule> | undefined
async function load(): Promise<WrappedPdfiumModule> {
  const { buffer, byteOffset, byteLength } = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const pdfium = await init({ wasmBinary: buffer.slice(byteOffset, byteOffset + byteLength) })
  pdfium.PDFiumExt_Init()
  return pdfium
}

function pageText(pdfium: WrappedPdfiumModule, document: number, index: number): string {
  const page = pdfium.FPDF_LoadPage(document, index)
  const text = page === 0 ? 0 : pdfium.FPDFText_LoadPage(page)
  try {
    const characters = text === 0 ? 0 : pdfium.FPDFText_CountChars(text)
    if (characters <= 0) return ''
    const at = allotted(pdfium, (characters + 1) * UNIT)
    // With the zero that ends it.
    const units = pdfium.FPDFText_GetText(text, 0, characters, at)
    const read = new TextDecoder('utf-16le').decode(pdfium.pdfium.HEAPU8.subarray(at, at + Math.max(0, units - 1) * UNIT))
    pdfium.pdfium.wasmExports.free(at)
    return read.replaceAll(DIVIDED, '-\n')
  } finally {
    if (text !== 0) pdfium.FPDFText_ClosePage(text)
    if (page !== 0) pdfium.FPDF_ClosePage(page)
  }
}
/** Bytes of a UTF-16 unit. */
const UNIT = 2
/** PDFium's characters for a hyphen and the end of its line. */
const DIVIDED = '\ufffe'

function allotted({ pdfium }: WrappedPdfiumModule, bytes: number): number {
  const at = pdfium.wasmExports.malloc(bytes)
  if (at === 0) throw new RangeError('The reader of PDFs has no memory left.')
  return at
}
