/** The subject matter of a request: its title, its words as they stood on the page, and the way back to it. */
import type { Conversation } from '@corridor/contract/service-desk.ts'
import type { ReactNode } from 'react'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './service-desk.module.css'

const WORDS = {
  FIGURE: { title: 'About a figure', open: 'Open the page of the figure' },
  REPORT: { title: 'About a report', open: 'Open the report' },
  DOCUMENT: { title: 'About a document', open: 'Open the document' },
} as const

export function About({ about, children }: { about: NonNullable<Conversation['about']>; children?: ReactNode }) {
  const words = WORDS[about.kind]
  return (
    <Panel title={words.title} note={about.title ?? 'Its words are shown to those who may open the page.'} actions={children}>
      <div className={css.about}>
        {about.text ? <blockquote>{about.text}</blockquote> : null}
        <Link to={about.link}>{words.open}</Link>
      </div>
    </Panel>
  )
}
