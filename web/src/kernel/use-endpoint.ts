/** Reading: `useEndpoint(listReports, { batch: 7 })`. Typed by the contract, cached by endpoint and input, old rows kept while new ones come. */
import type { Endpoint, InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { keepPreviousData, QueryCache, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { toast } from './toasts.ts'

/** Draw it with `<Loaded query={…}>`, which knows skeletons, errors and refetching. */
export type EndpointQuery<E extends Endpoint> = UseQueryResult<ReplyOf<E>, ApiError>

interface Options {
  /** False: not asked until it becomes true. */
  enabled?: boolean
  /** Asked again every so many milliseconds; for what no live event announces. */
  refetchInterval?: number | false
  /** True: the caller says itself that it could not be read again. */
  isQuiet?: boolean
  /** True: in place of the record the page says that it is not there, and no toast repeats it. */
  tellsMissing?: boolean
}

export function useEndpoint<E extends Endpoint>(endpoint: E, input: InputOf<E>, options: Options = {}): EndpointQuery<E> {
  return useQuery<ReplyOf<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchInterval ?? false,
    meta: { isQuiet: options.isQuiet ?? false, tellsMissing: options.tellsMissing ?? false },
  })
}

/** Drops what is cached of these endpoints, whatever their input, and fetches again what is on the page. */
export const invalidate = (...endpoints: readonly Endpoint[]): Promise<unknown> =>
  Promise.all(endpoints.map((endpoint) => queries.invalidateQueries({ queryKey: nameOf(endpoint) })))

/** Changes a cached answer where what it says is known to be different by now; nothing is fetched. */
export function changeCached<E extends Endpoint>(endpoint: E, input: InputOf<E>, change: (reply: ReplyOf<E>) => ReplyOf<E>): void {
  queries.setQueryData<ReplyOf<E>>(keyOf(endpoint, input), (reply) => (reply === undefined ? undefined : change(reply)))
}

/** Queries that could not be read since a toast said so; and whether nothing can be. */
const silenced = new Set<string>()
let isOffline = false

export const queries = new QueryClient({
  queryCache: new QueryCache({
    // A toast says what could not be read, once until it is: figures on the page stay there, and a first reading says so in its place as well.
    onError: (error, { queryHash, state, meta }) => {
      if (meta?.isQuiet || silenced.has(queryHash)) return
      const status = error instanceof ApiError ? error.status : 500
      // 401 has its dialog; what is gone from a page was taken away by somebody, mostly on this very page; one connection is lost once.
      const isKnown =
        status === 401 || (status === 404 && (state.data !== undefined || meta?.tellsMissing === true)) || (status === 0 && isOffline)
      silenced.add(queryHash)
      isOffline ||= status === 0
      if (!isKnown) toast.error(error)
    },
    onSuccess: (_, { queryHash }) => {
      silenced.delete(queryHash)
      isOffline = false
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A call that the server refused it will refuse again; one that did not reach it is worth two more tries.
      // A browser that believes to be offline would wait without a word: asked all the same, the page says so.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status === 503),
    },
  },
})

const nameOf = (endpoint: Endpoint) => [endpoint.method, endpoint.path]
const keyOf = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => [...nameOf(endpoint), input]
