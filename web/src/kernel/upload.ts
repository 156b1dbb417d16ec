/**
 * Files on their way to the server: four at a time, large ones in parts, each with its own progress and its own error. After a cut they go on by
 * themselves, the failed ones alone are tried again, and the same file chosen anew on a reloaded page goes on where it stopped.
 *
 *   const queue = useUploadQueue({ endpoint: createReport, purpose: 'CLIENT_REPORT', inputOf: () => ({}), fieldsOf: () => ({ batch }) })
 *   queue.add(files); queue.start()
 */
import type { Endpoint, InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import {
  dropUpload,
  getUpload,
  ONE_CALL_BYTES,
  PART_BYTES,
  sendPart,
  startUpload,
  type Upload,
  type UploadPurpose,
} from '@corridor/contract/uploads.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from './api-error.ts'
import { call, sendForm } from './call.ts'
import { isPartOf, type Pause, pause, persistently } from './upload-parts.ts'

export type UploadStatus = 'waiting' | 'sending' | 'stored' | 'failed'
export interface UploadItem<Reply> {
  id: number
  /** The name it is sent under; may be mended before it is. */
  name: string
  sizeBytes: number
  status: UploadStatus
  /** From 0 to 1. */
  fraction: number
  /** Why it failed, in the server's words. */
  error: ApiError | null
  /** The server's answer once it was stored. */
  reply: Reply | null
}

/** A file that the server refused it will refuse again, however often it is sent. */
export const isRefused = <Reply>({ status, error }: UploadItem<Reply>): boolean =>
  status === 'failed' && error !== null && [400, 413, 415].includes(error.status)

interface Options<E extends Endpoint> {
  /** The call that keeps a file: multipart with `file`, or `uploadId` of one that came in parts. */
  endpoint: E
  purpose: UploadPurpose
  /** Parameters of the address. */
  inputOf: (item: UploadItem<ReplyOf<E>>) => InputOf<E>
  /** Fields of the form, beside the file. */
  fieldsOf?: (item: UploadItem<ReplyOf<E>>) => Record<string, string>
  /** Nothing is on its way any more. */
  onIdle?: (items: readonly UploadItem<ReplyOf<E>>[]) => void
}
/** One file, with what only the queue needs to know of it. */
interface Entry<E extends Endpoint> {
  item: UploadItem<ReplyOf<E>>
  file: File
  /** One key per intention: sent again after a lost answer it changes nothing. */
  key: string
  uploadId: string | undefined
  stop: AbortController
}

export interface UploadQueue<Reply> {
  items: readonly UploadItem<Reply>[]
  /** @returns the new items */
  add: (files: readonly File[]) => UploadItem<Reply>[]
  rename: (id: number, name: string) => void
  /** Also one that is being sent: it is stopped first. What is stored stays. */
  remove: (ids: readonly number[]) => void
  /** Sends what waits, or those of it that are named. */
  start: (ids?: readonly number[]) => void
  /** Sends again what failed, or those of it that are named. */
  retry: (ids?: readonly number[]) => void
  /** Stops everything that is not stored; it waits again and can be started anew, large files where they stopped. */
  stop: () => void
}

const AT_ONCE = 4
/** Milliseconds. */
const DRAWN_EVERY = 150

export function useUploadQueue<E extends Endpoint>(options: Options<E>): UploadQueue<ReplyOf<E>> {
  const [queue] = useState(() => createUploadQueue(options))
  useEffect(() => queue.configure(options))
  const items = useSyncExternalStore(queue.subscribe, queue.items)
  useEffect(() => {
    window.addEventListener('online', queue.online)
    return () => {
      window.removeEventListener('online', queue.online)
      queue.stop()
    }
  }, [queue])
  return { items, add: queue.add, rename: queue.rename, remove: queue.remove, start: queue.start, retry: queue.retry, stop: queue.stop }
}

/** @param wait lets tests pass the pauses */
export function createUploadQueue<E extends Endpoint>(first: Options<E>, wait: Pause = pause) {
  type Item = UploadItem<ReplyOf<E>>
  let options = first
  let entries: readonly Entry<E>[] = []
  let drawn: readonly Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let drawnAt = 0
  let running = 0
  let lastId = 0
  const wanted = new Set<number>()
  const listeners = new Set<() => void>()

  const draw = () => {
    clearTimeout(timer)
    timer = undefined
    drawnAt = Date.now()
    drawn = entries.map(({ item }) => item)
    for (const listener of listeners) listener()
  }
  const change = (entry: Entry<E>, to: Partial<Item>) => {
    entry.item = { ...entry.item, ...to }
    // With hundreds of files something happens all the time: it is gathered, and drawn some times a second.
    const wait = drawnAt + DRAWN_EVERY - Date.now()
    if (wait <= 0) draw()
    else timer ??= setTimeout(draw, wait)
  }
  const chosen = (status: UploadStatus, ids?: readonly number[]) =>
    entries.filter(({ item }) => item.status === status && (ids === undefined || ids.includes(item.id)))

  const fill = () => {
    for (const entry of entries) {
      if (running >= AT_ONCE) return
      if (entry.item.status !== 'waiting' || !wanted.has(entry.item.id)) continue
      running += 1
      void run(entry).finally(() => {
        running -= 1
        fill()
        if (running > 0) return
        draw()
        options.onIdle?.(drawn)
      })
    }
  }
  const run = async (entry: Entry<E>) => {
    const { signal } = entry.stop
    change(entry, { status: 'sending', error: null, fraction: 0 })
    try {
      const reply = await send(entry, signal)
      change(entry, { status: 'stored', fraction: 1, reply })
    } catch (cause) {
      if (signal.aborted) return
      change(entry, { status: 'failed', error: cause instanceof ApiError ? cause : new ApiError(0, { message: String(cause) }) })
    } finally {
      wanted.delete(entry.item.id)
    }
  }
  const send = async (entry: Entry<E>, signal: AbortSignal): Promise<ReplyOf<E>> => {
    const keep = (body: FormData, share: number) => {
      for (const [name, value] of Object.entries(options.fieldsOf?.(entry.item) ?? {})) body.set(name, value)
      return persistently(signal, wait, () =>
        sendForm(options.endpoint, options.inputOf(entry.item), body, {
          signal,
          idempotencyKey: entry.key,
          onProgress: (fraction) => change(entry, { fraction: 1 - share + fraction * share }),
        }),
      )
    }
    const form = new FormData()
    if (entry.file.size <= ONE_CALL_BYTES) {
      form.set('file', entry.file.name === entry.item.name ? entry.file : new File([entry.file], entry.item.name))
      return keep(form, 1)
    }
    for (let tries = 0; ; tries += 1) {
      form.set('uploadId', await sendParts(entry, signal))
      try {
        return await keep(form, 0)
      } catch (cause) {
        // Forgotten meanwhile (after a day, or with a restored backup): from the beginning.
        if (tries > 0 || !(cause instanceof ApiError) || cause.status !== 404) throw cause
        entry.uploadId = undefined
      }
    }
  }
  const sendParts = async (entry: Entry<E>, signal: AbortSignal): Promise<string> => {
    const { file } = entry
    let upload = await persistently(signal, wait, () => begun(options.purpose, entry))
    entry.uploadId = upload.id
    let { receivedBytes } = upload
    while (receivedBytes < file.size) {
      const start = receivedBytes
      const body = new FormData()
      body.set('file', file.slice(start, start + PART_BYTES), 'part')
      const size = Math.min(PART_BYTES, file.size - start)
      change(entry, { fraction: start / file.size })
      const sent = await persistently(signal, wait, () =>
        sendForm(sendPart, { uploadId: upload.id, start }, body, {
          signal,
          onProgress: (fraction) => change(entry, { fraction: (start + fraction * size) / file.size }),
        }),
      ).catch((cause: unknown) => {
        // Another file of this name and size came in between, or this upload is gone.
        if (cause instanceof ApiError && (cause.status === 404 || cause.code === 'conflict')) return null
        throw cause
      })
      if (sent === null) {
        upload = await persistently(signal, wait, () => call(startUpload, { ...namedBy(options.purpose, entry), anew: true }))
        entry.uploadId = upload.id
      }
      receivedBytes = sent?.receivedBytes ?? 0
    }
    return upload.id
  }

  return {
    configure: (next: Options<E>) => {
      options = next
    },
    items: () => drawn,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add: (files: readonly File[]) => {
      const added = files.map((file): Entry<E> => {
        lastId += 1
        const item: Item = { id: lastId, name: file.name, sizeBytes: file.size, status: 'waiting', fraction: 0, error: null, reply: null }
        return { item, file, key: crypto.randomUUID(), uploadId: undefined, stop: new AbortController() }
      })
      entries = [...entries, ...added]
      draw()
      return added.map(({ item }) => item)
    },
    rename: (id: number, name: string) => {
      const entry = entries.find(({ item }) => item.id === id)
      if (!entry || entry.item.status === 'sending' || entry.item.status === 'stored') return
      Object.assign(entry, { key: crypto.randomUUID(), uploadId: undefined })
      change(entry, { name, status: 'waiting', error: null })
      draw()
    },
    remove: (ids: readonly number[]) => {
      for (const { item, stop, uploadId } of entries) {
        if (!ids.includes(item.id) || item.status === 'stored') continue
        stop.abort()
        if (uploadId !== undefined) void call(dropUpload, { uploadId }).catch(() => undefined)
      }
      entries = entries.filter(({ item }) => !ids.includes(item.id))
      draw()
    },
    start: (ids?: readonly number[]) => {
      for (const { item } of chosen('waiting', ids)) wanted.add(item.id)
      fill()
      draw()
    },
    retry: (ids?: readonly number[]) => {
      for (const entry of chosen('failed', ids)) {
        wanted.add(entry.item.id)
        change(entry, { status: 'waiting', error: null })
      }
      fill()
      draw()
    },
    stop: () => {
      wanted.clear()
      for (const entry of chosen('sending')) {
        entry.stop.abort()
        entry.stop = new AbortController()
        change(entry, { status: 'waiting', fraction: 0 })
      }
      draw()
    },
    /** The connection is back: what failed for want of it goes on. */
    online: () => {
      for (const entry of chosen('failed')) {
        if (entry.item.error?.status !== 0) continue
        wanted.add(entry.item.id)
        change(entry, { status: 'waiting', error: null })
      }
      fill()
      draw()
    },
  }
}

const namedBy = <E extends Endpoint>(purpose: UploadPurpose, { item, file }: Entry<E>) => ({
  purpose,
  fileName: item.name,
  sizeBytes: file.size,
})

/** Pieces that arrived before are gone on with only when they are a part of this very file. */
async function begun<E extends Endpoint>(purpose: UploadPurpose, entry: Entry<E>): Promise<Upload> {
  if (entry.uploadId !== undefined) {
    const known = await call(getUpload, { uploadId: entry.uploadId }).catch((cause: unknown) => {
      if (cause instanceof ApiError && cause.status === 404) return null
      throw cause
    })
    if (known) return known
  }
  const found = await call(startUpload, namedBy(purpose, entry))
  return (await isPartOf(entry.file, found)) ? found : call(startUpload, { ...namedBy(purpose, entry), anew: true })
}
