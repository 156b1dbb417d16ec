/** The people who serve the institution, each to call, to write to or to ask. */
import { getServiceTeam } from '@corridor/contract/service-team.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { memberName, Portrait, Ways } from '../../shared/team/TeamMember.tsx'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import css from './Lists.module.css'

const SHOWN = 4

export function TeamWidget() {
  const query = useEndpoint(getServiceTeam, {})
  const more = (query.data?.records.length ?? 0) - SHOWN
  return (
    <Panel
      title="Service team"
      note="The people who serve you"
      flush
      actions={
        <LinkButton variant="default" to={paths.serviceRequest()}>
          Ask your team
        </LinkButton>
      }
      {...(more > 0 ? { footer: <Link to={paths.serviceTeam()}>See all {more + SHOWN} people</Link> } : {})}
    >
      <Loaded query={query} skeleton={<BlockSkeleton height={180} />}>
        {({ records, contact }) =>
          records.length === 0 ? (
            <EmptyState
              title="No team is named yet"
              why={contact.email || contact.phone ? 'Until then, please contact:' : 'Your contact at the firm will name one.'}
              next={<Ways email={contact.email} phone={contact.phone} extension={null} name={contact.name} />}
            />
          ) : (
            <ul className={css.list}>
              {records.slice(0, SHOWN).map((member) => (
                <li key={member.id}>
                  <Portrait member={member} size={52} />
                  <div className={css.words}>
                    <b>{memberName(member)}</b>
                    {member.title ? <span>{member.title}</span> : null}
                    <Ways email={member.email} phone={member.phone} extension={member.extension} />
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
