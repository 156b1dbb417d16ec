/** Messages of a refused password to its owner: the server's sentence; a lock-out tells when to come back. */
import { ApiError, errorSentence } from '../../kernel/api-error.ts'

export function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError)) return errorSentence(error)
  if (error.status === 429 && error.retryAfter !== undefined) return `${error.message} You can try again ${waitOf(error.retryAfter)}.`
  const [first] = Object.values(error.fields).flat()
  if (error.status === 400 && first) return first
  return [0, 401, 410, 429].includes(error.status) ? error.message : errorSentence(error)
}

/** "in 4 minutes, at 2:05 PM": how long, and when by the clock on the wall. */
export function waitOf(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const at = new Date(Date.now() + seconds * 1000).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
  // The helper that counts would bring the whole application to the sign-in page.
  return `in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}, at ${at}`
}
