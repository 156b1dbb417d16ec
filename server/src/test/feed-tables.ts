/** For tests: lines as the readers of files hand them over, without a file. */
import { findHeaders, type Mapping } from '../features/data-feeds/checking/header.ts'
import type { FeedTable, OpenFeed, RawRow } from '../platform/formats/reading/refusal.ts'

export type Lines = readonly (readonly string[])[]
export const rawRows = (lines: Lines): RawRow[] => lines.map((cells, index) => ({ line: index + 1, cells: [...cells] }))
export const tableOf = (name: string, place: number, lines: Lines, headers?: string[]): FeedTable => ({
  name,
  place,
  rows: async function* () {
    for (const row of rawRows(lines)) yield [row]
  },
  hiddenColumns: new Set(),
  ...(headers ? { headers } : {}),
})
export const feedOf = (tables: FeedTable[], hidden: FeedTable[] = [], sheets: string[] | null = null): OpenFeed => ({
  mediaType: 'text/csv',
  notes: [],
  tables,
  hidden,
  sheets,
  close: async () => undefined,
})
export const headerOf = async (lines: Lines, kept: Mapping = {}) => (await findHeaders(feedOf([tableOf('', 0, lines)]), kept, null)).read[0]
