/** Policies of a file that are not in the register: added together by one choice of institution, plan and product for all that are alike, or one by one. */
import { createProduct } from '@corridor/contract/carriers.ts'
import { acceptPolicies, changeRegister, listChoices, listNewPolicies } from '@corridor/contract/data-feeds.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { plans } from '@corridor/contract/register.ts'
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { PLAN_FORM } from '../../shared/forms/plan.ts'
import { PRODUCT_FORM } from '../../shared/forms/product.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { NextStepBand } from '../../ui/layout/NextStepBand.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './feeds.module.css'
import { NewPolicyRows } from './NewPolicyRows.tsx'
import { type Drafts, effective, type Group, PROPOSED_BASIS, readyOf } from './new-policy-cards.ts'
import { type Choice, type Choices, OUTDATED, PolicyChoice } from './PolicyChoice.tsx'
import type { FileReply } from './statuses.ts'
import { isOpen } from './statuses.ts'

const number = (count: number) => count.toLocaleString('en-US')
const policies = (count: number) => (count === 1 ? '1 policy' : `${number(count)} policies`)

export function NewPolicies({ file }: { file: FileReply }) {
  const groups = useEndpoint(listNewPolicies, { id: file.id })
  const choices = useEndpoint(listChoices, { id: file.id })
  return (
    <Loaded query={groups}>
      {({ groups: found }) => <Loaded query={choices}>{(known) => <Groups file={file} groups={found} choices={known} />}</Loaded>}
    </Loaded>
  )
}

function Groups({ file, groups, choices }: { file: FileReply; groups: readonly Group[]; choices: Choices }) {
  const [mayAdd, mayAccept] = [useCan(changeRegister), useCan(acceptPolicies.access)]
  const mayTakeIn = mayAdd && mayAccept && isOpen(file)
  const [drafts, setDrafts] = useState<Drafts>({ groups: {}, cards: {}, problems: {} })
  const [singly, setSingly] = useState(false)
  const accept = useAction(acceptPolicies, { invalidates: [...OUTDATED, listChoices], success: 'Added to the register.', quiet: true })
  const { count, lacking, undecided, ...ready } = readyOf(groups, drafts, choices)
  const add = async (asked: Pick<InputOf<typeof acceptPolicies>, 'groups' | 'policies'>, isOne = false) => {
    const outcome = await accept.run({ id: file.id, ...asked })
    if (outcome.ok) return
    const fields = Object.entries(outcome.error.fields).map(([field, said]) => [field.replace('line ', ''), said.join(' ')])
    setDrafts((now) => ({ ...now, problems: { ...now.problems, ...Object.fromEntries(fields) } }))
    if (!isOne || fields.length === 0) toast.error(outcome.error)
  }
  const choose = ({ lines }: Group, choice: Partial<Choice>) =>
    setDrafts((now) => ({
      ...now,
      problems: {},
      groups: { ...now.groups, ...Object.fromEntries(lines.map(({ line }) => [line, { ...now.groups[line], ...choice }])) },
    }))
  return (
    <div className={css.cards}>
      <NextStepBand
        label="New policies of the file"
        tone={undecided > 0 || lacking > 0 ? undefined : 'good'}
        title={`${count === 0 ? 'No policy' : policies(count)} can be added${undecided > 0 ? `; ${undecided === 1 ? 'one group needs' : `${number(undecided)} groups need`} a choice` : ''}${lacking > 0 ? `; ${policies(lacking)} ${lacking === 1 ? 'lacks' : 'lack'} data` : ''}.`}
        text="Policies for which the file names the same institution, plan and product are one group. Title, employment, notice and consent, and a section 1035 exchange are taken along where the file has columns for them."
        action={
          <div className={css.selection}>
            {mayTakeIn ? (
              <Button loading={accept.running} disabled={count === 0} onClick={() => void add(ready)}>
                {count === 0 ? 'Add to the register' : `Add ${policies(count)} to the register`}
              </Button>
            ) : null}
            <Button variant="default" aria-expanded={singly} onClick={() => setSingly(!singly)}>
              {singly ? 'Show groups only' : 'Show one by one'}
            </Button>
          </div>
        }
      />
      {groups.map((group) => (
        <GroupPanel
          key={group.line}
          group={group}
          choices={choices}
          choice={effective(group, drafts.groups[group.line], choices)}
          mayChange={mayTakeIn}
          onChoose={(choice) => choose(group, choice)}
        />
      ))}
      {singly ? (
        <NewPolicyRows
          file={file}
          groups={groups}
          choices={choices}
          drafts={drafts}
          running={accept.running}
          onCard={(line, card) =>
            setDrafts((now) => {
              const { [line]: _, ...problems } = now.problems
              return { ...now, problems, cards: { ...now.cards, [line]: card } }
            })
          }
          onAdd={(entry) => void add({ policies: [entry] }, true)}
        />
      ) : null}
    </div>
  )
}

