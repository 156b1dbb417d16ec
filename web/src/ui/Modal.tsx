/** Dialogs over the page: focus kept inside and given back, Escape closes. `ConfirmModal` asks before something that cannot be glanced away. */
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import { Button, Modal as MantineModal } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './Modal.module.css'

interface ModalProps {
  title: string
  /** Null: it cannot be closed without an answer. */
  onClose: (() => void) | null
  /** True: role alertdialog, for what interrupts. */
  alert?: boolean
  /** True: the page behind cannot be read. */
  blur?: boolean
  width?: number | string
  footer?: ReactNode
  children: ReactNode
}

/** Draw it while it is open: `{asking ? <Modal …/> : null}`. */
export function Modal({ title, onClose, alert = false, blur = false, width = 480, footer, children }: ModalProps) {
  return (
    <MantineModal
      opened
      onClose={onClose ?? (() => undefined)}
      title={title}
      size={width}
      centered
      zIndex={300}
      withCloseButton={onClose !== null}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnEscape={onClose !== null}
      closeOnClickOutside={onClose !== null && !alert}
      overlayProps={{ backgroundOpacity: blur ? 0.7 : 0.5, blur: blur ? 14 : 0 }}
      transitionProps={{ duration: 0 }}
      classNames={{ title: css.title, header: css.header, body: css.body, content: css.content }}
      {...(alert ? { role: 'alertdialog' } : {})}
    >
      {children}
      {footer ? <div className={css.footer}>{footer}</div> : null}
    </MantineModal>
  )
}

interface ConfirmModalProps {
  title: string
  /** What will happen, with the count: "3 reports will be deleted." */
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
          <Button {...(danger ? { className: css.danger } : {})} loading={running} disabled={!ready} onClick={onConfirm} data-autofocus>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  )
}
