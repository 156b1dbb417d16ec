/** Loud while somebody sees the portal as a client: whose view it is, that nothing can be changed, and the way back. */
import { endViewAs } from '@corridor/contract/rights.ts'
import { ROLE_NAMES } from '@corridor/domain/access/access.ts'
import { IconEye } from '@tabler/icons-react'
import { startAnewAs } from '../kernel/active-site.ts'
import { useSession } from '../kernel/session.ts'
import { useAction } from '../kernel/use-action.ts'
import { queries } from '../kernel/use-endpoint.ts'
import { wayBack } from '../kernel/view-as.ts'
import { Button } from '../ui/fields/Button.tsx'
import css from './ViewAsBanner.module.css'

export function ViewAsBanner() {
  const { actingAs, userRole, institutionName } = useSession()
  const end = useAction(endViewAs)
  if (!actingAs) return null
  const leave = async () => {
    // Requests still made as the client would be answered to nobody: the session goes on under another id.
    await queries.cancelQueries()
    // One's own portal again: the whole application starts anew where the person was.
    const outcome = await end.run({})
    if (outcome.ok) startAnewAs(outcome.value, wayBack())
  }
  return (
    <section className={css.banner} aria-label="Viewing as a client" data-no-print>
      <p role="status">
        <IconEye size={20} aria-hidden />
        <span>
          You see the portal as <b>{actingAs.name}</b>, {ROLE_NAMES[userRole]} of {institutionName}. Nothing can be changed, and each view
          is recorded under both your names.
          {actingAs.withheld && actingAs.withheld.length > 0 ? ' Anything your own rights do not include is left out.' : ''}
        </span>
      </p>
      <Button variant="filled" loading={end.running} onClick={() => void leave()}>
        End view
      </Button>
    </section>
  )
}
