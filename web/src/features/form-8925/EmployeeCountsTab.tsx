/** How many employees an institution and its subsidiaries had at the end of each tax year: line 1 of Form 8925. */
import {
  type EmployeeCount,
  type EmployeeCounts,
  form8925Reports,
  listEmployeeCounts,
  previewForm8925,
  removeEmployeeCount,
  saveEmployeeCount,
} from '@corridor/contract/form-8925.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import type { Fields } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { formatDay } from '../../ui/formats.ts'
import { countColumn, dateColumn, textColumn } from '../../ui/list/columns.tsx'
import { EditableRows } from '../../ui/list/EditableRows.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'

const OUTDATED = [listEmployeeCounts, form8925Reports.listReports, previewForm8925]
const INSTITUTION = '0'
const SECTIONS = [{ title: 'Employees at the end of a tax year', fields: ['policyholder', 'taxYearEnd', 'employees', 'source'] }]

export function EmployeeCountsTab({ institutionId: id }: { institutionId: number }) {
  const query = useEndpoint(listEmployeeCounts, { id })
  const mayChange = useCan(saveEmployeeCount.access)
  const remove = useAction(removeEmployeeCount, { invalidates: OUTDATED, success: 'Deleted!' })
  return (
    <Loaded query={query}>
      {(counts) => (
        <EditableRows<EmployeeCount>
          title="Employees"
          note="Line 1 of Form 8925, directors included. The policyholder states it; it is never derived from the insureds. Without it the line is blank."
          rows={counts.records}
          idOf={(row) => row.id}
          nameOf={(row) => row.taxYearEnd}
          columns={[
            dateColumn('taxYearEnd', 'Tax year ended'),
            { key: 'policyholder', header: 'Policyholder', cell: (row) => nameOf(counts, row) },
            countColumn('employees', 'Employees'),
            textColumn('source', 'Source'),
            {
              key: 'entered',
              header: 'Entered',
              oneLine: true,
              cell: (row) => [formatDay(row.updatedAt), row.enteredBy].filter(Boolean).join(', '),
            },
          ]}
          empty={{ title: 'No tax year yet', why: 'Until it is added, line 1 of the Form 8925 report is blank and listed as open.' }}
          mayChange={mayChange}
          add="Add a year"
          form={(editing, close, onSaved) => (
            <RecordForm
              key={editing === 'new' ? 'new' : editing.id}
              draftKey={`employee-counts:${id}:${editing === 'new' ? 'new' : editing.id}`}
              fields={fieldsOf(counts, editing)}
              sections={SECTIONS}
              initial={initialOf(counts, editing)}
              create={saveEmployeeCount}
              params={{ id }}
              toInput={({ policyholder, ...input }) =>
                editing === 'new'
                  ? { ...input, subsidary_id: policyholder === INSTITUTION ? null : Number(policyholder), updatedAt: null }
                  : { ...input, subsidary_id: editing.subsidary_id, taxYearEnd: editing.taxYearEnd, updatedAt: editing.updatedAt }
              }
              invalidates={OUTDATED}
              submitLabel="Save"
              onSaved={onSaved}
              actions={close}
            />
          )}
          deleting={{
            question: ({ taxYearEnd }) => `Delete the number of ${formatDate(plainDate(taxYearEnd))}?`,
            consequence: () => 'Existing reports are kept and marked as stale. New reports leave line 1 blank.',
            running: remove.running,
            run: (row) => remove.run({ id, count: row.id }),
          }}
        />
      )}
    </Loaded>
  )
}

const nameOf = ({ policyholders }: EmployeeCounts, { subsidary_id: id }: EmployeeCount): string =>
  policyholders.find((holder) => holder.subsidary_id === id)?.name ?? 'A subsidiary without an EIN'

function fieldsOf({ policyholders }: EmployeeCounts, editing: EmployeeCount | 'new'): Fields {
  const fixed = editing !== 'new'
  return {
    policyholder: {
      kind: 'select',
      label: 'Policyholder',
      required: true,
      fixed,
      options: policyholders.map((holder) => ({ value: String(holder.subsidary_id ?? INSTITUTION), label: holder.name })),
    },
    taxYearEnd: { kind: 'date', label: 'Tax year ended', required: true, fixed, monthEnds: true },
    employees: { kind: 'whole', label: 'Employees, directors included', required: true, least: 0 },
    source: {
      kind: 'text',
      label: 'Source',
      required: true,
      most: 300,
      hint: 'A letter or payroll report; who confirmed it and when. At its end, “, 9 directors included”.',
    },
  }
}

const initialOf = ({ latestYearEnd }: EmployeeCounts, editing: EmployeeCount | 'new') =>
  editing === 'new'
    ? { policyholder: INSTITUTION, taxYearEnd: latestYearEnd }
    : {
        policyholder: String(editing.subsidary_id ?? INSTITUTION),
        taxYearEnd: editing.taxYearEnd,
        employees: editing.employees,
        source: editing.source,
      }
