/** Seeing the portal as a client does: the button that begins it, for a person's page and for rows of people. */
import { getAccessFacts, startViewAs } from '@corridor/contract/rights.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { IconEye } from '@tabler/icons-react'
import { startAnewAs } from '../../kernel/active-site.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { queries, useEndpoint } from '../../kernel/use-endpoint.ts'
import { rememberWayBack } from '../../kernel/view-as.ts'
import { Button } from '../../ui/fields/Button.tsx'

/** On a person's page: offered for active people of the client side only. */
export function ViewAs({ userId }: { userId: number }) {
  const mayView = useCan(startViewAs.access)
  const facts = useEndpoint(getAccessFacts, { id: userId }, { enabled: mayView }).data
  if (!mayView || !facts || isStaff(facts.userRole) || !facts.isActive || facts.institution === null) return null
  return <ViewAsButton userId={userId} name={facts.name} />
}

/** For a row of people, of whom the caller knows that they are active and of the client side. */
export function ViewAsButton({
  userId,
  name,
  institutionId,
  small = false,
}: {
  userId: number
  name: string
  institutionId?: number
  small?: boolean
}) {
  const { actingAs } = useSession()
  const mayView = useCan(startViewAs.access)
  const action = useAction(startViewAs)
  if (!mayView || actingAs) return null
  const start = async () => {
    rememberWayBack()
    // Requests still made as oneself would be answered to nobody: the session goes on under another id.
    await queries.cancelQueries()
    // Another person's eyes are another portal: the whole application starts anew.
    const outcome = await action.run({ userId, ...(institutionId === undefined ? {} : { institutionId }) })
    if (outcome.ok) startAnewAs(outcome.value, '/')
  }
  return (
    <Button
      variant="default"
      size={small ? 'xs' : 'sm'}
      loading={action.running}
      leftSection={<IconEye size={16} aria-hidden />}
      aria-label={`View as ${name}`}
      onClick={() => void start()}
    >
      View as
    </Button>
  )
}
