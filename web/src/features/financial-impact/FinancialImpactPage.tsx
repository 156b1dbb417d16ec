/** The financial-impact calculation of an institution: its inputs on one side, what follows from them on the other while one types. */
import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { impactInputs } from '@corridor/contract/financial-impact.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { INSTITUTION_DROPDOWN_MOST } from '@corridor/domain/primitives/list-and-dropdown.ts'
import * as z from 'zod/mini'
import { useSession } from '../../kernel/session.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton } from '../../ui/states/Skeletons.tsx'
import { Calculator } from './Calculator.tsx'

const NOTE = 'What moving money from a taxable asset into life insurance does to earnings, capital and limits'

export function FinancialImpactPage() {
  const session = useSession()
  const [search, change] = useUrlSearch(z.object({ institution: optionalText }))
  if (!isStaff(session.userRole))
    return session.institutionId === 0 ? <NoInstitution /> : <ForInstitution clientId={session.institutionId} />
  const chosen = Number(search.institution)
  return (
    <ForStaff
      chosen={Number.isInteger(chosen) && chosen > 0 ? chosen : session.institutionId}
      choose={(institution) => change({ institution: institution ?? undefined })}
    />
  )
}

const NoInstitution = () => (
  <EmptyState
    title="No institution selected"
    why="You act for clients, but none is selected."
    next={<p>Choose one under “Acting for” at the top of the page.</p>}
  />
)

function ForStaff({ chosen, choose }: { chosen: number; choose: (id: number | null) => void }) {
  const institutions = useEndpoint(listInstitutionChoices, {}).data?.records ?? []
  const chooser = (
    <SearchableDropdown
      label="Institution"
      hideLabel
      prefix="Institution"
      options={institutions.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen || null}
      onChange={choose}
      maxItems={INSTITUTION_DROPDOWN_MOST}
    />
  )
  if (chosen > 0) return <ForInstitution clientId={chosen} chooser={chooser} />
  return (
    <>
      <PageHeader title="Financial impact" note={NOTE} actions={chooser} />
      <EmptyState title="Choose an institution" why="The calculation begins with an institution’s own figures, holdings and limits." />
    </>
  )
}

function ForInstitution({ clientId, chooser }: { clientId: number; chooser?: React.ReactNode }) {
  const inputs = useEndpoint(impactInputs, { clientId })
  return (
    <>
      <PageHeader title="Financial impact" note={inputs.data ? `${inputs.data.institutionName}. ${NOTE}` : NOTE} actions={chooser} />
      <Loaded query={inputs} skeleton={<BlockSkeleton height={520} />}>
        {(data) => <Calculator key={data.institutionId} inputs={data} />}
      </Loaded>
    </>
  )
}
