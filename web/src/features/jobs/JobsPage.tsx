/** Background jobs: what runs, waits, failed or stopped, with what can be done about each. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { listAssignees } from '@corridor/contract/auditing.ts'
import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { type BackgroundJob, type Jams, JOB_STATUSES, listJobs, unjam } from '@corridor/contract/jobs.ts'
import { useState } from 'react'
import { useCan, useSession } from '../../kernel/session.ts'
import { chosenOf, useUrlSearch } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Field.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { nameColumn, personColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { JobActions } from './JobActions.tsx'
import { JobDialog } from './JobDialog.tsx'
import { JobProgress } from './JobProgress.tsx'
import css from './jobs.module.css'
import { JOB_STATUS, usePlaceOf } from './statuses.ts'
import { UnjamDialog } from './UnjamDialog.tsx'

/** No event tells of a worker that died. */
const LOOK_AGAIN_MS = 5_000

const SHOWN = 'shown'
const search = { system: chosenOf([SHOWN]) }

export function JobsPage() {
  const mayAct = useCan(unjam.access)
  const isManager = useSession().userRole === 'd'
  const [{ system }, change] = useUrlSearch(search)
  const [opened, setOpened] = useState<string>()
  const [preview, setPreview] = useState<Jams>()
  const look = useAction(unjam)
  const lookForJams = async () => {
    const outcome = await look.run({ dryRun: true })
    if (outcome.ok) setPreview(outcome.value)
  }
  const kinds = useEndpoint(listJobs, { take: 1 }).data?.kinds ?? []
  const institutions = useEndpoint(listInstitutionChoices, {}).data?.records ?? []
  const people = useEndpoint(listAssignees, {}).data?.records ?? []
  useLive(
    assetReports.reportEvents,
    {},
    { on: { batch: [listJobs], report: [listJobs], file: [listJobs], audit: [listJobs], job: [listJobs] }, isWatched: true },
  )
  const list = useList({
    endpoint: listJobs,
    label: 'Jobs',
    noun: 'job',
    columns: [...columnsOf(setOpened), ...(mayAct ? [ACTIONS] : [])],
    idOf: (job) => job.number,
    defaultSort: 'createdAt',
    desc: true,
    refetchInterval: LOOK_AGAIN_MS,
    input: system ? {} : { system: false },
    filters: [
      { key: 'status', label: 'Status', many: true, options: JOB_STATUSES.map((value) => ({ value, label: JOB_STATUS[value].label })) },
      { key: 'kind', label: 'Kind', searched: true, options: kinds.map(({ kind, title }) => ({ value: kind, label: title })) },
      {
        key: 'institutionId',
        label: 'Institution',
        searched: true,
        options: institutions.map(({ id, name }) => ({ value: String(id), label: name })),
      },
      {
        key: 'personId',
        label: 'Requested by',
        any: 'Anyone',
        searched: true,
        options: people.map(({ id, name }) => ({ value: String(id), label: name })),
      },
    ],
  })
  const shown = list.query.data?.records.find(({ id }) => id === opened)
  return (
    <>
      <ListPage
        title="Jobs"
        note="Work that is not done yet, and what was requested in the last 30 days."
        list={list}
        actions={
          <>
            {isManager ? (
              <Checkbox
                label="Work of the system"
                hint="Otherwise only where it failed or stopped"
                checked={system !== undefined}
                onChange={(on) => change({ system: on ? SHOWN : undefined, page: undefined })}
              />
            ) : null}
            {mayAct ? (
              <Button
                variant="default"
                title="Lists work and locks whose worker has stopped, and frees them once you confirm"
                loading={look.running}
                onClick={() => void lookForJams()}
              >
                Unjam
              </Button>
            ) : null}
          </>
        }
        toneOf={({ status }) => (status === 'Failed' || status === 'Stopped' ? 'attention' : undefined)}
        empty={{ title: 'No jobs', why: 'Nothing was requested in the last 30 days.' }}
      />
      {shown ? <JobDialog job={shown} onClose={() => setOpened(undefined)} /> : null}
      {preview ? <UnjamDialog preview={preview} onClose={() => setPreview(undefined)} /> : null}
    </>
  )
}

const columnsOf = (onOpen: (id: string) => void): Column<BackgroundJob>[] => [
  {
    key: 'title',
    header: 'Job',
    sortable: true,
    exportAs: ['title', 'subject', 'failure'],
    cell: (job) => (
      <span className={css.name}>
        <button type="button" className={css.open} onClick={() => onOpen(job.id)}>
          {job.title}
        </button>
        <Subject job={job} />
        {job.failure ? <small className={css.failure}>{job.failure}</small> : null}
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    exportAs: ['status', 'canceledByName'],
    cell: (job) => (
      <span className={css.status}>
        <StatusBadge status={job.status} table={JOB_STATUS} />
        {job.canceledByName ? <small>by {job.canceledByName}</small> : null}
      </span>
    ),
  },
  {
    key: 'progress',
    header: 'Progress',
    exportAs: ['done', 'total', 'step', 'remainingSeconds'],
    cell: (job) => <JobProgress job={job} />,
  },
  textColumn('attempts', 'Attempts', { numeric: true, sortable: true, startsHidden: true }),
  nameColumn('institutionName', 'Institution', { sortable: true }),
  personColumn('personName', 'Requested by', { sortable: true }),
  {
    key: 'createdAt',
    header: 'Requested',
    sortable: true,
    // Day and time take two lines where names and buttons leave no room for one.
    cell: ({ createdAt }) => formatMoment(createdAt).replaceAll(/ (?=[A-Z])/g, '\u00a0'),
  },
]

const ACTIONS: Column<BackgroundJob> = {
  key: 'actions',
  header: 'Actions',
  isControl: true,
  notExported: true,
  cell: (job) => <JobActions job={job} />,
}

function Subject({ job }: { job: BackgroundJob }) {
  const place = usePlaceOf(job)
  return place ? <Link to={place}>{job.subject}</Link> : <small>{job.subject}</small>
}
