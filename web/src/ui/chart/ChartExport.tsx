/** The files of a chart: its figures as a workbook or as text, made by the server as every list's are, and its picture. */
import type { Endpoint, InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { downloadList } from '../../kernel/call.ts'
import { DownloadMenu } from '../list/DownloadMenu.tsx'
import type { Picture } from './picture.ts'

interface ChartExportProps<E extends Endpoint> {
  /** The list whose rows the chart draws. */
  endpoint: E
  input: InputOf<E>
  /** Asked for when it is wanted. */
  picture: () => Picture
}

const CHOICES = [
  { format: 'xlsx', label: 'Excel workbook (XLSX)' },
  { format: 'csv', label: 'Spreadsheet (.csv)' },
  { format: 'png', label: 'Picture (PNG)' },
] as const

export const ChartExport = <E extends Endpoint>({ endpoint, input, picture }: ChartExportProps<E>) => (
  <DownloadMenu
    label="Export"
    runningLabel="Exporting"
    choices={CHOICES}
    save={async (format) =>
      format === 'png' ? (await import('./picture.ts')).savePicture(picture()) : downloadList(endpoint, input, { format })
    }
  />
)
