/** A button with a small panel below it: menus, column pickers, filters. Escape and a press elsewhere close it. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import css from './Popover.module.css'

interface PopoverProps {
  label: ReactNode
  /** When the label is only a picture. */
  accessibleName?: string
  icon?: ReactNode
  align?: 'left' | 'right'
  disabled?: boolean
  /** Bare: the label is all of the button. */
  look?: 'button' | 'bare' | 'icon'
  /** As large as the buttons of a page's head that it stands among. */
  large?: boolean
  children: (close: () => void) => ReactNode
}

export function Popover({
  label,
  accessibleName,
  icon,
  align = 'right',
  disabled = false,
  look = 'button',
  large = false,
  children,
}: PopoverProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => {
    setOpen(false)
    document.getElementById(`${id}-button`)?.focus()
  }
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      document.getElementById(`${id}-button`)?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', escape)
    }
  }, [open, id])

  return (
    <div className={css.box} ref={box} data-popover>
      <button
        id={`${id}-button`}
        type="button"
        className={{ bare: css.bare, icon: css.iconButton, button: css.button }[look]}
        data-large={large || undefined}
        aria-expanded={open}
        aria-controls={id}
        aria-label={accessibleName}
        title={look === 'button' && typeof label === 'string' ? label : undefined}
        disabled={disabled}
        onClick={() => setOpen(!open)}
      >
        {icon}
        {look === 'button' ? <span className={css.text}>{label}</span> : label}
      </button>
      {open ? (
        <div id={id} ref={keepInside} className={css.panel} data-align={align}>
          {children(close)}
        </div>
      ) : null}
    </div>
  )
}

const EDGE = 8

/** A panel that reaches past the window is moved back into it: it would widen the page, and be cut off. */
function keepInside(panel: HTMLDivElement | null): void {
  if (!panel) return
  const { left, right } = panel.getBoundingClientRect()
  const beyond = right - (document.documentElement.clientWidth - EDGE)
  const by = left < EDGE ? EDGE - left : beyond > 0 ? -Math.min(beyond, left - EDGE) : 0
  if (by !== 0) panel.style.translate = `${by}px`
}

export const PopoverItem = ({ icon, children, onChoose }: { icon?: ReactNode; children: ReactNode; onChoose: () => void }) => (
  <button type="button" className={css.item} onClick={onChoose}>
    {icon}
    {children}
  </button>
)
