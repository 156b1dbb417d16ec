/** The month in which the shown one is closed: business days by number, files by the day they are due, scheduled batches; and what is due within a week. */
import { listSchedules } from '@corridor/contract/report-schedules.ts'
import { businessDayAfter, daysOfMonthAfter, type MonthDay } from '@corridor/domain/primitives/business-days.ts'
import { addDays, addMonthEnds, dayOf, formatDate, formatMonth, isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './CloseCalendar.module.css'
import { type Board, CARRIER_STATUSES } from './close-statuses.ts'

interface Due {
  key: string
  on: PlainDate
  label: string
  /** Its kind, and how it stands. */
  state: string
  tone: 'good' | 'warn' | 'bad' | 'note' | 'quiet' | 'busy'
  to: string
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const A_WEEK = 7

export function CloseCalendar({ board: { carriers, period, today } }: { board: Board }) {
  const maySeeSchedules = useCan(listSchedules.access)
  const schedules = useEndpoint(listSchedules, { take: 100, paused: 'false' }, { enabled: maySeeSchedules })
  if (!isPlainDate(period) || !isPlainDate(today)) return null
  const batches = (schedules.data?.records ?? []).flatMap(({ id, name, nextOn }): Due[] =>
    nextOn !== null && isPlainDate(nextOn)
      ? [{ key: `batch ${id}`, on: nextOn, label: name, state: 'Scheduled batch', tone: 'note', to: paths.reportSchedule(id) }]
      : [],
  )
  const dues = [...carriers.flatMap((carrier) => filesOf(carrier, period)), ...batches]
  const days = daysOfMonthAfter(period)
  const soon = dues
    .filter(({ on, tone }) => (on >= today && on < addDays(today, A_WEEK)) || (tone === 'bad' && on < today))
    .toSorted((one, other) => (one.on < other.on ? -1 : one.on > other.on ? 1 : 0))
  return (
    <Panel
      title="Calendar of the close"
      note={`Files for ${formatMonth(period)} by the day they are due, business days by number, and scheduled batches`}
    >
      <div className={css.columns}>
        <table className={css.calendar}>
          <caption className="visually-hidden">{formatMonth(addMonthEnds(period, 1))}</caption>
          <thead>
            <tr>
              {WEEKDAYS.map((day) => (
                <th key={day} scope="col">
                  <abbr title={day}>{day.slice(0, 3)}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(days).map((week, index) => (
              <tr key={week.find((day) => day)?.on ?? index}>
                {week.map((day, place) =>
                  day ? (
                    <td
                      key={day.on}
                      data-today={day.on === today || undefined}
                      data-closed={day.businessDay === null || undefined}
                      {...(day.on === today ? { 'aria-current': 'date' as const } : {})}
                    >
                      <span className={css.day}>
                        <b>{dayOf(day.on)}</b>
                        {day.businessDay !== null ? <small>Day {day.businessDay}</small> : isWeekend(day) ? null : <small>Holiday</small>}
                      </span>
                      <Dues dues={dues.filter(({ on }) => on === day.on)} />
                    </td>
                  ) : (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a day of another month has nothing but its place in the week
                    <td key={place} />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
        <section aria-label="Late, or due within seven days" className={css.soon}>
          <h3>Late, or due within seven days</h3>
          {soon.length === 0 ? (
            <p>No file and no batch.</p>
          ) : (
            <ul>
              {soon.map((due) => (
                <li key={due.key} data-tone={due.tone}>
                  <time dateTime={due.on}>{formatDate(due.on)}</time>
                  <Link to={due.to}>{due.label}</Link>
                  <span>{due.state}</span>
                </li>
              ))}
            </ul>
          )}
          {schedules.isError ? <p role="alert">Scheduled batches could not be loaded.</p> : null}
        </section>
      </div>
    </Panel>
  )
}

const isWeekend = ({ weekday }: MonthDay): boolean => weekday === 0 || weekday === 6

const Dues = ({ dues }: { dues: readonly Due[] }) =>
  dues.length === 0 ? null : (
    <ul>
      {dues.map((due) => (
        <li key={due.key} data-tone={due.tone}>
          <Link to={due.to} title={`${due.label}: ${due.state}`}>
            {due.label}
          </Link>
        </li>
      ))}
    </ul>
  )

/** The file of the shown month, and that of the next, which nobody awaits before its month has ended. */
function filesOf({ carrierCode, name, status, dueOn, feedDueBusinessDay }: Board['carriers'][number], period: PlainDate): Due[] {
  const { label, tone } = CARRIER_STATUSES[status]
  const next = addMonthEnds(period, 1)
  const due = { key: `file ${carrierCode}`, label: name, to: paths.dataFeeds({ period, carrierCode }) }
  return [
    ...(isPlainDate(dueOn) ? [{ ...due, on: dueOn, state: label, tone }] : []),
    {
      ...due,
      key: `next file ${carrierCode}`,
      on: businessDayAfter(next, feedDueBusinessDay),
      state: `Expected for ${formatMonth(next)}`,
      tone: 'quiet',
    },
  ]
}

/** Rows of seven from Sunday to Saturday; null for days of other months. */
function weeksOf(days: readonly MonthDay[]): (MonthDay | null)[][] {
  const cells = [...Array.from({ length: days[0]?.weekday ?? 0 }, () => null), ...days]
  return Array.from({ length: Math.ceil(cells.length / A_WEEK) }, (_, week) =>
    Array.from({ length: A_WEEK }, (_, place) => cells[week * A_WEEK + place] ?? null),
  )
}
