/**
 * Everything a list page keeps: its rows, and in the address bar its search, filters, order, page, columns and saved view; the rows chosen, here or
 * all that match. `const list = useList({ endpoint: users.endpoints.list, … })`, then `<ListPage list={list} … />`.
 */
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { type Page, TAKE_MAX } from '@corridor/contract/kernel/page.ts'
import { listSavedViews, type SavedView } from '@corridor/contract/saved-views.ts'
import { isPlainDate } from '@corridor/domain/primitives/period.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { type UrlChange, useUrlQuery } from '../../kernel/url-search.ts'
import { type EndpointQuery, useEndpoint } from '../../kernel/use-endpoint.ts'
import type { Column, Selection } from './data-table-types.ts'
import { type ListUrl, useListUrl } from './use-list-url.ts'
import { type TableMemory, useTableMemory } from './use-table-memory.ts'

export interface ListFilter {
  /** Its name in the address bar and in the call. */
  key: string
  label: string
  /** Words for no choice, in place of "Any" and the label: "All statuses". */
  any?: string
  options: readonly { value: string; label: string }[]
  /** Several at once: a menu of checkboxes in place of a select. */
  many?: boolean
  /** Long lists (institutions, carriers) are searched by typing. */
  searched?: boolean
  /** A day, typed; it has no options. */
  day?: boolean
}

/** A list's call: rows and page, and whatever else it answers. */
export type ListEndpoint<Reply> = Endpoint<z.ZodType, z.ZodType<Reply>>

interface ListOptions<Reply extends Page<unknown>> {
  endpoint: ListEndpoint<Reply>
  /** Name of the rows: "Users". Also the name under which hidden columns are remembered. */
  label: string
  /** "user" gives "12 users". */
  noun: string
  columns: readonly Column<Reply['records'][number]>[]
  idOf: (row: Reply['records'][number]) => number
  nameOf?: (row: Reply['records'][number]) => string
  defaultSort: string
  desc?: boolean
  perPage?: number
  filters?: readonly ListFilter[]
  /** Part of the call whatever the person filters: the batch whose reports these are. */
  input?: Readonly<Record<string, unknown>>
  /** True: all rows that match are read beside the page, up to a thousand, because what can be done depends on each (`list.matching`). */
  whole?: boolean
  /** Asked again every so many milliseconds; for what no live event announces. */
  refetchInterval?: number
  /** Tells apart two lists of one call, for their saved views: "AssetReport". */
  variant?: string
}

export interface Chosen {
  /** The number to state. */
  count: number
  /** All rows that match, on whatever page. */
  all: boolean
  ids: ReadonlySet<number>
  /** For a bulk call: the rows by id, or the filter with the number the person was shown. */
  selection: { ids: number[] } | { matching: Record<string, unknown>; expected: number }
}

export interface List<Reply extends Page<unknown>> {
  options: ListOptions<Reply>
  url: ListUrl<string>
  query: EndpointQuery<ListEndpoint<Reply>>
  /** The rows of the page, or, with `whole`, all that match. */
  matching: readonly Reply['records'][number][]
  /** The request, for the export. */
  input: Readonly<Record<string, unknown>>
  filters: Readonly<Record<string, readonly string[]>>
  setFilter: (key: string, values: readonly string[]) => void
  /** Whether search or filters narrow the list. */
  narrowed: boolean
  clear: () => void
  memory: TableMemory
  chosen: Chosen
  selection: Selection
  chooseAll: () => void
  chooseNone: () => void
  views: SavedView[]
  viewsKey: string
  activeView: SavedView | undefined
  /** The query a saved view keeps: what the address bar says now, without the page. */
  viewQuery: Record<string, string | string[]>
  openView: (view: SavedView | null) => void
}

const NONE_HIDDEN = '-'
const NO_VIEW = 'none'

