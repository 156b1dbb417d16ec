/** The page of a list, and the panel of one inside another page: filters, saved views, columns, export, selection, table, pages, and what to say when it is empty. */

import { type Page, TAKE_MAX } from '@corridor/contract/kernel/page.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import type { ReactNode } from 'react'
import { Button } from '../fields/Button.tsx'
import { PageHeader } from '../layout/PageHeader.tsx'
import { Panel } from '../layout/Panel.tsx'
import { EmptyState } from '../states/EmptyState.tsx'
import { Loaded } from '../states/Loaded.tsx'
import { TableSkeleton } from '../states/Skeletons.tsx'
import { DataTable } from './DataTable.tsx'
import type { TotalsRow } from './data-table-types.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { exportedColumns } from './exported-columns.ts'
import { Filters, Search } from './Filters.tsx'
import css from './list.module.css'
import { Pagination } from './Pagination.tsx'
import { SavedViews } from './SavedViews.tsx'
import type { Chosen, List } from './use-list.ts'

interface ListPanelProps<Reply extends Page<unknown>> {
  list: List<Reply>
  /** Why there is nothing at all, and the next step; "no match" says itself. */
  empty: { title: string; why: string; next?: ReactNode }
  /** Said in place of "no match" where what the filters ask for is done with. */
  noneMatches?: { title: string; why: string }
  /** Actions on the chosen rows; without it nothing can be chosen. */
  bulk?: (chosen: Chosen, done: () => void) => ReactNode
  canSelect?: (row: Reply['records'][number]) => boolean
  toneOf?: (row: Reply['records'][number]) => 'attention' | undefined
  totals?: TotalsRow
  /** False: the list may be read and not taken away. */
  mayExport?: boolean
  title?: string
  note?: ReactNode
  actions?: ReactNode
  /** The paper or file that has all rows, of the list as it is not narrowed. */
  whole?: string
}

export function ListPage<Reply extends Page<unknown>>({
  title,
  note,
  crumbs,
  actions,
  children,
  ...panel
}: ListPanelProps<Reply> & { title: string; crumbs?: ReactNode /** Between header and list. */; children?: ReactNode }) {
  return (
    <>
      <PageHeader title={title} note={note} crumbs={crumbs} actions={actions} />
      {children}
      <ListPanel {...panel} />
    </>
  )
}

