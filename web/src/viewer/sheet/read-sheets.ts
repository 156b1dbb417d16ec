/** A table of any kind, sheet by sheet: workbooks through their worker, CSV in the page. */
import { readText, readWhole, SHOWN_BYTES, type ShownFile, ViewerError } from '../shown-file.ts'
import type { SheetQuestion } from './sheet.worker.ts'
import type { Cell, SheetRows } from './workbook.ts'

/** The most a page draws without becoming slow; the rest is for the program the file was made with. */
export const MOST_ROWS = 2000
export const MOST_COLUMNS = 100
/** A workbook that takes longer was made to. */
const LONGEST_MS = 20_000

export interface ShownSheet extends SheetRows {
  /** Names of all sheets; one without a name for CSV. */
  sheets: readonly string[]
}
export type SheetReader = (sheet: number) => Promise<ShownSheet>

/** @throws ViewerError, ApiError */
export async function openSheets(file: ShownFile, signal: AbortSignal): Promise<SheetReader> {
  return file.extension === 'csv' ? openCsv(file, signal) : openXlsx(file, signal)
}

async function openXlsx(file: ShownFile, signal: AbortSignal): Promise<SheetReader> {
  const bytes = await readWhole(file, SHOWN_BYTES.sheet, signal)
  if (bytes.length === 0) throw new ViewerError('empty')
  const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  let first: Uint8Array<ArrayBuffer> | undefined = bytes
  return async (sheet) => {
    const question: SheetQuestion = { sheet, mostRows: MOST_ROWS, mostColumns: MOST_COLUMNS, ...(first ? { bytes: first } : {}) }
    const answered = answerOf(worker)
    worker.postMessage(question, first ? [first.buffer] : [])
    first = undefined
    return answered
  }
}

function answerOf(worker: Worker): Promise<ShownSheet> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      worker.terminate()
      reject(new ViewerError('tooLarge'))
    }, LONGEST_MS)
    worker.onmessage = ({ data }: MessageEvent<ShownSheet | { fault: string }>) => {
      clearTimeout(late)
      if (!('fault' in data)) resolve(data)
      else reject(new ViewerError(data.fault === 'encrypted' || data.fault === 'tooLarge' ? data.fault : 'broken'))
    }
    worker.onerror = () => {
      clearTimeout(late)
      reject(new ViewerError('failed'))
    }
  })
}

async function openCsv(file: ShownFile, signal: AbortSignal): Promise<SheetReader> {
  const [{ text, cut }, { default: papa }] = await Promise.all([readText(file, signal), import('papaparse')])
  if (text.trim() === '') throw new ViewerError('empty')
  const { data, meta } = papa.parse<string[]>(text.replace(/^\ufeff/, ''), { preview: MOST_ROWS + 1, skipEmptyLines: 'greedy' })
  const rows = data.slice(0, MOST_ROWS).map((row) => row.slice(0, MOST_COLUMNS).map(cellOf))
  return async () => ({ sheets: [''], rows, cut: cut || meta.truncated || data.length > MOST_ROWS })
}

/** Numbers stand to the right; what is written stays as it is written. */
const cellOf = (text: string): Cell | undefined =>
  text === '' ? undefined : { text, right: /^\s*[-+(]?[$€£]?\s?\d[\d,]*(\.\d+)?\s?%?\)?\s*$/.test(text) }
