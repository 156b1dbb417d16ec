/** A policy's posted values by month, with what changed from month to month; corrected by hand, the value before kept in sight. */
import { correctValue } from '@corridor/contract/register-policies.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { ImportedWithBook } from '../../shared/ImportedWithBook.tsx'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { moneyColumn, openColumn, percentColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { valueForm } from './dated-fields.ts'
import { MonthValues } from './MonthValues.tsx'
import { POLICY_CALLS, type PolicyDetail } from './policy-calls.ts'
import css from './register.module.css'
import { dateOf } from './words.ts'

type Value = PolicyDetail['valuations'][number]
/** `before`: the value of the month before, in its version that counts. */
type Told = Value & { key: number; before: Value | undefined; change: number | null }

export function PolicyValues({ institutionId, policy }: { institutionId: number; policy: PolicyDetail }) {
  const mayChange = useCan(correctValue.access)
  const [open, setOpen] = useState<Value | 'new' | null>(null)
  const [read, setRead] = useState<Told | null>(null)
  const { record, valuations, withoutValue } = policy
  const posted = valuations.filter(({ superseded }) => !superseded)
  const rows = valuations.map((value, key): Told => {
    const before = value.superseded ? undefined : posted[posted.indexOf(value) + 1]
    return { ...value, key, before, change: before ? value.cashSurrenderValueCents - before.cashSurrenderValueCents : null }
  })
  const isNew = open === 'new'
  return (
    <div className={css.stack}>
      {open === null ? null : (
        <div className={css.facts}>
          <RecordForm
            key={isNew ? 'new' : `${open.asOfDate}.${open.version}`}
            draftKey={`register.${institutionId}.policies.${record.id}.value.${isNew ? 'new' : open.asOfDate}`}
            create={correctValue}
            params={{ id: institutionId, policyId: record.id, version: isNew ? 0 : open.version }}
            initial={isNew ? { ...valueForm.initial, ...(withoutValue ? { asOfDate: withoutValue } : {}) } : { ...open }}
            fields={
              isNew
                ? valueForm.fields
                : { ...valueForm.fields, asOfDate: { kind: 'date', label: 'Month end', required: true, fixed: true } }
            }
            sections={valueForm.sections}
            invalidates={POLICY_CALLS}
            submitLabel={isNew ? 'Add value' : 'Save correction'}
            onSaved={() => setOpen(null)}
            {...(isNew ? {} : { toInput: (input: Record<string, unknown>) => ({ ...input, asOfDate: open.asOfDate }) })}
            actions={
              <Button variant="subtle" onClick={() => setOpen(null)}>
                Close
              </Button>
            }
          />
        </div>
      )}
      <Panel
        title="Posted values by month"
        note="The last 36 months, latest first. A month end opens all its values. The value before a correction is listed below it."
        flush
        actions={mayChange && open === null && rows.length > 0 ? <Button onClick={() => setOpen('new')}>Add a value</Button> : null}
      >
        <DataTable
          plain
          label="Posted values of the policy"
          rows={rows}
          idOf={({ key }) => key}
          columns={columnsOf(setRead, mayChange ? setOpen : undefined)}
          empty={
            <EmptyState
              title="No posted values"
              why="They come from the carrier’s file of the month, once it is posted. Team members who may change institutions can enter one."
              next={mayChange && open === null ? <Button onClick={() => setOpen('new')}>Add a value</Button> : null}
            />
          }
        />
      </Panel>
      {read ? <MonthValues value={read} before={read.before} onClose={() => setRead(null)} /> : null}
    </div>
  )
}

const columnsOf = (read: (row: Told) => void, correct: ((row: Value) => void) | undefined): Column<Told>[] => [
  openColumn('asOfDate', 'Month end', read, ({ asOfDate, superseded }) => (superseded ? <del>{dateOf(asOfDate)}</del> : dateOf(asOfDate))),
  moneyColumn('cashSurrenderValueCents', 'Cash surrender value ($)'),
  moneyColumn('change', 'Change ($)'),
  moneyColumn('deathBenefitCents', 'Death benefit ($)'),
  moneyColumn('insuredShareCents', 'Insured’s share ($)'),
  percentColumn('grossCreditingRate', 'Gross rate'),
  {
    key: 'source',
    header: 'From',
    cell: ({ fileId, fileName, sheet, lineNumber, bookRow, postedBy, superseded, restatementReason, version }) => (
      <span className={css.why}>
        {fileId ? (
          <Link to={paths.dataFeed(fileId)}>
            {fileName ?? 'Carrier’s file'}, {lineOfFile({ sheet, lineNumber })}
          </Link>
        ) : bookRow ? (
          <ImportedWithBook bookRow={bookRow} />
        ) : (
          `By hand, ${postedBy ?? 'Corridor'}`
        )}
        {restatementReason ? <small>{restatementReason}</small> : null}
        {superseded ? <small>Version {version}, replaced</small> : null}
      </span>
    ),
  },
  ...(correct
    ? [
        {
          key: 'do',
          header: 'Change',
          isControl: true,
          cell: (row: Told) =>
            row.superseded ? (
              '-'
            ) : (
              <Button size="xs" variant="default" onClick={() => correct(row)} aria-label={`Edit the value of ${dateOf(row.asOfDate)}`}>
                Edit
              </Button>
            ),
        },
      ]
    : []),
]
