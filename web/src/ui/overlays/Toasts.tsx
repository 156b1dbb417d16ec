/** Shows the toasts: successes politely, errors at once, both dismissible. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { useObservable } from '../../kernel/observable.ts'
import { dismissToast, shownToasts, type Toast } from '../../kernel/toasts.ts'
import { Reference } from '../fields/Reference.tsx'
import { openDialogs } from './open-dialogs.ts'
import css from './Toasts.module.css'

const ICONS = { success: IconCircleCheck, error: IconAlertTriangle, info: IconInfoCircle }

/** @param here the address of the page that is open: what leads there is not told on it, and is once the page is left */
export function Toasts({ here }: { here?: string }) {
  const toasts = useObservable(shownToasts).filter(({ action }) => action?.to === undefined || action.to !== here)
  const errors = toasts.filter((each) => each.kind === 'error')
  const others = toasts.filter((each) => each.kind !== 'error')
  // Beside an open dialog they could neither be pressed nor be read out.
  const dialog = useObservable(openDialogs).at(-1)
  const stack = (
    <div className={css.stack} data-in-dialog={dialog ? true : undefined} data-no-print>
      <div role="alert">
        {errors.map((each) => (
          <ToastCard key={each.id} toast={each} />
        ))}
      </div>
      <div role="status">
        {others.map((each) => (
          <ToastCard key={each.id} toast={each} />
        ))}
      </div>
    </div>
  )
  return dialog ? createPortal(stack, dialog) : stack
}

function ToastCard({ toast }: { toast: Toast }) {
  const Icon = ICONS[toast.kind]
  return (
    <div className={css.toast} data-kind={toast.kind}>
      <Icon size={20} aria-hidden />
      <p>
        {toast.message}
        {toast.reference ? <Reference text={toast.reference} /> : null}
      </p>
      {toast.action ? (
        <button
          type="button"
          className={css.action}
          onClick={() => {
            toast.action?.run()
            dismissToast(toast.id)
          }}
        >
          {toast.action.label}
        </button>
      ) : null}
      <button type="button" className={css.close} onClick={() => dismissToast(toast.id)} aria-label="Dismiss this message">
        <IconX size={16} aria-hidden />
      </button>
    </div>
  )
}
