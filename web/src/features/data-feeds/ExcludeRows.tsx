/** Leaving rows out of a file, with a reason, and what that means for their policies: one that another row of the file names keeps a value. */
import { getFile, listFiles, listFindings, listRows, rejectRows } from '@corridor/contract/data-feeds.ts'
import { previewPosting } from '@corridor/contract/feed-posting.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { ReasonAction } from './ReasonAction.tsx'

interface RowOfPolicy {
  line: number | null
  lineNumber: number | null
  sheet: string | null
  policyId: number | null
  policyNumber: string | null
}

interface ExcludeRowsProps {
  fileId: number
  /** Chosen rows, or findings of them: a line may be there more than once. */
  rows: readonly RowOfPolicy[]
  onDone: () => void
}

/** Doubled rows are few, and nothing can be posted while one is left; beyond these nothing is said of policies. */
const MOST = 1000

export function ExcludeRows({ fileId, rows, onDone }: ExcludeRowsProps) {
  const doubled = useEndpoint(listRows, { id: fileId, matchStatus: ['DUPLICATE'], take: MOST }, { isQuiet: true })
  const chosen = [...new Map(rows.flatMap((row) => (row.line === null ? [] : [[row.line, row] as const]))).values()]
  const lines = chosen.flatMap(({ line }) => (line === null ? [] : [line]))
  const [first] = chosen
  return (
    <ReasonAction
      endpoint={rejectRows}
      input={(reason) => ({ id: fileId, lines, reason })}
      invalidates={[getFile, listFindings, listRows, listFiles, previewPosting]}
      label={lines.length === 1 && rows.every(({ line }) => line !== null) ? 'Exclude row' : `Exclude ${counted(lines.length, 'row')}`}
      title={`Exclude ${lines.length === 1 ? (first ? lineOfFile(first) : 'the row') : `${formatCount(lines.length)} rows`}?`}
      text={`${lines.length === 1 ? 'The row' : 'The rows'} can still be viewed, and can be included again before posting. ${
        doubled.data && doubled.data.page.totalRecords <= MOST ? outcomeOf(chosen, doubled.data.records) : ''
      }`.trim()}
      success="Excluded."
      onDone={onDone}
    />
  )
}

/** All but one of the rows of a policy and month are doubled: excluding fewer than all leaves the policy a value. */
function outcomeOf(chosen: readonly RowOfPolicy[], doubled: readonly RowOfPolicy[]): string {
  const policies = Map.groupBy(
    chosen.filter((row) => nameOf(row) !== null),
    nameOf,
  )
  const without = [...policies].filter(([name, rows]) => rows.length > doubled.filter((row) => nameOf(row) === name).length).length
  const kept = policies.size - without
  if (policies.size === 0) return ''
  if (kept === 0) return without === 1 ? 'Its policy gets no value from this file.' : 'Their policies get no value from this file.'
  if (without === 0)
    return kept === 1 ? 'Another row of the file gives its policy a value.' : 'Other rows of the file give their policies values.'
  return `${formatCount(without)} of their ${formatCount(policies.size)} policies ${without === 1 ? 'gets' : 'get'} no value from this file; other rows give the rest theirs.`
}

const nameOf = ({ policyId, policyNumber }: RowOfPolicy): number | string | null => policyId ?? policyNumber
