/**
 * The words of a review in layers: the site's sections and texts, what an institution's review has of its own, the firm's ratings, and management's own
 * assessment. Rules for each, and the one value that a report takes in (`reviewTextsOf`).
 */
import type { PlainDate } from '../../primitives/period.ts'
import {
  defaultReviewTexts,
  type ManagementAssessment,
  REVIEW_RISK_CODES,
  REVIEW_SECTION_CODES,
  type ReviewConfiguration,
  type ReviewFrame,
  type ReviewItem,
  type ReviewRiskCode,
  type ReviewRiskWords,
  type ReviewSectionCode,
  type ReviewTexts,
} from './outline.ts'

/** Sections in their order, and the text of each that has one. */
export interface ReviewWording {
  configuration: ReviewConfiguration
  narratives: Partial<Record<ReviewSectionCode, string>>
}

/** An institution's own texts of its review: null and absent are the site's. An empty text is a choice too: nothing stands there. */
export interface OwnWording {
  configuration: ReviewConfiguration | null
  narratives: Partial<Record<ReviewSectionCode, string>>
}

/** The firm's side of a risk. */
export type RiskRating = Omit<ReviewRiskWords, 'management'>
export const UNRATED: RiskRating = { quantity: null, quality: null, direction: null, conclusion: '' }

/** Management's text on each risk, and the statement above all signatures. */
export const NARRATIVE_MOST = 8000
export const CONCLUSION_MOST = 4000
export const ITEMS_MOST = 100
export const ASSESSMENT_ATTESTATION =
  'These are management’s own conclusions. They rest on our own judgment of the facts, and not on those of a vendor alone.'

/** The settings of an institution: its own where it has any, else the site's. */
export function effectiveWording(site: ReviewWording, own: OwnWording): ReviewWording {
  return { configuration: own.configuration ?? site.configuration, narratives: { ...site.narratives, ...own.narratives } }
}

/** Those of a wording that differ from the site's; what is equal to it follows it from now on. */
export function ownOf(site: ReviewWording, wanted: ReviewWording): OwnWording {
  const narratives: OwnWording['narratives'] = {}
  for (const code of REVIEW_SECTION_CODES) {
    const text = wanted.narratives[code] ?? ''
    if (text !== (site.narratives[code] ?? '')) narratives[code] = text
  }
  return { configuration: sameOrder(site.configuration, wanted.configuration) ? null : wanted.configuration, narratives }
}

export const sameOrder = (one: ReviewConfiguration, other: ReviewConfiguration): boolean =>
  one.sections.length === other.sections.length &&
  one.sections.every(({ code, on }, at) => other.sections[at]?.code === code && other.sections[at]?.on === on)

/** Stored configurations of before a section existed: it comes last but for the appendices, switched off until somebody looks. */
export function completed({ sections }: ReviewConfiguration): ReviewConfiguration {
  const known = sections.filter(({ code }) => REVIEW_SECTION_CODES.includes(code))
  const missing = REVIEW_SECTION_CODES.filter((code) => !known.some((section) => section.code === code))
  return { sections: [...known, ...missing.map((code) => ({ code, on: false }))] }
}

/** A sentence when it is not every section once, or when nothing would be printed. */
export function configurationProblem({ sections }: ReviewConfiguration): string | undefined {
  const codes = new Set(sections.map(({ code }) => code))
  if (sections.length !== REVIEW_SECTION_CODES.length || codes.size !== sections.length) return 'Each section must be in the list once.'
  return sections.some(({ on }) => on) ? undefined : 'Switch on at least one section.'
}

/** @param to its place among the sections, from 0; beyond either end is the end */
export function moveSection({ sections }: ReviewConfiguration, code: ReviewSectionCode, to: number): ReviewConfiguration {
  const moved = sections.filter((section) => section.code === code)
  const others = sections.filter((section) => section.code !== code)
  return { sections: others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, ...moved) }
}

export const switchSection = ({ sections }: ReviewConfiguration, code: ReviewSectionCode, on: boolean): ReviewConfiguration => ({
  sections: sections.map((section) => (section.code === code ? { code, on } : section)),
})

interface Written {
  own: OwnWording
  risks: Partial<Record<ReviewRiskCode, RiskRating>>
  items: ReviewItem[]
  boardMeetingOn: PlainDate | null
  /** By risk, of an assessment that is signed. */
  management: Partial<Record<ReviewRiskCode, ManagementAssessment>>
}

/** Everything that people wrote, as a report takes it in. */
export function reviewTextsOf(frame: ReviewFrame, site: ReviewWording, written: Written): ReviewTexts {
  const { configuration, narratives } = effectiveWording(site, written.own)
  const texts = defaultReviewTexts(frame)
  for (const code of REVIEW_RISK_CODES)
    texts.risks[code] = { ...UNRATED, ...written.risks[code], management: written.management[code] ?? null }
  return {
    ...texts,
    configuration: completed(configuration),
    narratives: withoutEmpty(narratives),
    items: written.items,
    boardMeetingOn: written.boardMeetingOn,
  }
}

function withoutEmpty(narratives: ReviewWording['narratives']): ReviewWording['narratives'] {
  const written: ReviewWording['narratives'] = {}
  for (const code of REVIEW_SECTION_CODES) {
    const text = narratives[code]?.trim()
    if (text) written[code] = text
  }
  return written
}

/** Those that management is asked about: the risks of the review whose facts were sent along, all of them while none was made. */
export function risksAsked(facts: Readonly<Partial<Record<ReviewRiskCode, unknown>>>): ReviewRiskCode[] {
  const sent = REVIEW_RISK_CODES.filter((code) => code in facts)
  return sent.length > 0 ? sent : [...REVIEW_RISK_CODES]
}

/** Risks that management has not concluded on yet. */
export const conclusionsLeft = (
  asked: readonly ReviewRiskCode[],
  conclusions: Readonly<Partial<Record<ReviewRiskCode, string>>>,
): ReviewRiskCode[] => asked.filter((code) => (conclusions[code] ?? '').trim() === '')
