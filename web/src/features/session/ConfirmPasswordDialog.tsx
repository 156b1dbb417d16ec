/** "Confirm it is you": the password once more, before the call that asked for it is made again. */
import { confirmSession } from '@corridor/contract/session.ts'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../kernel/call.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { PasswordField } from './PasswordField.tsx'
import { refusalOf } from './refusal.ts'

interface ConfirmPasswordDialogProps {
  /** Owner of the password, for password managers. */
  email: string
  onConfirmed: () => void
  onCancel: () => void
}

export function ConfirmPasswordDialog({ email, onConfirmed, onCancel }: ConfirmPasswordDialogProps) {
  const id = useId()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [running, setRunning] = useState(false)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (running) return
    if (!password) return setProblem('Enter your password.')
    setRunning(true)
    setProblem(null)
    try {
      await call(confirmSession, { password })
      onConfirmed()
    } catch (error) {
      setProblem(refusalOf(error))
      setRunning(false)
    }
  }
  return (
    <Modal
      title="Confirm it is you"
      alert
      onClose={onCancel}
      footer={
        <>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" form={id} loading={running}>
            Confirm
          </Button>
        </>
      }
    >
      <p>For your security, enter your password to continue; you will not be asked again for ten minutes.</p>
      <form id={id} onSubmit={(event) => void confirm(event)} noValidate>
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Password" value={password} onChange={setPassword} autoComplete="current-password" problem={problem} begin />
      </form>
    </Modal>
  )
}
