/** State that lives in the address bar: read by one reader a parameter, changed by patch, arrays as repeated keys. */
import { pageNumber as pageOf } from '@corridor/domain/primitives/list-and-dropdown.ts'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { type Query, queryText, readQuery } from './query-text.ts'

/** Takes what the address says of one parameter, or nothing. It never throws: anybody can type an address. */
type Reader<Value> = (said: Query[string] | undefined) => Value

export const optionalText = (said: Query[string] | undefined): string | undefined => (typeof said === 'string' ? said : undefined)
/** A page below 1, or none, is page 1. */
export const pageNumber: Reader<number> = (said) => pageOf(optionalText(said) ?? '')
/** One value of a fixed set; others are dropped. */
export const chosenOf =
  <const Value extends string>(values: readonly Value[]): Reader<Value | undefined> =>
  (said) =>
    values.find((value) => value === said)

const MOST_ROWS = 1000
const rowsOfPage: Reader<number | undefined> = (said) => {
  const rows = Number(optionalText(said) || Number.NaN)
  return rows >= 1 && rows <= MOST_ROWS ? rows : undefined
}
const flag: Reader<boolean | undefined> = (said) => {
  const text = optionalText(said)
  return text === undefined ? undefined : text === 'true' || text === '1'
}

/** Parameters that every list keeps in its address: page, rows a page, order, search. Extend with `{ ...listSearch, status: optionalText }`. */
export const listSearch = { page: pageNumber, take: rowsOfPage, sort: optionalText, desc: flag, search: optionalText }

type Readers = Readonly<Record<string, Reader<unknown>>>
export type UrlSearch<Of extends Readers> = { [Name in keyof Of]: ReturnType<Of[Name]> }

/** Overloaded, since TypeScript cannot follow a mapped type through Object.fromEntries. */
export function searchOf<Of extends Readers>(readers: Of, query: Query): UrlSearch<Of>
export function searchOf(readers: Readers, query: Query): Record<string, unknown> {
  return Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(query[name])]))
}

export type UrlChange = Record<string, unknown>

type ChangeUrl = (change: UrlChange, options?: { replace?: boolean }) => void

/**
 * `const [search, change] = useUrlSearch(listSearch)`; `change({ page: 2 })` writes `?page=2`.
 * Pushes a history entry unless `replace`, which typing into a search box wants.
 */
export function useUrlSearch<Of extends Readers>(readers: Of): readonly [UrlSearch<Of>, ChangeUrl] {
  const [query, change] = useUrlQuery()
  return [searchOf(readers, query), change]
}

/** All that the address says, where a page cannot name its parameters beforehand. */
export function useUrlQuery(): readonly [Query, ChangeUrl] {
  const router = useRouter()
  const text = useRouterState({ select: (state) => state.location.searchStr })
  const change: ChangeUrl = (values, options) => {
    const { pathname, searchStr } = router.state.location
    void router.navigate({
      href: pathname + queryText({ ...readQuery(searchStr), ...values }),
      replace: options?.replace ?? false,
      resetScroll: false,
    })
  }
  return [readQuery(text), change]
}

/** `take` and `skip` of a list call for a page of the address bar. */
export const pageInputOf = (page: number, perPage: number): { take: number; skip: number } => ({
  take: perPage,
  skip: (page - 1) * perPage,
})

/** A whole number in the path, such as the batch of `/asset-reporting/$batch`; null when it is none (the page then shows 404). */
export function usePathNumber(name: string): number | null {
  const value = usePathText(name)
  return /^\d{1,10}$/.test(value) ? Number(value) : null
}

/** A word in the path, such as the code of `/report-types/$code`. */
export function usePathText(name: string): string {
  const value = useRouterState({
    select: (state) => {
      const params: Readonly<Record<string, unknown>> = state.matches.at(-1)?.params ?? {}
      return params[name]
    },
  })
  return typeof value === 'string' ? value : ''
}
