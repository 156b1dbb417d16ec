/** A carrier's line as it was read, under the carrier's own headers: what a figure is traced back to. */
import { isPersonal } from '@corridor/domain/feed-columns.ts'
import { z } from 'zod'

/** A file's mapping as stored: header to field, or to none. */
export const mappingForm = z.record(z.string(), z.string().nullable()).catch({})

/** The raw line under its headers; a header used twice, or none, is told apart by its place. @param masked the mapping, where personal columns are not shown */
export function cellsOf(
  headers: readonly string[],
  raw: readonly string[],
  masked: Record<string, string | null> | null,
): Record<string, string | null> {
  const cells: Record<string, string | null> = {}
  for (let place = 0; place < Math.max(headers.length, raw.length); place++) {
    const header = headers[place] || `Column ${place + 1}`
    cells[header in cells ? `${header} (${place + 1})` : header] =
      masked && isPersonal(header, masked[header]) ? '•••' : (raw[place] ?? null)
  }
  return cells
}
