/** Rows that hold from a date on: in force, earlier and to come; added, corrected with a reason, taken out, and what each said before. */
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/Button.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { ConfirmModal, Modal } from '../../ui/Modal.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { StatusBadge, type StatusTable } from '../../ui/StatusBadge.tsx'
import css from './institutions.module.css'
import { dateText, inForce, type TermWords } from './term-words.ts'

type Version<Content> = Content & {
  effectiveOn: string
  enteredBy: string | null
  enteredAt: string
  replacedBy: string | null
  replacedAt: string
  reason: string
  removed: boolean
}
type Term<Content> = Content & { effectiveOn: string; enteredBy: string | null; updatedAt: string; versions: Version<Content>[] }
interface Terms<Content> {
  records: Term<Content>[]
  removed: Version<Content>[]
}

interface TermsTabProps<Content> {
  institutionId: number
  calls: {
    model: string
    endpoints: { list: Endpoint<z.ZodType, z.ZodType<Terms<Content>>>; add: Endpoint; correct: Endpoint; remove: Endpoint }
  }
  words: TermWords<Content & { effectiveOn: string }>
  /** Above the rows: what follows from them. */
  children?: (records: readonly Term<Content>[], today: string) => ReactNode
}

type Hold = 'now' | 'later'
const HOLDS: StatusTable<Hold> = {
  now: { label: 'In force', tone: 'good' },
  later: { label: 'To come', tone: 'note' },
}
const REASON = { kind: 'text', label: 'Why it is corrected', required: true, most: 500, wide: true } as const
/** Of the visit, in the reader's own day. */
const TODAY = new Date().toLocaleDateString('en-CA')

export function TermsTab<Content extends object>({ institutionId: id, calls, words, children }: TermsTabProps<Content>) {
  const { list, add, correct, remove } = calls.endpoints
  const query = useEndpoint(list, { id })
  const mayChange = useCan(correct.access)
  const [editing, setEditing] = useState<Term<Content> | 'new' | null>(null)
  const [taking, setTaking] = useState<Term<Content> | null>(null)
  const [looking, setLooking] = useState<Term<Content> | null>(null)
  const close = () => setEditing(null)

  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={4} columns={6} />}>
      {({ records, removed }) => {
        const now = inForce(records, TODAY)
        return (
          <div className={css.stack}>
            {children?.(records, TODAY)}
            {editing === null ? null : (
              <RecordForm
                key={editing === 'new' ? 'new' : editing.effectiveOn}
                draftKey={`${calls.model}:${id}:${editing === 'new' ? 'new' : editing.effectiveOn}`}
                create={editing === 'new' ? add : correct}
                params={editing === 'new' ? { id } : { id, date: editing.effectiveOn, updatedAt: editing.updatedAt }}
                initial={editing === 'new' ? { ...words.initial, ...copied(now) } : { ...editing }}
                fields={editing === 'new' ? words.fields : { ...words.fields, reason: REASON }}
                sections={
                  editing === 'new'
                    ? words.sections
                    : [
                        ...words.sections,
                        {
                          title: 'Correction',
                          note: `What it said before is kept. Entered ${editing.enteredBy ? `by ${editing.enteredBy}, ` : ''}${formatMoment(editing.updatedAt)}.`,
                          fields: ['reason'],
                        },
                      ]
                }
                invalidates={[list]}
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
                    key: 'effectiveOn',
                    header: words.date,
                    cell: (row) => (
                      <span className={css.dated}>
                        {dateText(row.effectiveOn)}
                        {row === now ? <StatusBadge status="now" table={HOLDS} /> : null}
                        {row.effectiveOn > TODAY ? <StatusBadge status="later" table={HOLDS} /> : null}
                        {row.versions.length > 0 ? (
                          <Button
                            size="xs"
                            variant="subtle"
                            onClick={() => setLooking(row)}
                            aria-label={`Corrected (${row.versions.length}): earlier versions of ${dateText(row.effectiveOn)}`}
                          >
                            Corrected ({row.versions.length})
                          </Button>
                        ) : null}
                      </span>
                    ),
                  },
                  ...words.columns.map(
                    ({ header, numeric, text }): Column<Term<Content>> => ({
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
                          cell: (row: Term<Content>) => (
                            <Button
                              size="xs"
                              variant="default"
                              onClick={() => setEditing(row)}
                              aria-label={`Correct ${dateText(row.effectiveOn)}`}
                            >
                              Correct
                            </Button>
                          ),
                        },
                      ]
                    : []),
                ]}
                empty={<EmptyState title={`No ${words.one} yet`} why="Nothing has been entered for this institution." />}
              />
            </Panel>
            {removed.length > 0 ? (
              <Panel title="Taken out" note="Entered by mistake; kept with the reason, and with what they said before." flush>
                <VersionTable label="Taken out" versions={removed} words={words} />
              </Panel>
            ) : null}
            {looking ? (
              <Modal
                title={`${words.title} of ${dateText(looking.effectiveOn)}: what it said before`}
                width={960}
                onClose={() => setLooking(null)}
              >
                <VersionTable label="Earlier versions" versions={looking.versions} words={words} />
              </Modal>
            ) : null}
            {taking ? (
              <TakeOut id={id} row={taking} remove={remove} list={list} one={words.one} onDone={() => setTaking(null)} onTaken={close} />
            ) : null}
          </div>
        )
      }}
    </Loaded>
  )
}

