/** Parts that a PDF needs first, begun while pdf.js itself is still on its way: its worker, and the file's first part. */
import type { ShownFile } from '../shown-file.ts'

/** Bytes of the first trip: a page of a scanned report is about this long. */
const FIRST = 256 * 1024
/** Up to here one trip for the whole file is faster than several for its parts. */
export const AT_ONCE = 1024 * 1024

const begun = new WeakMap<ShownFile, Promise<Uint8Array<ArrayBuffer>>>()

export function beginPdf(file: ShownFile): void {
  if (begun.has(file) || file.sizeBytes === 0) return
  thread()
  const first = readFirst(file)
  // Whoever takes it hears of the failure; if nobody does, nobody needs to.
  first.catch(() => undefined)
  begun.set(file, first)
}

/** The first part, or the whole of a small file; what was begun serves once. */
export function firstPart(file: ShownFile, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const first = begun.get(file)
  begun.delete(file)
  return first ?? readFirst(file, signal)
}

const readFirst = (file: ShownFile, signal?: AbortSignal) =>
  file.read(file.sizeBytes > AT_ONCE ? { first: 0, last: FIRST - 1 } : undefined, signal)

/** One worker for every file of a visit: starting it takes longer than most files. */
const started: { thread?: Worker } = {}
export function thread(): Worker {
  started.thread ??= new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' })
  return started.thread
}
