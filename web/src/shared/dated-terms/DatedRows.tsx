/** Rows that hold from a date on: in force, earlier and to come; added, corrected with a reason, taken out, and what each said before. */
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { HOLD_WORDS } from '@corridor/contract/words.ts'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import type { JsonRecord } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { formatMoment, siteToday } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import record from '../../ui/layout/record-page.module.css'
import { momentColumn, textColumn } from '../../ui/list/columns.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { ConfirmModal, Modal } from '../../ui/overlays/Modal.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge, type StatusTable } from '../../ui/states/StatusBadge.tsx'
import css from './dated.module.css'
import type { DatedWords } from './dated-words.ts'

type Version<Content> = Content & {
  enteredBy: string | null
  enteredAt: string | null
  replacedBy: string | null
  replacedAt: string
  reason: string
  removed: boolean
}
type Dated<Content, Own> = Content & Own & { enteredBy: string | null; updatedAt: string; versions: Version<Content>[] }
interface Reply<Content, Own> {
  records: Dated<Content, Own>[]
  removed: Version<Content>[]
}

/** `Own` is what only rows that stand have, and not what they said before: their number. */
interface DatedRowsProps<Content, Own> {
  calls: {
    model: string
    endpoints: { list: Endpoint<z.ZodType, z.ZodType<Reply<Content, Own>>>; add: Endpoint; correct: Endpoint; remove: Endpoint }
  }
  /** Parameters of the path: the owner of the rows. */
  params: { id: number }
  /** How one of them is named in the path. */
  nameOf: (row: Dated<Content, Own>) => JsonRecord
  words: DatedWords<Content>
  /** The rows that hold today. */
  inForce: (records: readonly Dated<Content, Own>[], today: string) => readonly Dated<Content, Own>[]
  /** Further queries that the change makes stale. */
  invalidates?: readonly Endpoint[]
  /** Above the rows: what follows from them. */
  children?: (records: readonly Dated<Content, Own>[], today: string) => ReactNode
}

type Hold = 'now' | 'later'
const HOLDS: StatusTable<Hold> = {
  now: { label: HOLD_WORDS.NOW, tone: 'good' },
  later: { label: HOLD_WORDS.LATER, tone: 'note' },
}
const REASON = { kind: 'text', label: 'Reason for the correction', required: true, most: 500, wide: true } as const