export function ListPanel<Reply extends Page<unknown>>({
  list,
  empty,
  noneMatches,
  bulk,
  canSelect,
  toneOf,
  totals,
  mayExport = true,
  title,
  note,
  actions,
  whole,
}: ListPanelProps<Reply>) {
  const { options, url, chosen } = list
  // The filters then take two lines (TableTools.module.css): the search keeps its place on the first while rows are chosen.
  const many = (options.filters?.length ?? 0) > 2
  const exported = exportedColumns(
    options.columns.filter((column) => !column.notExported && list.memory.isShown(column.key)),
    options.columns,
  )
  return (
    <Loaded query={list.query} skeleton={<TableSkeleton rows={8} columns={Math.min(6, options.columns.length)} />}>
      {({ records, page }) => (
        <Panel
          flush
          {...(title ? { title } : {})}
          note={note}
          actions={actions}
          footer={
            <Pagination
              page={url.page}
              perPage={url.perPage}
              totalRecords={page.totalRecords}
              onPage={url.onPage}
              onPerPage={url.onPerPage}
              {...(whole ? { whole } : {})}
            />
          }
        >
          <p data-print-only>{printedWords(list, page.totalRecords)}</p>
          <DataTable
            label={options.label}
            columns={options.columns}
            rows={records}
            idOf={options.idOf}
            {...(options.nameOf ? { nameOf: options.nameOf } : {})}
            totalRecords={page.totalRecords}
            noun={options.noun}
            sort={url.sort}
            onSort={url.onSort}
            memory={list.memory}
            {...(bulk ? { selection: list.selection } : {})}
            {...(canSelect ? { canSelect } : {})}
            {...(toneOf ? { toneOf } : {})}
            {...(totals ? { totals } : {})}
            filters={<Filters list={list} />}
            tools={
              <>
                <SavedViews list={list} />
                {mayExport ? <ExportMenu endpoint={options.endpoint} input={list.input} columns={exported} /> : null}
              </>
            }
            selectionActions={
              bulk ? (
                <>
                  {many ? (
                    <Search list={list} />
                  ) : (
                    <div className={css.room}>
                      <Search list={list} />
                    </div>
                  )}
                  <div className={css.selection} data-many={many || undefined}>
                    <ChosenWords
                      list={list}
                      onPage={records.filter((row) => chosen.ids.has(options.idOf(row))).length}
                      able={records.filter(canSelect ?? (() => true))}
                    />
                    {bulk(chosen, list.chooseNone)}
                    <Button size="xs" variant="subtle" onClick={list.chooseNone}>
                      Clear
                    </Button>
                  </div>
                </>
              ) : null
            }
            empty={
              list.narrowed ? (
                <EmptyState
                  title={noneMatches?.title ?? `No ${options.noun} matches`}
                  why={noneMatches?.why ?? 'Nothing matches the search and filters together.'}
                  next={
                    <Button variant="default" onClick={list.clear}>
                      Clear search and filters
                    </Button>
                  }
                />
              ) : url.page > 1 && page.totalRecords > 0 ? (
                <EmptyState
                  title="This page is empty"
                  why={`There are ${formatCount(page.totalRecords)} in all.`}
                  next={
                    <Button variant="default" onClick={() => url.onPage(1)}>
                      Go to the first page
                    </Button>
                  }
                />
              ) : (
                <EmptyState {...empty} />
              )
            }
          />
        </Panel>
      )}
    </Loaded>
  )
}

/** On paper, where no control shows what narrows the list: how many match, and what they were searched and filtered by. */
function printedWords<Reply extends Page<unknown>>({ options, url, filters }: List<Reply>, total: number): string {
  const chosen = (options.filters ?? []).flatMap(({ key, label, options: known }) => {
    const values = filters[key] ?? []
    const words = values.map((value) => known.find((option) => option.value === value)?.label ?? value)
    return words.length === 0 ? [] : [`${label}: ${words.join(', ')}`]
  })
  const narrowed = [...(url.search ? [`Search: ${url.search}`] : []), ...chosen]
  return [counted(total, options.noun), ...narrowed].join(' · ')
}

/** "This page" and "all that match" are different things, each with its number. */
function ChosenWords<Reply extends Page<unknown>>({
  list,
  onPage,
  able,
}: {
  list: List<Reply>
  onPage: number
  able: readonly Reply['records'][number][]
}) {
  const { chosen, query, options } = list
  const total = query.data?.page.totalRecords ?? 0
  const number = formatCount
  if (chosen.all)
    return (
      <span className={css.words} role="status">
        <strong>
          All {number(total)} {list.narrowed ? 'matching' : ''} selected
        </strong>
      </span>
    )
  const elsewhere = chosen.ids.size - onPage
  const pageFull = onPage > 0 && onPage === able.length
  return (
    <span className={css.words} role="status">
      <strong>
        {number(chosen.ids.size)} selected
        {elsewhere > 0 ? `, ${number(elsewhere)} on other pages` : pageFull && total > onPage ? ' on this page' : ''}
      </strong>
      {!pageFull ? (
        // As cards the table has no header to tick.
        <span className={css.phone}>
          <Button size="xs" variant="subtle" onClick={() => list.selection.onChange(new Set([...chosen.ids, ...able.map(options.idOf)]))}>
            Select this page
          </Button>
        </span>
      ) : null}
      {pageFull && total > chosen.ids.size && (!options.whole || total <= TAKE_MAX) ? (
        <Button size="xs" variant="subtle" onClick={list.chooseAll}>
          Select all {list.narrowed ? `${counted(total, options.noun)} that match` : number(total)}
        </Button>
      ) : null}
    </span>
  )
}
