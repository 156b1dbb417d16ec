/** Leaving a form: waits for the last characters to be kept on the server, and asks only when that fails. */
import { formatTimeOrMoment } from '../formats.ts'
import { LeaveQuestion } from '../overlays/LeaveQuestion.tsx'
import type { DraftKeeper, DraftState } from './draft-keeper.ts'
import css from './form.module.css'

export const LeaveGuard = ({ keeper }: { keeper: DraftKeeper }) => (
  <LeaveQuestion blocks={async () => keeper.pending() && !(await keeper.flush())} blocksClosing={() => keeper.pending()}>
    The server cannot be reached, so your last changes could not be kept as a draft. Stay here and try again in a moment.
  </LeaveQuestion>
)

/** Whether what is typed is safe, in the form's bar. */
export function DraftWords({ state, dirty }: { state: DraftState; dirty: boolean }) {
  const words =
    state.kind === 'failing'
      ? 'Not saved: no connection. Stay on this page.'
      : !dirty
        ? ''
        : state.kind === 'kept'
          ? `Draft kept at ${formatTimeOrMoment(state.at)}`
          : 'Unsaved changes'
  return (
    <span className={css.state} role="status" data-bad={state.kind === 'failing' || undefined}>
      {words}
    </span>
  )
}
