/** Exports a list as XLSX or CSV through the list's own call: all rows of the filter, the columns in sight. */
import type { Endpoint, InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { downloadList } from '../../kernel/call.ts'
import { DownloadMenu } from './DownloadMenu.tsx'

interface ExportMenuProps<E extends Endpoint> {
  endpoint: E
  /** The list's own input; `format` and `columns` are added. */
  input: InputOf<E>
  /** Keys of the columns to export; all when not given. */
  columns?: readonly string[]
}

const CHOICES = [
  { format: 'xlsx', label: 'Excel workbook (XLSX)' },
  { format: 'csv', label: 'Spreadsheet (.csv)' },
] as const

export const ExportMenu = <E extends Endpoint>({ endpoint, input, columns }: ExportMenuProps<E>) => (
  <DownloadMenu
    label="Export"
    runningLabel="Exporting"
    choices={CHOICES}
    save={(format) => downloadList(endpoint, input, { format: format === 'csv' ? 'csv' : 'xlsx', columns })}
  />
)
