/** The facts of a record with a page of its own, as a form: corrected with a reason by who may change them, read by the others. */

import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import type { ReactNode } from 'react'
import { useCan } from '../../kernel/session.ts'
import type { RecordFormData } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { corrected } from './fields.ts'
import css from './register.module.css'

interface CorrectionsProps {
  institutionId: number
  kind: 'policies' | 'insureds'
  record: { id: number; updatedAt: string | null }
  form: RecordFormData
  update: Endpoint
  invalidates: readonly Endpoint[]
  children?: ReactNode
}

export function Corrections({ institutionId, kind, record, form, update, invalidates, children }: CorrectionsProps) {
  const mayChange = useCan(update.access)
  const { fields, sections } = mayChange ? corrected(form) : form
  return (
    <div className={css.facts}>
      <RecordForm
        key={record.updatedAt}
        draftKey={`register.${institutionId}.${kind}.${record.id}`}
        record={{ ...record }}
        fields={fields}
        sections={sections}
        update={update}
        params={{ id: institutionId, recordId: record.id }}
        invalidates={invalidates}
        readOnly={!mayChange}
        submitLabel="Save correction"
      >
        {children}
      </RecordForm>
    </div>
  )
}
