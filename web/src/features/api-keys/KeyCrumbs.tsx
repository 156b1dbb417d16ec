/** The way to API keys: from the site's users, or from an institution. A bank's own people are there already. */
import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { institutions } from '@corridor/contract/institutions.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'

/** The institution whose keys the page is about; undefined on the page of the whole site. Clients have no other than their own. */
export function useKeysOf(): number | undefined {
  const { userRole, institutionId } = useSession()
  const asked = usePathNumber('id')
  return isStaff(userRole) ? (asked ?? undefined) : institutionId
}

/** @returns the institution's name, as far as it is known to the person */
export function useInstitution(id: number | undefined): string {
  const { userRole, institutionName } = useSession()
  const staff = isStaff(userRole)
  const { data } = useEndpoint(listInstitutionChoices, {}, { enabled: staff && id !== undefined })
  if (!staff) return institutionName
  return data?.records.find((institution) => institution.id === id)?.name ?? 'this institution'
}

/** @param last whether the list of keys is a step of the way, not the page itself */
export function KeyCrumbs({ of, name, last = false }: { of: number | undefined; name: string; last?: boolean }) {
  const { userRole } = useSession()
  const maySeeInstitution = useCan(institutions.endpoints.get.access)
  const list = last ? [{ label: 'API keys', to: paths.apiKeys(of) }] : []
  if (of === undefined) return <Breadcrumbs steps={[{ label: 'Users', to: paths.users() }, ...list]} />
  const institution = maySeeInstitution && isStaff(userRole)
  const way = institution
    ? [
        { label: 'Institutions', to: paths.institutions() },
        { label: name, to: paths.institution(of, 'users') },
      ]
    : []
  return way.length + list.length > 0 ? <Breadcrumbs steps={[...way, ...list]} /> : null
}