export function useList<Reply extends Page<unknown>>(options: ListOptions<Reply>): List<Reply> {
  const { endpoint, columns, filters: known = [], idOf } = options
  const [asked, change] = useUrlQuery()
  const sortable = columns.filter((column) => column.sortable).map(({ key }) => key)
  const url = useListUrl(sortable, options.defaultSort, {
    ...(options.desc === undefined ? {} : { desc: options.desc }),
    ...(options.perPage === undefined ? {} : { perPage: options.perPage }),
  })
  const keys = ['search', 'sort', 'desc', 'take', 'hide', ...known.map((filter) => filter.key)]
  const viewsKey = `${endpoint.path}${options.variant ? `#${options.variant}` : ''}`
  const viewsQuery = useEndpoint(listSavedViews, { list: viewsKey })
  const views = viewsQuery.data?.records ?? []
  const wanted = textsOf(asked.view)[0]
  const viewQuery = Object.fromEntries(Object.entries(asked).filter(([key]) => keys.includes(key)))
  const bare = wanted === undefined && Object.keys(viewQuery).length === 0

  const filters = Object.fromEntries(known.map((filter) => [filter.key, allowed(filter, textsOf(asked[filter.key]))]))
  const narrowing: Record<string, unknown> = {
    ...(url.search ? { search: url.search } : {}),
    ...Object.fromEntries(
      known.flatMap(({ key, many }) => {
        const values = filters[key] ?? []
        return values.length === 0 ? [] : [[key, many ? values : values[0]]]
      }),
    ),
  }
  const input = { ...options.input, ...url.input, ...narrowing }
  // Columns that everybody begins with are known before the first rows are asked for, so that a list never changes under one's eyes.
  const beginsWith = views.find((view) => view.isDefault)
  const waiting = bare && (viewsQuery.isPending || beginsWith !== undefined)
  const query = useEndpoint(endpoint, input, { enabled: !waiting, refetchInterval: options.refetchInterval ?? false })

  const openView = (view: SavedView | null, replace = false) =>
    change(
      { ...Object.fromEntries(keys.map((key) => [key, undefined])), page: undefined, ...view?.query, view: view?.id ?? NO_VIEW },
      { replace },
    )
  const begin = useEffectEvent(() => {
    if (beginsWith) openView(beginsWith, true)
  })
  const beginsAt = bare ? beginsWith?.id : undefined
  useEffect(() => {
    if (beginsAt !== undefined) begin()
  }, [beginsAt])

  const hide = textsOf(asked.hide)
  const memory = useTableMemory(options.label, columns, {
    hidden: hide.length === 0 ? undefined : hide.filter((key) => key !== NONE_HIDDEN),
    change: (hidden) => change({ hide: hidden.length === 0 ? NONE_HIDDEN : [...hidden] }, { replace: true }),
  })

  const rows = query.data?.records ?? []
  const total = query.data?.page.totalRecords ?? 0
  const whole = useEndpoint(endpoint, { ...input, take: TAKE_MAX, skip: 0 }, { enabled: options.whole === true && total > rows.length })
  const { chosen, ...choosing } = useChoice(rows.map(idOf), total, narrowing)
  return {
    options,
    url,
    query,
    matching: options.whole === true && total > rows.length ? (whole.data?.records ?? rows) : rows,
    input,
    filters,
    setFilter: (key, values) => change({ [key]: [...values], page: undefined }),
    narrowed: Object.keys(narrowing).length > 0,
    clear: () =>
      change({
        ...Object.fromEntries([...known.map(({ key }) => key), 'search'].map((key) => [key, undefined])),
        page: undefined,
      } satisfies UrlChange),
    memory,
    chosen,
    ...choosing,
    views,
    viewsKey,
    activeView: views.find((view) => String(view.id) === wanted),
    viewQuery,
    openView,
  }
}

/** The choice belongs to the search: another filter starts anew, another page does not. */
function useChoice(shown: readonly number[], total: number, narrowing: Record<string, unknown>) {
  const about = JSON.stringify(narrowing)
  const [state, setState] = useState<{ about: string; all: boolean; ids: ReadonlySet<number> }>({ about, all: false, ids: new Set() })
  const { all, ids } = state.about === about ? state : { all: false, ids: new Set<number>() }
  const choose = (next: ReadonlySet<number>, everything = false) => setState({ about, all: everything, ids: next })
  const chosen: Chosen = {
    all,
    ids,
    count: all ? total : ids.size,
    selection: all ? { matching: narrowing, expected: total } : { ids: [...ids] },
  }
  return {
    chosen,
    // With all chosen, taking one row off leaves those of this page.
    selection: { ids: all ? new Set(shown) : ids, onChange: (next: ReadonlySet<number>) => choose(next) },
    chooseAll: () => choose(new Set(shown), true),
    chooseNone: () => choose(new Set()),
  }
}

const textsOf = (value: string | string[] | undefined): string[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

/** Values that a person may have typed into the address bar: those that the filter has, of the searched ones any. */
function allowed({ options, many, searched, day }: ListFilter, values: readonly string[]): readonly string[] {
  if (day) return values.filter((value) => isPlainDate(value)).slice(0, 1)
  const good = searched ? values : values.filter((value) => options.some((option) => option.value === value))
  return many ? good : good.slice(0, 1)
}
