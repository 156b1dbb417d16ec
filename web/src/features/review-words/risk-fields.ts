/** The firm's rating of each risk as fields of a form: the grid of the OCC's community bank risk assessment, and a conclusion. */

import { CONCLUSION_MOST, type RiskRating, UNRATED } from '@corridor/domain/reports/annual-review/narrative.ts'
import {
  REVIEW_RISK_CODES,
  REVIEW_RISKS,
  REVIEW_TEXT,
  type ReviewRiskCode,
  RISK_DIRECTIONS,
  RISK_QUALITIES,
  RISK_QUANTITIES,
} from '@corridor/domain/reports/annual-review/outline.ts'
import type { Choice, Fields, FormSection, JsonRecord, Values } from '../../ui/form/form-fields.ts'
import { templateText } from '../../ui/layout/TemplateText.tsx'

const optionsOf = (words: Readonly<Record<string, string>>): Choice[] => Object.entries(words).map(([value, label]) => ({ value, label }))
const PARTS = ['quantity', 'quality', 'direction', 'conclusion'] as const
const fieldOf = (part: (typeof PARTS)[number], code: ReviewRiskCode) => `${part}${code}`

type Ratings = Partial<Record<ReviewRiskCode, RiskRating>>

/** @param before last year's, told beside each */
export function riskFields(before: Ratings): Fields {
  return Object.fromEntries(
    REVIEW_RISK_CODES.flatMap((code) => {
      const last = before[code]
      const hint = (words: Readonly<Record<string, string>>, rated: string | null | undefined) =>
        rated ? { hint: `Last year: ${words[rated]}` } : {}
      return [
        [
          fieldOf('quantity', code),
          {
            kind: 'select' as const,
            label: 'Quantity of risk',
            options: optionsOf(RISK_QUANTITIES),
            ...hint(RISK_QUANTITIES, last?.quantity),
          },
        ],
        [
          fieldOf('quality', code),
          {
            kind: 'select' as const,
            label: 'Quality of risk management',
            options: optionsOf(RISK_QUALITIES),
            ...hint(RISK_QUALITIES, last?.quality),
          },
        ],
        [
          fieldOf('direction', code),
          { kind: 'select' as const, label: 'Direction', options: optionsOf(RISK_DIRECTIONS), ...hint(RISK_DIRECTIONS, last?.direction) },
        ],
        [
          fieldOf('conclusion', code),
          {
            kind: 'own' as const,
            label: 'Conclusion',
            wide: true,
            own: templateText({
              label: `Conclusion on ${REVIEW_RISKS[code].title.toLowerCase()} risk`,
              language: REVIEW_TEXT,
              most: CONCLUSION_MOST,
              shape: 'block',
              optional: true,
            }),
          },
        ],
      ]
    }),
  )
}

export const RISK_SECTIONS: readonly FormSection[] = REVIEW_RISK_CODES.map((code) => ({
  title: REVIEW_RISKS[code].title,
  note: REVIEW_RISKS[code].definition,
  columns: 3,
  fields: PARTS.map((part) => fieldOf(part, code)),
}))

export const riskRecord = (risks: Ratings): JsonRecord =>
  Object.fromEntries(REVIEW_RISK_CODES.flatMap((code) => PARTS.map((part) => [fieldOf(part, code), (risks[code] ?? UNRATED)[part]])))

/** A rating goes as a whole: what was not changed of it is what stands in the form. */
export function risksInput(input: JsonRecord, values: Values): Partial<Record<ReviewRiskCode, JsonRecord>> {
  const risks: Partial<Record<ReviewRiskCode, JsonRecord>> = {}
  for (const code of REVIEW_RISK_CODES) {
    if (!PARTS.some((part) => fieldOf(part, code) in input)) continue
    const rated = (part: 'quantity' | 'quality' | 'direction') => values[fieldOf(part, code)] || null
    risks[code] = {
      quantity: rated('quantity'),
      quality: rated('quality'),
      direction: rated('direction'),
      conclusion: String(values[fieldOf('conclusion', code)] ?? '').trim(),
    }
  }
  return risks
}
