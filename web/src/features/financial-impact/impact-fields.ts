/** The inputs of a scenario as fields of a form: their kinds, ranges and sections are the domain's. */
import { ALTERNATIVE_CODES, ALTERNATIVES } from '@corridor/domain/financial-impact/alternatives.ts'
import {
  fieldOf,
  SCENARIO_KEYS,
  SCENARIO_SECTIONS,
  type Scenario,
  type ScenarioKey,
  type ScenarioSection,
} from '@corridor/domain/financial-impact/scenario.ts'
import type { FieldDefinition, Fields } from '../../ui/form/form-fields.ts'

const KINDS = { money: 'money', percent: 'percent', count: 'whole', decimal: 'number' } as const

/** Asked for of a municipal bond only. */
const MUNICIPAL: readonly ScenarioKey[] = ['costOfFunds', 'federalRate']

/** @param sources where each input comes from, told as its hint */
export function fieldsOf({ alternative, sources }: Pick<Scenario, 'alternative' | 'sources'>): Fields {
  return Object.fromEntries(
    SCENARIO_KEYS.map((key): [string, FieldDefinition] => {
      const { label, kind, low, high, isOptional, hint } = fieldOf(key)
      return [
        key,
        {
          kind: KINDS[kind],
          label,
          least: low,
          most: high,
          required: isOptional !== true,
          hint: [hint, sources[key]].filter(Boolean).join('. ') || 'Entered for this scenario',
          when: () => alternative === 'MUNICIPAL' || !MUNICIPAL.includes(key),
        },
      ]
    }),
  )
}

export const SECTIONS: readonly { key: ScenarioSection; title: string; keys: readonly ScenarioKey[] }[] = sectionsOf()
function sectionsOf() {
  const sections: ScenarioSection[] = ['purchase', 'alternative', 'bank', 'capital', 'restructure']
  return sections.map((key) => ({
    key,
    title: SCENARIO_SECTIONS[key],
    keys: SCENARIO_KEYS.filter((name) => fieldOf(name).section === key),
  }))
}

export const ALTERNATIVE_OPTIONS = ALTERNATIVE_CODES.map((value) => ({ value, label: ALTERNATIVES[value].label }))
