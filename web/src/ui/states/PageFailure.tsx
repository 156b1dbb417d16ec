/** A page that could not be drawn: no connection, a missing chunk, or an error of ours. Never a white page. */
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ChunkError, isChunkFailure } from '../../kernel/chunk.ts'
import { Button } from '../fields/Button.tsx'
import { ErrorState } from './ErrorState.tsx'
import css from './States.module.css'

export function PageFailure({ error, reset }: ErrorComponentProps) {
  return isChunkFailure(error) ? (
    <MissingPart slow={error instanceof ChunkError && error.message === 'time-out'} />
  ) : (
    <ErrorState error={error} onRetry={reset} />
  )
}

/** A part that does not arrive is gone with an update, or the line is: asking for the page itself tells which. */
function MissingPart({ slow }: { slow: boolean }) {
  const [reached, setReached] = useState<boolean | null>(null)
  useEffect(() => {
    const left = new AbortController()
    let wasLost = false
    const look = () =>
      void fetch('/', { method: 'HEAD', cache: 'no-store', signal: left.signal }).then(
        () => {
          // The page failed for want of a connection, which is back.
          if (wasLost) location.reload()
          else setReached(true)
        },
        () => {
          if (left.signal.aborted) return
          wasLost = true
          setReached(false)
        },
      )
    look()
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    return () => {
      left.abort()
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
    }
  }, [])
  if (reached === null && !slow) return <div className={css.state} aria-busy />
  const offline = reached === false
  const Icon = offline ? IconPlugConnectedX : IconRefresh
  return (
    <div className={css.state} role="alert">
      <Icon size={28} stroke={1.5} aria-hidden />
      <h2>{offline ? 'No connection' : slow ? 'This page is taking too long to arrive' : 'Corridor has been updated'}</h2>
      <p>
        {offline
          ? 'This page could not be loaded, because the server cannot be reached. Check your connection, then load the page again; what you typed into forms is kept.'
          : 'A part of this page could not be loaded. Loading the page again usually solves it; what you typed into forms is kept.'}
      </p>
      <Button onClick={() => location.reload()}>Load the page again</Button>
    </div>
  )
}
