/** Inputs, results and saved scenarios of one institution. Nothing is asked of the server while one types: the domain works it out in the page. */
import { COMPARED_MOST, type ImpactInputs, listScenarios, type SavedScenario } from '@corridor/contract/financial-impact.ts'
import { ALTERNATIVES, type AlternativeCode } from '@corridor/domain/financial-impact/alternatives.ts'
import {
  enteredDigits,
  fieldOf,
  flawsOf,
  isScenarioKey,
  type Scenario,
  type ScenarioKey,
  treasuryYearsOf,
} from '@corridor/domain/financial-impact/scenario.ts'
import { type ImpactView, impactOf } from '@corridor/domain/financial-impact/view.ts'
import { cents, formatMoney, formatPercent } from '@corridor/domain/primitives/money.ts'
import { useState } from 'react'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Checkbox, SelectField } from '../../ui/fields/Field.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import { FieldControl } from '../../ui/form/FieldControl.tsx'
import { inputOf, isShown, problemsOf, type Values, valuesOf } from '../../ui/form/form-fields.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './financial-impact.module.css'
import { ALTERNATIVE_OPTIONS, fieldsOf, SECTIONS } from './impact-fields.ts'
import { Headline, Results } from './Results.tsx'
import { Scenarios } from './Scenarios.tsx'

export function Calculator({ inputs }: { inputs: ImpactInputs }) {
  const saved = useEndpoint(listScenarios, { clientId: inputs.institutionId }).data?.records ?? []
  const [opened, setOpened] = useState<SavedScenario | null>(null)
  const [compared, setCompared] = useState<readonly number[]>([])
  // Until something is entered, opened or saved, what is shown is nobody's case.
  const [isExample, setIsExample] = useState(true)
  const [scenario, setScenario] = useState<Scenario>(inputs.scenario)
  const [values, setValues] = useState<Values>(() => valuesOf(fieldsOf(inputs.scenario), inputs.scenario.numbers))
  const fields = fieldsOf(scenario)
  const problems = problemsOf(fields, values)
  const numbers = numbersOf(scenario, values)
  const current: Scenario = { ...scenario, numbers }
  // The fields' own rules do not know two inputs that contradict each other.
  const errors = Object.keys(problems).length > 0 ? problems : flawsOf(current)
  const view = Object.keys(errors).length > 0 ? null : impactOf(current)

  const open = (next: Scenario, from: SavedScenario | null) => {
    setIsExample(from === null)
    setScenario(next)
    setValues(valuesOf(fieldsOf(next), next.numbers))
    setOpened(from)
  }
  /** Figures that a choice brings with it; what somebody typed is theirs no more. */
  const take = (more: Partial<Scenario>, figures: Partial<Record<ScenarioKey, { value: number | null; source: string }>>) => {
    const known = Object.entries(figures).flatMap(([key, figure]) =>
      isScenarioKey(key) && figure.value !== null ? [[key, figure] as const] : [],
    )
    const sources = { ...scenario.sources, ...Object.fromEntries(known.map(([key, { source }]) => [key, source])) }
    const next = { ...scenario, ...more, sources }
    setIsExample(false)
    setScenario(next)
    setValues({
      ...values,
      ...valuesOf(fieldsOf(next), Object.fromEntries(known.map(([key, { value }]) => [key, value]))),
      ...typedBut(
        values,
        known.map(([key]) => key),
      ),
    })
  }
  const chooseAlternative = (alternative: AlternativeCode) => {
    const { yield: annual, tax, riskWeight } = inputs.alternatives[alternative]
    take({ alternative }, { alternativeYield: annual, alternativeTax: tax, soldWeight: riskWeight })
  }
  const chooseProduct = (id: number | null) => {
    const product = inputs.products.find((one) => one.id === id)
    if (!product) return take({ carrierCode: '', carrierName: '', productName: '' }, {})
    const { carrierCode, carrierName, name: productName, rate, source } = product
    take({ carrierCode, carrierName, productName }, { policyYield: { value: rate, source: `${source}, before charges` } })
  }
  const typed = (key: ScenarioKey, value: Values[string]) => {
    setIsExample(false)
    setValues({ ...values, [key]: value })
    if (scenario.sources[key] === undefined) return
    const { [key]: _, ...sources } = scenario.sources
    setScenario({ ...scenario, sources })
  }
  const product = inputs.products.find(({ carrierCode, name }) => carrierCode === scenario.carrierCode && name === scenario.productName)

  return (
    <div className={css.page}>
      <Scenarios
        institutionId={inputs.institutionId}
        saved={saved}
        opened={opened}
        current={current}
        canSave={view !== null}
        compared={compared}
        onCompare={(ids) => setCompared(ids.slice(-(COMPARED_MOST - 1)))}
        onOpen={(next) => open(next.scenario, next)}
        onSaved={(next) => {
          setIsExample(false)
          setOpened(next)
        }}
        onAfresh={() => open(inputs.scenario, null)}
      />
      {isExample ? (
        <p className={css.example} role="note">
          {exampleOf(current, inputs)}
        </p>
      ) : null}
      {view ? <Headline view={view} name={opened?.name ?? 'This scenario'} beside={besideOf(saved, compared, opened)} /> : null}
      <div className={css.sides}>
        <form className={css.inputs} aria-label="Inputs" onSubmit={(event) => event.preventDefault()}>
          {SECTIONS.map(({ key, title, keys }) => (
            <details key={key} open={key === 'purchase' || key === 'alternative'} className={css.section}>
              <summary>
                <h2>{title}</h2>
              </summary>
              <div className={css.fields}>
                {key === 'purchase' ? (
                  <SearchableDropdown
                    label="Product"
                    options={inputs.products.map(({ id, name, carrierName }) => ({ value: id, label: `${carrierName}, ${name}` }))}
                    value={product?.id ?? null}
                    onChange={chooseProduct}
                    defaultValue={null}
                  />
                ) : null}
                {key === 'alternative' ? (
                  <>
                    <SelectField
                      label="Alternative"
                      value={scenario.alternative}
                      options={ALTERNATIVE_OPTIONS}
                      onChange={chooseAlternative}
                    />
                    {scenario.alternative === 'MUNICIPAL' ? (
                      <Checkbox
                        label="Bank-qualified bond"
                        hint="A fifth of its carrying interest cannot be deducted; of other bonds none can (26 U.S.C. 265(b))"
                        checked={scenario.isBankQualified}
                        onChange={(isBankQualified) => setScenario({ ...scenario, isBankQualified })}
                      />
                    ) : null}
                  </>
                ) : null}
                {keys.map((name) => {
                  const field = fields[name]
                  return field && isShown(field, values) ? (
                    <FieldControl
                      key={name}
                      field={field}
                      value={values[name] ?? ''}
                      onChange={(value) => typed(name, value)}
                      onBlur={() => undefined}
                      error={errors[name]}
                    />
                  ) : null
                })}
                {key === 'restructure' ? (
                  <Checkbox
                    label="Modified endowment contracts"
                    hint="Their gain bears an additional tax of 10% (26 U.S.C. 72(v))"
                    checked={scenario.replacedIsModifiedEndowment}
                    onChange={(replacedIsModifiedEndowment) => setScenario({ ...scenario, replacedIsModifiedEndowment })}
                  />
                ) : null}
              </div>
            </details>
          ))}
        </form>
        <div className={css.results}>
          {view ? (
            <Results view={view} />
          ) : (
            <Panel title="Results">
              <p role="status">
                Correct the marked inputs:{' '}
                {Object.keys(errors)
                  .flatMap((key) => (isScenarioKey(key) ? [fieldOf(key).label.toLowerCase()] : []))
                  .join(', ')}
                .
              </p>
            </Panel>
          )}
        </div>
      </div>
    </div>
  )
}

