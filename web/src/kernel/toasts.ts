/** Short messages: success 5 s, error 10 s, the same one within 500 ms folded. Errors stay in a tray after they have gone. */
import { ApiError, errorSentence } from './api-error.ts'
import { observable } from './observable.ts'

export interface Toast {
  id: number
  kind: 'success' | 'error' | 'info'
  message: string
  /** For a failure of the server: the reference to quote, which its log holds. */
  reference: string | undefined
  /** One thing to do about it, such as Undo; `to` where it leads to a page, on which the message would tell nothing. */
  action: { label: string; run: () => void; to?: string } | undefined
  at: Date
}

const SUCCESS_MS = 5_000
const ERROR_MS = 10_000
/** An Undo needs longer than a glance. */
const ACTION_MS = 10_000
const SAME_WITHIN_MS = 500
const TRAY_LENGTH = 50

export const shownToasts = observable<readonly Toast[]>([])
export const errorTray = observable<readonly Toast[]>([])

let nextId = 1

export const toast = {
  success: (message: string, action?: Toast['action']) => show('success', message, action),
  info: (message: string, action?: Toast['action']) => show('info', message, action),
  /** Takes a sentence, or what a call threw. */
  error: (problem: unknown, action?: Toast['action'], custom?: string) =>
    show('error', typeof problem === 'string' ? problem : errorSentence(problem, custom), action, referenceOf(problem)),
  /** One or more of the three exception checks failed. */
  exceptionChecksFailed: () => show('error', 'Failed to fetch some of the exception warnings for the current end of the month.', undefined),
  saved: () => show('success', 'Saved!', undefined),
  deleted: (undo?: () => void) => show('success', 'Deleted!', undo && { label: 'Undo', run: undo }),
}

export const dismissToast = (id: number): void => shownToasts.set(shownToasts.get().filter((shown) => shown.id !== id))
export const clearErrorTray = (): void => errorTray.set([])

const referenceOf = (problem: unknown): string | undefined =>
  problem instanceof ApiError && problem.status >= 500 ? problem.requestId : undefined

function show(kind: Toast['kind'], message: string, action: Toast['action'], reference?: string): void {
  const at = new Date()
  const same = shownToasts
    .get()
    .find((shown) => shown.kind === kind && shown.message === message && at.getTime() - shown.at.getTime() < SAME_WITHIN_MS)
  if (same) return
  const added: Toast = { id: nextId++, kind, message, reference, action, at }
  shownToasts.set([...shownToasts.get(), added])
  if (kind === 'error') errorTray.set([added, ...errorTray.get()].slice(0, TRAY_LENGTH))
  setTimeout(() => dismissToast(added.id), kind === 'error' ? ERROR_MS : action ? ACTION_MS : SUCCESS_MS)
}
