/** The dialogs that are open, the uppermost last: all that lies outside of it is out of reach, toasts included, which therefore move into it. */
import { observable } from '../../kernel/observable.ts'

export const openDialogs = observable<readonly HTMLDialogElement[]>([])

/**
 * Opens over everything, the focus at `[data-autofocus]`, else at the first field, else at the dialog itself.
 * @returns closes it, which gives the focus back; to be called while it is still in the page
 */
export function openDialog(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement
  const root = document.documentElement
  // Below the first dialog the room of the scrollbar is no longer kept by the browser; `clientWidth` would leave it out on a short page.
  if (openDialogs.get().length === 0) root.style.setProperty('--gutter', `${window.innerWidth - root.offsetWidth}px`)
  dialog.showModal()
  const first =
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>('input:not([disabled]), select:not([disabled]), textarea:not([disabled])')
  if (first) first.focus()
  else {
    dialog.tabIndex = -1
    dialog.focus()
  }
  openDialogs.set([...openDialogs.get(), dialog])
  // A browser lets a second Escape close what the first one did not: what must be answered comes back.
  const reopen = () => dialog.showModal()
  dialog.addEventListener('close', reopen)
  root.classList.add('scroll-locked')
  return () => {
    dialog.removeEventListener('close', reopen)
    dialog.close()
    openDialogs.set(openDialogs.get().filter((each) => each !== dialog))
    root.classList.toggle('scroll-locked', openDialogs.get().length > 0)
    // The browser gives it back as well, but not to what another dialog made inert when this one opened.
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
