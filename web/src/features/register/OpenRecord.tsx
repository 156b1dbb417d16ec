/** A record above its list while somebody enters or corrects it; one without a page of its own, with its history below. */
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { consents, insureds, plans } from '@corridor/contract/register.ts'
import { funds, illustrations, liabilities, sevenPay } from '@corridor/contract/register-backing.ts'
import { agreements, policies, transactions } from '@corridor/contract/register-holdings.ts'
import { getRegister, listChanges } from '@corridor/contract/register-policies.ts'
import { type ReactNode, useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { Button } from '../../ui/fields/Button.tsx'
import type { RecordFormData, RecordFormProps } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { corrected, type Register } from './fields.ts'
import { RemoveEntry } from './RemoveEntry.tsx'
import css from './register.module.css'
import { Timeline } from './Timeline.tsx'

export interface ListProps {
  institutionId: number
  register: Register
  period: string | undefined
  /** The field that chooses the month end; null where no figure is of one. */
  month: ReactNode
  /** Through which day the rows stay as they are; empty where none do. */
  locked: string
}
export const RECORD_CALLS = [
  ...[plans, policies, insureds, consents, agreements, transactions, funds, liabilities, illustrations, sevenPay].map(
    ({ endpoints }) => endpoints.list,
  ),
  getRegister,
  listChanges,
]

interface NewRecordProps {
  draftKey: string
  form: RecordFormData
  create: Endpoint
  institutionId: number
  submitLabel: string
  onClose: () => void
  onSaved?: RecordFormProps['onSaved']
  toInput?: RecordFormProps['toInput']
}
export function NewRecord({ draftKey, form, create, institutionId, submitLabel, onClose, onSaved, toInput }: NewRecordProps) {
  return (
    <div className={css.facts}>
      <RecordForm
        draftKey={draftKey}
        fields={form.fields}
        sections={form.sections}
        initial={form.initial}
        create={create}
        params={{ id: institutionId }}
        invalidates={RECORD_CALLS}
        submitLabel={submitLabel}
        onSaved={onSaved ?? onClose}
        {...(toInput ? { toInput } : {})}
        actions={
          <Button variant="subtle" onClick={onClose}>
            Close
          </Button>
        }
      />
    </div>
  )
}

interface Recorded {
  id: number
  updatedAt: string | null
}
interface OpenRecordProps<Row extends Recorded> {
  open: Row | 'new' | null
  kind: string
  entity: 'plan' | 'agreement' | 'transaction' | 'fund' | 'liability' | 'illustration' | 'sevenPay'
  institutionId: number
  calls: Record<'create' | 'update' | 'remove', Endpoint>
  form: RecordFormData
  nameOf: (row: Row) => string
  submitLabel: string
  toInput?: RecordFormProps['toInput']
  onClose: () => void
}
/** A record without a page of its own, above its list: entered, corrected, taken out, with its history below. */
export function OpenRecord<Row extends Recorded>({
  open,
  kind,
  entity,
  institutionId,
  calls,
  form,
  nameOf,
  submitLabel,
  toInput,
  onClose,
}: OpenRecordProps<Row>): ReactNode {
  const [taking, setTaking] = useState(false)
  const mayChange = useCan(calls.update.access)
  if (open === null) return null
  const key = `register.${institutionId}.${kind}.${open === 'new' ? 'new' : open.id}`
  if (open === 'new')
    return (
      <NewRecord
        draftKey={key}
        form={form}
        create={calls.create}
        institutionId={institutionId}
        submitLabel={submitLabel}
        onClose={onClose}
        {...(toInput ? { toInput } : {})}
      />
    )
  const params = { id: institutionId, recordId: open.id, updatedAt: open.updatedAt }
  const { fields, sections } = mayChange ? corrected(form) : form
  return (
    <div className={css.stack}>
      <div className={css.facts}>
        <RecordForm
          key={key}
          draftKey={key}
          fields={fields}
          sections={sections}
          record={Object.fromEntries(Object.entries(open))}
          update={calls.update}
          params={{ id: institutionId, recordId: open.id }}
          invalidates={RECORD_CALLS}
          readOnly={!mayChange}
          submitLabel="Save correction"
          onSaved={onClose}
          {...(toInput ? { toInput } : {})}
          actions={
            <>
              <Button variant="subtle" onClick={onClose}>
                Close
              </Button>
              {mayChange ? (
                <Button variant="subtle" onClick={() => setTaking(true)}>
                  Entered by mistake?
                </Button>
              ) : null}
            </>
          }
        />
      </div>
      <Timeline institutionId={institutionId} of={{ entity, entityId: open.id }} />
      {taking ? (
        <RemoveEntry
          what={nameOf(open)}
          remove={calls.remove}
          params={params}
          invalidates={RECORD_CALLS}
          onCancel={() => setTaking(false)}
          onDone={() => {
            setTaking(false)
            onClose()
          }}
        />
      ) : null}
    </div>
  )
}
