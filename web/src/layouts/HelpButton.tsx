/** Opens the help beside the page, by its button or the key "?"; its articles come with the first use. */
import { IconHelp } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { helpShown, hideHelp, showHelp } from '../kernel/help-shown.ts'
import { useObservable } from '../kernel/observable.ts'
import { openDialogs } from '../ui/overlays/open-dialogs.ts'
import css from './Shell.module.css'

const HelpPanel = lazy(() => import('./HelpPanel.tsx').then((file) => ({ default: file.HelpPanel })))
const BUTTON = 'help-button'

export function HelpButton() {
  const shown = useObservable(helpShown)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      // A question that waits for its answer keeps the page to itself.
      if (openDialogs.get().length > 0) return
      event.preventDefault()
      showHelp()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  return (
    <button
      type="button"
      id={BUTTON}
      className={css.iconButton}
      onClick={() => (shown ? hideHelp() : showHelp())}
      aria-expanded={shown !== null}
      aria-label="Help with this page"
      aria-keyshortcuts="?"
      title="Help (?)"
    >
      <IconHelp size={20} stroke={1.7} aria-hidden />
    </button>
  )
}

/** Beside the page, in the frame's own place for it. */
export function HelpPlace() {
  const shown = useObservable(helpShown)
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      <HelpPanel
        article={shown.article}
        onClose={() => {
          hideHelp()
          document.getElementById(BUTTON)?.focus()
        }}
      />
    </Suspense>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
