/** Setting a file aside, with the question what becomes of the policies that it alone brought into the register. */
import { changeRegister, discardFile, getFile, listFiles, listRows } from '@corridor/contract/data-feeds.ts'
import { policies } from '@corridor/contract/register-holdings.ts'
import { useId, useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { TextArea } from '../../ui/fields/Field.tsx'
import { ConfirmModal } from '../../ui/overlays/Modal.tsx'
import css from './DiscardFile.module.css'
import feeds from './feeds.module.css'
import { isReason, reasonHint } from './reason.ts'
import type { FileReply } from './statuses.ts'

type Answer = 'keep' | 'remove'

export function DiscardFile({ file, onClose }: { file: FileReply; onClose: () => void }) {
  const [answer, setAnswer] = useState<Answer>()
  const [reason, setReason] = useState('')
  const mayRemove = useCan(changeRegister)
  const discard = useAction(discardFile, {
    invalidates: [getFile, listFiles, listRows, policies.endpoints.list],
    success: 'The file was discarded. It is kept, and its rows can still be viewed.',
  })
  const brought = file.broughtPolicies
  const run = async () => {
    const outcome = await discard.run({
      id: file.id,
      reason: reason.trim(),
      ...(answer ? { policies: answer, listed: brought.length } : {}),
    })
    if (outcome.ok) onClose()
  }
  return (
    <ConfirmModal
      title="Discard this file?"
      confirmLabel="Discard file"
      running={discard.running}
      ready={isReason(reason) && (brought.length === 0 || answer !== undefined)}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <p>
        The file is kept and can still be viewed, but it no longer counts, and the decisions about its rows are discarded. To use it later,
        upload it again.
      </p>
      {brought.length > 0 ? <Brought brought={brought} answer={answer} mayRemove={mayRemove} onAnswer={setAnswer} /> : null}
      <TextArea label="Why?" hint={reasonHint(reason)} required value={reason} onChange={setReason} error={discard.error?.fields.reason} />
    </ConfirmModal>
  )
}

interface BroughtProps {
  brought: FileReply['broughtPolicies']
  answer: Answer | undefined
  mayRemove: boolean
  onAnswer: (answer: Answer) => void
}

function Brought({ brought, answer, mayRemove, onAnswer }: BroughtProps) {
  const name = useId()
  const one = brought.length === 1
  return (
    <>
      <p>
        {one
          ? 'One policy was added to the register from this file, and nothing else refers to it yet:'
          : `${brought.length.toLocaleString('en-US')} policies were added to the register from this file, and nothing else refers to them yet:`}
      </p>
      <ul className={css.brought}>
        {brought.map((policy) => (
          <li key={policy.policyId}>
            <span className={feeds.number}>{policy.policyNumber}</span>, {policy.institutionName}
          </li>
        ))}
      </ul>
      <fieldset className={css.answers}>
        <legend>What should happen to {one ? 'it' : 'them'}?</legend>
        <label>
          <input type="radio" name={name} checked={answer === 'remove'} disabled={!mayRemove} onChange={() => onAnswer('remove')} />
          <span>
            Remove {one ? 'it' : 'them'} from the register
            {mayRemove ? null : <small>This requires permission to change institutions.</small>}
          </span>
        </label>
        <label>
          <input type="radio" name={name} checked={answer === 'keep'} onChange={() => onAnswer('keep')} />
          <span>
            Keep {one ? 'it' : 'them'}
            <small>
              {one ? 'It has' : 'They have'} no value until another file or a person enters {one ? 'it' : 'them'} one.
            </small>
          </span>
        </label>
      </fieldset>
    </>
  )
}
