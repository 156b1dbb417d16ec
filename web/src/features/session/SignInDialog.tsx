/** The session ended while the page was open: sign in again over it, with everything typed still there. */
import type { Session } from '@corridor/contract/session.ts'
import { useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { SignInForm } from './SignInForm.tsx'

interface SignInDialogProps {
  email: string
  /** The page shown, to which signing in comes back. */
  place: { siteId: number; institutionId: number }
  onSignedIn: (session: Session) => void
  onCancel: () => void
}

export function SignInDialog({ email, place, onSignedIn, onCancel }: SignInDialogProps) {
  const [address, setAddress] = useState(email)
  const [password, setPassword] = useState('')
  return (
    <Modal title="Sign in again" alert blur onClose={null}>
      <p>Your session has expired. Please login again. What you typed on this page is kept.</p>
      <SignInForm
        email={address}
        password={password}
        onEmail={setAddress}
        onPassword={setPassword}
        onSignedIn={onSignedIn}
        place={place}
        submitLabel="Sign in and continue"
      />
      <Button variant="subtle" fullWidth onClick={onCancel}>
        Leave this page
      </Button>
    </Modal>
  )
}
