/** A person's reports at each of their institutions on the active site: all of its report types, or only some. */
import { listUserMemberships, type PersonMembership, saveMembership } from '@corridor/contract/rights.ts'
import { getMembership } from '@corridor/contract/users.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './rights.module.css'
import { narrowingKind, type TypeName } from './TypeChoice.tsx'

export function UserMemberships({ userId }: { userId: number }) {
  const query = useEndpoint(listUserMemberships, { userId })
  return (
    <Loaded query={query}>
      {({ records, reportTypes }) =>
        records.length === 0 ? (
          <Panel title="Memberships">
            <EmptyState
              title="No membership"
              why="Staff and managers see every institution of their sites as far as their rights go; clients and representatives need an institution on this site."
            />
          </Panel>
        ) : (
          <div className={css.stack}>
            {records.map((membership) => (
              <Membership key={membership.institutionId} userId={userId} membership={membership} reportTypes={reportTypes} />
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

function Membership({
  userId,
  membership,
  reportTypes,
}: {
  userId: number
  membership: PersonMembership
  reportTypes: readonly TypeName[]
}) {
  const { siteName } = useSession()
  const mayChange = useCan(saveMembership.access)
  const { institutionId, institutionName, reportTypeCodes } = membership
  const types = reportTypes.filter(({ code }) => reportTypeCodes.includes(code))
  return (
    <RecordForm
      draftKey={`memberships.${userId}.${institutionId}`}
      update={saveMembership}
      params={{ userId, institutionId }}
      invalidates={[listUserMemberships, getMembership]}
      record={membership}
      readOnly={!mayChange}
      fields={{ ownTypeCodes: { kind: 'own', label: 'What they see', wide: true, own: narrowingKind(types) } }}
      sections={[
        {
          title: institutionName,
          note: (
            <span className={css.withLink}>
              On {siteName}. The institution’s own report types are chosen on <Link to={paths.institution(institutionId)}>its page</Link>.
            </span>
          ),
          fields: ['ownTypeCodes'],
        },
      ]}
    />
  )
}