interface GroupPanelProps {
  group: Group
  choices: Choices
  choice: Choice
  mayChange: boolean
  onChoose: (choice: Partial<Choice>) => void
}

function GroupPanel({ group, choices, choice, mayChange, onChoose }: GroupPanelProps) {
  const [adding, setAdding] = useState<'plan' | 'product' | null>(null)
  const carrier = choices.carriers.find(({ code }) => code === group.carrierCode)
  const institution = choices.institutions.find(({ id }) => id === choice.institutionId)
  const mayAddPlan = useCan(plans.endpoints.create.access) && mayChange && institution !== undefined
  const mayAddProduct = useCan(createProduct.access) && mayChange && carrier !== undefined
  const said = [
    group.institutionName ? `institution “${group.institutionName}”` : 'no institution',
    group.planName ? `plan “${group.planName}”` : 'no plan',
    group.productName ? `product “${group.productName}”` : 'no product',
  ]
  const done = () => setAdding(null)
  const form =
    adding === 'plan' && institution
      ? {
          ...PLAN_FORM,
          initial: { ...PLAN_FORM.initial, planName: group.planName ?? '' },
          draftKey: `register.plans:${institution.id}:new`,
          create: plans.endpoints.create,
          params: { institutionId: institution.id },
          submitLabel: `Add plan to ${institution.name}`,
        }
      : adding === 'product' && carrier
        ? {
            ...PRODUCT_FORM,
            initial: { ...PRODUCT_FORM.initial, productName: group.productName ?? '' },
            draftKey: `carriers.products:${carrier.id}:new`,
            create: createProduct,
            params: { id: carrier.id },
            submitLabel: `Add product to ${carrier.name}`,
          }
        : null
  return (
    <Panel
      title={`${carrier?.name ?? group.carrierCode}: ${policies(group.policies)}`}
      note={`The file names ${said.join(', ')}. Cash surrender value ${formatMoney(cents(group.cashSurrenderValueCents))}, death benefit ${formatMoney(cents(group.deathBenefitCents))}.`}
    >
      <PolicyChoice carrierCode={group.carrierCode} choices={choices} choice={choice} disabled={!mayChange} onChoose={onChoose} />
      {group.proposedBasis.policies > 0 ? (
        <p className={css.proposedBasis}>
          <strong>{policies(group.proposedBasis.policies)}:</strong> Cost basis proposed, {formatMoney(cents(group.proposedBasis.cents))}
          {group.proposedBasis.policies === 1 ? '' : ' in all'}: {PROPOSED_BASIS} To enter another, choose Show one by one.
        </p>
      ) : null}
      {group.lacking.length > 0 ? (
        <ul className={css.lacking}>
          {group.lacking.map(({ sentence, policies: lack, lines }) => (
            <li key={sentence}>
              <strong>{policies(lack)}:</strong> {sentence} {lines.length === 1 ? 'Line' : 'Lines'} {lines.map(number).join(', ')}
              {lack > lines.length ? ` and ${number(lack - lines.length)} more` : ''}.
            </li>
          ))}
        </ul>
      ) : null}
      {adding === null ? (
        <div className={css.selection}>
          {mayAddPlan ? (
            <Button size="xs" variant="default" onClick={() => setAdding('plan')}>
              Add a plan
            </Button>
          ) : null}
          {mayAddProduct ? (
            <Button size="xs" variant="default" onClick={() => setAdding('product')}>
              Add a product
            </Button>
          ) : null}
        </div>
      ) : null}
      {form ? (
        <RecordForm
          {...form}
          key={form.draftKey}
          invalidates={[listChoices, listNewPolicies]}
          onSaved={done}
          actions={
            <Button variant="subtle" onClick={done}>
              Close
            </Button>
          }
        />
      ) : null}
    </Panel>
  )
}
