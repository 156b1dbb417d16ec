/** A page about one institution: a client's own, or for staff the one chosen on the page, which stands in the address. */
import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { INSTITUTION_DROPDOWN_MOST } from '@corridor/domain/primitives/list-and-dropdown.ts'
import type { ReactNode } from 'react'
import { useSession } from '../kernel/session.ts'
import { optionalText, useUrlSearch } from '../kernel/url-search.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { SearchableDropdown } from '../ui/fields/SearchableDropdown.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { Loaded } from '../ui/states/Loaded.tsx'

interface OneInstitutionProps {
  title: string
  note: string
  /** Told to staff who have chosen none yet. */
  why: string
  /** @param chooser staff's field to choose another; undefined for clients */
  children: (institutionId: number, chooser: ReactNode | undefined) => ReactNode
}

const url = { institution: optionalText }

export function OneInstitution({ title, note, why, children }: OneInstitutionProps) {
  const { userRole, institutionId } = useSession()
  const [search, change] = useUrlSearch(url)
  const staff = isStaff(userRole)
  const choices = useEndpoint(listInstitutionChoices, {}, { enabled: staff })
  const institutions = choices.data?.records ?? []
  if (!staff)
    return institutionId === 0 ? (
      <EmptyState
        title="No institution selected"
        why="You act for clients, but none is selected."
        next={<p>Choose one under “Acting for” at the top of the page.</p>}
      />
    ) : (
      children(institutionId, undefined)
    )
  const asked = Number(search.institution)
  const chosen = Number.isInteger(asked) && asked > 0 ? asked : institutionId
  const chooser = (
    <SearchableDropdown
      label="Institution"
      hideLabel
      prefix="Institution"
      options={institutions.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen || null}
      onChange={(institution) => change({ institution: institution ?? undefined })}
      maxItems={INSTITUTION_DROPDOWN_MOST}
    />
  )
  if (chosen > 0) return children(chosen, chooser)
  return (
    <>
      <PageHeader title={title} note={note} actions={chooser} />
      <Loaded query={choices}>{() => <EmptyState title="Choose an institution" why={why} />}</Loaded>
    </>
  )
}
