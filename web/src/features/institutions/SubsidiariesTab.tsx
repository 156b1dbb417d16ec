/** Further owners of policies inside the same client. */
import { createSubsidiary, listSubsidiaries, removeSubsidiary, saveSubsidiary } from '@corridor/contract/institutions.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { MISSING } from '@corridor/domain/money.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Fields } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { ConfirmModal } from '../../ui/Modal.tsx'
import { Panel } from '../../ui/Panel.tsx'
import css from './institutions.module.css'

type Subsidiary = ReplyOf<typeof listSubsidiaries>['records'][number]

const FIELDS: Fields = {
  name: { kind: 'text', label: 'Name', required: true, most: 200 },
  legalName: { kind: 'text', label: 'Legal name', required: true, most: 300, hint: 'As reports print it' },
  ein: {
    kind: 'text',
    label: 'EIN',
    hint: 'It files a Form 8925 of its own',
    check: (value) =>
      typeof value === 'string' && value.trim() !== '' && !/^\d{2}-\d{7}$/.test(value.trim()) ? 'Write the EIN as 12-3456789' : undefined,
  },
}
const SECTIONS = [{ title: 'Subsidiary', fields: ['name', 'legalName', 'ein'] }]

export function SubsidiariesTab({ institutionId: id }: { institutionId: number }) {
  const query = useEndpoint(listSubsidiaries, { id })
  const mayChange = useCan(createSubsidiary.access)
  const [editing, setEditing] = useState<Subsidiary | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Subsidiary | null>(null)
  const remove = useAction(removeSubsidiary, { invalidates: [listSubsidiaries], success: 'Deleted!' })
  const close = () => setEditing(null)
  return (
    <Loaded query={query}>
      {({ records }) => (
        <div className={css.stack}>
          {editing === null ? null : (
            <RecordForm
              key={editing === 'new' ? 'new' : editing.id}
              draftKey={`subsidiaries:${id}:${editing === 'new' ? 'new' : editing.id}`}
              fields={FIELDS}
              sections={SECTIONS}
              {...(editing === 'new' ? {} : { record: editing })}
              create={createSubsidiary}
              update={saveSubsidiary}
              params={editing === 'new' ? { id } : { id, subsidiaryId: editing.id }}
              toInput={(input) =>
                editing === 'new' ? input : { name: editing.name, legalName: editing.legalName, ein: editing.ein, ...input }
              }
              invalidates={[listSubsidiaries]}
              submitLabel={editing === 'new' ? 'Add subsidiary' : 'Save'}
              onSaved={close}
              actions={
                <Button variant="subtle" onClick={close}>
                  Close
                </Button>
              }
            />
          )}
          <Panel
            title="Subsidiaries"
            note="Each owns policies of its own, with reports of its own."
            flush
            actions={mayChange && editing === null ? <Button onClick={() => setEditing('new')}>Add subsidiary</Button> : null}
          >
            <DataTable
              plain
              label="Subsidiaries"
              rows={records}
              idOf={(row) => row.id}
              columns={[
                { key: 'name', header: 'Name', cell: ({ name }) => name },
                { key: 'legalName', header: 'Legal name', cell: ({ legalName }) => legalName },
                { key: 'ein', header: 'EIN', cell: ({ ein }) => ein ?? MISSING },
                { key: 'policies', header: 'Policies', numeric: true, cell: ({ policies }) => policies.toLocaleString('en-US') },
                { key: 'reports', header: 'Reports', numeric: true, cell: ({ reports }) => reports.toLocaleString('en-US') },
                ...(mayChange
                  ? [
                      {
                        key: 'do',
                        header: 'Change',
                        cell: (row: Subsidiary) => (
                          <span className={css.rowActions}>
                            <Button size="xs" variant="default" onClick={() => setEditing(row)} aria-label={`Edit ${row.name}`}>
                              Edit
                            </Button>
                            <Button size="xs" variant="subtle" onClick={() => setDeleting(row)} aria-label={`Delete ${row.name}`}>
                              Delete
                            </Button>
                          </span>
                        ),
                      },
                    ]
                  : []),
              ]}
              empty={<EmptyState title="No subsidiaries" why="All policies belong to the institution itself." />}
            />
          </Panel>
          {deleting ? (
            <ConfirmModal
              title={`Delete ${deleting.name}?`}
              confirmLabel="Delete"
              danger
              running={remove.running}
              onConfirm={async () => {
                await remove.run({ id, subsidiaryId: deleting.id })
                setDeleting(null)
              }}
              onCancel={() => setDeleting(null)}
            >
              <p>
                {deleting.policies + deleting.reports > 0
                  ? 'It has policies or reports, so this will be refused: move them first.'
                  : 'It has no policies and no reports.'}
              </p>
            </ConfirmModal>
          ) : null}
        </div>
      )}
    </Loaded>
  )
}
