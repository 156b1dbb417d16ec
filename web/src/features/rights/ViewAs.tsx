/** Seeing the portal as a client does: the button that begins it, for a person's page and for rows of people. */
import { getAccessFacts, startViewAs } from '@corridor/contract/rights.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { IconEye } from '@tabler/icons-react'
import { useCan, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { useViewAs } from './use-view-as.ts'

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
  const { start, isStarting } = useViewAs()
  if (!mayView || actingAs) return null
  return (
    <Button
      variant="default"
      size={small ? 'xs' : 'sm'}
      loading={isStarting}
      leftSection={<IconEye size={16} aria-hidden />}
      aria-label={`View as ${name}`}
      onClick={() => void start(userId, institutionId)}
    >
      View as
    </Button>
  )
}
