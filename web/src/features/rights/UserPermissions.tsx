/** A person's rights on their page: a level for every permission, and templates to take them from. */
import { getUserPermissions, type UserPermissions as Permissions, saveUserPermissions } from '@corridor/contract/rights.ts'
import { isStaff, ROLE_NAMES } from '@corridor/domain/access/access.ts'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import type { Fields, FormSection } from '../../ui/form/form-fields.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { ApplyTemplate } from './ApplyTemplate.tsx'
import { levelsKind } from './levels.tsx'

export function UserPermissions({ userId }: { userId: number }) {
  const query = useEndpoint(getUserPermissions, { id: userId })
  return (
    <Loaded query={query}>
      {(held) =>
        held.userRole === 'c' || held.userRole === 'e' ? <Membered role={held.userRole} /> : <Held key={held.updatedAt} held={held} />
      }
    </Loaded>
  )
}

function Held({ held }: { held: Permissions }) {
  const mayChange = useCan(saveUserPermissions.access)
  const fields: Fields = { permissions: { kind: 'own', label: 'Rights', wide: true, own: levelsKind(held.userRole) } }
  return (
    <RecordForm
      draftKey={`permissions.${held.userId}`}
      update={saveUserPermissions}
      params={{ id: held.userId }}
      invalidates={[getUserPermissions]}
      record={held}
      readOnly={!mayChange}
      fields={fields}
      sections={[sectionOf(held)]}
      actions={<ApplyTemplate held={held} />}
    />
  )
}

const sectionOf = ({ userRole }: Permissions): FormSection => ({
  title: 'Rights',
  note: isStaff(userRole)
    ? 'A change takes effect at the person’s next click; pages they have open stay open.'
    : 'A Team Member needs both the right and the institution’s membership to see a family of reports.',
  fields: ['permissions'],
})

function Membered({ role }: { role: 'c' | 'e' }) {
  return (
    <Panel title="Rights">
      <EmptyState
        title="No permissions to give"
        why={`${ROLE_NAMES[role]}: what they see comes from the membership of their institution, under Memberships.`}
      />
    </Panel>
  )
}
