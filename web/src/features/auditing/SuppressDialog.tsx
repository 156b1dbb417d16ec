/** Suppresses a rule for a policy up to a day: for what a carrier keeps reporting of a policy that ended, say. */
import { suppressException } from '@corridor/contract/audit-settings.ts'
import { type ExceptionRecord } from '@corridor/contract/auditing.ts'
import { isAuditRule } from '@corridor/domain/auditing/rules.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useAction } from '../../kernel/use-action.ts'
import { DateInput } from '../../ui/fields/DateInput.tsx'
import { TextArea } from '../../ui/fields/Field.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import css from './auditing.module.css'
import { CHANGED } from './calls.ts'

const SHORTEST = 5

interface SuppressDialogProps {
  exception: Pick<ExceptionRecord, 'institutionId' | 'policyNumber' | 'ruleCode' | 'ruleTitle'> & { policyId: number }
  onClose: () => void
}

export function SuppressDialog({ exception, onClose }: SuppressDialogProps) {
  const { institutionId, policyId, policyNumber, ruleCode, ruleTitle } = exception
  const [until, setUntil] = useState<PlainDate | null>(null)
  const [reason, setReason] = useState('')
  const suppress = useAction(suppressException, {
    invalidates: CHANGED,
    quiet: true,
    success: 'Suppressed; it resolves at the next audit.',
  })
  const run = async () => {
    if (until === null || !isAuditRule(ruleCode)) return
    if ((await suppress.run({ institutionId, policyId, ruleCode, until, reason: reason.trim() })).ok) onClose()
  }
  const fields = suppress.error?.fields
  return (
    <ConfirmModal
      title={`Suppress ${ruleCode} for policy ${policyNumber ?? ''}`}
      confirmLabel="Suppress"
      running={suppress.running}
      ready={until !== null && reason.trim().length >= SHORTEST}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <div className={css.form}>
        <p>
          “{ruleTitle}” is not applied to this policy through that day. Suppressions are listed on the audit’s page and can be lifted
          earlier.
        </p>
        <DateInput label="Until" required value={until} onChange={setUntil} error={fields?.until} />
        <TextArea label="Why?" required value={reason} onChange={setReason} error={fields?.reason} />
        {suppress.error && !fields?.until && !fields?.reason ? (
          <p className={css.problem} role="alert">
            {suppress.error.message}
          </p>
        ) : null}
      </div>
    </ConfirmModal>
  )
}
