/** How a column's dates or rates are written, where a cell alone does not tell: what was found of it, and a person's choice. */
import type { ColumnForm } from '@corridor/domain/data-feeds/cell-values.ts'
import { SelectField } from '../../ui/fields/Field.tsx'
import mapped from './Mapping.module.css'
import type { FileReply } from './statuses.ts'

const FORMS: Readonly<Record<ColumnForm, string>> = {
  MDY: 'Month first: 03/04/2026 is March 4',
  DMY: 'Day first: 03/04/2026 is April 3',
  PERCENT: 'Percent: 4.25 is 4.25%',
  FRACTION: 'Fractions: 0.0425 is 4.25%',
}
const DATES: readonly ColumnForm[] = ['MDY', 'DMY']
const RATES: readonly ColumnForm[] = ['PERCENT', 'FRACTION']

type Found = FileReply['forms'][string]
const SOURCES: Readonly<Record<Found['by'], string>> = {
  cells: 'Told by its cells.',
  book: 'Told by the policies of the register.',
  given: 'As a person chose.',
  asked: 'Nothing in the file tells. Choose before the file can be posted.',
  mixed: 'Its cells contradict each other.',
}

interface FormOfColumnProps {
  header: string
  found: Found
  /** Chosen and not saved yet. */
  chosen: ColumnForm | undefined
  disabled: boolean
  onChoose: (form: ColumnForm) => void
}

export function FormOfColumn({ header, found: { form, by }, chosen, disabled, onChoose }: FormOfColumnProps) {
  const areDates = DATES.includes(form)
  const offered = areDates ? DATES : RATES
  const open = by === 'asked' && chosen === undefined
  return (
    <div className={mapped.form} data-open={open || undefined}>
      <SelectField
        label={`${areDates ? 'Dates' : 'Rates'} of ${header}`}
        hint={chosen === undefined ? SOURCES[by] : 'Not saved yet.'}
        disabled={disabled}
        value={chosen ?? (by === 'asked' ? '' : form)}
        options={[
          ...(open ? [{ value: '', label: 'Choose how they are written' }] : []),
          ...offered.map((value) => ({ value, label: FORMS[value] })),
        ]}
        onChange={(value) => {
          const next = offered.find((each) => each === value)
          if (next) onChoose(next)
        }}
      />
    </div>
  )
}

/** Headers whose dates or rates somebody has to choose. */
export const formsToChoose = ({ forms }: Pick<FileReply, 'forms'>, chosen: Readonly<Record<string, ColumnForm>> = {}): string[] =>
  Object.entries(forms).flatMap(([header, { by }]) => (by === 'asked' && chosen[header] === undefined ? [header] : []))
