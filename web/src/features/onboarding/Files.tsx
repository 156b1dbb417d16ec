/** The reports and documents of a book: what each becomes, or why it is not taken. */
import { listOnboardingFiles, type OnboardingDetail, type OnboardingFile } from '@corridor/contract/onboarding.ts'
import { PAPER_KIND_WORDS, PAPER_OUTCOME_WORDS } from '@corridor/contract/words.ts'
import { prettyBytes } from '@corridor/domain/primitives/byte-size.ts'
import { textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge, type StatusTable } from '../../ui/states/StatusBadge.tsx'
import css from './onboarding.module.css'

const OUTCOMES: StatusTable<OnboardingFile['outcome']> = {
  NEW: { label: PAPER_OUTCOME_WORDS.NEW, tone: 'good' },
  VERSION: { label: PAPER_OUTCOME_WORDS.VERSION, tone: 'note' },
  SAME: { label: PAPER_OUTCOME_WORDS.SAME, tone: 'quiet' },
  REFUSED: { label: PAPER_OUTCOME_WORDS.REFUSED, tone: 'bad' },
}

const COLUMNS: Column<OnboardingFile>[] = [
  {
    key: 'path',
    header: 'File',
    sortable: true,
    exportAs: ['path', 'reason', 'isHeld', 'listedIn'],
    // The remark beside the name: in a column of its own it stood out of sight.
    cell: (file) => (
      <>
        {file.path}
        {remarkOf(file) === '' ? null : <small className={css.remark}>{remarkOf(file)}</small>}
      </>
    ),
  },
  { key: 'outcome', header: 'Outcome', sortable: true, cell: ({ outcome }) => <StatusBadge status={outcome} table={OUTCOMES} /> },
  { key: 'kind', header: 'Kept as', cell: ({ kind }) => (kind === null ? null : PAPER_KIND_WORDS[kind]) },
  textColumn('ownerName', 'Institution, carrier or vendor', { sortable: true }),
  textColumn('typeCode', 'Type', { sortable: true }),
  textColumn('yearOverride', 'Year', { sortable: true }),
  textColumn('uploadName', 'Name in the portal'),
  { key: 'sizeBytes', header: 'Size', cell: ({ sizeBytes }) => (sizeBytes === null ? null : prettyBytes(sizeBytes)) },
]

function remarkOf({ reason, isHeld, listedIn }: OnboardingFile): string {
  return [
    reason === null ? '' : reason.replace(/\.?$/, '.'),
    isHeld ? 'Waits for the virus scanner; shown to clients once it passes.' : '',
    listedIn === null ? '' : `As ${listedIn} says.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function Files({ book }: { book: OnboardingDetail }) {
  const list = useList({
    endpoint: listOnboardingFiles,
    input: { id: book.id },
    label: 'Reports and documents of the book',
    noun: 'file',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    defaultSort: 'id',
    filters: [
      {
        key: 'outcome',
        label: 'Outcome',
        options: [
          { value: 'NEW', label: PAPER_OUTCOME_WORDS.NEW },
          { value: 'VERSION', label: PAPER_OUTCOME_WORDS.VERSION },
          { value: 'SAME', label: PAPER_OUTCOME_WORDS.SAME },
          { value: 'REFUSED', label: PAPER_OUTCOME_WORDS.REFUSED },
        ],
      },
    ],
  })
  return (
    <ListPanel
      list={list}
      toneOf={({ outcome }) => (outcome === 'REFUSED' ? 'attention' : undefined)}
      empty={{ title: 'No reports or documents', why: 'The book has no folder Reports or Documents.' }}
    />
  )
}
