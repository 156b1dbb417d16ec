/** Things that the person has to do, the earliest due first, each with the way to it. */
import { clientToDo } from '@corridor/contract/dashboard.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { formatLongDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { IconFileText, IconForms, IconMessageReply, IconSignature, IconUserCheck } from '@tabler/icons-react'
import { NEW_FILES } from '../../kernel/new-files.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './Lists.module.css'

type Item = ReplyOf<typeof clientToDo>['items'][number]

const ICONS = {
  questionnaire: IconForms,
  assessment: IconSignature,
  request: IconMessageReply,
  consents: IconUserCheck,
  unread: IconFileText,
}

function targetOf({ kind, report, requestId }: Item): string {
  if (kind === 'questionnaire') return paths.myQuestionnaire()
  if (kind === 'assessment') return paths.reviewAssessment()
  if (requestId !== null) return paths.openRequest(requestId, false)
  return kind === 'consents' && report
    ? paths.madeReport(report.batchId, report.id, 'C8925Report')
    : `${paths.clientDashboard()}#${NEW_FILES}`
}

export function ToDo() {
  const query = useEndpoint(clientToDo, {})
  return (
    <Panel title="To do" note="For you, the earliest due first" flush>
      <Loaded query={query} skeleton={<BlockSkeleton height={180} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              title="Nothing to do"
              why="Questionnaires, papers to sign, service requests to answer, consent deficiencies and new files appear here."
            />
          ) : (
            <ul className={css.list}>
              {items.map((item) => {
                const Icon = ICONS[item.kind]
                return (
                  <li key={`${item.kind} ${item.title}`}>
                    <Icon size={18} stroke={1.6} aria-hidden />
                    <div className={css.words}>
                      <Link to={targetOf(item)}>{item.title}</Link>
                      {item.sentences.map((sentence) => (
                        <span key={sentence}>{sentence}</span>
                      ))}
                    </div>
                    {item.dueOn ? (
                      <span className={css.due} data-overdue={item.isOverdue || undefined}>
                        {item.isOverdue ? 'Overdue since' : 'Due'} {formatLongDate(plainDate(item.dueOn))}
                      </span>
                    ) : null}
                  </li>
                )
              })}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
