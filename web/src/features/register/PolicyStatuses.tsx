/** A policy's statuses by the date from which each holds: entered, corrected, set aside; what was set aside stays readable. */

import { addStatus, correctStatus, setStatusAside } from '@corridor/contract/register-policies.ts'
import { ADDING_FLOWS, type Flow, REMOVING_FLOWS } from '@corridor/domain/calculations/yields.ts'
import { POLICY_STATUSES } from '@corridor/domain/policies/statuses.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { StatusEntry } from '../../shared/policy-status/StatusEntry.tsx'
import { type StatusBook, termHints, termsInput, termsRecord } from '../../shared/policy-status/status-fields.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { statusColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { statusForm } from './dated-fields.ts'
import { POLICY_CALLS, type PolicyDetail } from './policy-calls.ts'
import { RemoveEntry } from './RemoveEntry.tsx'
import css from './register.module.css'
import { dateOf, POLICY_BADGES } from './words.ts'

type Status = PolicyDetail['statuses'][number]

export function PolicyStatuses({ institutionId, policy }: { institutionId: number; policy: PolicyDetail }) {
  const mayChange = useCan(addStatus.access)
  const [open, setOpen] = useState<Status | 'new' | null>(null)
  const [aside, setAside] = useState<Status | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  const { record } = policy
  const named = { id: institutionId, policyId: record.id, updatedAt: record.updatedAt }
  const book = bookOf(policy, open === 'new' || open === null ? null : open.transactionId)
  const form = statusForm(book)
  const rows = policy.statuses.filter(({ voidedAt }) => showsAll || voidedAt === null)
  const hidden = policy.statuses.length - rows.length
  return (
    <>
      {open === null ? null : (
        <div className={css.facts}>
          <RecordForm
            key={open === 'new' ? 'new' : open.id}
            draftKey={`register.${institutionId}.policies.${record.id}.status.${open === 'new' ? 'new' : open.id}`}
            create={open === 'new' ? addStatus : correctStatus}
            params={open === 'new' ? named : { ...named, statusId: open.id }}
            initial={open === 'new' ? {} : { status: open.status, effectiveDate: open.effectiveDate, ...termsRecord(open) }}
            fields={form.fields}
            sections={form.sections}
            hints={(values) => termHints(values, book)}
            toInput={termsInput}
            preview={(values) => <StatusEntry values={values} book={book} />}
            invalidates={POLICY_CALLS}
            submitLabel={open === 'new' ? 'Add status' : 'Save correction'}
            onSaved={() => setOpen(null)}
            actions={
              <Button variant="subtle" onClick={() => setOpen(null)}>
                Close
              </Button>
            }
          />
        </div>
      )}
      <Panel
        title="Status by date"
        note="Each is effective from its date until the next. Reports for a month show the status at month end."
        flush
        actions={
          <>
            {hidden > 0 || showsAll ? (
              <Button size="xs" variant="subtle" onClick={() => setShowsAll(!showsAll)} aria-pressed={showsAll}>
                {showsAll ? 'Hide voided statuses' : `Show ${hidden} voided`}
              </Button>
            ) : null}
            {mayChange && open === null ? <Button onClick={() => setOpen('new')}>Change status</Button> : null}
          </>
        }
      >
        <DataTable
          plain
          label="Statuses of the policy"
          rows={rows}
          idOf={({ id }) => id}
          columns={columnsOf(mayChange ? { correct: setOpen, setAside } : undefined)}
        />
      </Panel>
      {aside ? (
        <RemoveEntry
          what={`${POLICY_STATUSES[aside.status].label.toLowerCase()} from ${dateOf(aside.effectiveDate)}`}
          confirmLabel="Void"
          remove={setStatusAside}
          params={{ ...named, statusId: aside.id }}
          invalidates={POLICY_CALLS}
          onCancel={() => setAside(null)}
          onDone={() => setAside(null)}
        />
      ) : null}
    </>
  )
}

const FLOWS: readonly Flow['type'][] = [...ADDING_FLOWS, ...REMOVING_FLOWS]

/** @param own the transaction of the status that is corrected: it goes with it */
const bookOf = ({ valuations, transactions, ledgerAccounts, dateOfDeath }: PolicyDetail, own: number | null): StatusBook => ({
  values: valuations
    .filter(({ superseded }) => !superseded)
    .map(({ asOfDate, cashSurrenderValueCents, deathBenefitCents, insuredShareCents }) => ({
      asOfDate: plainDate(asOfDate),
      cashSurrenderValue: cents(cashSurrenderValueCents),
      institutionDeathBenefit: cents(deathBenefitCents - insuredShareCents),
    })),
  flows: transactions.flatMap(({ id, transactionDate, type, amountCents }): Flow[] => {
    const known = FLOWS.find((flow) => flow === type)
    return known && id !== own && amountCents
      ? [{ date: plainDate(transactionDate), type: known, amount: cents(Math.abs(amountCents)) }]
      : []
  }),
  accounts: ledgerAccounts,
  deathKnown: dateOfDeath !== null,
})

const columnsOf = (change: { correct: (row: Status) => void; setAside: (row: Status) => void } | undefined): Column<Status>[] => [
  {
    key: 'effectiveDate',
    header: 'From',
    cell: ({ effectiveDate, voidedAt }) => (voidedAt ? <del>{dateOf(effectiveDate)}</del> : dateOf(effectiveDate)),
  },
  statusColumn('status', 'Status', POLICY_BADGES),
  {
    key: 'reason',
    header: 'Reason',
    cell: ({ reason, voidedAt, voidedBy, voidReason }) => (
      <span className={css.why}>
        {reason ?? '-'}
        {voidedAt ? (
          <small>
            Voided {formatDay(voidedAt)} by {voidedBy ?? 'Corridor'}: {voidReason}
          </small>
        ) : null}
      </span>
    ),
  },
  {
    key: 'source',
    header: 'Entered',
    cell: ({ source, fileId, sheet, lineNumber, recordedBy, recordedAt }) =>
      source === 'FEED' && fileId ? (
        <Link to={paths.dataFeed(fileId)}>Carrier’s file, {lineOfFile({ sheet, lineNumber })}</Link>
      ) : source === 'HAND' ? (
        `${recordedBy ?? 'Corridor'}, ${formatDay(recordedAt)}`
      ) : (
        'From the register'
      ),
  },
  ...(change
    ? [
        {
          key: 'do',
          header: 'Change',
          isControl: true,
          cell: (row: Status) =>
            row.voidedAt ? (
              '-'
            ) : (
              <span className={css.badges}>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => change.correct(row)}
                  aria-label={`Edit the status from ${dateOf(row.effectiveDate)}`}
                >
                  Edit
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  onClick={() => change.setAside(row)}
                  aria-label={`Void the status from ${dateOf(row.effectiveDate)}`}
                >
                  Void
                </Button>
              </span>
            ),
        },
      ]
    : []),
]
