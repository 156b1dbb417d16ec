/** Where a document belongs: owner, type and year, chosen once for many files, or for one. */

import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { documentChoices } from '@corridor/contract/documents.ts'
import { OWNER_WORDS } from '@corridor/contract/words.ts'
import { DOCUMENT_OWNERS, type DocumentOwner } from '@corridor/domain/files/document-paths.ts'
import { INSTITUTION_DROPDOWN_MOST } from '@corridor/domain/primitives/list-and-dropdown.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { SelectField, TextField } from '../../ui/fields/Field.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import css from './documents.module.css'

/** As it is being chosen; `null` and empty text are not chosen yet, or, in a move, left as they are. */
export interface Place {
  owner: DocumentOwner | null
  institutionId: number | null
  carrierCode: string | null
  vendorName: string
  typeCode: string
  year: string
}
export const NO_PLACE: Place = { owner: null, institutionId: null, carrierCode: null, vendorName: '', typeCode: '', year: '' }

/** Choices of the form, and the words for the chosen ones. */
export function usePlaces() {
  const institutions = useEndpoint(listInstitutionChoices, {}).data?.records ?? []
  const { types = [], carriers = [], vendors = [] } = useEndpoint(documentChoices, {}).data ?? {}
  const ownerName = ({ owner, institutionId, carrierCode, vendorName }: Place): string | undefined => {
    if (owner === 'institution') return institutions.find(({ id }) => id === institutionId)?.name
    if (owner === 'carrier') return carriers.find(({ code }) => code === carrierCode)?.name
    return owner === 'vendor' ? vendorName.trim() || undefined : undefined
  }
  return { institutions, types, carriers, vendors, ownerName }
}
export type Places = ReturnType<typeof usePlaces>

/** Missing or wrong fields; a move needs no choice. */
export function placeProblems(place: Place, { leaving = false } = {}): Partial<Record<keyof Place, string>> {
  const { owner, institutionId, carrierCode, vendorName, typeCode, year } = place
  const problems: Partial<Record<keyof Place, string>> = {}
  if (owner === null && !leaving) problems.owner = 'Choose an owner'
  if (owner === 'institution' && institutionId === null) problems.institutionId = 'Choose an institution'
  if (owner === 'carrier' && carrierCode === null) problems.carrierCode = 'Choose a carrier'
  if (owner === 'vendor' && vendorName.trim() === '') problems.vendorName = 'Enter the vendor’s name'
  if (typeCode === '' && !leaving) problems.typeCode = 'Choose a type'
  if (!/^(19|20|21)\d\d$/.test(year.trim()) && !(leaving && year.trim() === '')) problems.year = 'Enter the year with four digits'
  return problems
}

interface PlaceFieldsProps {
  place: Place
  places: Places
  onChange: (place: Place) => void
  problems: Partial<Record<keyof Place, string>>
  /** True: what is not chosen stays as it is. */
  leaving?: boolean
}

export function PlaceFields({ place, places, onChange, problems, leaving = false }: PlaceFieldsProps) {
  const set = (change: Partial<Place>) => onChange({ ...place, ...change })
  const none = { value: '', label: leaving ? 'Leave as it is' : '' }
  return (
    <div className={css.fields}>
      <SelectField
        label="Owner"
        required={!leaving}
        error={problems.owner}
        value={place.owner ?? ''}
        options={[
          ...(leaving || place.owner === null ? [none] : []),
          ...DOCUMENT_OWNERS.map((owner) => ({ value: owner, label: OWNER_WORDS[owner] })),
        ]}
        onChange={(value) => set({ owner: DOCUMENT_OWNERS.find((owner) => owner === value) ?? null })}
      />
      {place.owner === 'institution' ? (
        <SearchableDropdown
          label="Institution *"
          options={places.institutions.map(({ id, name }) => ({ value: id, label: name }))}
          maxItems={INSTITUTION_DROPDOWN_MOST}
          value={place.institutionId}
          onChange={(institutionId) => set({ institutionId })}
          error={problems.institutionId}
        />
      ) : null}
      {place.owner === 'carrier' ? (
        <SearchableDropdown
          label="Carrier *"
          options={places.carriers.map(({ code, name }) => ({ value: code, label: name }))}
          value={place.carrierCode}
          onChange={(carrierCode) => set({ carrierCode })}
          error={problems.carrierCode}
        />
      ) : null}
      {place.owner === 'vendor' ? (
        <TextField
          label="Vendor"
          required
          maxLength={120}
          list="document-vendors"
          autoComplete="off"
          value={place.vendorName}
          onChange={(vendorName) => set({ vendorName })}
          error={problems.vendorName}
        />
      ) : null}
      <SelectField
        label="Type"
        required={!leaving}
        error={problems.typeCode}
        value={place.typeCode}
        options={[
          ...(leaving || place.typeCode === '' ? [none] : []),
          ...places.types.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
        ]}
        onChange={(typeCode) => set({ typeCode })}
      />
      <TextField
        label="Year"
        required={!leaving}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        {...(leaving ? { placeholder: 'Leave as it is' } : {})}
        value={place.year}
        onChange={(year) => set({ year })}
        error={problems.year}
      />
      <datalist id="document-vendors">
        {places.vendors.map((vendor) => (
          <option key={vendor} value={vendor} />
        ))}
      </datalist>
    </div>
  )
}
