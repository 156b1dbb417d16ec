/** Exports a list as XLSX or CSV through the list's own call: all rows of the filter, the columns in sight. */
import type { Endpoint, InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { IconDownload, IconFileSpreadsheet, IconFileText } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadList } from '../kernel/call.ts'
import { toast } from '../kernel/toasts.ts'
import { Popover, PopoverItem } from './Popover.tsx'

interface ExportMenuProps<E extends Endpoint> {
  endpoint: E
  /** The list's own input; `format` and `columns` are added. */
  input: InputOf<E>
  /** Keys of the columns to export; all when not given. */
  columns?: readonly string[]
}

export function ExportMenu<E extends Endpoint>({ endpoint, input, columns }: ExportMenuProps<E>) {
  const [running, setRunning] = useState(false)
  const save = async (format: 'xlsx' | 'csv') => {
    setRunning(true)
    try {
      const name = await downloadList(endpoint, input, { format, columns })
      toast.success(`${name} is in your downloads.`)
    } catch (error) {
      toast.error(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Popover label={running ? 'Exporting' : 'Export'} icon={<IconDownload size={16} aria-hidden />} disabled={running}>
      {(close) => (
        <>
          <PopoverItem
            icon={<IconFileSpreadsheet size={17} aria-hidden />}
            onChoose={() => {
              close()
              void save('xlsx')
            }}
          >
            Excel workbook (XLSX)
          </PopoverItem>
          <PopoverItem
            icon={<IconFileText size={17} aria-hidden />}
            onChoose={() => {
              close()
              void save('csv')
            }}
          >
            Comma-separated text (CSV)
          </PopoverItem>
        </>
      )}
    </Popover>
  )
}
