/** Live updates: a stream of server-sent events that outdates cached answers. The stream itself does not count as activity. */
import type { Endpoint, InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { useEffect, useEffectEvent } from 'react'
import { urlOf } from './call.ts'
import { deadline } from './session-life.ts'
import { invalidate } from './use-endpoint.ts'

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000
/** A batch of 500 reports announces each; the page asks again at most this often. */
const GATHER_MS = 400

interface Options {
  /** Endpoints to fetch again, by name of the event. */
  on: Record<string, readonly Endpoint[]>
  /** The event's parsed data, for what a page shows at once. */
  onEvent?: (name: string, payload: unknown) => void
  enabled?: boolean
}

export function useLive<E extends Endpoint>(endpoint: E, input: InputOf<E>, { on, onEvent, enabled = true }: Options): void {
  const url = urlOf(endpoint, input)
  const names = Object.keys(on).join(' ')
  const heard = useEffectEvent((name: string, text: string) => {
    onEvent?.(name, parsed(text))
    return on[name] ?? []
  })
  const all = useEffectEvent(() => Object.values(on).flat())

  useEffect(() => {
    if (!enabled || typeof EventSource === 'undefined') return
    let source: EventSource | null = null
    let retry: ReturnType<typeof setTimeout> | undefined
    let gather: ReturnType<typeof setTimeout> | undefined
    let wait = FIRST_RETRY_MS
    const outdated = new Set<Endpoint>()

    const announce = (endpoints: readonly Endpoint[]) => {
      for (const each of endpoints) outdated.add(each)
      gather ??= setTimeout(() => {
        gather = undefined
        void invalidate(...outdated)
        outdated.clear()
      }, GATHER_MS)
    }
    const open = () => {
      source = new EventSource(url)
      source.onopen = () => {
        // Events while the line was down were not heard.
        if (wait > FIRST_RETRY_MS) announce(all())
        wait = FIRST_RETRY_MS
      }
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) return
        // A refused stream is usually an ended session; it is tried again, slower each time, while one lives.
        retry = setTimeout(() => (deadline.get() === null ? undefined : open()), wait)
        wait = Math.min(wait * 2, LONGEST_RETRY_MS)
      }
      for (const name of names.split(' ')) source.addEventListener(name, (event) => announce(heard(name, event.data)))
    }
    const close = () => {
      source?.close()
      source = null
      clearTimeout(retry)
    }
    // A hidden tab gives its connection back: a browser keeps six to one server.
    const onVisibility = () => {
      if (document.hidden) return close()
      if (source) return
      open()
      announce(all())
    }

    if (!document.hidden) open()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      close()
      clearTimeout(gather)
    }
  }, [url, names, enabled])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
