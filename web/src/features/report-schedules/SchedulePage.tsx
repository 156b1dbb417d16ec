/** One schedule, or a new one: what it makes and when, its runs, and what can be done with it now. */

import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import {
  createSchedule,
  deleteSchedule,
  getSchedule,
  listScheduleRuns,
  listSchedules,
  pauseSchedule,
  type ReportSchedule,
  restoreSchedule,
  runSchedule,
  type ScheduleRun,
  updateSchedule,
} from '@corridor/contract/report-schedules.ts'
import { allows, permission } from '@corridor/domain/access/access.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatDate, formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import { useRouter } from '@tanstack/react-router'
import { useSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { type EndpointQuery, useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { useTellFailure } from '../../reporting/being-made.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import type { Fields } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import record from '../../ui/layout/record-page.module.css'
import { dateColumn, momentColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormPageSkeleton, FormSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { familyWords, ordinal, RUN_STATUS, SCHEDULE_SECTIONS, scheduleFields } from './schedule-words.tsx'
import css from './schedules.module.css'

const crumbs = <Breadcrumbs steps={[{ label: 'Schedules', to: paths.reportSchedules() }]} />
const outdated = [listSchedules, getSchedule, listScheduleRuns]

export function NewSchedulePage() {
  const router = useRouter()
  const { fields, choices } = useFields()
  return (
    <>
      <PageHeader crumbs={crumbs} title="New schedule" note="Its first run is the next one due; past months are not backfilled." />
      <div className={record.narrow}>
        {fields ? (
          <RecordForm
            draftKey="report-schedules.new"
            create={createSchedule}
            invalidates={outdated}
            fields={fields}
            sections={SCHEDULE_SECTIONS}
            initial={{ businessDay: 5, hold: true, isQuarterly: false, institutionIds: [] }}
            submitLabel="Create schedule"
            onSaved={({ id }) => void router.navigate({ href: paths.reportSchedule(Number(id)) })}
          />
        ) : (
          <Loaded query={choices} skeleton={<FormSkeleton />}>
            {() => null}
          </Loaded>
        )}
      </div>
    </>
  )
}

export function SchedulePage() {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(getSchedule, { id })
  const { fields, choices } = useFields(query.data)
  return (
    <Loaded query={query} skeleton={<FormPageSkeleton />}>
      {(schedule) => (
        <>
          <PageHeader
            crumbs={crumbs}
            title={schedule.name}
            note={noteOf(schedule)}
            actions={schedule.mayChange ? <Actions schedule={schedule} /> : null}
          />
          {schedule.lastStatus === 'WAITING' && schedule.lastPeriod ? (
            <p className={css.waiting} role="status">
              <strong>{formatMonth(plainDate(schedule.lastPeriod))} is waiting.</strong> {schedule.lastReason} It is checked every few
              minutes and runs once the month is closed.
            </p>
          ) : null}
          <div className={record.stack}>
            {fields ? (
              <RecordForm
                key={id}
                draftKey={`report-schedules.${id}`}
                update={updateSchedule}
                params={{ id }}
                invalidates={outdated}
                record={schedule}
                readOnly={!schedule.mayChange}
                fields={fields}
                sections={SCHEDULE_SECTIONS}
              />
            ) : (
              <Loaded query={choices} skeleton={<FormSkeleton />}>
                {() => null}
              </Loaded>
            )}
            <Runs schedule={schedule} />
          </div>
        </>
      )}
    </Loaded>
  )
}

function noteOf({ reportType, isQuarterly, businessDay, paused, nextOn, nextPeriod }: ReportSchedule): string {
  const what = `${familyWords(reportType, isQuarterly)}, ${ordinal(businessDay)} business day`
  if (paused) return `${what} · paused`
  return nextOn && nextPeriod ? `${what} · next on ${formatDate(plainDate(nextOn))}, for ${formatMonth(plainDate(nextPeriod))}` : what
}

/** Families whose reports the person may make, and the one of the record. */
function useFields(schedule?: ReportSchedule): { fields: Fields | null; choices: EndpointQuery<typeof listInstitutionChoices> } {
  const session = useSession()
  const choices = useEndpoint(listInstitutionChoices, {})
  const institutions = choices.data?.records
  if (!institutions) return { fields: null, choices }
  const mine = REPORT_TYPE_NAMES.filter(
    (name: ReportTypeName) => name === schedule?.reportType || allows(session, permission(REPORT_FAMILIES[name].permission, 2)),
  )
  const beyond = (schedule?.institutionIds ?? []).filter((id) => !institutions.some((one) => one.id === id))
  const fields = scheduleFields(mine, [
    ...institutions.map(({ id, name }) => ({ value: id, label: name })),
    ...beyond.map((id) => ({ value: id, label: `Institution ${id}, no longer active here` })),
  ])
  return { fields, choices }
}

function Actions({ schedule: { id, paused } }: { schedule: ReportSchedule }) {
  const router = useRouter()
  const pause = useAction(pauseSchedule, { invalidates: outdated, success: (now) => (now.paused ? 'Paused.' : 'Resumed.') })
  const run = useAction(runSchedule, {
    invalidates: outdated,
    success: ({ status, reason }) =>
      status === 'STARTED'
        ? 'The reports are being generated.'
        : status === 'WAITING'
          ? 'Waiting: the month is not closed yet.'
          : (reason ?? 'No reports to generate.'),
    quiet: true,
  })
  const tell = useTellFailure()
  const restore = useAction(restoreSchedule, { invalidates: outdated, success: 'Restored.' })
  const remove = useAction(deleteSchedule, { invalidates: [listSchedules] })
  return (
    <>
      <Button
        loading={run.running}
        onClick={async () => {
          const outcome = await run.run({ id })
          if (!outcome.ok) tell(outcome.error)
        }}
      >
        Run now
      </Button>
      <Button variant="default" loading={pause.running} onClick={() => void pause.run({ id, paused: !paused })}>
        {paused ? 'Go on' : 'Pause'}
      </Button>
      <Button
        variant="default"
        loading={remove.running}
        onClick={async () => {
          if (!(await remove.run({ id })).ok) return
          toast.deleted(() => void restore.run({ id }))
          void router.navigate({ href: paths.reportSchedules() })
        }}
      >
        Delete
      </Button>
    </>
  )
}

function Runs({ schedule }: { schedule: ReportSchedule }) {
  const list = useList({
    endpoint: listScheduleRuns,
    label: 'Runs',
    noun: 'run',
    columns: runColumns(schedule.reportType),
    idOf: ({ id }) => id,
    defaultSort: 'period',
    desc: true,
    input: { id: schedule.id },
  })
  return (
    <ListPanel
      title="Runs"
      note="At most one for each period."
      list={list}
      empty={{ title: 'No runs yet', why: schedule.paused ? 'The schedule is paused.' : 'The first run is on the date above.' }}
    />
  )
}

const runColumns = (reportType: ReportTypeName): Column<ScheduleRun>[] => [
  { key: 'period', header: 'Period', sortable: true, cell: ({ period }) => formatMonth(plainDate(period)) },
  dateColumn('dueOn', 'Due on', { sortable: true }),
  {
    key: 'status',
    header: 'Status',
    exportAs: ['status', 'reason'],
    cell: ({ status, reason }) => (
      <span className={css.last}>
        <StatusBadge status={status} table={RUN_STATUS} />
        {reason ? <small>{reason}</small> : null}
      </span>
    ),
  },
  {
    key: 'batchId',
    header: 'Batch',
    cell: ({ batchId, total }) =>
      batchId === null ? '-' : <Link to={paths.reportBatch(batchId, reportType)}>{counted(total, 'report')}</Link>,
  },
  {
    key: 'failed',
    header: 'Failed',
    numeric: true,
    cell: ({ failed, batchId }) => (batchId === null ? '-' : failed.toLocaleString('en-US')),
  },
  momentColumn('startedAt', 'Started', { sortable: true }),
  momentColumn('finishedAt', 'Notified'),
  { key: 'askedBy', header: 'Requested by', cell: ({ askedBy }) => askedBy ?? 'The schedule' },
]
