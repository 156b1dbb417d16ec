/** Open tasks about an institution: requests of its people that are not done, and questionnaires that are out. */
import { getRelated } from '@corridor/contract/institutions.ts'
import { listServiceRequests } from '@corridor/contract/service-desk.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { STATUS_WORDS } from '@corridor/domain/service-requests/statuses.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './institutions.module.css'

const MOST = 5

export function OpenTasks({ institutionId }: { institutionId: number }) {
  const requests = useEndpoint(listServiceRequests, { institutionId, status: ['NEW', 'IN_WORK', 'WAITING'], take: MOST })
  const related = useEndpoint(getRelated, { id: institutionId }).data?.records ?? []
  const outstanding = related.filter(({ kind, count }) => kind === 'openQuestionnaires' && count > 0)
  return (
    <Panel title="Open tasks" actions={<Link to={paths.institution(institutionId, 'team')}>All requests</Link>}>
      <Loaded query={requests} skeleton={<BlockSkeleton height={120} />}>
        {({ records, page: { totalRecords } }) =>
          records.length === 0 && outstanding.length === 0 ? (
            <p className={css.none}>No requests or questionnaires are open.</p>
          ) : (
            <ul className={css.lines}>
              {outstanding.map(({ kind, label, count, link }) => (
                <li key={kind}>
                  <span className={css.about}>
                    <b>{link ? <Link to={link}>{label}</Link> : label}</b>
                  </span>
                  <small>{formatCount(count)}</small>
                </li>
              ))}
              {records.map(({ id, subject, status, owner, dueOn, overdue }) => (
                <li key={id}>
                  <span className={css.about}>
                    <b>
                      <Link to={paths.openRequest(id, true)}>{subject}</Link>
                    </b>
                    <small>
                      {[
                        STATUS_WORDS.team[status],
                        owner ? `owner ${owner}` : 'no owner',
                        dueOn ? `due ${formatDate(plainDate(dueOn))}` : null,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </span>
                  {overdue ? <small className={css.late}>Overdue</small> : null}
                </li>
              ))}
              {totalRecords > records.length ? (
                <li>
                  <small>{formatCount(totalRecords - records.length)} more</small>
                </li>
              ) : null}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
