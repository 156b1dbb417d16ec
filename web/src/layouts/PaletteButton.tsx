/** Opens the command palette, by its button or Ctrl-K (⌘K); what it draws comes with the first use. */

import { IconCommand } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSession } from '../kernel/session.ts'
import { openDialogs } from '../ui/overlays/open-dialogs.ts'
import { findsNames } from './palette-names.ts'
import css from './Shell.module.css'

const load = () => import('./Palette.tsx').then((file) => ({ default: file.Palette }))
const Palette = lazy(load)

export function PaletteButton() {
  const session = useSession()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      // Thought better of before it was drawn; once it has the focus it hears the key itself.
      if (event.key === 'Escape') return openDialogs.get().length === 0 ? setOpen(false) : undefined
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // A question that waits for its answer is not covered by another dialog.
      if (openDialogs.get().length === 0) setOpen(true)
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return (
    <>
      <button
        type="button"
        className={css.iconButton}
        onClick={() => setOpen(true)}
        onMouseEnter={() => void load()}
        aria-label={findsNames(session) ? 'Go to a page, a file or a name' : 'Go to a page or a file'}
        aria-keyshortcuts="Control+K Meta+K"
        title="Go to (Ctrl K)"
      >
        <IconCommand size={19} stroke={1.7} aria-hidden />
      </button>
      {open ? (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
