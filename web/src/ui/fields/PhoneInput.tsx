/** Ten digits, shown as (xxx) xxx-xxxx while they are typed. The value is the digits alone. */
import { maskPhone, phoneDigits } from '@corridor/domain/primitives/typed-input.ts'
import { Field, type FieldProps } from './Field.tsx'

export function PhoneInput({ value, onChange, ...field }: FieldProps & { value: string; onChange: (digits: string) => void }) {
  const change = (text: string) => {
    const digits = phoneDigits(text)
    // Deleting a bracket or dash of the mask means the digit before it.
    const onlyMaskRemoved = text.length < maskPhone(value).length && digits === value
    onChange(onlyMaskRemoved ? digits.slice(0, -1) : digits)
  }
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          placeholder="(___) ___-____"
          value={maskPhone(value)}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
