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
  /** The id of what stands in it: the address, and links of the page, open the part, to something inside it as well. */
  anchor?: string
  children: ReactNode
}

export function PhoneSection({ title, isAsked = false, anchor, children }: PhoneSectionProps) {
  const [pressed, setOpen] = useState(isLedTo(anchor) ? true : null)
  const isOpen = pressed ?? isAsked
  const id = useId()
  const content = useRef<HTMLDivElement>(null)
  useLinks(anchor, content, setOpen)
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

const isLedTo = (anchor: string | undefined): boolean => anchor !== undefined && location.hash === `#${anchor}`

/** A link is heard before the browser follows it, so that there is a place to scroll to; the same link opens the part again. */
function useLinks(anchor: string | undefined, content: RefObject<HTMLDivElement | null>, setOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    if (anchor === undefined) return
    const placeOf = (hash: string | null | undefined) => {
      const place = hash ? document.getElementById(hash.slice(1)) : null
      return place !== null && content.current?.contains(place) ? place : null
    }
    const press = ({ target }: MouseEvent) => {
      if (target instanceof Element && placeOf(target.closest('a[href^="#"]')?.getAttribute('href'))) setOpen(true)
    }
    const arrive = () => {
      const place = placeOf(location.hash)
      if (place === null) return
      flushSync(() => setOpen(true))
      place.scrollIntoView()
    }
    // After the effects of the page, in which React opens nothing at once.
    queueMicrotask(arrive)
    document.addEventListener('click', press)
    window.addEventListener('hashchange', arrive)
    return () => {
      document.removeEventListener('click', press)
      window.removeEventListener('hashchange', arrive)
    }
  }, [anchor, content, setOpen])
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
