/** Names of institutions and carriers as links to their pages, for whoever may open these. */
import { permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { useCan } from '../kernel/session.ts'
import { paths } from '../paths.ts'
import { Link } from '../ui/fields/Link.tsx'
import type { Column } from '../ui/list/data-table-types.ts'

interface NamedProps {
  /** Null where the name is of no record. */
  id: number | null
  name: string | null
  tab?: string
}

const INSTITUTIONS = permission('INSTITUTIONS', 1, STAFF_ROLES)
const CARRIERS = permission('CARRIERS', 1, STAFF_ROLES)

export function InstitutionName({ id, name, tab }: NamedProps) {
  const isLinked = useCan(INSTITUTIONS)
  return isLinked && id !== null ? <Link to={paths.institution(id, tab)}>{name ?? MISSING}</Link> : (name ?? MISSING)
}

export function CarrierName({ id, name, tab }: NamedProps) {
  const isLinked = useCan(CARRIERS)
  return isLinked && id !== null ? <Link to={paths.carrier(id, tab)}>{name ?? MISSING}</Link> : (name ?? MISSING)
}

interface OfInstitution {
  institutionId: number | null
  institutionName: string | null
}

export const institutionColumn = <Row extends OfInstitution>(options: Partial<Column<Row>> = {}): Column<Row> => ({
  key: 'institutionName',
  header: 'Institution',
  isName: true,
  cell: ({ institutionId, institutionName }) => <InstitutionName id={institutionId} name={institutionName} />,
  ...options,
})
