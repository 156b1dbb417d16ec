/** "Session expiring soon": seed 8's words, a countdown, Continue or Logout. */

import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'

interface SessionPromptProps {
  secondsLeft: number
  onContinue: () => void
  onLogout: () => void
}

/** A screen reader hears the countdown at these seconds only. */
const ANNOUNCED = [120, 60, 30, 10]

export function SessionPrompt({ secondsLeft, onContinue, onLogout }: SessionPromptProps) {
  const announced = ANNOUNCED.find((seconds) => secondsLeft === seconds)
  return (
    <Modal
      title="Session expiring soon"
      alert
      onClose={onContinue}
      footer={
        <>
          <Button variant="default" onClick={onLogout}>
            Logout
          </Button>
          <Button onClick={onContinue} data-autofocus>
            Continue
          </Button>
        </>
      }
    >
      <p>
        As a security precaution, if there is no more activity your session ends in <b className="tabular">{secondsLeft}</b>{' '}
        {secondsLeft === 1 ? 'second' : 'seconds'} and you go to the login page.
      </p>
      <p>If you are still working, choose Continue to remain logged in.</p>
      <span className="visually-hidden" aria-live="assertive">
        {announced ? `${announced} seconds left` : ''}
      </span>
    </Modal>
  )
}
