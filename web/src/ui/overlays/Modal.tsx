/** Dialogs over the page: the browser keeps the focus inside and gives it back, Escape closes. `ConfirmModal` asks before something that cannot be glanced away. */
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../fields/Button.tsx'
import css from './Modal.module.css'
import { openDialog } from './open-dialogs.ts'

interface ModalProps {
  title: string
  /** Null: it cannot be closed without an answer. */
  onClose: (() => void) | null
  /** True: role alertdialog, for what interrupts; a press beside it does not close it. */
  alert?: boolean
  /** True: the page behind cannot be read. */
  blur?: boolean
  width?: number
  /** True: Enter in a field of one line presses the last button of the footer. Not for what releases, deletes or cannot be undone. */
  enterConfirms?: boolean
  footer?: ReactNode
  children: ReactNode
}

/** Draw it while it is open: `{asking ? <Modal …/> : null}`. */
export function Modal({ title, onClose, alert = false, blur = false, width = 480, enterConfirms = false, footer, children }: ModalProps) {
  const id = useId()
  const pressedOutside = useRef(false)
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => (box.current ? openDialog(box.current) : undefined), [])
  const buttons = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (enterConfirms && event.key === 'Enter' && isOneLine(event.target) && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // A button that is disabled, or still at work, does nothing when it is pressed.
      return [...(buttons.current?.querySelectorAll('button') ?? [])].at(-1)?.click()
    }
    if (event.key !== 'Escape') return
    // The browser's own closing would leave this dialog drawn, and a second Escape closes even what must be answered.
    event.preventDefault()
    event.stopPropagation()
    onClose?.()
  }
  return createPortal(
    <dialog
      ref={box}
      className={css.overlay}
      role={alert ? 'alertdialog' : 'dialog'}
      aria-labelledby={`${id}-title`}
      {...(alert ? { 'aria-describedby': `${id}-body` } : {})}
      data-blur={blur || undefined}
      onKeyDown={onKeyDown}
      // Escape while the focus is in none of the page's parts, as after Tab past the last button.
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // Only a press that began and ended outside closes: dragging over text must not.
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && pressedOutside.current && !alert) onClose?.()
      }}
    >
      <section className={css.content} style={{ width }}>
        <div className={css.header}>
          <h2 id={`${id}-title`}>{title}</h2>
          {onClose && !alert ? (
            <button type="button" className={css.close} onClick={onClose} aria-label="Close">
              <IconX size={18} aria-hidden />
            </button>
          ) : null}
        </div>
        <div className={css.body} id={`${id}-body`}>
          {children}
        </div>
        {footer ? (
          <div ref={buttons} className={css.footer}>
            {footer}
          </div>
        ) : null}
      </section>
    </dialog>,
    document.body,
  )
}

const isOneLine = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.type === 'text' && target.getAttribute('role') !== 'combobox'

interface ConfirmModalProps {
  title: string
  /** The outcome, with the count: "3 reports will be deleted." */
  children: ReactNode
  confirmLabel: string
  danger?: boolean
  running?: boolean
  /** False: not yet, e.g. while a reason is missing. */
  ready?: boolean
  /** The step that is missing while it is not ready, beside the button. */
  missing?: string | undefined
  width?: number
  /** As of `Modal`. */
  enterConfirms?: boolean
  onConfirm: () => void
  onCancel: () => void
}

export function ConfirmModal({
  title,
  children,
  confirmLabel,
  danger = false,
  running = false,
  ready = true,
  missing,
  width,
  enterConfirms = false,
  onConfirm,
  onCancel,
}: ConfirmModalProps) {
  const id = useId()
  const isTold = !ready && missing !== undefined
  return (
    <Modal
      title={title}
      onClose={onCancel}
      enterConfirms={enterConfirms}
      {...(width === undefined ? {} : { width })}
      footer={
        <>
          {isTold ? (
            <p id={id} className={css.missing}>
              {missing}
            </p>
          ) : null}
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button
            variant={danger ? 'danger' : 'filled'}
            loading={running}
            disabled={!ready}
            onClick={onConfirm}
            data-autofocus={ready || undefined}
            aria-describedby={isTold ? id : undefined}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  )
}
