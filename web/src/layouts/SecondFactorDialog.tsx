/** The second step of signing in again over a live page: what was typed stays behind it. */
import type { Session } from '@corridor/contract/session.ts'
import { SecondFactorForm } from '../features/second-factor/SecondFactorForm.tsx'
import { Button } from '../ui/fields/Button.tsx'
import { Modal } from '../ui/overlays/Modal.tsx'

interface SecondFactorDialogProps {
  onPassed: (session: Session) => void
  /** The person holds no second factor: one has to be set up first. */
  onNone: () => void
  onCancel: () => void
}

export function SecondFactorDialog({ onPassed, onNone, onCancel }: SecondFactorDialogProps) {
  return (
    <Modal title="Confirm your sign-in" alert blur onClose={null}>
      <SecondFactorForm onPassed={onPassed} onNone={onNone} />
      <Button variant="subtle" fullWidth onClick={onCancel}>
        Leave this page
      </Button>
    </Modal>
  )
}
