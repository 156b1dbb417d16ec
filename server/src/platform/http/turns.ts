/** Heavy work in a process: so much at a time in all, and of one person, so that nobody takes the machine from the others. Each node counts for itself. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { keyOf } from './api-keys.ts'
import { AppError } from './errors.ts'
import { sessionRowOf } from './sessions.ts'

/** So many at a time; the others wait in the order they came. @throws what the signal was aborted with */
export function takeTurns(atOnce: number): (signal?: AbortSignal) => Promise<() => void> {
  let free = atOnce
  const waiting = new Set<() => void>()
  return async (signal) => {
    signal?.throwIfAborted()
    if (free > 0) free -= 1
    else
      await new Promise<void>((resolve, reject) => {
        const given = () => {
          waiting.delete(given)
          signal?.removeEventListener('abort', gone)
          resolve()
        }
        const gone = () => {
          waiting.delete(given)
          reject(signal?.reason)
        }
        waiting.add(given)
        signal?.addEventListener('abort', gone, { once: true })
      })
    return once(() => {
      const [next] = waiting
      if (next) next()
      else free += 1
    })
  }
}

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

/** Files made at the same time in one process; each may hold a connection of `exportDb`. */
export const MADE_AT_ONCE = 4
const OF_ONE_PERSON = 2
const LONGEST_WAIT = 30_000

const turn = takeTurns(MADE_AT_ONCE)
const held = new Map<number, number>()

/** Aborts when the reader of an answer goes away, and, of no use then, when they have it. */
export function leavingOf({ raw }: FastifyReply): AbortSignal {
  const left = new AbortController()
  if (raw.destroyed) left.abort()
  raw.once('close', () => left.abort())
  return left.signal
}

/**
 * A place for the person who asks to have a file made. What this answers is called when the file is with its reader, or is not wanted any more.
 * @throws AppError too_many_requests: this person has two already, or the others' took too long
 */
export async function placeFor(request: FastifyRequest, left: AbortSignal): Promise<() => void> {
  // Whoever views as a client takes no place of theirs.
  const personId = sessionRowOf(request)?.actorId ?? keyOf(request)?.ownerId ?? 0
  const own = held.get(personId) ?? 0
  if (own >= OF_ONE_PERSON)
    throw new AppError('too_many_requests', {
      message: 'Two of your files are still being prepared. Request this one when one of them is done.',
      retryAfter: 5,
    })
  held.set(personId, own + 1)
  const release = once(() => {
    const rest = (held.get(personId) ?? 1) - 1
    if (rest > 0) held.set(personId, rest)
    else held.delete(personId)
  })
  try {
    const leave = await turn(AbortSignal.any([left, AbortSignal.timeout(LONGEST_WAIT)]))
    return () => {
      leave()
      release()
    }
  } catch (cause) {
    release()
    if (left.aborted) throw cause
    throw new AppError('too_many_requests', {
      message: 'Many files are being prepared at the moment. Request this one again in a minute.',
      retryAfter: 60,
      cause,
    })
  }
}
