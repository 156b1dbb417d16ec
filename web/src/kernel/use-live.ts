/** Live updates: a stream of server-sent events that outdates cached answers. The stream itself does not count as activity. */
import type { Endpoint, InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { useEffect, useEffectEvent } from 'react'
import { urlOf } from './call.ts'
import { gathered, WATCHED_MS } from './gathered.ts'
import { listen } from './live-line.ts'
import { invalidate } from './use-endpoint.ts'

interface Options {
  /** Endpoints to fetch again, by name of the event. */
  on: Record<string, readonly Endpoint[]>
  /** The event's parsed data, for what a page shows at once. */
  onEvent?: (name: string, payload: unknown) => void
  enabled?: boolean
  /** The reader follows work that goes on: shown about once a second. */
  isWatched?: boolean
}

export function useLive<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { on, onEvent, enabled = true, isWatched = false }: Options,
): void {
  const url = urlOf(endpoint, input)
  const names = Object.keys(on).join(' ')
  const heard = useEffectEvent((name: string, text: string) => {
    onEvent?.(name, parsed(text))
    return on[name] ?? []
  })
  const all = useEffectEvent(() => Object.values(on).flat())

  useEffect(() => {
    if (!enabled || typeof EventSource === 'undefined') return
    // A batch of 500 reports announces each, and an audit each of its parts.
    const { announce, flush } = gathered<Endpoint>((outdated) => void invalidate(...outdated), isWatched ? WATCHED_MS : undefined)
    const end = listen(url, {
      names: names.split(' '),
      onEvent: (name, text) => announce(heard(name, text)),
      onGap: () => announce(all()),
    })
    return () => {
      end()
      flush()
    }
  }, [url, names, enabled, isWatched])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
