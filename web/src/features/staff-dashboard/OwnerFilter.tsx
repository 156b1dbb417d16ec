/** The person whose banks or carriers a list of the board shows; it stands in the address. */
import { compareNames } from '@corridor/domain/primitives/name-order.ts'
import { SelectField } from '../../ui/fields/Field.tsx'

interface Owned {
  ownerId: number | null
  owner: string | null
}

const NOBODY = 'nobody'

/** @param owner of the address: `mine`, `nobody`, or a person's number; undefined is everybody */
export const isOwnedBy =
  (owner: string | undefined, userId: number) =>
  ({ ownerId }: Owned): boolean =>
    owner === undefined || (owner === 'mine' ? ownerId === userId : owner === NOBODY ? ownerId === null : String(ownerId) === owner)

export function OwnerFilter({
  owned,
  owner,
  onChoose,
}: {
  owned: readonly Owned[]
  owner: string | undefined
  onChoose: (owner: string | undefined) => void
}) {
  const people = new Map(owned.flatMap(({ ownerId, owner: name }) => (ownerId !== null && name !== null ? [[String(ownerId), name]] : [])))
  const options = [
    { value: '', label: 'Any owner' },
    { value: 'mine', label: 'Mine' },
    { value: NOBODY, label: 'Unassigned' },
    ...[...people].map(([value, label]) => ({ value, label })).toSorted((one, other) => compareNames(one.label, other.label)),
  ]
  return (
    <SelectField
      label="Owner"
      hideLabel
      value={owner ?? ''}
      options={options}
      onChange={(value) => onChoose(value === '' ? undefined : value)}
    />
  )
}
