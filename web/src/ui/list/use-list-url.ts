/** A list whose page, order and search live in the address bar, ready for its call: `const list = useListUrl(['reportName', 'status'], 'reportName')`. */
import { listSearch, pageInputOf, type UrlChange, useUrlSearch } from '../../kernel/url-search.ts'
import type { SortState } from './data-table-types.ts'

export interface ListUrl<Column extends string> {
  page: number
  perPage: number
  /** For the call: `useEndpoint(listReports, { batch, ...list.input })`. */
  input: { take: number; skip: number; sort: Column; desc: boolean; search?: string }
  sort: SortState
  search: string
  onSort: (sort: SortState) => void
  onPage: (page: number) => void
  onPerPage: (perPage: number) => void
  onSearch: (text: string) => void
  /** For filters of the page's own: goes back to page 1. */
  change: (values: UrlChange) => void
}

const search = listSearch

export function useListUrl<const Column extends string>(
  sortable: readonly Column[],
  defaultSort: NoInfer<Column>,
  options: { desc?: boolean; perPage?: number } = {},
): ListUrl<Column> {
  const [url, change] = useUrlSearch(search)
  const sort = sortable.find((column) => column === url.sort) ?? defaultSort
  const desc = url.desc ?? (sort === defaultSort && (options.desc ?? false))
  const perPage = url.take ?? options.perPage ?? 25
  return {
    page: url.page,
    perPage,
    input: { ...pageInputOf(url.page, perPage), sort, desc, ...(url.search ? { search: url.search } : {}) },
    sort: { by: sort, desc },
    search: url.search ?? '',
    onSort: ({ by, desc: descending }) => change({ sort: by, desc: descending, page: undefined }),
    onPage: (page) => change({ page: page === 1 ? undefined : page }),
    onPerPage: (take) => change({ take, page: undefined }),
    onSearch: (text) => change({ search: text || undefined, page: undefined }, { replace: true }),
    change: (values) => change({ page: undefined, ...values }),
  }
}
