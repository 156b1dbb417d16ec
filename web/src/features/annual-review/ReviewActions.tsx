/** Actions on a review beside those of all reports: its executive summary with its files, and for staff the words and ratings in it. */
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { getReviewSettings } from '@corridor/contract/review-words.ts'
import { IconPrinter } from '@tabler/icons-react'
import { download, urlOf } from '../../kernel/call.ts'
import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { DownloadMenu } from '../../ui/list/DownloadMenu.tsx'

const SUMMARY = 'ExecutiveSummary'
const FILES = [
  { format: 'docx', label: 'Word document (DOCX)' },
  { format: 'pdf', label: 'PDF' },
] as const

interface ActionsProps {
  batch: number
  report: number
  version: number | undefined
}

export function ReviewActions({ batch, report, version }: ActionsProps) {
  const mayRead = useCan(getReviewSettings.access)
  return (
    <>
      {mayRead ? (
        <LinkButton variant="default" to={paths.reviewConfig(batch, report)}>
          Narrative and ratings
        </LinkButton>
      ) : null}
      <LinkButton variant="default" to={paths.reportPaper(batch, report, 'AnnualBoliReview', SUMMARY, version)}>
        Executive summary
      </LinkButton>
    </>
  )
}

export function SummaryActions({ batch, report, version }: ActionsProps) {
  const inputOf = (format: 'docx' | 'pdf') => ({
    batch,
    reportIds: String(report),
    reportType: SUMMARY,
    format,
    needsConversion: format === 'pdf',
    ...(version === undefined ? {} : { version }),
  })
  const review = paths.madeReport(batch, report, 'AnnualBoliReview')
  return (
    <>
      <LinkButton variant="default" to={version === undefined ? review : `${review}?version=${version}`}>
        The whole review
      </LinkButton>
      <Button
        variant="default"
        leftSection={<IconPrinter size={17} aria-hidden />}
        onClick={() => window.open(urlOf(annualReviews.downloadReports, { ...inputOf('pdf'), inline: true }), '_blank', 'noopener')}
      >
        Print
      </Button>
      <DownloadMenu
        label="Download"
        large
        runningLabel="Preparing…"
        choices={FILES}
        save={(format) => download(annualReviews.downloadReports, inputOf(format))}
      />
    </>
  )
}
