/** A questionnaire to keep: on paper or as a workbook, as it is answered, or empty for whoever writes by hand. */
import { downloadQuestionnaires } from '@corridor/contract/questionnaire-sheet.ts'
import { download } from '../../kernel/call.ts'
import { DownloadMenu } from '../../ui/list/DownloadMenu.tsx'

export function QuestionnaireFiles({ id, blank = false }: { id: number; blank?: boolean }) {
  return (
    <DownloadMenu
      label={blank ? 'Empty form' : 'Download'}
      runningLabel="Preparing…"
      choices={[
        { format: 'pdf', label: blank ? 'PDF, to be filled in by hand' : 'PDF' },
        { format: 'xlsx', label: blank ? 'Excel, to be filled in' : 'Excel workbook' },
      ]}
      save={(format) =>
        download(downloadQuestionnaires, { batch: 0, reportIds: String(id), format: format === 'xlsx' ? 'xlsx' : 'pdf', blank })
      }
    />
  )
}
