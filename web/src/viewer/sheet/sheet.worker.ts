/** Reads workbooks beside the page, which stays usable while a large one is unpacked. */
import { openWorkbook, type Workbook } from './workbook.ts'

export interface SheetQuestion {
  /** With the first question only. */
  bytes?: Uint8Array<ArrayBuffer>
  sheet: number
  mostRows: number
  mostColumns: number
}

const opened: { book?: Workbook } = {}

self.onmessage = async ({ data }: MessageEvent<SheetQuestion>) => {
  try {
    if (data.bytes) opened.book = await openWorkbook(data.bytes)
    if (!opened.book) throw new Error('broken')
    const rows = await opened.book.read(data.sheet, data.mostRows, data.mostColumns)
    self.postMessage({ sheets: opened.book.sheets, ...rows })
  } catch (cause) {
    self.postMessage({ fault: cause instanceof Error ? cause.message : 'broken' })
  }
}
