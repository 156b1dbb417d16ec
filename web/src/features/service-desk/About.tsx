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

type Subject = NonNullable<Conversation['about']>
const noteOf = ({ title }: Subject) => title ?? 'Its words are shown to those who may open the page.'

export const About = ({ about }: { about: Subject }) => (
  <Panel title={WORDS[about.kind].title} note={noteOf(about)}>
    <Words about={about} />
  </Panel>
)

/** The same within the card of the request that is being written. */
export const AboutInside = ({ about, children }: { about: Subject; children: ReactNode }) => (
  <section className={css.asked} aria-label={WORDS[about.kind].title}>
    <header>
      <div>
        <h3>{WORDS[about.kind].title}</h3>
        <p className={css.hint}>{noteOf(about)}</p>
      </div>
      {children}
    </header>
    <Words about={about} />
  </section>
)

const Words = ({ about }: { about: Subject }) => (
  <div className={css.about}>
    {about.text ? <blockquote>{about.text}</blockquote> : null}
    <Link to={about.link}>{WORDS[about.kind].open}</Link>
  </div>
)
