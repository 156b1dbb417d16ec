/** Further owners of policies inside the same client. */
import { createSubsidiary, listSubsidiaries, removeSubsidiary, saveSubsidiary } from '@corridor/contract/institutions.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import type { Fields } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { countColumn, textColumn } from '../../ui/list/columns.tsx'
import { EditableRows } from '../../ui/list/EditableRows.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'

type Subsidiary = ReplyOf<typeof listSubsidiaries>['records'][number]

const FIELDS: Fields = {
  name: { kind: 'text', label: 'Name', required: true, most: 200 },
  legalName: { kind: 'text', label: 'Legal name', required: true, most: 300, hint: 'As printed on reports' },
  ein: {
    kind: 'text',
    label: 'EIN',
    hint: 'It files its own Form 8925',
    check: (value) =>
      typeof value === 'string' && value.trim() !== '' && !/^\d{2}-\d{7}$/.test(value.trim()) ? 'Enter the EIN as 12-3456789' : undefined,
  },
}
const SECTIONS = [{ title: 'Subsidiary', fields: ['name', 'legalName', 'ein'] }]

export function SubsidiariesTab({ institutionId: id }: { institutionId: number }) {
  const query = useEndpoint(listSubsidiaries, { id })
  const mayChange = useCan(createSubsidiary.access)
  const remove = useAction(removeSubsidiary, { invalidates: [listSubsidiaries], success: 'Deleted!' })
  return (
    <Loaded query={query}>
      {({ records }) => (
        <EditableRows<Subsidiary>
          title="Subsidiaries"
          note="Each owns its own policies and gets its own reports."
          rows={records}
          idOf={(row) => row.id}
          nameOf={(row) => row.name}
          columns={[
            textColumn('name', 'Name'),
            textColumn('legalName', 'Legal name'),
            textColumn('ein', 'EIN'),
            countColumn('policies', 'Policies'),
            countColumn('reports', 'Reports'),
          ]}
          empty={{ title: 'No subsidiaries', why: 'All policies belong to the institution itself.' }}
          mayChange={mayChange}
          add="Add subsidiary"
          form={(editing, close, onSaved) => (
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
              onSaved={onSaved}
              actions={close}
            />
          )}
          deleting={{
            question: ({ name }) => `Delete ${name}?`,
            consequence: ({ policies, reports }) =>
              policies + reports > 0
                ? 'It has policies or reports, so this will be refused: move them first.'
                : 'It has no policies and no reports.',
            running: remove.running,
            run: (row) => remove.run({ id, subsidiaryId: row.id }),
          }}
        />
      )}
    </Loaded>
  )
}
