/** "Ask about this": opens the request to the service team with what stands here. For an institution's people; staff are who answers. */

import { isStaff } from '@corridor/domain/access/access.ts'
import type { SubjectMatter } from '@corridor/domain/service-requests/subject-matter.ts'
import { IconHeadset } from '@tabler/icons-react'
import { carryAbout } from '../../kernel/asked-about.ts'
import { useMaybeSession } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../fields/Button.tsx'

export function AskAbout({ about, label = 'Ask about this' }: { about: () => SubjectMatter; label?: string }) {
  const session = useMaybeSession()
  const mayAsk = useMayAsk()
  if (!session || !mayAsk) return null
  return (
    <LinkButton
      variant="default"
      to={paths.serviceRequest({ about: 'this' })}
      leftSection={<IconHeadset size={16} aria-hidden />}
      onFollow={() => carryAbout(session, about())}
    >
      {label}
    </LinkButton>
  )
}

/** Nobody asks in the name of the client that they view as. */
export function useMayAsk(): boolean {
  const session = useMaybeSession()
  return session !== null && !isStaff(session.userRole) && !session.actingAs && session.institutionId > 0
}
