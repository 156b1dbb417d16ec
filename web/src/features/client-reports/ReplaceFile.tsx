/** Another file in place of a report's: chosen, sent with its progress, and said what became of it. */
import { listReportVersions, type ReportRecord, replaceReport, reports } from '@corridor/contract/report-records.ts'
import { ACCEPTED_EXTENSIONS, LARGEST_FILE_BYTES } from '@corridor/domain/files/accepted-kinds.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { useUploadQueue } from '../../kernel/upload.ts'
import { invalidate } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { UploadList } from '../../ui/fields/UploadList.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import css from './ReportPage.module.css'

const { list, get } = reports.endpoints

export function ReplaceFile({ report }: { report: ReportRecord }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        Replace file
      </Button>
      {open ? <ReplaceModal report={report} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function ReplaceModal({ report, onClose }: { report: ReportRecord; onClose: () => void }) {
  const queue = useUploadQueue({
    endpoint: replaceReport,
    purpose: 'CLIENT_REPORT',
    inputOf: () => ({ id: report.id }),
    fieldsOf: () => ({ updatedAt: report.updatedAt }),
  })
  const [item] = queue.items
  const finish = useEffectEvent(async () => {
    await invalidate(list, get, listReportVersions)
    toast.success('The file was replaced.')
    onClose()
  })
  // A conflict, a change by somebody else, shows on the page behind.
  const close = () => {
    if (item?.error) void invalidate(get)
    onClose()
  }
  const stored = item?.status === 'stored'
  useEffect(() => {
    if (stored) void finish()
  }, [stored])
  return (
    <Modal title="Replace the file" width={760} onClose={item?.status === 'sending' ? null : close}>
      {item ? (
        <UploadList label="File to upload" items={queue.items} onRemove={queue.remove} onRetry={queue.retry} />
      ) : (
        <>
          <FileDrop
            label="Drop the new file here"
            accept={ACCEPTED_EXTENSIONS}
            maxBytes={LARGEST_FILE_BYTES}
            onFiles={(files) => {
              const added = queue.add(files)
              queue.start(added.map(({ id }) => id))
            }}
          />
          <p className={css.hint}>
            The earlier file is kept as a version. The new file may have any name; a name in the report format must give the same
            institution and type.
          </p>
        </>
      )}
    </Modal>
  )
}