export function DatedRows<Content extends object, Own extends object = object>(props: DatedRowsProps<Content, Own>) {
  const { calls, params, nameOf, words, children } = props
  const { list, add, correct, remove } = calls.endpoints
  const query = useEndpoint(list, params)
  const mayChange = useCan(correct.access)
  const [editing, setEditing] = useState<Dated<Content, Own> | 'new' | null>(null)
  const [taking, setTaking] = useState<Dated<Content, Own> | null>(null)
  const [looking, setLooking] = useState<Dated<Content, Own> | null>(null)
  const close = () => setEditing(null)
  const outdated = [list, ...(props.invalidates ?? [])]
  const today = siteToday()
  const keyOf = (row: Dated<Content, Own>) => Object.values(nameOf(row)).join(' ')

  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={4} columns={6} />}>
      {({ records, removed }) => {
        const now = props.inForce(records, today)
        return (
          <div className={record.stack}>
            {children?.(records, today)}
            {editing === null ? null : (
              <RecordForm
                key={editing === 'new' ? 'new' : keyOf(editing)}
                draftKey={`${calls.model}:${params.id}:${editing === 'new' ? 'new' : keyOf(editing)}`}
                create={editing === 'new' ? add : correct}
                params={editing === 'new' ? params : { ...params, ...nameOf(editing), updatedAt: editing.updatedAt }}
                initial={editing === 'new' ? { ...words.initial, ...words.copied?.(now[0]) } : { ...editing }}
                fields={editing === 'new' ? words.fields : { ...words.fields, reason: REASON }}
                sections={
                  editing === 'new'
                    ? words.sections
                    : [
                        ...words.sections,
                        {
                          title: 'Correction',
                          note: `The earlier version is kept. Entered ${editing.enteredBy ? `by ${editing.enteredBy}, ` : ''}${formatMoment(editing.updatedAt)}.`,
                          fields: ['reason'],
                        },
                      ]
                }
                invalidates={outdated}
                submitLabel={editing === 'new' ? `Add ${words.one}` : 'Save correction'}
                onSaved={close}
                actions={
                  <>
                    <Button variant="subtle" onClick={close}>
                      Close
                    </Button>
                    {editing === 'new' ? null : (
                      <Button variant="subtle" onClick={() => setTaking(editing)}>
                        Entered by mistake?
                      </Button>
                    )}
                  </>
                }
              />
            )}
            <Panel
              title={words.title}
              note={words.note}
              flush
              actions={mayChange && editing === null ? <Button onClick={() => setEditing('new')}>Add {words.one}</Button> : null}
            >
              <DataTable
                plain
                label={words.title}
                rows={records}
                idOf={(row) => records.indexOf(row)}
                columns={[
                  {
                    key: 'day',
                    header: words.date,
                    cell: (row) => (
                      <span className={css.dated}>
                        {words.day(row)}
                        {now.includes(row) ? <StatusBadge status="now" table={HOLDS} /> : null}
                        {words.isToCome(row, today) ? <StatusBadge status="later" table={HOLDS} /> : null}
                        {row.versions.length > 0 ? (
                          <Button
                            size="xs"
                            variant="subtle"
                            onClick={() => setLooking(row)}
                            aria-label={`Corrected (${row.versions.length}): earlier versions of ${words.name(row)}`}
                          >
                            Corrected ({row.versions.length})
                          </Button>
                        ) : null}
                      </span>
                    ),
                  },
                  ...words.columns.map(
                    ({ header, numeric, text }): Column<Dated<Content, Own>> => ({
                      key: header,
                      header,
                      cell: (row) => text(row),
                      ...(numeric ? { numeric } : {}),
                    }),
                  ),
                  ...(mayChange
                    ? [
                        {
                          key: 'do',
                          header: 'Change',
                          isControl: true,
                          cell: (row: Dated<Content, Own>) => (
                            <Button size="xs" variant="default" onClick={() => setEditing(row)} aria-label={`Edit ${words.name(row)}`}>
                              Edit
                            </Button>
                          ),
                        },
                      ]
                    : []),
                ]}
                empty={<EmptyState title={`No ${words.one} yet`} why={words.none} />}
              />
            </Panel>
            {removed.length > 0 ? (
              <Panel title="Removed" note="Entered by mistake; kept with the reason and their earlier versions." flush>
                <VersionTable label="Removed" versions={removed} words={words} />
              </Panel>
            ) : null}
            {looking ? (
              <Modal title={`${words.name(looking)}: earlier versions`} width={960} onClose={() => setLooking(null)}>
                <VersionTable label="Earlier versions" versions={looking.versions} words={words} />
              </Modal>
            ) : null}
            {taking ? (
              <RemoveEntry
                name={`${words.one} of ${words.name(taking)}`}
                input={{ ...params, ...nameOf(taking), updatedAt: taking.updatedAt }}
                remove={remove}
                outdated={outdated}
                onDone={() => setTaking(null)}
                onTaken={close}
              />
            ) : null}
          </div>
        )
      }}
    </Loaded>
  )
}

function VersionTable<Content extends object>({
  label,
  versions,
  words,
}: {
  label: string
  versions: readonly Version<Content>[]
  words: DatedWords<Content>
}) {
  return (
    <DataTable
      plain
      label={label}
      rows={versions}
      idOf={(version) => versions.indexOf(version)}
      columns={[
        { key: 'day', header: words.date, cell: (version) => words.day(version) },
        ...words.columns.map(
          ({ header, numeric, text }): Column<Version<Content>> => ({
            key: header,
            header,
            cell: (version) => text(version),
            ...(numeric ? { numeric } : {}),
          }),
        ),
        textColumn('reason', 'Why'),
        { key: 'replacedBy', header: 'By', oneLine: true, cell: ({ replacedBy }) => replacedBy ?? 'Corridor' },
        momentColumn('replacedAt', 'When'),
      ]}
    />
  )
}

interface RemoveEntryProps {
  name: string
  input: JsonRecord
  remove: Endpoint
  outdated: readonly Endpoint[]
  onDone: () => void
  onTaken: () => void
}

function RemoveEntry({ name, input, remove, outdated, onDone, onTaken }: RemoveEntryProps) {
  const [reason, setReason] = useState('')
  const action = useAction(remove, { invalidates: outdated, success: 'Removed.' })
  return (
    <ConfirmModal
      title={`Remove the ${name}?`}
      confirmLabel="Remove"
      danger
      running={action.running}
      ready={reason.trim().length >= 3}
      onConfirm={async () => {
        const outcome = await action.run({ ...input, reason: reason.trim() })
        if (!outcome.ok) return
        onDone()
        onTaken()
      }}
      onCancel={onDone}
    >
      <p>For a row entered by mistake. To make a change from another date, add a row instead; to fix a figure, correct this row.</p>
      <TextArea label="Why" required value={reason} onChange={setReason} error={action.error?.fields.reason} />
    </ConfirmModal>
  )
}
