/** Changing: `const release = useAction(releaseReports, { invalidates: [listReports] })`, then `await release.run({ … })`. */
import type { Endpoint, InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { useRef, useState } from 'react'
import { ApiError } from './api-error.ts'
import { call } from './call.ts'
import { toast } from './toasts.ts'
import { invalidate } from './use-endpoint.ts'

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; error: ApiError }

export interface Action<E extends Endpoint> {
  /** Never throws: a failure comes back as a value, already shown as a toast unless `quiet`. */
  run: (input: InputOf<E>) => Promise<Outcome<ReplyOf<E>>>
  running: boolean
  /** Error of the last run; `error.fields` belongs to a form. */
  error: ApiError | null
  clearError: () => void
}

interface Options<E extends Endpoint> {
  /** Endpoints whose cached answers this change outdates. */
  invalidates?: readonly Endpoint[]
  /** The toast of success, e.g. 'Saved!'. */
  success?: string | ((reply: ReplyOf<E>) => string)
  /** Said in place of "Unable to complete operation ..." when the server failed. */
  failure?: string
  /** True: the caller shows the error itself, e.g. beside the fields. */
  quiet?: boolean
}

export function useAction<E extends Endpoint>(endpoint: E, options: Options<E> = {}): Action<E> {
  const [running, setRunning] = useState(0)
  const [error, setError] = useState<ApiError | null>(null)
  const attempt = useRef<{ input: string; key: string } | null>(null)

  async function run(input: InputOf<E>): Promise<Outcome<ReplyOf<E>>> {
    const idempotencyKey = endpoint.idempotent ? keyFor(attempt, input) : undefined
    setRunning((count) => count + 1)
    setError(null)
    try {
      const value = await call(endpoint, input, { idempotencyKey })
      attempt.current = null
      await invalidate(...(options.invalidates ?? []))
      if (options.success) toast.success(typeof options.success === 'string' ? options.success : options.success(value))
      return { ok: true, value }
    } catch (thrown) {
      const failure =
        thrown instanceof ApiError
          ? thrown
          : new ApiError(500, { message: 'Unable to complete operation. Please contact system administrator.' })
      // An answer, even a refusal, ends the attempt; without one the same key makes a repetition safe.
      if (failure.status !== 0) attempt.current = null
      setError(failure)
      if (!options.quiet) toast.error(failure, undefined, options.failure)
      return { ok: false, error: failure }
    } finally {
      setRunning((count) => count - 1)
    }
  }

  return { run, running: running > 0, error, clearError: () => setError(null) }
}

/** One key per intention: pressing again after a lost connection repeats the request, other input is a new one. */
function keyFor(attempt: { current: { input: string; key: string } | null }, input: unknown): string {
  const text = JSON.stringify(input)
  if (attempt.current?.input !== text) attempt.current = { input: text, key: crypto.randomUUID() }
  return attempt.current.key
}
