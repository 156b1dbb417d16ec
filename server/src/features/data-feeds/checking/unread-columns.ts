/** Columns of a file that nothing reads, and that hold amounts all the same: a refund or a charge passed over in silence would be income. */
import { type FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { isUndescribed } from '@corridor/domain/data-feeds/fixed-layout.ts'
import { isPersonal, normalizeHeader, rivalOf } from '@corridor/domain/data-feeds/headers.ts'
import { type FoundHeader, labelOf, type Mapping } from './header.ts'

/** An amount as carriers write it: with a sign of currency, thousands or decimals. Bare digits may be the number of a branch. */
const AMOUNT = /^[-−(]?\s*(\$\s*)?(\d{1,3}(,\d{3})+(\.\d+)?|\d+\.\d+|\.\d+)\)?-?$|^[-−(]?\s*\$\s*\d+\)?-?$/
/** Under such a header bare digits are an amount too. */
const OF_MONEY =
  /premium|refund|withdraw|surrender|loan|charge|fee|load|rider|dividend|bonus|credit|interest|value|benefit|amount|cost|balance|payment|distribution/i

export interface UnreadColumn {
  header: string
  cell: string
  line: number
  /** The field that it may be as well as the column read as it. */
  rival: { field: FeedField; header: string } | null
}

/** @param wanted what a person, or the carrier's kept mapping, says of the columns: those left out on purpose are not watched */
export function watchUnread(
  { headers, fields, contests }: FoundHeader,
  wanted: Mapping,
): { see: (cells: readonly string[], line: number) => void; found: () => UnreadColumn[] } {
  const contested = new Set(contests.flatMap(({ columns }) => columns))
  const silenced = new Set(Object.entries(wanted).flatMap(([header, field]) => (field === null ? [normalizeHeader(header)] : [])))
  const found = new Map<number, UnreadColumn>()
  let watched = headers.flatMap((header, column) =>
    fields.has(column) ||
    contested.has(column) ||
    silenced.has(normalizeHeader(header)) ||
    (isPersonal(header, null) && !isUndescribed(header))
      ? []
      : [column],
  )
  const columnOf = (field: FeedField) => [...fields].find(([, read]) => read === field)?.[0]
  const rivals = new Map(
    watched.flatMap((column) => {
      const field = rivalOf(headers[column] ?? '')
      const read = field === undefined ? undefined : columnOf(field)
      return field === undefined || read === undefined ? [] : [[column, { field, header: headers[read] ?? '' }] as const]
    }),
  )
  return {
    see: (cells, line) => {
      if (watched.length === 0) return
      for (const column of watched) {
        const cell = (cells[column] ?? '').trim()
        const header = headers[column] ?? ''
        const rival = rivals.get(column) ?? null
        if (cell === '' || !(holdsAmount(cell, header) || (rival && /^[\d.,]*[1-9][\d.,]*\s*%?$/.test(cell)))) continue
        found.set(column, { header, cell: isUndescribed(header) ? '•••' : cell.slice(0, 40), line, rival })
        watched = watched.filter((other) => other !== column)
      }
    },
    found: () => [...found.values()],
  }
}

export function unreadFinding({ header, cell, line, rival }: UnreadColumn, say: (line: number) => string) {
  const what =
    rival === null
      ? 'is not used. Choose its field under Column mapping'
      : `could be the ${labelOf(rival.field).toLowerCase()} as well as “${rival.header}”, which is read as it. Choose under Column mapping which of them it is`
  return {
    ruleCode: 'UNUSED' as const,
    field: header,
    message: `“${header}” holds amounts (${cell} in ${say(line)}) and ${what}; saved there as not used, it is not asked about again.`,
    severity: rival === null ? ('warning' as const) : ('error' as const),
  }
}

const holdsAmount = (cell: string, header: string): boolean =>
  /[1-9]/.test(cell) && (AMOUNT.test(cell) || (OF_MONEY.test(header) && /^[-−(]?\d+\)?-?$/.test(cell)))
