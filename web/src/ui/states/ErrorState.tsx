/** Where content should be and is not: what happened, what to do, the reference to quote. */
import { IconAlertTriangle } from '@tabler/icons-react'
import { ApiError } from '../../kernel/api-error.ts'
import { useMaybeSession } from '../../kernel/session.ts'
import { homeOf } from '../../paths.ts'
import { Button, LinkButton } from '../fields/Button.tsx'
import { Reference } from '../fields/Reference.tsx'
import css from './States.module.css'

/** Refused is refused: asking again brings the same answer. */
const FINAL = [403, 404]

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const session = useMaybeSession()
  const isFinal = error instanceof ApiError && FINAL.includes(error.status)
  const { title, advice } = explanation(error)
  const reference = error instanceof ApiError ? error.requestId : undefined
  return (
    <div className={css.state} role="alert">
      <IconAlertTriangle size={28} stroke={1.5} className={css.alert} aria-hidden />
      <h2>{title}</h2>
      <p>{advice}</p>
      {reference ? (
        <p className={css.reference}>
          <Reference text={reference} />
        </p>
      ) : null}
      {isFinal && session ? (
        <LinkButton variant="default" to={homeOf(session.userRole)}>
          Go to the dashboard
        </LinkButton>
      ) : onRetry && !isFinal ? (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  )
}

function explanation(error: unknown): { title: string; advice: string } {
  if (!(error instanceof ApiError))
    return {
      title: 'This part of the page failed',
      advice: 'Load the page again. If it happens once more, tell your administrator what you were doing.',
    }
  if (error.status === 0) return { title: 'No connection', advice: error.message }
  if (error.status === 403) return { title: 'You do not have the right to see this', advice: error.message }
  if (error.status === 404) return { title: 'Not found', advice: error.message }
  const tooFar = error.fields.skip?.[0]
  if (tooFar) return { title: 'Narrow the search', advice: tooFar }
  if (error.status >= 500)
    return { title: 'The server could not answer', advice: 'Unable to complete operation. Please contact system administrator.' }
  return { title: 'This cannot be shown', advice: error.message }
}
