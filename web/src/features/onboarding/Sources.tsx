/** Every record that the import added or changed, with the row that it came from. */
import { listOnboardingRecords, type OnboardingDetail } from '@corridor/contract/onboarding.ts'
import { nameColumn, textColumn } from '../../ui/list/columns.tsx'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { SHEETS } from './Problems.tsx'

const COLUMNS = [
  textColumn('sheet', 'Sheet', { sortable: true }),
  textColumn('source', 'File and row', { sortable: true }),
  textColumn('ownNumber', 'Firm’s number', { sortable: true }),
  nameColumn('institutionName', 'Institution', { sortable: true }),
  {
    key: 'isNew',
    header: 'Outcome',
    sortable: true,
    exportAs: ['isNew', 'changed'],
    cell: ({ isNew, changed }: { isNew: boolean; changed: string[] }) => (isNew ? 'Added' : `Changed: ${changed.join(', ')}`),
  },
]

export function Sources({ book }: { book: OnboardingDetail }) {
  const list = useList({
    endpoint: listOnboardingRecords,
    input: { id: book.id },
    label: 'Records with their sources',
    noun: 'record',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    defaultSort: 'id',
    filters: [
      { key: 'recordType', label: 'Sheet', options: SHEETS },
      {
        key: 'isNew',
        label: 'Outcome',
        options: [
          { value: 'true', label: 'Added' },
          { value: 'false', label: 'Changed' },
        ],
      },
    ],
  })
  return (
    <ListPanel
      list={list}
      empty={{ title: 'No records', why: 'Nothing was written, or month-end values alone, each of which names its row itself.' }}
    />
  )
}
