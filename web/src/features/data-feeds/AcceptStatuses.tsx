/** Accepting statuses that a file proposes: policy by policy what its journal entry needs, with the entry drawn below, and one reason for all. */

import { acceptWarnings, type FileFinding, listStatusProposals } from '@corridor/contract/data-feeds.ts'
import type { Endpoint, InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { POLICY_STATUSES } from '@corridor/domain/policies/statuses.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { StatusEntry } from '../../shared/policy-status/StatusEntry.tsx'
import { type StatusBook, statusTermFields, termHints, termsInput } from '../../shared/policy-status/status-fields.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { FieldControl } from '../../ui/form/FieldControl.tsx'
import { type Fields, inputOf, isShown, problemsOf, type Values, valuesOf } from '../../ui/form/form-fields.ts'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './feeds.module.css'
import { isReason, reasonHint } from './reason.ts'

type Proposal = ReplyOf<typeof listStatusProposals>['records'][number]
type Given = NonNullable<InputOf<typeof acceptWarnings>['statuses']>[number]

interface AcceptStatusesProps {
  fileId: number
  /** Those of a status, and what else was chosen with them. */
  findings: readonly FileFinding[]
  label: string
  invalidates: readonly Endpoint[]
  onDone: () => void
}

export function AcceptStatuses(props: AcceptStatusesProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {props.label}
      </Button>
      {asking ? <Asked {...props} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

function Asked({ fileId, findings, invalidates, onDone, onClose }: AcceptStatusesProps & { onClose: () => void }) {
  const finding = findings.filter(({ ruleCode }) => ruleCode === 'V10').map(({ id }) => id)
  const query = useEndpoint(listStatusProposals, { id: fileId, finding })
  return (
    <Modal title={finding.length === 1 ? 'Accept the status?' : `Accept ${finding.length} statuses?`} width={760} onClose={onClose}>
      <Loaded query={query}>
        {({ records }) => (
          <Form
            proposals={records}
            findings={findings.map(({ id }) => id)}
            {...{ fileId, invalidates, onClose }}
            onDone={() => {
              onClose()
              onDone()
            }}
          />
        )}
      </Loaded>
    </Modal>
  )
}

/** Fields that the call names otherwise. */
const CALLED: Readonly<Record<string, string>> = { lapsedTo: 'settlement', transferredTo: 'settlement' }

function Form({
  fileId,
  proposals,
  findings,
  invalidates,
  onDone,
  onClose,
}: Pick<AcceptStatusesProps, 'fileId' | 'invalidates' | 'onDone'> & {
  proposals: readonly Proposal[]
  findings: readonly number[]
  onClose: () => void
}) {
  const [typed, setTyped] = useState<Readonly<Record<number, Values>>>({})
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const accept = useAction(acceptWarnings, {
    invalidates,
    success: 'Accepted. The status is entered when the file is posted.',
    quiet: true,
  })
  const asked = proposals.filter(({ follows }) => follows === null).map((proposal) => asForm(proposal, typed[proposal.finding]))
  const isReady = isReason(reason)
  const run = async () => {
    setTried(true)
    if (asked.some(({ problems }) => Object.keys(problems).length > 0)) return
    const outcome = await accept.run({
      id: fileId,
      findings: [...findings],
      reason: reason.trim(),
      statuses: asked.map(({ given }) => given),
    })
    if (outcome.ok) onDone()
  }
  const answered = accept.error?.fields ?? {}
  const elsewhere = accept.error && Object.keys(answered).length === 0 ? accept.error.message : undefined
  return (
    <>
      <p>
        Each status is entered when the file is posted, just as on the policy’s page, and that month’s report suggests the journal entry
        shown.
      </p>
      {asked.map(({ proposal, fields, values, book, problems }) => (
        <fieldset key={proposal.finding} className={css.proposal}>
          <legend>
            {proposal.policyNumber}, {proposal.insuredName}: {POLICY_STATUSES[proposal.oldStatus].label} to{' '}
            {POLICY_STATUSES[proposal.status].label.toLowerCase()}
          </legend>
          <p>
            {proposal.institutionName}, {proposal.carrierName}, line {proposal.lineNumber}
          </p>
          <div className={css.terms}>
            {Object.entries(fields)
              .filter(([, field]) => isShown(field, values))
              .map(([name, field]) => (
                <div key={name} data-wide={field.wide || undefined}>
                  <FieldControl
                    field={{ ...field, hint: termHints(values, book)[name] ?? field.hint }}
                    value={values[name] ?? null}
                    onChange={(value) => setTyped({ ...typed, [proposal.finding]: { ...values, [name]: value } })}
                    onBlur={() => undefined}
                    error={
                      (tried ? problems[name] : undefined) ?? answered[`statuses.${proposal.finding}.${CALLED[name] ?? name}`]?.join(' ')
                    }
                  />
                </div>
              ))}
          </div>
          {answered[`statuses.${proposal.finding}.status`] ? (
            <p className={css.failure}>{answered[`statuses.${proposal.finding}.status`]?.join(' ')}</p>
          ) : null}
          <StatusEntry values={values} book={book} />
        </fieldset>
      ))}
      {proposals.flatMap(({ follows, lineNumber, finding }) =>
        follows === null
          ? []
          : [
              <p key={finding}>
                Line {lineNumber} repeats line {follows} of an earlier month; nothing more is entered.
              </p>,
            ],
      )}
      <TextArea
        label="Why?"
        hint={reasonHint(reason)}
        required
        value={reason}
        onChange={setReason}
        error={answered.reason?.join(' ') ?? (tried && !isReady ? 'Enter a reason in a few words.' : elsewhere)}
      />
      <div className={css.confirm}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={accept.running} disabled={!isReady} onClick={() => void run()}>
          Accept
        </Button>
      </div>
    </>
  )
}

/** One proposal as a form: its status is the file's, its date the month end until somebody writes another. */
function asForm(proposal: Proposal, typed: Values | undefined) {
  const book: StatusBook = {
    values: proposal.values.map(({ asOfDate, cashSurrenderValueCents, institutionDeathBenefitCents }) => ({
      asOfDate: plainDate(asOfDate),
      cashSurrenderValue: cents(cashSurrenderValueCents),
      institutionDeathBenefit: cents(institutionDeathBenefitCents),
    })),
    flows: proposal.flows.map(({ date, type, amountCents }) => ({ date: plainDate(date), type, amount: cents(amountCents) })),
    accounts: proposal.ledgerAccounts,
    deathKnown: proposal.deathKnown,
  }
  const fields: Fields = { effectiveDate: { kind: 'date', label: 'From', required: true }, ...statusTermFields(book) }
  const values: Values = {
    ...valuesOf(fields, { effectiveDate: formatDate(plainDate(proposal.period)), deathSource: 'CARRIER' }),
    ...typed,
    status: proposal.status,
  }
  const input = termsInput(inputOf(fields, values, null), values)
  const given: Given = { ...input, finding: proposal.finding }
  return { proposal, fields, values, book, problems: problemsOf(fields, values), given }
}
