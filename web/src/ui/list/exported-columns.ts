/** The columns of a list as its export asks for them: each field once, with the page's own heading where one column shows that field alone. */
import type { Column } from './data-table-types.ts'

type Exported = Pick<Column<never>, 'key' | 'header' | 'exportAs'>

/** @param shown the columns to export @param all every column of the list: a hidden one knows the heading of a field that another exports with its own */
export function exportedColumns(shown: readonly Exported[], all: readonly Exported[] = shown): string[] {
  const headings = new Map(
    all.flatMap(({ key, header, exportAs = [key] }) => {
      const field = exportAs.length === 1 ? exportAs[0] : exportAs.find((part) => isNamed(part, header))
      return field === undefined || header === '' ? [] : [[field, header] as const]
    }),
  )
  const fields = new Set(shown.flatMap(({ key, exportAs }) => exportAs ?? [key]))
  return [...fields].map((field) => (headings.has(field) ? `${field}:${headings.get(field)}` : field))
}

/** `cashSurrenderValueCents` is "Cash surrender value"; `typeCode` is not "Type", which the page shows in words. */
const isNamed = (field: string, header: string): boolean =>
  field.replace(/Cents$/, '').toLowerCase() === header.replace(/[^a-z]/gi, '').toLowerCase()
