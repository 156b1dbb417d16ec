/** Dollars as people type them, cents as the book keeps them: prefix $, two decimals. */

import { type Cents, formatAmount } from '@corridor/domain/primitives/money.ts'
import { typedMoney } from '@corridor/domain/primitives/typed-input.ts'
import { moneyProblem } from '@corridor/domain/primitives/typed-problems.ts'
import { useState } from 'react'
import css from './Field.module.css'
import { Field, type FieldProps } from './Field.tsx'

interface MoneyInputProps extends FieldProps {
  value: Cents | null
  onChange: (value: Cents | null) => void
  disabled?: boolean
}

export function MoneyInput({ value, onChange, disabled, ...field }: MoneyInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const unreadable = typed === null ? undefined : moneyProblem(typed)
  return (
    <Field {...field} error={unreadable ?? field.error}>
      {(control) => (
        <div className={css.money}>
          <span aria-hidden>$</span>
          <input
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            disabled={disabled}
            value={typed ?? (value === null ? '' : formatAmount(value))}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              const parsed = typedMoney(event.currentTarget.value)
              if (parsed !== undefined) onChange(parsed)
            }}
            onBlur={() => unreadable || setTyped(null)}
          />
        </div>
      )}
    </Field>
  )
}
