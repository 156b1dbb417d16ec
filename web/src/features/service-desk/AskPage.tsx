/** The institution's side: a form that asks the service team, with what the person came to ask about, above what was asked before. */
import {
  countWaitingRequests,
  REQUEST_SUBJECT_MOST,
  REQUEST_TEXT_MOST,
  REQUEST_VIEWS,
  sendServiceRequest,
  serviceRequestEvents,
} from '@corridor/contract/service-desk.ts'
import { getServiceTeam } from '@corridor/contract/service-team.ts'
import { KIND_WORDS, REQUEST_KINDS } from '@corridor/domain/service-requests/statuses.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { askedAbout, forgetAbout } from '../../kernel/asked-about.ts'
import { useSession } from '../../kernel/session.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import type { Fields } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { personColumn } from '../../ui/list/columns.tsx'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { AboutInside } from './About.tsx'
import { ASKED, BANK_DUE, filtersOf, KIND, LAST, LISTS, REQUEST_LIST, statusOf, subjectColumn } from './request-words.tsx'
import css from './service-desk.module.css'
import { UNFINISHED, useFiles } from './use-files.tsx'

export function AskPage() {
  const { serviceRequest, actingAs } = useSession()
  const team = useEndpoint(getServiceTeam, {}).data?.records ?? []
  useLive(serviceRequestEvents, {}, { on: { request: LISTS } })
  const list = useList({
    ...REQUEST_LIST,
    label: 'Requests',
    columns: COLUMNS,
    filters: FILTERS,
  })
  const unread = useEndpoint(countWaitingRequests, {}).data?.waiting
  const [{ about, as }] = useUrlSearch(url)
  // An unread answer stands above the form, unless the reader came to ask about a figure, or for something. Decided once: a form that is typed in stays in place.
  const [decided, setDecided] = useState<boolean | null>(null)
  if (decided === null && unread !== undefined) setDecided(unread > 0 && about === undefined && as === undefined)
  const isAnswered = decided === true
  const names = team.map(({ firstName, lastName, displayName }) => displayName ?? `${firstName} ${lastName}`)
  return (
    <>
      <PageHeader
        title="Service Request"
        note={
          names.length > 0 ? (
            <>
              Answered by <Link to={paths.serviceTeam()}>your service team</Link>: {names.join(', ')}.
            </>
          ) : serviceRequest ? (
            `Answered by ${serviceRequest}.`
          ) : (
            'No service team is named yet.'
          )
        }
      />
      <div className={css.stack}>
        {actingAs || isAnswered ? null : <AskForm />}
        <ListPanel
          title="Requests"
          note="Your own, and those that colleagues share with everybody at the institution."
          list={list}
          toneOf={({ status }) => (status === 'WAITING' ? 'attention' : undefined)}
          empty={{ title: 'No requests yet', why: 'Your requests and the answers to them are listed here.' }}
        />
        {isAnswered && !actingAs ? <AskForm /> : null}
      </div>
    </>
  )
}

/** `kind` is the list's own filter. */
const url = { about: optionalText, as: optionalText }

function AskForm() {
  const router = useRouter()
  const session = useSession()
  const [{ about: asks, as }, change] = useUrlSearch(url)
  const [about, setAbout] = useState(() => (asks === undefined ? null : askedAbout(session)))
  const [round, setRound] = useState(0)
  const files = useFiles(null)
  const drop = () => {
    forgetAbout()
    setAbout(null)
    change({ about: undefined, as: undefined })
  }
  const done = () => {
    files.clear()
    drop()
    setRound(round + 1)
  }
  return (
    <RecordForm
      key={round}
      draftKey="service-requests:new"
      create={sendServiceRequest}
      fields={fieldsOf(session.institutionName, files.unfinished)}
      initial={{
        kind: REQUEST_KINDS.find((each) => each === as) ?? 'QUESTION',
        shared: true,
        ...(about ? { subject: about.title.slice(0, REQUEST_SUBJECT_MOST) } : {}),
      }}
      toInput={(input) => ({ ...input, files: files.ids, ...(about ? { about } : {}) })}
      sections={[
        {
          title: 'New request',
          note: 'Do not include passwords or Social Security numbers.',
          fields: ['subject', 'kind', 'text', 'shared'],
        },
      ]}
      invalidates={LISTS}
      submitLabel="Send"
      success="Sent to your service team."
      successAction={({ id }) => ({
        label: 'Open the request',
        run: () => void router.navigate({ href: paths.openRequest(Number(id), false) }),
      })}
      onSaved={done}
      inside={
        <>
          {about ? (
            <AboutInside about={about}>
              <Button size="xs" variant="subtle" onClick={drop}>
                Ask without it
              </Button>
            </AboutInside>
          ) : null}
          {files.control}
        </>
      }
    />
  )
}

const fieldsOf = (institutionName: string, filesAreUnfinished: boolean): Fields => ({
  subject: { kind: 'text', label: 'Subject', required: true, most: REQUEST_SUBJECT_MOST },
  kind: {
    kind: 'select',
    label: 'Kind',
    required: true,
    options: REQUEST_KINDS.map((value) => ({ value, label: KIND_WORDS[value] })),
  },
  text: {
    kind: 'area',
    label: 'What do you need?',
    required: true,
    missing: 'Describe what you need',
    most: REQUEST_TEXT_MOST,
    check: () => (filesAreUnfinished ? UNFINISHED : undefined),
  },
  shared: {
    kind: 'check',
    label: `Everybody who signs in for ${institutionName} may read and answer it`,
    hint: 'Otherwise only you and your service team. What it is about is shown to those who may open that page.',
    wide: true,
  },
})

const FILTERS = [
  ...filtersOf('bank'),
  {
    key: 'show',
    label: 'Request',
    options: REQUEST_VIEWS.filter((view) => view === 'mine' || view === 'unread').map((value) => ({
      value,
      label: value === 'mine' ? 'Asked by me' : 'Unread answers',
    })),
  },
]
const COLUMNS = [
  subjectColumn('bank'),
  KIND,
  statusOf('bank'),
  personColumn('askedBy', 'Asked by', { sortable: true }),
  personColumn('owner', 'With', { sortable: true }),
  BANK_DUE,
  ASKED,
  LAST,
]
