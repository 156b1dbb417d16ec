/** Requests of institutions that nobody has answered in time, whether or not somebody owns them: those that wait longest by name, the others counted. */
import { listServiceRequests, type ServiceRequestRow } from '@corridor/contract/service-desk.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { unansweredFor } from '@corridor/domain/service-requests/statuses.ts'
import { IconMessageExclamation } from '@tabler/icons-react'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { siteDay, siteToday } from '../../ui/formats.ts'
import type { AttentionItem } from './Attention.tsx'

const NAMED = 3
const MOST = 100
const LINE = { tone: 'bad', icon: IconMessageExclamation } as const

export function useUnansweredRequests(): AttentionItem[] {
  const mayServe = useCan(listServiceRequests.access)
  const { data } = useEndpoint(
    listServiceRequests,
    { status: ['NEW'], sort: 'createdAt', desc: 'false', take: MOST },
    { enabled: mayServe, isQuiet: true },
  )
  return itemsOf(data?.records ?? [])
}

function itemsOf(requests: readonly ServiceRequestRow[]): AttentionItem[] {
  const late = requests.flatMap((request) => {
    const days = unansweredFor({ status: request.status, sentOn: siteDay(new Date(request.createdAt)) }, siteToday())
    return days === null ? [] : [{ ...request, days }]
  })
  const more = late.length - NAMED
  return [
    ...late.slice(0, NAMED).map(
      ({ id, institutionName, subject, days, owner }): AttentionItem => ({
        ...LINE,
        key: `request-${id}`,
        who: institutionName,
        why: `Its request “${subject}” has been unanswered for ${days} days${owner === null ? ' and has no owner' : `; ${owner} has it`}.`,
        action: { label: 'Open the request', to: paths.openRequest(id, true) },
      }),
    ),
    ...(more > 0
      ? [
          {
            ...LINE,
            key: 'requests',
            who: 'Service requests',
            why: `${formatCount(more)} more ${more === 1 ? 'is' : 'are'} unanswered.`,
            action: { label: 'Open the requests', to: paths.serviceRequests({ status: 'NEW' }) },
          },
        ]
      : []),
  ]
}
