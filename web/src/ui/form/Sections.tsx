/** A form's sections, one panel each, and its fields in two columns: as controls, or as words for who may only read. */
import type { ReactNode } from 'react'
import { Panel } from '../layout/Panel.tsx'
import css from './form.module.css'
import { type FieldDefinition, type Fields, type FormSection, isShown, type Values, wordsOf } from './form-fields.ts'

interface SectionsProps {
  sections: readonly FormSection[]
  fields: Fields
  values: Values
  /** Draws the control; without it every field is words. */
  control?: (name: string, field: FieldDefinition) => ReactNode
  /** In the last card, below its fields. */
  inside?: ReactNode
}

export function Sections({ sections, fields, values, control, inside }: SectionsProps) {
  return sections.map((section) => {
    const shown = section.fields.flatMap((name) => {
      const field = fields[name]
      return field && isShown(field, values) ? [{ name, field }] : []
    })
    return shown.length === 0 ? null : (
      <Panel key={section.title} title={section.title} note={section.note}>
        <div className={css.grid} data-columns={section.columns}>
          {shown.map(({ name, field }) => (
            <div key={name} className={css.cell} data-field={name} data-wide={field.wide || field.kind === 'area' || undefined}>
              {field.fixed || !control ? (
                <dl className={css.read}>
                  <dt>{field.label}</dt>
                  <dd>{wordsOf(field, values[name])}</dd>
                  {field.fixed && control && field.hint ? <dd className={css.hint}>{field.hint}</dd> : null}
                </dl>
              ) : (
                control(name, field)
              )}
            </div>
          ))}
        </div>
        {inside && section === sections.at(-1) ? <div className={css.inside}>{inside}</div> : null}
      </Panel>
    )
  })
}
