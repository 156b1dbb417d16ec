/** "Session expiring soon": the required words, a countdown, Continue or Logout. */

import { Button } from '../../ui/fields/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'

interface SessionPromptProps {
  secondsLeft: number
  /** No activity puts this end off: twelve hours have passed since sign-in. */
  final: boolean
  onContinue: () => void
  onLogout: () => void
}

/** A screen reader hears the countdown at these seconds only. */
const ANNOUNCED = [120, 60, 30, 10]

export function SessionPrompt({ secondsLeft, final, onContinue, onLogout }: SessionPromptProps) {
  const announced = ANNOUNCED.find((seconds) => secondsLeft === seconds)
  const seconds = (
    <>
      <b className="tabular">{secondsLeft}</b> {secondsLeft === 1 ? 'second' : 'seconds'}
    </>
  )
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
      {final ? (
        <p>
          Every session ends twelve hours after sign-in. Yours ends in {seconds}; you then sign in again on this page, and what you typed is
          kept.
        </p>
      ) : (
        <>
          <p>As a security precaution, if there is no more activity your session ends in {seconds} and you go to the login page.</p>
          <p>If you are still working, choose Continue to remain logged in.</p>
        </>
      )}
      <span className="visually-hidden" aria-live="assertive">
        {announced ? `${announced} seconds left` : ''}
      </span>
    </Modal>
  )
}
