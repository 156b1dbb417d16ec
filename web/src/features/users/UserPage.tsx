/** One person: profile, rights, what they did, where they are signed in. */
import { listActivity } from '@corridor/contract/activity.ts'
import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { listUserSessions } from '@corridor/contract/session.ts'
import { users } from '@corridor/contract/users.ts'
import { type Access, allows } from '@corridor/domain/access/access.ts'
import type { ComponentType } from 'react'
import { useCan, useSession } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { statusOf, USER_STATUS } from '../../shared/user-status.ts'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { type Tab, Tabs } from '../../ui/layout/Tabs.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { Invite } from './Invite.tsx'
import { SignIns } from './SignIns.tsx'
import { SwitchStatus } from './SwitchStatus.tsx'
import { UserActivity } from './UserActivity.tsx'
import { isFull, isOfStaff, roleName, USER_SECTIONS, type User, userFields } from './user-fields.ts'
import css from './users.module.css'

/** Facts that other areas know of a person: their rights. It comes in from the route table. */
export interface UserPageProps {
  /** A button in the header: "View as". */
  ViewAs?: ComponentType<{ userId: number }>
  /** The sign-in address of somebody who has joined, and the request for another. */
  EmailOfUser?: ComponentType<{ userId: number; name: string; email: string; mayChange: boolean }> | undefined
  panels?: readonly { key: string; label: string; access: Access; Panel: ComponentType<{ userId: number }> }[]
}

export function UserPage(props: UserPageProps) {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(users.endpoints.get, { id })
  return (
    <Loaded query={query}>
      {(record) => (isFull(record) ? <Person key={record.id} user={record} {...props} /> : <ErrorState error={new Error('narrow')} />)}
    </Loaded>
  )
}

function Person({ user, ViewAs, EmailOfUser, panels = [] }: UserPageProps & { user: User }) {
  const session = useSession()
  const mayChangeUsers = useCan(users.endpoints.update.access)
  const maySeeActivity = useCan(listActivity.access)
  const maySeeSessions = useCan(listUserSessions.access)
  const isManager = session.userRole === 'd'
  const mayChange = mayChangeUsers && (isManager || !isOfStaff(user.role))
  const tabs: Tab[] = [
    {
      key: 'profile',
      label: 'Profile',
      panel: () => <Profile user={user} mayChange={mayChange} isManager={isManager} EmailOfUser={EmailOfUser} />,
    },
    ...panels.flatMap(({ key, label, access, Panel }): Tab[] =>
      allows(session, access) ? [{ key, label, panel: () => <Panel userId={user.id} /> }] : [],
    ),
    ...(maySeeActivity ? [{ key: 'activity', label: 'Activity', panel: () => <UserActivity user={user} /> }] : []),
    ...(maySeeSessions ? [{ key: 'sign-in', label: 'Sign-in', panel: () => <SignIns user={user} /> }] : []),
  ]
  return (
    <>
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: 'Users', to: paths.users() }]} />}
        title={`${user.firstName} ${user.lastName}`}
        note={
          <div className={css.note}>
            {user.avatar ? <img className={css.avatar} src={user.avatar} alt="" width={36} height={36} /> : null}
            <span>
              {roleName(user.role)}
              {user.institutionName ? `, ${user.institutionName}` : ''}
            </span>
            <StatusBadge status={statusOf(user)} table={USER_STATUS} />
          </div>
        }
        actions={
          <>
            {ViewAs ? <ViewAs userId={user.id} /> : null}
            {mayChange ? <Invite user={user} /> : null}
            {mayChange && user.id !== session.userId ? <SwitchStatus user={user} /> : null}
          </>
        }
      />
      <Tabs label="About this person" tabs={tabs} />
    </>
  )
}

interface ProfileProps extends Pick<UserPageProps, 'EmailOfUser'> {
  user: User
  mayChange: boolean
  isManager: boolean
}

function Profile({ user, mayChange, isManager, EmailOfUser }: ProfileProps) {
  const session = useSession()
  const institutions = useEndpoint(listInstitutionChoices, {})
  return (
    <Loaded query={institutions}>
      {({ records }) => (
        <div className={css.stack}>
          <RecordForm
            {...ofResource(users, user.id)}
            record={user}
            readOnly={!mayChange}
            sections={USER_SECTIONS}
            fields={userFields({
              isManager,
              present: user.role,
              joined: user.invitation === 'accepted',
              self: user.id === session.userId,
              // One that was deactivated since stays readable on the people who belong to it.
              institutions: records
                .filter(({ id, active }) => active || id === user.institutionId || user.institutionIds.includes(id))
                .map(({ id, name }) => ({ value: id, label: name })),
              sites: session.sites.map(({ id, name }) => ({ value: id, label: name })),
            })}
          />
          {EmailOfUser && user.invitation === 'accepted' ? (
            <EmailOfUser userId={user.id} name={`${user.firstName} ${user.lastName}`} email={user.email} mayChange={mayChange} />
          ) : null}
        </div>
      )}
    </Loaded>
  )
}
