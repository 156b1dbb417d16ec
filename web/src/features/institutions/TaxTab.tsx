/** An institution's tax profile by date, with the combined rate written out as it is computed, and the state's row it takes figures from. */
import { taxProfiles } from '@corridor/contract/institution-terms.ts'
import { stateTaxRows } from '@corridor/contract/states.ts'
import { stateShareOf } from '@corridor/domain/calculations/state-tax.ts'
import { combinedRateSteps } from '@corridor/domain/calculations/tax-equivalent-yield.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { dateText } from '../../shared/dated-terms/dated-words.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './institutions.module.css'
import { TermsTab } from './TermsTab.tsx'
import { rowOn, type StateTaxRow, stateRowWords, taxWords } from './tax-words.ts'
import { inForce, type TaxProfileRow } from './term-words.ts'

export function TaxTab({ institutionId }: { institutionId: number }) {
  const query = useEndpoint(stateTaxRows, {})
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={4} columns={6} />}>
      {({ records: rows }) => (
        <TermsTab institutionId={institutionId} calls={taxProfiles} words={taxWords(rows)}>
          {(records, today) => {
            const now = inForce(records, today)
            return now ? <Calculation profile={now} row={now.usesStateRow ? rowOn(rows, now.stateCode, today) : undefined} /> : null
          }}
        </TermsTab>
      )}
    </Loaded>
  )
}

const LETTERS = [
  ['f', 'federal rate'],
  ['s', 'state rate'],
  ['d', 'share of federal tax that the state lets an institution deduct'],
  ['S', 'state rate after the federal deduction'],
  ['tc', 'combined rate'],
] as const

type Profile = Omit<TaxProfileRow, 'versions' | 'updatedAt' | 'enteredBy'>

function Calculation({ profile, row }: { profile: Profile; row: StateTaxRow | undefined }) {
  const own = profile.usesStateRow
    ? `No row of ${profile.stateCode} is in effect today: the state’s figures are those copied when the profile was entered.`
    : ''
  const steps = combinedRateSteps(row ? { ...profile, ...stateShareOf(row) } : profile)
  const legend = LETTERS.filter(([letter]) => steps.some(({ formula }) => new RegExp(`(?<![A-Za-z])${letter}(?![A-Za-z])`).test(formula)))
  return (
    <Panel
      title="Combined rate"
      note={`Computed from the profile in effect since ${dateText(profile.effectiveOn)}; tax-equivalent yields use it. ${row ? `${stateRowWords(row)}.` : own}`}
    >
      <dl className={css.steps}>
        {steps.map(({ what, formula, figures, result }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <span className={css.formula}>{formula}</span>
              <span>{figures}</span>
              <b>= {result}</b>
            </dd>
          </div>
        ))}
      </dl>
      {legend.length > 0 ? <p className={css.legend}>{legend.map(([letter, meaning]) => `${letter}: ${meaning}`).join('; ')}.</p> : null}
    </Panel>
  )
}
