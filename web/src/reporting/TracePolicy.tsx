/** Source of a policy's figures: the posted valuation, and the line of the carrier's file, or the row of the firm's book, that it was read from. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { ReportCalls } from '@corridor/contract/reports.ts'
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { cents, formatAmount } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import { type ReactNode, useState } from 'react'
import { useCan } from '../kernel/session.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { paths } from '../paths.ts'
import { CorrectedCells } from '../shared/CorrectedCells.tsx'
import { ImportedWithBook, RowOfBook } from '../shared/ImportedWithBook.tsx'
import { lineOfFile } from '../shared/line-of-file.ts'
import { Link } from '../ui/fields/Link.tsx'
import { formatMoment } from '../ui/formats.ts'
import { Modal } from '../ui/overlays/Modal.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { Loaded } from '../ui/states/Loaded.tsx'
import css from './TracePolicy.module.css'

interface Place {
  calls: Pick<ReportCalls, 'tracePolicy'>
  reportType: ReportTypeName
  batch: number
  report: number
}

/** The way from a report's figures to the feed lines: `trace` is undefined for whoever may not go it, `dialog` stands in the report's body. */
export function useTracing(place: Place): { trace: ((policyId: number) => void) | undefined; dialog: ReactNode } {
  const mayTrace = useCan(permission(REPORT_FAMILIES[place.reportType].permission, 1, STAFF_ROLES, 'site'))
  const [policyId, setPolicyId] = useState<number | null>(null)
  return {
    trace: mayTrace ? setPolicyId : undefined,
    dialog: policyId === null ? null : <TracePolicy {...place} policyId={policyId} onClose={() => setPolicyId(null)} />,
  }
}

function TracePolicy({ calls, reportType, batch, report, policyId, onClose }: Place & { policyId: number; onClose: () => void }) {
  const query = useEndpoint(calls.tracePolicy, { batch, report, policy: policyId, ReportType: reportType })
  return (
    <Modal title={`Source of policy ${query.data?.policyNumber ?? ''}`} width={720} onClose={onClose}>
      <Loaded query={query}>
        {({ valuations }) => {
          const latest = valuations[0]
          if (!latest) return <EmptyState title="No valuation" why="Nothing was posted for this policy by the report’s date." />
          return (
            <div className={css.trace}>
              <div>
                <h3>
                  Valuation of {formatDate(plainDate(latest.asOfDate))}, version {latest.version}
                </h3>
                <p>{wayIn(latest)}</p>
              </div>
              {latest.source ? (
                <div>
                  <h3>
                    <Link to={paths.dataFeed(latest.source.fileId)}>{latest.source.fileName}</Link>, {lineOfFile(latest.source)}
                  </h3>
                  <p>
                    Received {formatMoment(latest.source.receivedAt)}. SHA-256 {latest.source.sha256.slice(0, 16)}…
                  </p>
                  {latest.source.salesforce ? (
                    <p>
                      Salesforce {latest.source.salesforce.object}, record {latest.source.salesforce.recordId}, changed there{' '}
                      {formatMoment(latest.source.salesforce.modified)}: cash surrender value from{' '}
                      {latest.source.salesforce.fields.cashSurrenderValue}, death benefit from{' '}
                      {latest.source.salesforce.fields.deathBenefit}.
                    </p>
                  ) : null}
                  <dl className={css.raw}>
                    {Object.entries(latest.source.raw).map(([header, value]) => (
                      <FieldOfLine key={header} header={header} value={value} />
                    ))}
                  </dl>
                  <CorrectedCells corrections={latest.source.corrections} />
                </div>
              ) : latest.bookRow ? (
                <p>
                  <ImportedWithBook bookRow={latest.bookRow} />.
                </p>
              ) : null}
              <table className={css.months}>
                <caption className="visually-hidden">Valuations of this policy</caption>
                <thead>
                  <tr>
                    <th scope="col">As of</th>
                    <th scope="col">Version</th>
                    <th scope="col" data-numeric>
                      Cash surrender value ($)
                    </th>
                    <th scope="col" data-numeric>
                      Death benefit ($)
                    </th>
                    <th scope="col">From</th>
                  </tr>
                </thead>
                <tbody>
                  {valuations.map((valuation) => (
                    <tr key={`${valuation.asOfDate}-${valuation.version}`}>
                      <th scope="row">{formatDate(plainDate(valuation.asOfDate))}</th>
                      <td>
                        {valuation.version}
                        {valuation.status === 'SUPERSEDED' ? ' (superseded)' : ''}
                      </td>
                      <td data-numeric>{formatAmount(cents(valuation.cashSurrenderValueCents))}</td>
                      <td data-numeric>{formatAmount(cents(valuation.deathBenefitCents))}</td>
                      <td>
                        {valuation.source ? (
                          <Link
                            to={paths.dataFeed(valuation.source.fileId)}
                            aria-label={`${valuation.source.fileName}, ${lineOfFile(valuation.source)}`}
                          >
                            {lineOfFile(valuation.source)}
                          </Link>
                        ) : valuation.bookRow ? (
                          <RowOfBook bookRow={valuation.bookRow} />
                        ) : (
                          'By hand'
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }}
      </Loaded>
    </Modal>
  )
}

type Valuation = ReplyOf<ReportCalls['tracePolicy']>['valuations'][number]
/** Posted from a file or the firm's book, or entered: when, by whom and why. */
function wayIn({ source, bookRow, postedAt, postedBy, restatementReason }: Valuation): string {
  const by = postedBy ? ` by ${postedBy}` : ''
  if (!source && !bookRow)
    return `Entered by hand${by} on ${formatMoment(postedAt)}${restatementReason ? `. Reason: ${restatementReason}` : ''}`
  return `Posted ${formatMoment(postedAt)}${by}${restatementReason ? `. Restated: ${restatementReason}` : ''}`
}

const FieldOfLine = ({ header, value }: { header: string; value: string | null }) => (
  <>
    <dt>{header}</dt>
    <dd>{value ?? '-'}</dd>
  </>
)
