/** An institution's tax profile by date, with the combined rate written out as it is computed. */
import { taxProfiles } from '@corridor/contract/institution-terms.ts'
import { combinedRateSteps } from '@corridor/domain/tax-equivalent-yield.ts'
import { Panel } from '../../ui/Panel.tsx'
import css from './institutions.module.css'
import { TermsTab } from './TermsTab.tsx'
import { dateText, inForce, TAX_WORDS, type TaxProfileRow } from './term-words.ts'

export function TaxTab({ institutionId }: { institutionId: number }) {
  return (
    <TermsTab institutionId={institutionId} calls={taxProfiles} words={TAX_WORDS}>
      {(records, today) => {
        const now = inForce(records, today)
        return now ? <Calculation profile={now} /> : null
      }}
    </TermsTab>
  )
}

function Calculation({ profile }: { profile: Omit<TaxProfileRow, 'versions' | 'updatedAt' | 'enteredBy'> }) {
  return (
    <Panel
      title="Combined rate"
      note={`Computed from the profile in force since ${dateText(profile.effectiveOn)}; tax-equivalent yields use it.`}
    >
      <dl className={css.steps}>
        {combinedRateSteps(profile).map(({ what, formula, figures, result }) => (
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
      <p className={css.legend}>
        f federal rate, s state rate, d the share of federal tax that the state lets a bank deduct, S the state’s part, tc the combined
        rate.
      </p>
    </Panel>
  )
}
