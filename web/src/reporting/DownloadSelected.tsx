/** The chosen reports of a batch as one file, printed or as a workbook. */
import { useState } from 'react'
import { download } from '../kernel/call.ts'
import { toast } from '../kernel/toasts.ts'
import { Button } from '../ui/fields/Button.tsx'
import type { ReportPages } from './family.ts'

export function DownloadSelected({ family, batch, ids }: { family: ReportPages; batch: number; ids: ReadonlySet<number> }) {
  const [running, setRunning] = useState(false)
  const save = async (format: 'pdf' | 'xlsx') => {
    setRunning(true)
    try {
      const name = await download(family.calls.downloadReports, {
        batch,
        reportIds: [...ids].join(','),
        format,
        ReportType: family.reportType,
      })
      toast.success(`${name} is in your downloads.`)
    } catch (error) {
      toast.error(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      <Button size="xs" variant="default" loading={running} onClick={() => void save('pdf')}>
        Download PDF
      </Button>
      <Button size="xs" variant="default" disabled={running} onClick={() => void save('xlsx')}>
        Download XLSX
      </Button>
    </>
  )
}
