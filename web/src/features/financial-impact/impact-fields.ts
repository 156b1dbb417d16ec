/** The inputs of a scenario as fields of a form: their kinds, ranges and sections are the domain's. */
import { ALTERNATIVE_CODES, ALTERNATIVES } from '@corridor/domain/financial-impact/alternatives.ts'
import {
  fieldOf,
  inputLabel,
  isUsed,
  SCENARIO_KEYS,
  SCENARIO_SECTIONS,
  type Scenario,
  type ScenarioKey,
  type ScenarioSection,
} from '@corridor/domain/financial-impact/scenario.ts'
import type { FieldDefinition, Fields } from '../../ui/form/form-fields.ts'

const KINDS = { money: 'money', percent: 'percent', count: 'whole', decimal: 'number' } as const

/** @param sources where each input comes from, told as its hint */
export function fieldsOf(scenario: Pick<Scenario, 'alternative' | 'sources'>): Fields {
  return Object.fromEntries(
    SCENARIO_KEYS.map((key): [string, FieldDefinition] => {
      const { kind, low, high, isOptional, hint } = fieldOf(key)
      return [
        key,
        {
          kind: KINDS[kind],
          label: inputLabel(key, scenario),
          least: low,
          most: high,
          required: isOptional !== true,
          hint: [hint, scenario.sources[key]].filter(Boolean).join('. ') || 'Entered for this scenario',
          when: () => isUsed(key, scenario),
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
