/** Choosing where a new policy belongs; what a file's page asks anew once policies are added. */
import { getFile, type listChoices, listFiles, listFindings, listNewPolicies, listRows } from '@corridor/contract/data-feeds.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import css from './feeds.module.css'

export type Choices = ReplyOf<typeof listChoices>
export interface Choice {
  institutionId: number | null
  planId: number | null
  productId: number | null
}
export const OUTDATED = [getFile, listFindings, listRows, listFiles, listNewPolicies]

/** Institution, its plan and the carrier's product: of a group, or of one policy. */
export function PolicyChoice({
  carrierCode,
  choices,
  choice,
  disabled,
  onChoose,
}: {
  carrierCode: string
  choices: Choices
  choice: Choice
  disabled: boolean
  onChoose: (choice: Partial<Choice>) => void
}) {
  const institution = choices.institutions.find(({ id }) => id === choice.institutionId)
  const named = (rows: readonly { id: number; name: string }[]) => rows.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className={css.choice}>
      <SearchableDropdown
        label="Institution"
        options={named(choices.institutions)}
        value={choice.institutionId}
        onChange={(institutionId) => onChoose({ institutionId, planId: null })}
        placeholder="Choose the institution"
        disabled={disabled}
      />
      <SearchableDropdown
        label="Plan"
        options={named(institution?.plans ?? [])}
        value={choice.planId}
        onChange={(planId) => onChoose({ planId })}
        placeholder={institution && institution.plans.length === 0 ? 'No plan yet: add one' : 'Choose the plan'}
        disabled={disabled || !institution}
      />
      <SearchableDropdown
        label="Product"
        options={named(choices.products.filter((product) => product.carrierCode === carrierCode))}
        value={choice.productId}
        onChange={(productId) => onChoose({ productId })}
        placeholder="Choose the product"
        disabled={disabled}
      />
    </div>
  )
}
