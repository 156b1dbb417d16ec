/** A part of a long page that a phone opens by its name, a link to it or a search of the browser; wider windows and paper show it as it is. */
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import css from './PhoneSection.module.css'
import { PartTitle } from './part-title.ts'

interface PhoneSectionProps {
  title: string
  /** The page was asked for this part: it is open without a press. */
  isAsked?: boolean
  /** The id of what stands in it, and how the ids of places inside begin: the address, and links of the page, open the part. */
  anchor?: string
  children: ReactNode
}

export function PhoneSection({ title, isAsked = false, anchor, children }: PhoneSectionProps) {
  const [pressed, setOpen] = useState(isLedTo(anchor) ? true : null)
  const isOpen = pressed ?? isAsked
  const id = useId()
  const content = useRef<HTMLDivElement>(null)
  useLinks(anchor, setOpen)
  useFound(content, isOpen, setOpen)
  return (
    <div className={css.section} data-open={isOpen || undefined}>
      <button
        type="button"
        className={css.opener}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        data-opens-part
        data-no-print
      >
        {title}
        <IconChevronDown size={18} aria-hidden />
      </button>
      <div id={id} ref={content} className={css.content}>
        <PartTitle value={title}>{children}</PartTitle>
      </div>
    </div>
  )
}

const leadsTo = (hash: string | null, anchor: string): boolean => hash === `#${anchor}` || hash?.startsWith(`#${anchor}-`) === true
const isLedTo = (anchor: string | undefined): boolean => anchor !== undefined && leadsTo(location.hash, anchor)
const goThere = () => document.getElementById(location.hash.slice(1))?.scrollIntoView()

/** A link is heard before the browser follows it, so that there is a place to scroll to; the same link opens the part again. */
function useLinks(anchor: string | undefined, setOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    if (anchor === undefined) return
    const press = ({ target }: MouseEvent) => {
      if (target instanceof Element && leadsTo(target.closest('a')?.getAttribute('href') ?? null, anchor)) flushSync(() => setOpen(true))
    }
    const arrive = () => {
      if (!isLedTo(anchor)) return
      flushSync(() => setOpen(true))
      goThere()
    }
    if (isLedTo(anchor)) goThere()
    document.addEventListener('click', press)
    window.addEventListener('hashchange', arrive)
    return () => {
      document.removeEventListener('click', press)
      window.removeEventListener('hashchange', arrive)
    }
  }, [anchor, setOpen])
}

/** A browser that can finds words in a part that is closed, and opens it. */
function useFound(content: RefObject<HTMLDivElement | null>, isOpen: boolean, setOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    const element = content.current
    if (element === null || !('onbeforematch' in element)) return
    if (isOpen) element.removeAttribute('hidden')
    else element.setAttribute('hidden', 'until-found')
    const open = () => setOpen(true)
    element.addEventListener('beforematch', open)
    return () => element.removeEventListener('beforematch', open)
  }, [content, isOpen, setOpen])
}
