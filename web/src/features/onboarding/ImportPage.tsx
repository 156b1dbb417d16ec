/** One import of a book: what to do next, what would come in, what is wrong, and how it ties out. */
import {
  getOnboarding,
  listOnboardingFiles,
  listOnboardingProblems,
  listOnboardingRecords,
  listOnboardingTotals,
  type OnboardingDetail,
} from '@corridor/contract/onboarding.ts'
import { RECORD_TYPES } from '@corridor/domain/onboarding/record-types.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { useEffect, useRef } from 'react'
import { usePathNumber } from '../../kernel/url-search.ts'
import { invalidate, useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { formatMoment } from '../../ui/formats.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { StatTile, StatTiles } from '../../ui/layout/StatTile.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { countColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FiguresPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { Files } from './Files.tsx'
import { NextStep } from './NextStep.tsx'
import css from './onboarding.module.css'
import { Problems } from './Problems.tsx'
import { Sources } from './Sources.tsx'
import { isWorking, ONBOARDING_STATUS, REFRESH_MS } from './statuses.ts'
import { Totals } from './Totals.tsx'

export function ImportPage() {
  const id = usePathNumber('id') ?? 0
  return <Import key={id} id={id} />
}

function Import({ id }: { id: number }) {
  const query = useEndpoint(getOnboarding, { id })
  const working = query.data !== undefined && isWorking(query.data)
  useListsOf(query.data)
  useEndpoint(getOnboarding, { id }, { enabled: working, refetchInterval: working ? REFRESH_MS : false, isQuiet: true })
  return (
    <Loaded query={query} skeleton={<FiguresPageSkeleton />}>
      {(book) => (
        <>
          <PageHeader
            crumbs={<Breadcrumbs steps={[{ label: 'Onboarding', to: paths.onboarding() }]} />}
            title={book.name}
            note={
              <span className={css.headline}>
                <StatusBadge status={book.status} table={ONBOARDING_STATUS} />
                <span>{`Started ${formatMoment(book.startedAt)}${book.startedBy ? ` by ${book.startedBy}` : ''}`}</span>
              </span>
            }
          />
          <NextStep book={book} />
          {Object.keys(book.counts).length > 0 ? <Found book={book} /> : null}
        </>
      )}
    </Loaded>
  )
}

const LISTS = [listOnboardingProblems, listOnboardingRecords, listOnboardingFiles, listOnboardingTotals]

/** A check or an import that ended has found something else: its lists, which a person may be looking at, are read anew. */
function useListsOf(book: OnboardingDetail | undefined): void {
  const stands = book && `${book.status} ${book.endedAt}`
  const before = useRef(stands)
  useEffect(() => {
    if (before.current !== undefined && before.current !== stands) void invalidate(...LISTS)
    before.current = stands
  }, [stands])
}

function Found({ book }: { book: OnboardingDetail }) {
  // Rows of a list are part of the record that they stand in.
  const sum = (of: 'added' | 'changed') =>
    RECORD_TYPES.reduce((total, { code, isWithin }) => total + (isWithin === undefined ? (book.counts[code]?.[of] ?? 0) : 0), 0)
  const isWritten = book.status === 'DONE' || book.status === 'UNDOING' || book.status === 'UNDONE'
  return (
    <>
      <StatTiles label="Contents of the book">
        <StatTile label={isWritten ? 'Added' : 'New'} value={formatCount(sum('added'))} main />
        <StatTile label={isWritten ? 'Corrected' : 'Changed'} value={formatCount(sum('changed'))} />
        <StatTile
          label="Problems"
          value={formatCount(book.problemCount)}
          {...(book.problemCount > 0 ? { tone: 'bad' as const, to: paths.onboardingImport(book.id, 'problems') } : {})}
        />
        <StatTile
          label="Differences from stated totals"
          value={book.statedTotals === 0 ? '-' : formatCount(book.differenceCount)}
          note={book.statedTotals === 0 ? 'No control totals were given' : `${formatCount(book.statedTotals)} stated`}
          {...(book.differenceCount > 0 ? { tone: 'bad' as const, to: paths.onboardingImport(book.id, 'totals') } : {})}
        />
      </StatTiles>
      <Tabs
        label="Parts of the import"
        tabs={[
          { key: 'records', label: 'Records', panel: () => <Records book={book} /> },
          { key: 'problems', label: 'Problems', count: book.problemCount, panel: () => <Problems book={book} /> },
          { key: 'files', label: 'Files', panel: () => <Files book={book} /> },
          { key: 'sources', label: 'Sources', panel: () => <Sources book={book} /> },
          { key: 'totals', label: 'Tie-out', count: book.differenceCount, panel: () => <Totals book={book} /> },
        ]}
      />
    </>
  )
}

const COLUMNS = [
  textColumn('label', 'Record'),
  countColumn('read', 'Read'),
  countColumn('added', 'New'),
  countColumn('changed', 'Changed'),
  countColumn('same', 'As they are'),
]

function Records({ book }: { book: OnboardingDetail }) {
  const rows = RECORD_TYPES.flatMap(({ code, words }, id) => {
    const count = book.counts[code]
    return count && count.read > 0 ? [{ id, label: words[1].charAt(0).toUpperCase() + words[1].slice(1), ...count }] : []
  })
  if (rows.length === 0) return <EmptyState title="No records" why="The files contain no rows that match the templates." />
  return (
    <Panel flush>
      <DataTable
        label="Records of the book"
        noun="record type"
        columns={COLUMNS}
        rows={rows}
        idOf={({ id }) => id}
        totalRecords={rows.length}
      />
    </Panel>
  )
}
