/** A short form that asks the service team for something, above what one asked before. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import {
  getServiceTeam,
  listServiceRequests,
  REQUEST_SUBJECT_MOST,
  REQUEST_TEXT_MOST,
  sendServiceRequest,
} from '@corridor/contract/service-team.ts'
import { useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import type { Fields } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { momentColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import css from './service-team.module.css'

const FIELDS: Fields = {
  subject: { kind: 'text', label: 'Subject', required: true, most: REQUEST_SUBJECT_MOST, wide: true },
  text: { kind: 'area', label: 'What do you need?', required: true, most: REQUEST_TEXT_MOST },
}

export function ServiceRequestPage() {
  const { serviceRequest, actingAs } = useSession()
  const team = useEndpoint(getServiceTeam, {}).data?.records ?? []
  const list = useList({
    endpoint: listServiceRequests,
    label: 'Your requests',
    noun: 'request',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    defaultSort: 'createdAt',
    desc: true,
  })
  const names = team.map(({ firstName, lastName, displayName }) => displayName ?? `${firstName} ${lastName}`)
  return (
    <>
      <PageHeader
        title="Service request"
        note={
          names.length > 0 ? (
            <>
              Sent by e-mail to <Link to={paths.serviceTeam()}>your service team</Link>: {names.join(', ')}.
            </>
          ) : serviceRequest ? (
            `Sent by e-mail to ${serviceRequest}.`
          ) : (
            'No service team is named yet.'
          )
        }
      />
      <div className={css.stack}>
        {actingAs ? null : (
          <RecordForm
            draftKey="service-requests:new"
            create={sendServiceRequest}
            fields={FIELDS}
            sections={[{ title: 'New request', note: 'Do not include passwords or Social Security numbers.', fields: ['subject', 'text'] }]}
            invalidates={[listServiceRequests]}
            submitLabel="Send"
            success="Sent to your service team."
          />
        )}
        <ListPanel title="Your requests" list={list} empty={{ title: 'No requests yet', why: 'Your requests are listed here.' }} />
      </div>
    </>
  )
}

type Request = ReplyOf<typeof listServiceRequests>['records'][number]
const COLUMNS: readonly Column<Request>[] = [
  textColumn('subject', 'Subject', { sortable: true }),
  { key: 'text', header: 'Request', cell: ({ text }) => <span className={css.text}>{text}</span> },
  { key: 'recipients', header: 'Sent to', cell: ({ recipients }) => recipients.join(', ') },
  momentColumn('createdAt', 'When', { sortable: true }),
]
