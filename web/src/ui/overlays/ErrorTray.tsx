/** The list of errors whose toasts have gone, newest first. */
import { IconX } from '@tabler/icons-react'
import { clearErrorTray, type Toast } from '../../kernel/toasts.ts'
import { Reference } from '../fields/Reference.tsx'
import css from './ErrorTray.module.css'

export function ErrorTray({ errors, onClose }: { errors: readonly Toast[]; onClose: () => void }) {
  return (
    <section className={css.tray} aria-label="Problems in this session">
      <header>
        <h2>Problems in this session</h2>
        <button type="button" onClick={onClose} aria-label="Close">
          <IconX size={16} aria-hidden />
        </button>
      </header>
      <ul>
        {errors.map((error) => (
          <li key={error.id}>
            <time dateTime={error.at.toISOString()}>{error.at.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}</time>
            <span>
              {error.message}
              {error.reference ? <Reference text={error.reference} /> : null}
            </span>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={css.clear}
        onClick={() => {
          clearErrorTray()
          onClose()
        }}
      >
        Clear the list
      </button>
    </section>
  )
}
