/**
 * The form of every record, from fields as data: rules as one types, the server's messages at their fields, drafts on the server, a merge when
 * somebody saved first, no way to lose typed work by leaving. Who may not change it reads the same fields as text.
 */

import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { EditableRecord } from './EditableRecord.tsx'
import css from './form.module.css'
import type { RecordFormProps } from './form-fields.ts'
import { valuesOf } from './form-fields.ts'
import { Sections } from './Sections.tsx'

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
