/** Actions of a page's head that a phone keeps behind one button, in one row with those done every month; wider windows show them beside one another. */
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import css from './PhoneActions.module.css'

export function PhoneActions({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false)
    }
    // A press and a focus: some phones give a pressed button no focus.
    const stop = new AbortController()
    document.addEventListener('pointerdown', elsewhere, stop)
    document.addEventListener('focusin', elsewhere, stop)
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && setOpen(false), stop)
    return () => stop.abort()
  }, [isOpen])
  return (
    <div className={css.actions} data-phone-actions data-open={isOpen || undefined} ref={box}>
      <button
        type="button"
        className={css.opener}
        aria-label="More actions"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconDots size={18} aria-hidden />
      </button>
      <div id={id} className={css.content}>
        {children}
      </div>
    </div>
  )
}
