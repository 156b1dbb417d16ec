/** Policies, plans and insureds of the register, each with what it holds and what that is worth as of a month end. */

import { insureds, plans } from '@corridor/contract/register.ts'
import { policies } from '@corridor/contract/register-holdings.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { useRouter } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { PLAN_FORM } from '../../shared/forms/plan.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { insuredColumns, type PlanRow, personFilters, planColumns, policyColumns, policyFilters } from './columns.tsx'
import { insuredForm, policyForm } from './fields.ts'
import { type ListProps, NewRecord, OpenRecord } from './OpenRecord.tsx'
import { InHead, ofRegister, useOpened } from './use-opened.tsx'
import { dateOf, moneyOf } from './words.ts'

interface Totals {
  policies: number
  cashSurrenderValueCents: number
  deathBenefitCents: number
  withoutValue: number
}
/** "96 policies in force" below a list: of all rows that match, not of the page. */
function holdingTotals(totals: Totals | undefined) {
  if (!totals) return undefined
  const missing = totals.withoutValue > 0 ? `, ${totals.withoutValue.toLocaleString('en-US')} without a posted value` : ''
  return {
    label: `${counted(totals.policies, 'policy')} in force${missing}`,
    cells: {
      policies: totals.policies.toLocaleString('en-US'),
      cashSurrenderValueCents: moneyOf(totals.cashSurrenderValueCents),
      deathBenefitCents: moneyOf(totals.deathBenefitCents),
    },
  }
}

export function PolicyList({ institutionId, register, period, month, locked }: ListProps) {
  const router = useRouter()
  const { open, close, action } = useOpened(policies.endpoints.create, 'New policy')
  const list = useList({
    endpoint: policies.endpoints.list,
    label: 'Policies of the register',
    noun: 'policy',
    columns: policyColumns(institutionId),
    defaultSort: 'policyNumber',
    filters: policyFilters(register),
    ...ofRegister(institutionId, period),
  })
  const totals = holdingTotals(list.query.data?.totals)
  return (
    <>
      {open ? (
        <NewRecord
          draftKey={`register.${institutionId}.policies.new`}
          form={policyForm(register)}
          create={policies.endpoints.create}
          institutionId={institutionId}
          submitLabel="Add policy"
          onClose={close}
          onSaved={(saved) => void router.navigate({ href: paths.registerPolicy(institutionId, Number(saved.id)) })}
        />
      ) : null}
      <ListPanel
        title="Policies"
        note={`${period ? `Status and posted value as of ${dateOf(period)}.` : 'No month has been posted yet.'} ${locked}`}
        actions={<InHead month={month}>{action}</InHead>}
        list={list}
        {...(totals ? { totals } : {})}
        toneOf={({ withoutValue }) => (withoutValue ? 'attention' : undefined)}
        empty={{ title: 'No policies yet', why: 'They come from a carrier’s file or are entered here.' }}
      />
    </>
  )
}

export function PlanList({ institutionId, period, month }: ListProps) {
  const { open, setOpen, close, action } = useOpened<PlanRow>(plans.endpoints.create, 'New plan')
  const list = useList({
    endpoint: plans.endpoints.list,
    label: 'Plans of the register',
    noun: 'plan',
    columns: planColumns(setOpen),
    defaultSort: 'planName',
    ...ofRegister(institutionId, period),
  })
  const totals = holdingTotals(list.query.data?.totals)
  return (
    <>
      <OpenRecord
        open={open}
        kind="plans"
        entity="plan"
        institutionId={institutionId}
        calls={plans.endpoints}
        form={PLAN_FORM}
        nameOf={(row) => row.planName}
        submitLabel="Add plan"
        onClose={close}
      />
      <ListPanel
        title="Plans"
        note={period ? `Policies in force and their posted values as of ${dateOf(period)}.` : undefined}
        actions={<InHead month={month}>{action}</InHead>}
        list={list}
        {...(totals ? { totals } : {})}
        empty={{ title: 'No plans yet', why: 'A policy belongs to a plan: enter the plan first.' }}
      />
    </>
  )
}

export function InsuredList({ institutionId, period, month }: ListProps) {
  const router = useRouter()
  const { open, close, action } = useOpened(insureds.endpoints.create, 'New insured')
  const list = useList({
    endpoint: insureds.endpoints.list,
    label: 'Insureds of the register',
    noun: 'insured',
    columns: insuredColumns(institutionId),
    defaultSort: 'insuredName',
    filters: personFilters,
    ...ofRegister(institutionId, period),
  })
  const totals = holdingTotals(list.query.data?.totals)
  return (
    <>
      {open ? (
        <NewRecord
          draftKey={`register.${institutionId}.insureds.new`}
          form={insuredForm(true)}
          create={insureds.endpoints.create}
          institutionId={institutionId}
          submitLabel="Add insured"
          onClose={close}
          onSaved={(saved) => void router.navigate({ href: paths.registerInsured(institutionId, Number(saved.id)) })}
        />
      ) : null}
      <ListPanel
        title="Insureds"
        note="Opening a person’s page is recorded. Dates of birth and salaries are on that page, for people who may see them."
        actions={<InHead month={month}>{action}</InHead>}
        list={list}
        {...(totals ? { totals } : {})}
        empty={{ title: 'No insureds yet', why: 'They come from a carrier’s file or are entered here.' }}
      />
    </>
  )
}
