/** Lines of server-sent events: one for each address, however many parts of the page listen, since a browser keeps six to one server. */
import { deadline } from './session-life.ts'

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 30_000

interface Listener {
  names: readonly string[]
  onEvent: (name: string, text: string) => void
  /** The line was down for a while, and what was said meanwhile was not heard. */
  onGap: () => void
}

interface Line {
  add: (listener: Listener) => void
  remove: (listener: Listener) => void
}

const lines = new Map<string, Line>()

/** @returns a function that ends the listening; the last one closes the line */
export function listen(url: string, listener: Listener): () => void {
  const line = lines.get(url) ?? lineTo(url)
  lines.set(url, line)
  line.add(listener)
  return () => line.remove(listener)
}

function lineTo(url: string): Line {
  const listeners = new Set<Listener>()
  /** Names that the present source is listened to for. */
  const heard = new Set<string>()
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_RETRY_MS

  const gap = () => {
    for (const { onGap } of listeners) onGap()
  }
  const hear = () => {
    for (const name of [...listeners].flatMap(({ names }) => names)) {
      if (!source || heard.has(name)) continue
      heard.add(name)
      source.addEventListener(name, (event) => {
        for (const { names, onEvent } of listeners) if (names.includes(name)) onEvent(name, event.data)
      })
    }
  }
  const open = () => {
    source = new EventSource(url)
    heard.clear()
    hear()
    source.onopen = () => {
      if (wait > FIRST_RETRY_MS) gap()
      wait = FIRST_RETRY_MS
    }
    source.onerror = () => {
      if (source?.readyState !== EventSource.CLOSED) return
      // A refused stream is usually an ended session; it is tried again, slower each time, while one lives.
      retry = setTimeout(() => (deadline.get() === null ? undefined : open()), wait)
      wait = Math.min(wait * 2, LONGEST_RETRY_MS)
    }
  }
  const close = () => {
    source?.close()
    source = null
    clearTimeout(retry)
  }
  // A hidden tab gives its connection back.
  const onVisibility = () => {
    if (document.hidden) return close()
    if (source) return
    open()
    gap()
  }

  if (!document.hidden) open()
  document.addEventListener('visibilitychange', onVisibility)
  return {
    add: (listener) => {
      listeners.add(listener)
      hear()
    },
    remove: (listener) => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      lines.delete(url)
      document.removeEventListener('visibilitychange', onVisibility)
      close()
    },
  }
}
