/** The texts of a review as they will read, with the figures of the report as it was last made. */
import { MISSING } from '@corridor/domain/primitives/money.ts'
import type { ReviewWording } from '@corridor/domain/reports/annual-review/narrative.ts'
import { REVIEW_PLACEHOLDERS, REVIEW_TEXT, type ReviewFrame, reviewSectionTitle } from '@corridor/domain/reports/annual-review/outline.ts'
import type { ReactNode } from 'react'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import css from './review-words.module.css'

interface NarrativePreviewProps {
  frame: ReviewFrame
  wording: ReviewWording
  /** Null: the placeholders' own words stand in their place. */
  values: Readonly<Record<string, string>> | null
  note: string
  /** Above the texts: whose figures they are. */
  children?: ReactNode
}

export function NarrativePreview({ frame, wording, values, note, children }: NarrativePreviewProps) {
  const shown = wording.configuration.sections.flatMap(({ code, on }) => {
    const text = wording.narratives[code]?.trim() ?? ''
    return on && text !== '' ? [{ code, text }] : []
  })
  const named = new Set(shown.flatMap(({ text }) => REVIEW_TEXT.named(text)))
  const missing = values ? [...named].filter((name) => (values[name] ?? MISSING) === MISSING) : []
  return (
    <Panel title="Preview" note={note}>
      {children ? <div className={css.whose}>{children}</div> : null}
      {shown.length === 0 ? (
        <EmptyState title="No texts" why="The sections print only their figures." />
      ) : (
        <div className={css.preview}>
          {shown.map(({ code, text }) => (
            <section key={code}>
              <h3>{reviewSectionTitle(code, frame)}</h3>
              {(REVIEW_TEXT.problem(text) ? text : REVIEW_TEXT.fill(text, values ?? NAMES, MISSING)).split(/\n\s*\n/).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </div>
      )}
      {missing.length > 0 ? (
        <p className={css.missing}>
          This review has no figure for: {missing.map((name) => inSentence(REVIEW_PLACEHOLDERS[name])).join('; ')}.
        </p>
      ) : null}
    </Panel>
  )
}

/** BOLI stays BOLI. */
const inSentence = (words: string): string => (/^[A-Z]{2}/.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1))
const NAMES = Object.fromEntries(Object.entries(REVIEW_PLACEHOLDERS).map(([name, words]) => [name, `[${inSentence(words)}]`]))
