/** One state's row, or a new one: the tax it describes, its review by a tax reviewer, and what it said before. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { reviewState, stateHistory, states, stateTaxRows } from '@corridor/contract/states.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { dateText } from '../../shared/dated-terms/dated-words.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import css from './report-configuration.module.css'
import { StateHistory } from './StateHistory.tsx'
import { REVIEW, STATE_FIELDS, STATE_SECTIONS } from './state-fields.tsx'

const of = states.endpoints
type State = ReplyOf<typeof of.get>
const outdated = [of.list, of.get, stateHistory, stateTaxRows]
const crumbs = (
  <Breadcrumbs
    steps={[
      { label: 'Report Configuration', to: paths.reportConfiguration() },
      { label: 'State Config', to: paths.states() },
    ]}
  />
)
const INITIAL = {
  taxBasis: 'NET_INCOME',
  federalDeductibleFraction: 0,
  boliGrowthTreatment: 'EXCLUDED',
  deathBenefitTreatment: 'EXCLUDED',
  surrenderGainTreatment: 'TAXED',
}

export function NewStatePage() {
  const router = useRouter()
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        title="New state row"
        note="Only one row of a state is in effect on a date: end the current row, then add the next one."
      />
      <div className={record.narrow}>
        <RecordForm
          {...ofResource(states)}
          invalidates={outdated}
          fields={STATE_FIELDS}
          sections={STATE_SECTIONS}
          initial={INITIAL}
          submitLabel="Create state row"
          onSaved={({ id }) => void router.navigate({ href: paths.state(Number(id)) })}
        />
      </div>
    </>
  )
}

export function StatePage() {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(of.get, { id })
  const mayChange = useCan(of.update.access)
  const router = useRouter()
  return (
    <Loaded query={query} skeleton={<FormPageSkeleton />}>
      {(state) => (
        <>
          <PageHeader
            crumbs={crumbs}
            title={state.stateName}
            note={
              <span className={record.headline}>
                <StatusBadge status={state.reviewStatus} table={REVIEW} />
                <span>
                  {state.taxName}, from {dateText(state.effectiveFrom)}
                  {state.effectiveTo === null ? '' : ` to ${dateText(state.effectiveTo)}`}; figures of {state.figuresYear}
                  {state.taxProfiles === 0 ? '' : `; used by ${state.taxProfiles} tax profile${state.taxProfiles === 1 ? '' : 's'}`}
                </span>
              </span>
            }
          />
          <div className={record.narrow}>
            <Review key={state.updatedAt} state={state} mayChange={mayChange} />
            <RecordForm
              key={id}
              {...ofResource(states, id)}
              invalidates={outdated}
              record={state}
              readOnly={!mayChange}
              fields={STATE_FIELDS}
              sections={STATE_SECTIONS}
            />
            <StateHistory id={id} />
            {mayChange ? (
              <Panel
                title="Delete"
                note={
                  state.taxProfiles > 0
                    ? 'Tax profiles use it, so it cannot be deleted.'
                    : 'For a row entered by mistake. To end a period, enter its last day instead. It can be restored for 30 days.'
                }
                actions={
                  state.taxProfiles > 0 ? null : (
                    <BulkActions
                      resource={states}
                      isRecord
                      chosen={{ count: 1, all: false, ids: new Set([id]), selection: { ids: [id] } }}
                      onDone={() => void router.navigate({ href: paths.states() })}
                      actions={{ delete: 'Tax profiles can no longer use it.' }}
                    />
                  )
                }
              >
                {null}
              </Panel>
            ) : null}
          </div>
        </>
      )}
    </Loaded>
  )
}

/** The reviewer reads the row against the law and marks it as it stands; a changed figure takes the mark away. */
function Review({ state, mayChange }: { state: State; mayChange: boolean }) {
  const { id, updatedAt, reviewStatus, reviewedBy, reviewedAt, reviewDueAt } = state
  const [due, setDue] = useState<PlainDate | null>(null)
  const action = useAction(reviewState, { invalidates: outdated, success: 'Marked as reviewed.' })
  const told =
    reviewStatus === 'UNREVIEWED'
      ? `Carried as published for ${state.figuresYear}; not yet reviewed against current law. Reports that use it say so.`
      : `Reviewed by ${reviewedBy ?? 'someone'} on ${formatMoment(reviewedAt)}${reviewDueAt === null ? '' : `; the next review is due ${dateText(reviewDueAt)}`}.`
  return (
    <Panel
      title="Review"
      note={told}
      actions={
        mayChange ? (
          <Button variant="default" loading={action.running} onClick={() => void action.run({ id, updatedAt, reviewDueAt: due })}>
            Mark as reviewed
          </Button>
        ) : null
      }
    >
      {mayChange ? (
        <div className={css.due}>
          <DateInput label="Next review due" value={due} onChange={setDue} error={action.error?.fields.reviewDueAt} />
        </div>
      ) : null}
    </Panel>
  )
}
