/** A page that could not be drawn: missing chunk, or an error of ours. Never a white page. */
import { IconRefresh } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ChunkError, isChunkFailure } from '../../kernel/chunk.ts'
import { Button } from '../fields/Button.tsx'
import { ErrorState } from './ErrorState.tsx'
import css from './States.module.css'

export function PageFailure({ error, reset }: ErrorComponentProps) {
  if (!isChunkFailure(error)) return <ErrorState error={error} onRetry={reset} />
  return (
    <div className={css.state} role="alert">
      <IconRefresh size={28} stroke={1.5} aria-hidden />
      <h2>
        {error instanceof ChunkError && error.message === 'time-out'
          ? 'This page is taking too long to arrive'
          : 'Corridor has been updated'}
      </h2>
      <p>A part of this page could not be loaded. Loading the page again usually solves it; what you typed into forms is kept.</p>
      <Button onClick={() => location.reload()}>Load the page again</Button>
    </div>
  )
}
