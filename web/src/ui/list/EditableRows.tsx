/** A few rows of one institution, kept on its page: the list, a form above it for a new row or the one being changed, and deleting after a question. */
import { type ReactNode, useState } from 'react'
import { Button } from '../fields/Button.tsx'
import { Panel } from '../layout/Panel.tsx'
import record from '../layout/record-page.module.css'
import { ConfirmModal } from '../overlays/Modal.tsx'
import { EmptyState } from '../states/EmptyState.tsx'
import { DataTable } from './DataTable.tsx'
import type { Column } from './data-table-types.ts'

interface EditableRowsProps<Row> {
  title: string
  note: string
  rows: readonly Row[]
  idOf: (row: Row) => number
  /** The name of a row, after "Edit" or "Delete". */
  nameOf: (row: Row) => string
  columns: readonly Column<Row>[]
  empty: { title: string; why: string }
  mayChange: boolean
  /** On the button: "Add subsidiary". */
  add: string
  /** @param editing `new` for a row to come  @param close a button that puts the form away  @param onSaved what to do then */
  form: (editing: Row | 'new', close: ReactNode, onSaved: () => void) => ReactNode
  deleting: {
    question: (row: Row) => string
    consequence: (row: Row) => string
    running: boolean
    run: (row: Row) => Promise<{ ok: boolean }>
  }
}

export function EditableRows<Row>({ rows, columns, empty, mayChange, add, nameOf, deleting, ...props }: EditableRowsProps<Row>) {
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Row | null>(null)
  const close = () => setEditing(null)
  const change: Column<Row> = {
    key: 'do',
    header: 'Change',
    isControl: true,
    cell: (row) => (
      <span className={record.headline}>
        <Button size="xs" variant="default" onClick={() => setEditing(row)} aria-label={`Edit ${nameOf(row)}`}>
          Edit
        </Button>
        <Button size="xs" variant="subtle" onClick={() => setLeaving(row)} aria-label={`Delete ${nameOf(row)}`}>
          Delete
        </Button>
      </span>
    ),
  }
  return (
    <div className={record.stack}>
      {editing === null
        ? null
        : props.form(
            editing,
            <Button variant="subtle" onClick={close}>
              Close
            </Button>,
            close,
          )}
      <Panel
        title={props.title}
        note={props.note}
        flush
        actions={mayChange && editing === null ? <Button onClick={() => setEditing('new')}>{add}</Button> : null}
      >
        <DataTable
          plain
          label={props.title}
          rows={rows}
          idOf={props.idOf}
          columns={mayChange ? [...columns, change] : columns}
          empty={<EmptyState {...empty} />}
        />
      </Panel>
      {leaving === null ? null : (
        <ConfirmModal
          title={deleting.question(leaving)}
          confirmLabel="Delete"
          danger
          running={deleting.running}
          onConfirm={async () => {
            if ((await deleting.run(leaving)).ok) setLeaving(null)
          }}
          onCancel={() => setLeaving(null)}
        >
          <p>{deleting.consequence(leaving)}</p>
        </ConfirmModal>
      )}
    </div>
  )
}
