/** Institution, type and year of files whose names do not say them: filled in as far as a name says them plainly, chosen for one file or for all. */

import {
  ownNameOf,
  parseReportFileName,
  partsInName,
  type ReportFileName,
  reportFileName,
  yearOfFileName,
} from '@corridor/domain/files/report-file-names.ts'
import { useState } from 'react'
import type { UploadItem } from '../../kernel/upload.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SelectField, TextField } from '../../ui/fields/Field.tsx'
import { SearchableDropdown } from '../../ui/fields/SearchableDropdown.tsx'
import css from './NewReportsPage.module.css'

const THIS_YEAR = new Date().getFullYear()

export interface Choices {
  institutions: readonly { id: number; name: string }[]
  types: readonly { code: string; name: string }[]
}
type Parts = Pick<ReportFileName, 'institutionId' | 'typeCode'> & { year: string }
/** Nothing chosen yet stands as null; a year as it is typed. */
export type Chosen = { [Part in keyof Parts]?: Parts[Part] | null }

const NOTHING: Chosen = {}
/** Four digits, as the form of a report asks for. */
const isYear = (text: string): boolean => /^(19|20|21)\d\d$/.test(text.trim())

/** By what a person chose, else by what the name says. */
export function useChosenParts(choices: Choices) {
  const [chosen, setChosen] = useState<Readonly<Record<number, Chosen>>>({})
  const partsOf = ({ id, name }: UploadItem<unknown>): Chosen => {
    const read = parseReportFileName(name, THIS_YEAR)
    const said = 'message' in read ? partsInName(name, choices) : read
    const { institutionId = null, typeCode = null, year } = said
    return { institutionId, typeCode, year: year === undefined ? '' : String(year), ...chosen[id] }
  }
  return {
    partsOf,
    /** The name it is uploaded under: its own until all parts are chosen. */
    nameOf: (item: UploadItem<unknown>): string => {
      if (item.status !== 'waiting') return item.name
      const read = parseReportFileName(item.name, THIS_YEAR)
      if (!('message' in read) && chosen[item.id] === undefined) return item.name
      const { institutionId, typeCode, year } = partsOf(item)
      if (!institutionId || !typeCode || !isYear(year ?? '')) return item.name
      const own = 'message' in read ? ownNameOf(item.name) : read
      return reportFileName({ ...own, institutionId, typeCode, year: yearOfFileName(Number(year), THIS_YEAR) }, THIS_YEAR)
    },
    choose: (ids: readonly number[], parts: Chosen) =>
      setChosen((before) => ({ ...before, ...Object.fromEntries(ids.map((id) => [id, { ...before[id], ...parts }])) })),
    /** A file that was renamed says by its name again whose it is. */
    forget: (id: number) => setChosen(({ [id]: _, ...others }) => others),
  }
}

/** Parts that are still to be chosen, in words; null when the name can be made. */
export function missingWords({ institutionId, typeCode, year }: Chosen): string | null {
  const missing = [
    institutionId ? [] : ['institution'],
    typeCode ? [] : ['type'],
    isYear(year ?? '') ? [] : ['year with four digits'],
  ].flat()
  if (missing.length === 0) return null
  const last = missing.at(-1)
  return `Choose its ${missing.length === 1 ? last : `${missing.slice(0, -1).join(', ')} and ${last}`}.`
}

interface PartProps {
  /** Name of the file, or "all files". */
  of: string
  parts: Chosen
  choices: Choices
  onChoose: (parts: Chosen) => void
  hideLabel?: boolean
}

export const InstitutionPart = ({ of, parts, choices, onChoose, hideLabel = true }: PartProps) => (
  <SearchableDropdown
    label={hideLabel ? `Institution of ${of}` : 'Institution'}
    hideLabel={hideLabel}
    placeholder="Name or number"
    options={choices.institutions.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
    value={parts.institutionId ?? null}
    onChange={(institutionId) => onChoose({ institutionId })}
  />
)

export const TypePart = ({ of, parts, choices, onChoose, hideLabel = true }: PartProps) => (
  <SelectField
    label={hideLabel ? `Type of ${of}` : 'Type'}
    hideLabel={hideLabel}
    value={parts.typeCode ?? ''}
    options={[
      { value: '', label: 'Choose' },
      ...choices.types.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
      // A code that is not among the types is shown as the name says it, and refused beside it.
      ...(parts.typeCode && !choices.types.some(({ code }) => code === parts.typeCode)
        ? [{ value: parts.typeCode, label: parts.typeCode }]
        : []),
    ]}
    onChange={(typeCode) => onChoose({ typeCode: typeCode || null })}
  />
)

export const YearPart = ({ of, parts, onChoose, hideLabel = true }: Omit<PartProps, 'choices'>) => (
  <TextField
    label={hideLabel ? `Year of ${of}` : 'Year'}
    hideLabel={hideLabel}
    inputMode="numeric"
    maxLength={4}
    placeholder="YYYY"
    value={parts.year ?? ''}
    onChange={(year) => onChoose({ year })}
  />
)

/** Above the list: one choice for every file that lacks it, or for all. */
export function PartsForAll({ count, choices, onApply }: { count: number; choices: Choices; onApply: (parts: Chosen) => void }) {
  const [parts, setParts] = useState(NOTHING)
  const change = (more: Chosen) => setParts((before) => ({ ...before, ...more }))
  const given: Chosen = {
    ...(parts.institutionId ? { institutionId: parts.institutionId } : {}),
    ...(parts.typeCode ? { typeCode: parts.typeCode } : {}),
    ...(isYear(parts.year ?? '') ? { year: parts.year ?? '' } : {}),
  }
  const common = { of: 'all files', parts, choices, onChoose: change, hideLabel: false }
  return (
    <div className={css.forAll} role="group" aria-label="For all files that wait">
      <InstitutionPart {...common} />
      <TypePart {...common} />
      <YearPart {...common} />
      <Button variant="default" disabled={Object.keys(given).length === 0} onClick={() => onApply(given)}>
        {count === 1 ? 'Apply to 1 file' : `Apply to all ${count.toLocaleString('en-US')} files`}
      </Button>
    </div>
  )
}
