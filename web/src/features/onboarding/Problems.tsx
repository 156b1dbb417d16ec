/** Every error of the files by sheet, row, column, value and reason. */
import { listOnboardingProblems, type OnboardingDetail } from '@corridor/contract/onboarding.ts'
import { RECORD_TYPES } from '@corridor/domain/onboarding/record-types.ts'
import { textColumn } from '../../ui/list/columns.tsx'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'

const COLUMNS = [
  textColumn('sheet', 'Sheet', { sortable: true }),
  textColumn('source', 'File and row', { sortable: true }),
  textColumn('columnName', 'Column', { sortable: true }),
  textColumn('value', 'Value'),
  textColumn('problem', 'What is wrong', { sortable: true }),
]
export const SHEETS = RECORD_TYPES.map(({ code, sheet }) => ({ value: code, label: sheet }))

export function Problems({ book }: { book: OnboardingDetail }) {
  const list = useList({
    endpoint: listOnboardingProblems,
    input: { id: book.id },
    label: 'Problems of the files',
    noun: 'problem',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    defaultSort: 'id',
    filters: [{ key: 'recordType', label: 'Sheet', options: SHEETS }],
  })
  return <ListPanel list={list} empty={{ title: 'No problems', why: 'Every row could be read and refers to known records.' }} />
}
