/** Opens an account: role and places first, because they decide what else is asked. */
import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { users } from '@corridor/contract/users.ts'
import { ROLE_NUMBERS } from '@corridor/domain/access/access.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { NEW_USER_SECTIONS, userFields } from './user-fields.ts'

export function NewUserPage() {
  const session = useSession()
  const navigate = useNavigate()
  const institutions = useEndpoint(listInstitutionChoices, {})
  // From an institution's page its people are invited for it.
  const asked = useRouterState({ select: ({ location }) => Number(new URLSearchParams(location.searchStr).get('institutionId')) })
  return (
    <>
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: 'Users', to: paths.users() }]} />}
        title="New user"
        note="They choose their own password with the link in the invitation."
      />
      <Loaded query={institutions}>
        {({ records }) => (
          <RecordForm
            {...ofResource(users)}
            fields={userFields({
              isManager: session.userRole === 'd',
              institutions: records.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name })),
              sites: session.sites.map(({ id, name }) => ({ value: id, label: name })),
            })}
            sections={NEW_USER_SECTIONS}
            initial={{
              role: ROLE_NUMBERS.c,
              siteIds: [session.siteId],
              mailFrequency: 'EACH_BATCH',
              invite: true,
              ...(records.some(({ id, active }) => active && id === asked) ? { institutionId: asked } : {}),
            }}
            submitLabel="Create user"
            onSaved={(saved) => void navigate({ to: paths.user(Number(saved.id)) })}
          />
        )}
      </Loaded>
    </>
  )
}
