/** Columns of a file that nothing reads, and that hold amounts all the same: a refund or a charge passed over in silence would be income. */
import { isPersonal, normaliseHeader } from '@corridor/domain/feed-columns.ts'
import type { FoundHeader, Mapping } from './header.ts'

/** An amount as carriers write it: with a sign of currency, thousands or decimals. Bare digits may be the number of a branch. */
const AMOUNT = /^[-−(]?\s*(\$\s*)?(\d{1,3}(,\d{3})+(\.\d+)?|\d+\.\d+|\.\d+)\)?-?$|^[-−(]?\s*\$\s*\d+\)?-?$/
/** Under such a header bare digits are an amount too. */
const OF_MONEY =
  /premium|refund|withdraw|surrender|loan|charge|fee|load|rider|dividend|bonus|credit|interest|value|benefit|amount|cost|balance|payment|distribution/i

export interface UnreadColumn {
  header: string
  cell: string
  line: number
}

/** @param wanted what a person, or the carrier's kept mapping, says of the columns: those left out on purpose are not watched */
export function watchUnread(
  { headers, fields, contests }: FoundHeader,
  wanted: Mapping,
): { see: (cells: readonly string[], line: number) => void; found: () => UnreadColumn[] } {
  const contested = new Set(contests.flatMap(({ columns }) => columns))
  const silenced = new Set(Object.entries(wanted).flatMap(([header, field]) => (field === null ? [normaliseHeader(header)] : [])))
  const found = new Map<number, UnreadColumn>()
  let watched = headers.flatMap((header, column) =>
    fields.has(column) || contested.has(column) || silenced.has(normaliseHeader(header)) || isPersonal(header, null) ? [] : [column],
  )
  return {
    see: (cells, line) => {
      if (watched.length === 0) return
      for (const column of watched) {
        const cell = (cells[column] ?? '').trim()
        if (cell === '' || !holdsAmount(cell, headers[column] ?? '')) continue
        found.set(column, { header: headers[column] ?? '', cell: cell.slice(0, 40), line })
        watched = watched.filter((other) => other !== column)
      }
    },
    found: () => [...found.values()],
  }
}

const holdsAmount = (cell: string, header: string): boolean =>
  /[1-9]/.test(cell) && (AMOUNT.test(cell) || (OF_MONEY.test(header) && /^[-−(]?\d+\)?-?$/.test(cell)))