/** A new row usually changes one figure of the present one; its date is new. */
const copied = (row: object | undefined): Readonly<Record<string, unknown>> => ({ ...row, effectiveOn: null, updatedAt: null })

function VersionTable<Content extends object>({
  label,
  versions,
  words,
}: {
  label: string
  versions: readonly Version<Content>[]
  words: TermWords<Content & { effectiveOn: string }>
}) {
  return (
    <DataTable
      plain
      label={label}
      rows={versions}
      idOf={(version) => versions.indexOf(version)}
      columns={[
        { key: 'effectiveOn', header: words.date, cell: (version) => dateText(version.effectiveOn) },
        ...words.columns.map(
          ({ header, numeric, text }): Column<Version<Content>> => ({
            key: header,
            header,
            cell: (version) => text(version),
            ...(numeric ? { numeric } : {}),
          }),
        ),
        { key: 'reason', header: 'Why', cell: ({ reason }) => reason },
        { key: 'replacedBy', header: 'By', cell: ({ replacedBy }) => replacedBy ?? 'Corridor' },
        { key: 'replacedAt', header: 'When', cell: ({ replacedAt }) => formatMoment(replacedAt) },
      ]}
    />
  )
}

interface TakeOutProps {
  id: number
  row: { effectiveOn: string; updatedAt: string }
  remove: Endpoint
  list: Endpoint
  one: string
  onDone: () => void
  onTaken: () => void
}

function TakeOut({ id, row, remove, list, one, onDone, onTaken }: TakeOutProps) {
  const [reason, setReason] = useState('')
  const action = useAction(remove, { invalidates: [list], success: 'Taken out.' })
  return (
    <ConfirmModal
      title={`Take out the ${one} of ${dateText(row.effectiveOn)}?`}
      confirmLabel="Take out"
      danger
      running={action.running}
      ready={reason.trim().length >= 3}
      onConfirm={async () => {
        const outcome = await action.run({ id, date: row.effectiveOn, updatedAt: row.updatedAt, reason: reason.trim() })
        if (!outcome.ok) return
        onDone()
        onTaken()
      }}
      onCancel={onDone}
    >
      <p>For a row entered by mistake. To change what holds from another day on, add a row instead; to mend a figure, correct this one.</p>
      <TextArea label="Why" required value={reason} onChange={setReason} error={action.error?.fields.reason} />
    </ConfirmModal>
  )
}
