/** Sections and texts as fields of a form: the site's own page and each review's page are the same fields over different records. */

import { NARRATIVE_MOST, type ReviewWording, sameOrder } from '@corridor/domain/reports/annual-review/narrative.ts'
import {
  isReviewSectionCode,
  REVIEW_SECTION_CODES,
  REVIEW_TEXT,
  type ReviewConfiguration,
  type ReviewFrame,
  type ReviewSectionCode,
  reviewSectionTitle,
} from '@corridor/domain/reports/annual-review/outline.ts'
import type { Fields, FormSection, JsonRecord, OwnKind, Value, Values } from '../../ui/form/form-fields.ts'
import { templateText } from '../../ui/layout/TemplateText.tsx'
import css from './review-words.module.css'
import { SectionsEditor } from './SectionsEditor.tsx'

/** The executive summary is computed, and the index and the appendices have no text of their own. */
const WITHOUT_TEXT: readonly ReviewSectionCode[] = ['CROSS_REFERENCE', 'APPENDICES']
const WITH_TEXT = REVIEW_SECTION_CODES.filter((code) => !WITHOUT_TEXT.includes(code))
const fieldOf = (code: ReviewSectionCode) => `text${code}`

export const configurationIn = (value: Value | undefined): ReviewConfiguration => {
  const read: unknown = typeof value === 'string' && value !== '' ? JSON.parse(value) : null
  return isConfiguration(read) ? read : { sections: [] }
}
const isConfiguration = (value: unknown): value is ReviewConfiguration =>
  typeof value === 'object' && value !== null && 'sections' in value && Array.isArray(value.sections)

/** @param site to compare with and go back to; without it these are the site's own */
export function wordingFields(frame: ReviewFrame, site?: ReviewWording): Fields {
  return {
    sections: {
      kind: 'own',
      label: 'Sections and their order',
      wide: true,
      own: sectionsKind(frame, site?.configuration),
    },
    ...Object.fromEntries(
      WITH_TEXT.map((code) => {
        const label = reviewSectionTitle(code, frame)
        return [fieldOf(code), { kind: 'own' as const, label, wide: true, own: narrativeKind(code, label, site) }]
      }),
    ),
  }
}

export const WORDING_SECTIONS: readonly FormSection[] = [
  { title: 'Sections', note: 'In the order in which they print', fields: ['sections'] },
  {
    title: 'Texts',
    note: 'Each prints at the top of its section. A figure in double braces is filled in from the review; if a text is empty, only the figures print.',
    fields: WITH_TEXT.map(fieldOf),
  },
]

/** A wording as the form's record. */
export const wordingRecord = ({ configuration, narratives }: ReviewWording): JsonRecord => ({
  sections: configuration,
  ...Object.fromEntries(WITH_TEXT.map((code) => [fieldOf(code), narratives[code] ?? ''])),
})

/** Contents of the form. */
export function wordingOf(values: Values): ReviewWording {
  const narratives: ReviewWording['narratives'] = {}
  for (const code of WITH_TEXT) narratives[code] = String(values[fieldOf(code)] ?? '').trim()
  return { configuration: configurationIn(values.sections), narratives }
}

/** The changed parts of a wording, and only those. */
export function wordingInput(input: JsonRecord): { configuration?: unknown; narratives?: ReviewWording['narratives'] } {
  const narratives: ReviewWording['narratives'] = {}
  for (const [name, text] of Object.entries(input)) {
    const code = name.replace(/^text/, '')
    if (name.startsWith('text') && isReviewSectionCode(code)) narratives[code] = String(text)
  }
  return {
    ...('sections' in input ? { configuration: input.sections } : {}),
    ...(Object.keys(narratives).length > 0 ? { narratives } : {}),
  }
}

function sectionsKind(frame: ReviewFrame, site: ReviewConfiguration | undefined): OwnKind {
  return {
    typed: (stored) => JSON.stringify(isConfiguration(stored) ? stored : { sections: [] }),
    sent: configurationIn,
    problem: (text) => (configurationIn(text).sections.some(({ on }) => on) ? undefined : 'Switch on at least one section.'),
    words: (value) =>
      configurationIn(value)
        .sections.filter(({ on }) => on)
        .map(({ code }) => reviewSectionTitle(code, frame))
        .join(', '),
    Control: ({ value, onChange, error }) => {
      const configuration = configurationIn(value)
      return (
        <>
          <SectionsEditor
            frame={frame}
            configuration={configuration}
            error={error}
            {...(onChange ? { onChange: (next: ReviewConfiguration) => onChange(JSON.stringify(next)) } : {})}
          />
          {site ? (
            <Origin
              differs={!sameOrder(site, configuration)}
              what="order"
              {...(onChange ? { onReturn: () => onChange(JSON.stringify(site)) } : {})}
            />
          ) : null}
        </>
      )
    },
  }
}

const narrativeKind = (code: ReviewSectionCode, label: string, site: ReviewWording | undefined): OwnKind =>
  templateText({
    label,
    language: REVIEW_TEXT,
    most: NARRATIVE_MOST,
    shape: 'block',
    optional: true,
    ...(site
      ? {
          foot: (text, change) => {
            const theirs = site.narratives[code] ?? ''
            return <Origin differs={text.trim() !== theirs} what="text" {...(change ? { onReturn: () => change(theirs) } : {})} />
          },
        }
      : {}),
  })

/** The owner of the text, and the way back to the site's. */
function Origin({ differs, what, onReturn }: { differs: boolean; what: string; onReturn?: () => void }) {
  if (!differs) return <p className={css.origin}>The site’s {what}</p>
  return (
    <p className={css.origin} data-differs>
      Differs from the site’s {what}
      {onReturn ? (
        <button type="button" onClick={onReturn}>
          Use the site’s {what}
        </button>
      ) : null}
    </p>
  )
}
