/** Saves a report's journal entries as a file for posting, or says why there is none. */
import { getPosting } from '@corridor/contract/ledger-accounts.ts'
import type { ReportTypeName } from '@corridor/domain/reports/families.ts'
import { IconReceipt } from '@tabler/icons-react'
import { saveFile } from '../kernel/call.ts'
import { toast } from '../kernel/toasts.ts'
import { useAction } from '../kernel/use-action.ts'
import { Button } from '../ui/fields/Button.tsx'

type AssetReportName = Extract<ReportTypeName, 'AssetReport' | 'AssetSummaryReport'>
interface PostEntriesProps {
  reportType: AssetReportName
  batch: number
  report: number
  version: number | undefined
  label?: string
}

export function PostEntries({ reportType, batch, report, version, label = 'Entries to post' }: PostEntriesProps) {
  const posting = useAction(getPosting)
  const save = async () => {
    const outcome = await posting.run({ batch, report, ReportType: reportType, ...(version ? { version } : {}) })
    if (!outcome.ok) return
    const { csv, problem, fileName } = outcome.value
    if (csv === null) toast.error(problem ?? 'There is nothing to post.')
    else saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), fileName)
  }
  return (
    <Button variant="default" leftSection={<IconReceipt size={17} aria-hidden />} loading={posting.running} onClick={() => void save()}>
      {label}
    </Button>
  )
}

export const PostAssetReport = (of: Omit<PostEntriesProps, 'reportType'>) => <PostEntries reportType="AssetReport" {...of} />
export const PostAssetSummary = (of: Omit<PostEntriesProps, 'reportType'>) => <PostEntries reportType="AssetSummaryReport" {...of} />