/** The typed inputs in cents and fractions; one that is not shown keeps its number. */
function numbersOf({ numbers, alternative, sources }: Scenario, values: Values): Scenario['numbers'] {
  const sent = inputOf(fieldsOf({ alternative, sources }), values, null)
  const next = { ...numbers }
  for (const [key, value] of Object.entries(sent)) if (isScenarioKey(key)) next[key] = typeof value === 'number' ? value : null
  return next
}

const typedBut = (values: Values, replaced: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !replaced.includes(key)))

function exampleOf(scenario: Scenario, { alternatives }: ImpactInputs): string {
  const { numbers, alternative } = scenario
  const premium = formatMoney(cents(numbers.premium ?? 0))
  const years = treasuryYearsOf(scenario)
  const other = `${ALTERNATIVES[alternative].label.toLowerCase()} at ${years === undefined ? '' : `the ${years}-year Treasury yield of `}${formatPercent(numbers.alternativeYield, enteredDigits(numbers.alternativeYield ?? 0))}`
  return `Example with a premium of ${premium} and ${/^[aeiou]/.test(other) ? 'an' : 'a'} ${other} (${alternatives[alternative].yield.source}). Enter your own figures.`
}

const besideOf = (
  saved: readonly SavedScenario[],
  compared: readonly number[],
  opened: SavedScenario | null,
): { name: string; view: ImpactView }[] =>
  saved.filter(({ id }) => compared.includes(id) && id !== opened?.id).map(({ name, scenario }) => ({ name, view: impactOf(scenario) }))
