/** Two tables of section 10 of an annual review: policies by state of issue, and split-dollar agreements with their imputed income. */

import { imputedIncome, table2001Rate } from '../../../calculations/surrender.ts'
import { AGREEMENT_TYPES, BENEFIT_FORMULAS } from '../../../policies/register.ts'
import { type Cents, sumCents } from '../../../primitives/money.ts'
import type { PlainDate } from '../../../primitives/period.ts'
import { column, tableBlock, wordFor } from '../blocks.ts'
import type { ReviewFigures } from '../figures.ts'
import type { ReviewAgreement } from '../snapshot.ts'
import type { ReviewBlock } from '../view.ts'

/** Policies by the state whose law of insurable interest they were issued under. */
export function issueStates({ holdings, snapshot }: ReviewFigures): ReviewBlock {
  const byState = [...Map.groupBy(holdings, ({ more }) => more.issueState ?? 'Not known')].sort(([a], [b]) => (a < b ? -1 : 1))
  return tableBlock(
    'issue-states',
    'Policies by state of issue',
    [
      column('state', 'State', 'text', { width: 12, group: 'key' }),
      column('policies', 'Policies', 'count', { total: 'sum', formula: 'ofPolicies' }),
      column('value', 'Cash surrender value', 'money', { formula: 'ofPolicies' }),
    ],
    byState.map(([state, some]) => ({
      id: state,
      state,
      policies: some.length,
      value: sumCents(some.map(({ policy }) => policy.cashSurrenderValue)),
    })),
    {
      total: { state: 'Total', policies: holdings.length, value: sumCents(holdings.map(({ policy }) => policy.cashSurrenderValue)) },
      note: snapshot.state?.insurableInterestStatute
        ? `Insurable interest in ${snapshot.state.stateName}: ${snapshot.state.insurableInterestStatute}.`
        : 'Insurable interest is a matter of each state’s law; no statute is on file for the institution’s own state.',
    },
  )
}

/** Agreements by kind, what they give the insured's families, and the income imputed for it. */
export function splitDollar({ snapshot, holdings, people }: ReviewFigures): ReviewBlock {
  const byAgreement = Map.groupBy(holdings, ({ more }) => more.agreementId)
  const imputed = imputedShares({ snapshot, holdings })
  const rows = [...Map.groupBy(snapshot.splitDollar, kindOf)].map(([id, some]) => {
    const shares = some.flatMap(({ agreementId }) => byAgreement.get(agreementId) ?? [])
    return {
      id,
      type: wordFor(AGREEMENT_TYPES, some[0]?.type ?? ''),
      formula: wordFor(BENEFIT_FORMULAS, some[0]?.benefitFormula ?? ''),
      agreements: some.length,
      survives: some.filter(({ survivesTermination }) => survivesTermination).length,
      share: sumCents(shares.map(({ policy }) => policy.insuredShare)),
      imputed: sumCents((imputed.get(id) ?? []).map(({ income }) => income)),
    }
  })
  return tableBlock(
    'split-dollar',
    'Split-dollar agreements',
    [
      column('type', 'Agreement', 'text', { width: 18, group: 'key' }),
      column('formula', 'Insured’s share', 'text', { width: 30 }),
      column('agreements', 'Agreements', 'count', { total: 'sum', formula: 'agreements' }),
      column('survives', 'Survive end of employment', 'count', { total: 'sum', width: 11, formula: 'agreements' }),
      column('share', 'Insured’s death benefit', 'money', { formula: 'ofPolicies' }),
      column('imputed', 'Annual imputed income', 'money', { formula: 'imputedIncome' }),
    ],
    rows,
    {
      total: {
        type: 'Total',
        agreements: snapshot.splitDollar.length,
        survives: snapshot.splitDollar.filter(({ survivesTermination }) => survivesTermination).length,
        share: sumCents(rows.map(({ share }) => share)),
        imputed: sumCents(rows.map(({ imputed }) => imputed)),
      },
      note:
        people.length === 0
          ? null
          : 'Imputed income by Table 2001 at attained ages 20 to 80, to be checked against IRS Notice 2002-8. Liabilities for benefits after employment (ASC 715-60) are kept by the institution’s accountants.',
    },
  )
}

export const kindOf = ({ type, benefitFormula }: Pick<ReviewAgreement, 'type' | 'benefitFormula'>): string => `${type}/${benefitFormula}`

/** A policy whose insured has income imputed. */
export interface ImputedShare {
  personId: number
  age: number
  share: Cents
  income: Cents
}

/** By kind of agreement, as the rows of the table are named. */
export function imputedShares({ snapshot, holdings }: Pick<ReviewFigures, 'snapshot' | 'holdings'>): Map<string, ImputedShare[]> {
  const byAgreement = Map.groupBy(holdings, ({ more }) => more.agreementId)
  return new Map(
    [...Map.groupBy(snapshot.splitDollar, kindOf)].map(([id, some]) => [
      id,
      some
        .flatMap(({ agreementId }) => byAgreement.get(agreementId) ?? [])
        .flatMap(({ policy: { insuredShare: share }, insured: { age, personId, dateOfDeath } }): ImputedShare[] =>
          age === null || age < 20 || age > 80 || share === 0 || !isLiving(dateOfDeath, snapshot.asset.period)
            ? []
            : [{ personId, age, share, income: imputedIncome(share, table2001Rate(age)) }],
        ),
    ]),
  )
}
const isLiving = (dateOfDeath: PlainDate | null, on: PlainDate): boolean => dateOfDeath === null || dateOfDeath > on
