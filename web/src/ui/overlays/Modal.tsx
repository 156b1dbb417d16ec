/** Dialogs over the page: focus kept inside and given back, Escape closes. `ConfirmModal` asks before something that cannot be glanced away. */
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../fields/Button.tsx'
import css from './Modal.module.css'
import { useFocusTrap } from './use-focus-trap.ts'

interface ModalProps {
  title: string
  /** Null: it cannot be closed without an answer. */
  onClose: (() => void) | null
  /** True: role alertdialog, for what interrupts; a press beside it does not close it. */
  alert?: boolean
  /** True: the page behind cannot be read. */
  blur?: boolean
  width?: number
  footer?: ReactNode
  children: ReactNode
}

/** Draw it while it is open: `{asking ? <Modal …/> : null}`. */
export function Modal({ title, onClose, alert = false, blur = false, width = 480, footer, children }: ModalProps) {
  const id = useId()
  const pressedOutside = useRef(false)
  const box = useRef<HTMLElement>(null)
  useFocusTrap(box)
  useEffect(() => {
    document.documentElement.classList.add('scroll-locked')
    return () => document.documentElement.classList.remove('scroll-locked')
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !onClose) return
    event.stopPropagation()
    onClose()
  }
  return createPortal(
    <div
      role="presentation"
      className={css.overlay}
      data-blur={blur || undefined}
      onKeyDown={onKeyDown}
      // Only a press that began and ended outside closes: dragging over text must not.
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && pressedOutside.current && !alert) onClose?.()
      }}
    >
      <section
        ref={box}
        className={css.content}
        style={{ width }}
        role={alert ? 'alertdialog' : 'dialog'}
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        {...(alert ? { 'aria-describedby': `${id}-body` } : {})}
        tabIndex={-1}
      >
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
        {footer ? <div className={css.footer}>{footer}</div> : null}
      </section>
    </div>,
    document.body,
  )
}

interface ConfirmModalProps {
  title: string
  /** The outcome, with the count: "3 reports will be deleted." */
  children: ReactNode
  confirmLabel: string
  danger?: boolean
  running?: boolean
  /** False: not yet, e.g. while a reason is missing. */
  ready?: boolean
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
  onConfirm,
  onCancel,
}: ConfirmModalProps) {
  return (
    <Modal
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant={danger ? 'danger' : 'filled'} loading={running} disabled={!ready} onClick={onConfirm} data-autofocus>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  )
}
