/** Actions on a review beside those of all reports: its executive summary as a file, and for staff the words and ratings in it. */
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { getReviewSettings } from '@corridor/contract/review-words.ts'
import { download } from '../../kernel/call.ts'
import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { DownloadMenu } from '../../ui/list/DownloadMenu.tsx'

const SUMMARIES = [
  { format: 'docx', label: 'Word document (DOCX)' },
  { format: 'pdf', label: 'PDF' },
] as const

export function ReviewActions({ batch, report, version }: { batch: number; report: number; version: number | undefined }) {
  const mayRead = useCan(getReviewSettings.access)
  return (
    <>
      {mayRead ? (
        <LinkButton variant="default" to={paths.reviewConfig(batch, report)}>
          Narrative and ratings
        </LinkButton>
      ) : null}
      <DownloadMenu
        label="Executive summary"
        runningLabel="Preparing…"
        choices={SUMMARIES}
        save={(format) =>
          download(annualReviews.downloadReports, {
            batch,
            reportIds: String(report),
            reportType: 'ExecutiveSummary',
            format,
            needsConversion: format === 'pdf',
            ...(version === undefined ? {} : { version }),
          })
        }
      />
    </>
  )
}
