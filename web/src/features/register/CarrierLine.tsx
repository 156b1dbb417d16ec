/** The carrier's line behind a policy's latest figures; where these came otherwise, that is said, and the last line is shown as what it is. */

import { paths } from '../../paths.ts'
import { CorrectedCells } from '../../shared/CorrectedCells.tsx'
import { ImportedWithBook } from '../../shared/ImportedWithBook.tsx'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import type { PolicyDetail } from './policy-calls.ts'
import css from './register.module.css'
import { dateOf } from './words.ts'

export function CarrierLine({ policy: { line, valuations } }: { policy: PolicyDetail }) {
  if (!line) return null
  const latest = valuations.find(({ superseded }) => !superseded)
  const isBehind = line.asOfDate === latest?.asOfDate && line.version === latest.version
  return (
    <Panel
      title={isBehind ? 'The carrier’s line behind the latest figures' : 'The last line from the carrier'}
      note={
        <span className={css.told}>
          {isBehind || !latest ? null : (
            <>
              The latest figures, of {dateOf(latest.asOfDate)}, are not from this line:{' '}
              {latest.bookRow ? (
                <ImportedWithBook bookRow={latest.bookRow} />
              ) : (
                `entered by hand by ${latest.postedBy ?? 'Corridor'} on ${formatMoment(latest.postedAt)}`
              )}
              . The last line from the carrier is of {dateOf(line.asOfDate)}:{' '}
            </>
          )}
          <Link to={paths.dataFeed(line.fileId)}>{line.fileName}</Link>, {lineOfFile(line)}, received {formatMoment(line.receivedAt)}
        </span>
      }
    >
      <dl className={css.raw}>
        {Object.entries(line.raw).map(([header, value]) => (
          <div key={header}>
            <dt>{header}</dt>
            <dd>{value || '-'}</dd>
          </div>
        ))}
      </dl>
      <CorrectedCells corrections={line.corrections} />
    </Panel>
  )
}
