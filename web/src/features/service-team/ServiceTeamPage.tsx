/** The people who serve the institution: who they are and how to reach them. */

import { getServiceTeam } from '@corridor/contract/service-team.ts'
import { useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { type Member, memberName, Portrait, Ways } from '../../shared/team/TeamMember.tsx'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { Readers } from './Readers.tsx'
import css from './service-team.module.css'

export function ServiceTeamPage() {
  const { institutionName } = useSession()
  const query = useEndpoint(getServiceTeam, {})
  return (
    <>
      <PageHeader
        title="Service Team"
        note={`The people who serve ${institutionName}.`}
        actions={<LinkButton to={paths.serviceRequest()}>Ask your team</LinkButton>}
      />
      <Loaded query={query}>
        {({ records, contact, readers }) => (
          <div className={css.stack}>
            {records.length === 0 ? (
              <Panel>
                <EmptyState
                  title="No team is named yet"
                  why={contact.email || contact.phone ? 'Until then, please contact:' : 'Your contact at the firm will name one.'}
                  next={<Ways email={contact.email} phone={contact.phone} extension={null} name={contact.name} />}
                />
              </Panel>
            ) : (
              <ul className={css.team}>
                {records.map((member) => (
                  <li key={member.id}>
                    <Card member={member} />
                  </li>
                ))}
              </ul>
            )}
            {readers ? <Readers readers={readers} /> : null}
          </div>
        )}
      </Loaded>
    </>
  )
}

function Card({ member }: { member: Member }) {
  const name = memberName(member)
  return (
    <article className={css.card} aria-label={name}>
      <Portrait member={member} />
      <div className={css.words}>
        <h2>{name}</h2>
        {member.title ? <p className={css.title}>{member.title}</p> : null}
        <Ways email={member.email} phone={member.phone} extension={member.extension} />
        {member.bio ? <p className={css.bio}>{member.bio}</p> : null}
      </div>
    </article>
  )
}
