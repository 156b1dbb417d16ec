/** State that lives in the address bar: read with a zod/mini schema, changed by patch, arrays as repeated keys. */
import { pageNumber as pageOf } from '@corridor/domain/primitives/list-and-dropdown.ts'
import { useRouter, useRouterState } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { queryText, readQuery } from './query-text.ts'

/** A page below 1, or none, is page 1. */
export const pageNumber = z.catch(
  z.pipe(
    z.string(),
    z.transform((text: string) => pageOf(text)),
  ),
  1,
)
export const optionalText = z.catch(z.optional(z.string()), undefined)
/** One value or several of a fixed set; others are dropped. */
export const chosenOf = <const Value extends string>(values: readonly [Value, ...Value[]]) => z.catch(z.optional(z.enum(values)), undefined)

/** Parameters that every list keeps in its address: page, rows a page, order, search. Extend with `{ ...listSearch, status: textList }`. */
export const listSearch = {
  page: pageNumber,
  take: z.catch(z.optional(z.coerce.number().check(z.minimum(1), z.maximum(1000))), undefined),
  sort: optionalText,
  desc: z.catch(
    z.optional(
      z.pipe(
        z.string(),
        z.transform((text: string) => text === 'true' || text === '1'),
      ),
    ),
    undefined,
  ),
  search: optionalText,
}

export type UrlChange = Record<string, unknown>

/**
 * `const [search, change] = useUrlSearch(z.object({ ...listSearch }))`; `change({ page: 2 })` writes `?page=2`.
 * Pushes a history entry unless `replace`, which typing into a search box wants.
 */
export function useUrlSearch<Schema extends z.ZodMiniType>(
  schema: Schema,
): readonly [z.output<Schema>, (change: UrlChange, options?: { replace?: boolean }) => void] {
  const router = useRouter()
  const text = useRouterState({ select: (state) => state.location.searchStr })
  const change = (values: UrlChange, options?: { replace?: boolean }) => {
    const { pathname, searchStr } = router.state.location
    void router.navigate({
      href: pathname + queryText({ ...readQuery(searchStr), ...values }),
      replace: options?.replace ?? false,
      resetScroll: false,
    })
  }
  return [z.parse(schema, readQuery(text)), change]
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
