/** The policies that an exception of an institution and a carrier names: what is posted of each, this month and the last, and where that came from. */
import type { getException } from '@corridor/contract/auditing.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { paths } from '../../paths.ts'
import { ImportedWithBook } from '../../shared/ImportedWithBook.tsx'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { moneyColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import css from './auditing.module.css'

type Detail = ReplyOf<typeof getException>
type Value = Detail['policies'][number]['values'][number] & { policyNumber: string }

export function NamedPolicies({ exception: { policies } }: { exception: Detail }) {
  const rows = policies.flatMap(({ policyNumber, values }) => values.map((value) => ({ ...value, policyNumber })))
  if (rows.length === 0) return null
  return (
    <section>
      <h3>Posted values</h3>
      <DataTable plain label="Posted values" rows={rows} idOf={(row) => rows.indexOf(row)} columns={COLUMNS} />
    </section>
  )
}

const COLUMNS: readonly Column<Value>[] = [
  { key: 'policyNumber', header: 'Policy', oneLine: true, cell: ({ policyNumber }) => policyNumber },
  { key: 'asOfDate', header: 'Month end', oneLine: true, cell: ({ asOfDate }) => formatDate(plainDate(asOfDate)) },
  moneyColumn('cashSurrenderValueCents', 'Cash surrender value ($)'),
  { key: 'source', header: 'From', cell: (value) => <Source value={value} /> },
]

function Source({ value: { fileId, fileName, sheet, lineNumber, bookRow, postedBy, reason, policyNumber } }: { value: Value }) {
  return (
    <span className={css.named}>
      {fileId !== null ? (
        <Link to={paths.dataFeed(fileId, { policy: policyNumber })}>
          {fileName ?? 'The file'}
          {lineNumber === null ? '' : `, ${lineOfFile({ sheet, lineNumber })}`}
        </Link>
      ) : bookRow ? (
        <ImportedWithBook bookRow={bookRow} />
      ) : (
        `By hand, ${postedBy ?? 'Corridor'}`
      )}
      {reason ? <small>{reason}</small> : null}
    </span>
  )
}
