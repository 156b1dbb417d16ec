/** Frame of every family's figures: why they are preliminary, the notes with what they rest on, the history. */

import { footerLine, type ReportFooter, type ReportHeader } from '@corridor/domain/reports/heading.ts'
import type { NotApplicable } from '@corridor/domain/reports/not-applicable.ts'
import type { ReleasedOver } from '@corridor/domain/reports/open-items.ts'
import type { ReleaseNote } from '@corridor/domain/reports/release-note.ts'
import type { ReactNode } from 'react'
import { Panel } from '../ui/layout/Panel.tsx'
import css from './body.module.css'

/** @param values the part of the figures that is not of the statement date, in a sentence */
export const Preliminary = ({ reason, values }: { reason: string | null; values?: string | undefined }) =>
  reason ? (
    <p className={css.preliminary}>
      <strong>Preliminary.</strong> {reason} {values ? <span>{values}</span> : null}
    </p>
  ) : null

/** The note of a report that is not complete, on its release. */
export const ReleaseNotice = ({ note }: { note: ReleaseNote | null | undefined }) =>
  note ? (
    <div className={css.preliminary}>
      <strong>{note.title}.</strong> {note.lines.join(' ')}
    </div>
  ) : null

/** Items that were open at the release, as the paper's first page names them. */
export const ReleasedOverItems = ({ released }: { released: ReleasedOver | undefined }) =>
  released ? (
    <section className={css.released} aria-label={released.title}>
      <h2>{released.title}</h2>
      <ul>
        {released.items.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{released.reason}</p>
    </section>
  ) : null

/** The parts that the report leaves out, in one line. */
export const LeftOut = ({ notApplicable }: { notApplicable: NotApplicable | null | undefined }) =>
  notApplicable ? (
    <Panel title={notApplicable.title}>
      <p className={css.leftOut}>{notApplicable.text}</p>
    </Panel>
  ) : null

export const NotesPanel = ({ notes, sources, note }: { notes: readonly string[]; sources: readonly string[]; note?: ReactNode }) => (
  <Panel title="Notes" note={note}>
    {notes.length > 0 ? (
      <ul className={css.notes}>
        {notes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    ) : null}
    {sources.map((source) => (
      <p key={source} className={css.reference}>
        {source}
      </p>
    ))}
  </Panel>
)

interface ClosingProps {
  view: { notes: readonly string[]; footer: ReportFooter; header: Pick<ReportHeader, 'preparedText'> }
  history: ReactNode
}

/** The notes beside the history. */
export const Closing = ({ view: { notes, footer, header }, history }: ClosingProps) => (
  <div className={css.closing}>
    <NotesPanel notes={notes} sources={[footerLine(footer), footer.disclaimer]} />
    <Panel title="History" note={header.preparedText}>
      {history}
    </Panel>
  </div>
)
