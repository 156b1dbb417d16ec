/** A layout as it is typed: numbers are text until they are saved. */
import type { setFileLayout } from '@corridor/contract/feed-layouts.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import type { FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { type FixedLayout, lineTeller } from '@corridor/domain/data-feeds/fixed-layout.ts'

export interface ColumnDraft {
  key: number
  name: string
  start: string
  length: string
  decimals: string
  /** Empty: the policy's first line. */
  onLine: string
  field: FeedField | null
}
export interface LayoutDraft {
  columns: ColumnDraft[]
  skipLines: string
  markText: string
  markStart: string
}

export const draftOf = (layout: FixedLayout | null, mapping: Readonly<Record<string, FeedField | null>>): LayoutDraft => ({
  columns: (layout?.columns ?? []).map(({ name, start, length, decimals, onLine }, key) => ({
    key,
    name,
    start: String(start),
    length: String(length),
    decimals: String(decimals),
    onLine: onLine ?? '',
    field: mapping[name] ?? null,
  })),
  skipLines: String(layout?.skipLines ?? 0),
  markText: layout?.mark?.text ?? '',
  markStart: String(layout?.mark?.start ?? 1),
})

const count = (text: string, least: number): number | null => (/^\d{1,4}$/.test(text.trim()) && Number(text) >= least ? Number(text) : null)

/** As the call takes it; null while something is missing or is no number. */
export function readDraft(draft: LayoutDraft): Pick<InputOf<typeof setFileLayout>, 'columns' | 'skipLines' | 'mark'> | null {
  const skipLines = count(draft.skipLines, 0)
  const markStart = count(draft.markStart, 1)
  if (skipLines === null || draft.columns.length === 0 || (draft.markText !== '' && markStart === null)) return null
  const columns: InputOf<typeof setFileLayout>['columns'] = []
  for (const column of draft.columns) {
    const [start, length, decimals] = [count(column.start, 1), count(column.length, 1), count(column.decimals || '0', 0)]
    if (column.name.trim() === '' || start === null || length === null || decimals === null) return null
    columns.push({
      name: column.name.trim(),
      start,
      length,
      decimals,
      onLine: draft.markText === '' || column.onLine === '' ? null : column.onLine,
      field: column.field,
    })
  }
  return { columns, skipLines, mark: draft.markText === '' || markStart === null ? null : { start: markStart, text: draft.markText } }
}

/** First and last position of a column on a line; null until both are entered. */
export function placeOf({ start, length }: ColumnDraft): { from: number; to: number } | null {
  const [first, many] = [count(start, 1), count(length, 1)]
  return first === null || many === null ? null : { from: first - 1, to: first - 1 + many }
}

/** Which line of a policy a line of the file is, as the draft has it: its mark, empty for the first; undefined for a line that is none. */
export function lineTellerOf({ columns, markText, markStart }: LayoutDraft): (line: string) => string | undefined {
  const lineOf = lineTeller({
    columns: columns.map(({ onLine }) => ({ name: '', start: 1, length: 1, decimals: 0, onLine: onLine || null })),
    skipLines: 0,
    mark: markText === '' ? null : { start: Number(markStart) || 1, text: markText },
  })
  return (line) => {
    const found = lineOf(line)
    return found === null ? '' : found
  }
}
