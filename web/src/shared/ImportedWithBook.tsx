/** The row that a value has in the book that a firm brought over, in words, with the way to the import for those who may open it. */
import type { BookRow } from '@corridor/contract/book-row.ts'
import { getOnboarding } from '@corridor/contract/onboarding.ts'
import { useCan } from '../kernel/session.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/fields/Link.tsx'
import { lineOfFile } from './line-of-file.ts'

export function ImportedWithBook({ bookRow }: { bookRow: BookRow }) {
  const mayOpen = useCan(getOnboarding.access)
  const { importId, importName } = bookRow
  return (
    <span>
      Imported with the firm’s book: {mayOpen ? <Link to={paths.onboardingImport(importId)}>{importName}</Link> : importName},{' '}
      {placeInBook(bookRow)}
    </span>
  )
}

/** The row alone, for a narrow column. */
export function RowOfBook({ bookRow }: { bookRow: BookRow }) {
  const mayOpen = useCan(getOnboarding.access)
  const row = rowText(bookRow.row)
  return mayOpen ? (
    <Link to={paths.onboardingImport(bookRow.importId)} aria-label={`${bookRow.importName}, ${placeInBook(bookRow)}`}>
      {row}
    </Link>
  ) : (
    row
  )
}

const rowText = (row: number | null): string => `row ${row?.toLocaleString('en-US') ?? '-'}`

/** A workbook's source is `file/sheet`, and neither name can have a slash. */
function placeInBook({ source, row, record }: BookRow): string {
  if (record !== null) return record
  const [file, sheet] = source.split('/')
  return `${file}, ${sheet === undefined ? rowText(row) : lineOfFile({ sheet, lineNumber: row })}`
}
