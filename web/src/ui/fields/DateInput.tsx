/** A date typed as mm/dd/yyyy, mm/dd/yy, mm/yyyy or mm/dd, kept as YYYY-MM-DD. */

import { formatDate, isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { typedDateRange } from '@corridor/domain/primitives/typed-input.ts'
import { dateProblem } from '@corridor/domain/primitives/typed-problems.ts'
import { useState } from 'react'
import { Field, type FieldProps } from './Field.tsx'

interface DateInputProps extends FieldProps {
  value: PlainDate | null
  onChange: (value: PlainDate | null) => void
  /** mm/yyyy means the last day of that month. */
  monthEnds?: boolean
  /** Told while what is typed is no date: `value` is then still the date before. */
  onReadable?: (readable: boolean) => void
  disabled?: boolean
}

/** A typed mm/dd is of the year in which the page was opened. */
const YEAR = new Date().getFullYear()

export function DateInput({ value, onChange, monthEnds = false, onReadable, disabled, ...field }: DateInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const dateIn = (text: string | null) => {
    if (text === null || text.trim() === '') return null
    const range = typedDateRange(text, YEAR)
    return monthEnds ? range?.to : range?.from
  }
  const parsed = dateIn(typed)
  const unreadable = parsed === undefined
  const type = (text: string) => {
    setTyped(text)
    onReadable?.(dateIn(text) !== undefined)
  }
  const leave = () => {
    if (typed === null || unreadable) return
    onChange(parsed)
    setTyped(null)
  }
  return (
    <Field {...field} error={unreadable ? dateProblem(typed ?? '', YEAR) : field.error}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={monthEnds ? 'mm/yyyy' : 'mm/dd/yyyy'}
          disabled={disabled}
          value={typed ?? (value && isPlainDate(value) ? formatDate(value) : '')}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={(event) => event.key === 'Enter' && leave()}
        />
      )}
    </Field>
  )
}
