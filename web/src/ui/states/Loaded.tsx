/** Draws the answer of `useEndpoint`: skeleton while there is none, the old answer dimmed while a new one comes, an error with a way on. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../kernel/api-error.ts'
import { ErrorState } from './ErrorState.tsx'
import css from './Loaded.module.css'
import { BlockSkeleton } from './Skeletons.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data, ApiError>
  /** The shape of the coming layout. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

export function Loaded<Data>({ query, skeleton = <BlockSkeleton height={240} />, children }: LoadedProps<Data>) {
  if (query.data !== undefined) {
    return (
      <div className={css.loaded} data-stale={query.isPlaceholderData || undefined} aria-busy={query.isPlaceholderData}>
        {children(query.data)}
      </div>
    )
  }
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return skeleton
}
