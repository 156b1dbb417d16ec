/** Report types as a field of a form: of an institution those its people see, of a person all of them or only some. */

import { useId } from 'react'
import { Checkbox } from '../../ui/fields/Field.tsx'
import type { OwnKind, Value } from '../../ui/form/form-fields.ts'
import css from './rights.module.css'

export interface TypeName {
  code: string
  name: string
}

/** @param types all there are */
export const typesKind = (types: readonly TypeName[]): OwnKind => ({
  typed: (stored) => codesIn(stored),
  sent: (value) => codesIn(value),
  words: (value) => namesOf(types, codesIn(value)),
  Control: ({ value, onChange }) => (
    <fieldset className={css.types}>
      <legend>Report types</legend>
      <Boxes types={types} chosen={codesIn(value)} {...(onChange ? { onChange } : {})} />
    </fieldset>
  ),
})

/** "All" stands in the form as null. @param types those of the institution, which alone can be narrowed */
export const narrowingKind = (types: readonly TypeName[]): OwnKind => ({
  typed: (stored) => (Array.isArray(stored) ? codesIn(stored) : null),
  sent: (value) => (value === null ? null : codesIn(value)),
  words: (value) => (value === null ? 'All of the institution’s' : namesOf(types, codesIn(value))),
  Control: ({ value, onChange }) => <Narrowing types={types} value={value} {...(onChange ? { onChange } : {})} />,
})

function Narrowing({ types, value, onChange }: { types: readonly TypeName[]; value: Value; onChange?: (value: Value) => void }) {
  const name = useId()
  const narrowed = value !== null
  return (
    <div className={css.form}>
      <fieldset className={css.modes} disabled={!onChange}>
        <legend>What they see</legend>
        <label>
          <input type="radio" name={name} checked={!narrowed} onChange={() => onChange?.(null)} />
          <span>
            All of the institution’s report types
            <small>
              {namesOf(
                types,
                types.map(({ code }) => code),
              )}
            </small>
          </span>
        </label>
        <label>
          <input type="radio" name={name} checked={narrowed} onChange={() => onChange?.(types.map(({ code }) => code))} />
          <span>Only some of them</span>
        </label>
      </fieldset>
      {narrowed ? <Boxes types={types} chosen={codesIn(value)} {...(onChange ? { onChange } : {})} /> : null}
    </div>
  )
}

function Boxes({ types, chosen, onChange }: { types: readonly TypeName[]; chosen: readonly string[]; onChange?: (value: Value) => void }) {
  if (types.length === 0) return <p className={css.note}>The institution has no report types yet.</p>
  return (
    <div className={css.checks}>
      {types.map(({ code, name }) => (
        <Checkbox
          key={code}
          label={`${name} (${code})`}
          checked={chosen.includes(code)}
          disabled={!onChange}
          onChange={(on) =>
            onChange?.(types.flatMap((type) => ((type.code === code ? on : chosen.includes(type.code)) ? [type.code] : [])))
          }
        />
      ))}
    </div>
  )
}

const codesIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])
const namesOf = (types: readonly TypeName[], codes: readonly string[]): string =>
  codes.length === 0 ? 'None' : codes.map((code) => types.find((type) => type.code === code)?.name ?? code).join(', ')
