/**
 * The form of every record, from fields as data: rules as one types, the server's messages at their fields, drafts on the server, a merge when
 * somebody saved first, no way to lose typed work by leaving. Who may not change it reads the same fields as text.
 */
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import type { ReactNode } from 'react'
import { EditableRecord } from './EditableRecord.tsx'
import css from './form.module.css'
import { type Fields, type FormSection, type JsonRecord, type Values, valuesOf } from './form-fields.ts'
import { Sections } from './Sections.tsx'

export interface RecordFormProps {
  /** Names form and record for the draft: "users.17", "users.new". */
  draftKey: string
  fields: Fields
  sections: readonly FormSection[]
  /** What is stored; `updatedAt` in it goes back with the change. Without it a new record is made. */
  record?: JsonRecord
  /** What a new record starts with. */
  initial?: JsonRecord
  create?: Endpoint
  update?: Endpoint
  /** The path's parameters and whatever else goes with the input. */
  params?: JsonRecord
  /** Calls whose answers the change outdates. */
  invalidates?: readonly Endpoint[]
  onSaved?: (saved: JsonRecord) => void
  /** What the server answers, as the fields name it; `record` is given so already. */
  read?: (answer: JsonRecord) => JsonRecord
  /** Last hand on what is sent. */
  toInput?: (input: Record<string, unknown>, values: Values) => JsonRecord
  /** By field, a hint from what stands in the form at the moment, in place of the field's own. */
  hints?: (values: Values) => Readonly<Record<string, string>>
  readOnly?: boolean
  /** Of the button: "Create user". "Save" unless said. */
  submitLabel?: string
  /** The toast; "Saved!" unless said (seed 8). */
  success?: string
  /** Beside the buttons of the bar. */
  actions?: ReactNode
  /** Below the sections. */
  children?: ReactNode
  /** Below them too: drawn from what stands in the form at the moment. */
  preview?: (values: Values) => ReactNode
}

/** The calls of a generic resource: `<RecordForm {...ofResource(users, id)} record={record} … />`. */
export function ofResource(
  resource: { model: string; endpoints: Record<'list' | 'get' | 'create' | 'update', Endpoint> },
  id?: number | string,
): Pick<RecordFormProps, 'draftKey' | 'create' | 'update' | 'params' | 'invalidates'> {
  const { list, get, create, update } = resource.endpoints
  return {
    draftKey: `${resource.model}.${id ?? 'new'}`,
    create,
    update,
    params: id === undefined ? {} : { id },
    invalidates: [list, get],
  }
}

export function RecordForm(props: RecordFormProps) {
  const endpoint = props.record ? props.update : props.create
  if (props.readOnly || !endpoint) return <ReadOnlyRecord {...props} />
  return <EditableRecord {...props} endpoint={endpoint} />
}

function ReadOnlyRecord({ fields, sections, record, initial, children, preview }: RecordFormProps) {
  const values = valuesOf(fields, record ?? initial ?? {})
  return (
    <div className={css.form}>
      <Sections sections={sections} fields={fields} values={values} />
      {preview?.(values)}
      {children}
    </div>
  )
}
