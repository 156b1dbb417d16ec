/** Enters a new institution on the active site. */
import { institutions, listOwners } from '@corridor/contract/institutions.ts'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { INSTITUTION_SECTIONS, institutionFields, NEW_INSTITUTION, toInstitutionInput } from './institution-fields.ts'

export function NewInstitutionPage() {
  const { siteName } = useSession()
  const navigate = useNavigate()
  const owners = useEndpoint(listOwners, {})
  return (
    <>
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: 'Institutions', to: paths.institutions() }]} />}
        title="New institution"
        note={`It is created on ${siteName}. Add other sites, the tax profile, capital and limits on its page.`}
      />
      <Loaded query={owners}>
        {({ records }) => (
          <RecordForm
            {...ofResource(institutions)}
            fields={institutionFields(records)}
            sections={INSTITUTION_SECTIONS}
            initial={NEW_INSTITUTION}
            toInput={toInstitutionInput}
            submitLabel="Create institution"
            onSaved={({ id }) => typeof id === 'number' && void navigate({ to: paths.institution(id) })}
          />
        )}
      </Loaded>
    </>
  )
}
