/** One service request, for either side: what it is about, the conversation, the reply, and what may be done with it. */
import {
  type Conversation,
  getServiceRequest,
  moveServiceRequest,
  readServiceRequest,
  serviceRequestEvents,
} from '@corridor/contract/service-desk.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { moveVerb, type RequestStatus } from '@corridor/domain/service-requests/statuses.ts'
import { useEffect, useState } from 'react'
import { call } from '../../kernel/call.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { invalidate, useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import record from '../../ui/layout/record-page.module.css'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { ConversationPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { About } from './About.tsx'
import { Facts } from './Facts.tsx'
import { MergeRequest } from './MergeRequest.tsx'
import { ReplyForm } from './ReplyForm.tsx'
import { AFTER_CHANGE, STATUSES } from './request-words.tsx'
import css from './service-desk.module.css'
import { Thread } from './Thread.tsx'

export function RequestPage() {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(getServiceRequest, { id })
  useLive(serviceRequestEvents, {}, { on: { request: [getServiceRequest] } })
  return (
    <Loaded query={query} skeleton={<ConversationPageSkeleton />}>
      {(conversation) => <OpenRequest key={conversation.request.id} conversation={conversation} />}
    </Loaded>
  )
}

function OpenRequest({ conversation }: { conversation: Conversation }) {
  const { request, side, about, files, messages, mergedInto, merged } = conversation
  const session = useSession()
  const staff = isStaff(session.userRole)
  const mayWrite = useCan(moveServiceRequest.access) && !session.actingAs
  const upTo = messages.at(-1)?.id ?? 0
  useMarkedAsRead(request.id, upTo, session.actingAs === undefined || session.actingAs === null)
  return (
    <>
      <PageHeader
        crumbs={
          <Breadcrumbs
            steps={[
              staff ? { label: 'Service Requests', to: paths.serviceRequests() } : { label: 'Service Request', to: paths.serviceRequest() },
            ]}
          />
        }
        title={request.subject}
        note={
          <span className={record.headline}>
            <StatusBadge status={request.status} table={STATUSES[side]} />
            <span>
              {request.institutionName} · asked by {request.askedBy}
            </span>
          </span>
        }
        actions={mayWrite ? <Moves conversation={conversation} /> : null}
      />
      {mergedInto ? (
        <p className={css.merged} role="status">
          This request was merged into <Link to={paths.openRequest(mergedInto.id, staff)}>{mergedInto.subject}</Link>, and goes on there.
        </p>
      ) : null}
      {merged.length > 0 ? (
        <p className={css.merged}>
          Merged into this one:{' '}
          {merged.map(({ id, subject }, index) => (
            <span key={id}>
              {index > 0 ? ', ' : ''}
              <Link to={paths.openRequest(id, staff)}>{subject}</Link>
            </span>
          ))}
          .
        </p>
      ) : null}
      <div className={css.page}>
        <div className={css.stack}>
          {about ? <About about={about} /> : null}
          <Thread conversation={conversation} files={files} />
          {mayWrite && mergedInto === null ? <ReplyForm conversation={conversation} /> : null}
        </div>
        <Facts conversation={conversation} />
      </div>
    </>
  )
}

/** Showing the request to its reader marks it as read; a view as a client marks nothing. */
function useMarkedAsRead(id: number, upTo: number, isReader: boolean) {
  useEffect(() => {
    if (!isReader) return
    void call(readServiceRequest, { id, upTo })
      .then(() => invalidate(...AFTER_CHANGE))
      // A mark that is lost is made again when the page is opened next.
      .catch(() => undefined)
  }, [id, upTo, isReader])
}

function Moves({ conversation: { request, side, moves, mergedInto } }: { conversation: Conversation }) {
  const [merging, setMerging] = useState(false)
  const staff = isStaff(useSession().userRole)
  const move = useAction(moveServiceRequest, { invalidates: [getServiceRequest, ...AFTER_CHANGE] })
  /** Somebody else's change is shown before one decides again. */
  const moveTo = async (to: RequestStatus) => {
    const outcome = await move.run({ id: request.id, from: request.status, to })
    if (!outcome.ok) await invalidate(getServiceRequest)
  }
  return (
    <>
      {staff && mergedInto === null ? (
        <Button variant="subtle" onClick={() => setMerging(true)}>
          Merge
        </Button>
      ) : null}
      {moves.map((to) => (
        <Button key={to} variant="default" loading={move.running} onClick={() => void moveTo(to)}>
          {moveVerb(side, request.status, to, mergedInto !== null)}
        </Button>
      ))}
      {merging ? <MergeRequest request={request} onClose={() => setMerging(false)} /> : null}
    </>
  )
}
