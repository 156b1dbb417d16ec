/** A part of a long page that a phone opens by its name; wider windows show it as it is. */
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import css from './PhoneSection.module.css'
import { PartTitle } from './part-title.ts'

interface PhoneSectionProps {
  title: string
  /** The page was asked for this part: it is open without a press. */
  isAsked?: boolean
  children: ReactNode
}

export function PhoneSection({ title, isAsked = false, children }: PhoneSectionProps) {
  const [pressed, setOpen] = useState<boolean | null>(null)
  const isOpen = pressed ?? isAsked
  const id = useId()
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
      <div id={id} className={css.content}>
        <PartTitle value={title}>{children}</PartTitle>
      </div>
    </div>
  )
}
