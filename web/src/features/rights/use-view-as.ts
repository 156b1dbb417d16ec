/** Begins to see the portal as a client does. */
import { startViewAs } from '@corridor/contract/rights.ts'
import { startAnewAs } from '../../kernel/active-site.ts'
import { useAction } from '../../kernel/use-action.ts'
import { queries } from '../../kernel/use-endpoint.ts'
import { rememberWayBack } from '../../kernel/view-as.ts'

export function useViewAs() {
  const action = useAction(startViewAs)
  const start = async (userId: number, institutionId?: number) => {
    rememberWayBack()
    // Requests still made as oneself would be answered to nobody: the session goes on under another id.
    await queries.cancelQueries()
    // Another person's eyes are another portal: the whole application starts anew.
    const outcome = await action.run({ userId, ...(institutionId === undefined ? {} : { institutionId }) })
    if (outcome.ok) startAnewAs(outcome.value, '/')
  }
  return { start, isStarting: action.running }
}
