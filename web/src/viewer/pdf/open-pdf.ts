/** pdf.js as the portal uses it: its worker and data are our own assets, nothing of a document runs, and only the parts in sight are fetched. */
import * as pdfjs from 'pdfjs-dist'
import { type ShownFile, ViewerError } from '../shown-file.ts'
import { AT_ONCE, firstPart, thread } from './begin.ts'

export interface OpenedPdf {
  document: pdfjs.PDFDocumentProxy
  close: () => void
}

/**
 * pdf.js asks for what neighbors as one; by itself each page's entry costs one of these, and of a file that keeps them apart it reads all before
 * the first page. The length of the first part is a multiple of it.
 */
const CHUNK = 32 * 1024
/** Larger pictures would take more memory than a phone has. */
const LARGEST_PICTURE = 64_000_000

/**
 * @param onLost when a later part does not come
 * @throws ViewerError empty, encrypted, broken; ApiError
 */
export async function openPdf(file: ShownFile, signal: AbortSignal, onLost: (error: unknown) => void): Promise<OpenedPdf> {
  if (file.sizeBytes === 0) throw new ViewerError('empty')
  const first = await firstPart(file, signal)
  signal.throwIfAborted()
  if (first.length === 0) throw new ViewerError('empty')
  const task = pdfjs.getDocument({
    ...(file.sizeBytes > AT_ONCE ? { range: partsOf(file, first, signal, onLost) } : { data: first }),
    worker: pdfjs.PDFWorker.create({ port: thread(), verbosity: pdfjs.VerbosityLevel.ERRORS }),
    rangeChunkSize: CHUNK,
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: DATA,
    standardFontDataUrl: DATA,
    iccUrl: DATA,
    wasmUrl: DATA,
    // The portal's content policy compiles no WebAssembly; pdf.js decodes the rare formats in plain JavaScript then.
    useWasm: false,
    enableXfa: false,
    disableWorkerRendering: true,
    maxImageSize: LARGEST_PICTURE,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  })
  const close = () => void task.destroy().catch(() => undefined)
  signal.addEventListener('abort', close, { once: true })
  try {
    return { document: await Promise.race([task.promise, workerFailure(signal)]), close }
  } catch (cause) {
    close()
    if (cause instanceof ViewerError) throw cause
    if (cause instanceof pdfjs.PasswordException) throw new ViewerError('encrypted', { cause })
    throw signal.aborted ? cause : new ViewerError('broken', { cause })
  }
}

/** Emitted by web/pdf-data.ts; the version in the path lets them be kept for ever. */
const DATA = `/assets/pdfjs-${pdfjs.version}/`

/** A worker whose script did not arrive answers nothing at all. */
const workerFailure = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    thread().addEventListener('error', () => reject(new ViewerError('failed')), { once: true, signal })
  })

function partsOf(file: ShownFile, first: Uint8Array<ArrayBuffer>, signal: AbortSignal, onLost: (error: unknown) => void) {
  const parts = new pdfjs.PDFDataRangeTransport(file.sizeBytes, first)
  parts.requestDataRange = (begin: number, end: number) => {
    file.read({ first: begin, last: end - 1 }, signal).then(
      (bytes) => parts.onDataRange(begin, bytes),
      (error: unknown) => signal.aborted || onLost(error),
    )
  }
  return parts
}
