/** A text with placeholders: typed as it is, its placeholders drawn as chips, and chips above that put one where the caret is. */
import { MISSING } from '@corridor/domain/primitives/money.ts'
import type { TemplateLanguage } from '@corridor/domain/primitives/text-template.ts'
import { type ReactNode, useRef } from 'react'
import { Field } from '../fields/Field.tsx'
import type { OwnKind, Value } from '../form/form-fields.ts'
import css from './TemplateText.module.css'

interface TemplateLook<Name extends string> {
  label: string
  language: TemplateLanguage<Name>
  most: number
  /** One line, as a subject is; `block` stands among many others: lower, its chips folded away. */
  shape?: 'line' | 'block'
  /** May stay empty. */
  optional?: boolean
  /** Those offered as chips: all of the language unless said. */
  offered?: readonly Name[]
  /** Below the text, from what stands there. */
  foot?: (text: string, change: ((text: string) => void) | undefined) => ReactNode
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export const templateText = <Name extends string>(look: TemplateLook<Name>): OwnKind => ({
  typed: textOf,
  sent: (value) => textOf(value).trim(),
  problem: (text) =>
    text.trim().length > look.most
      ? `Enter at most ${look.most.toLocaleString('en-US')} characters (now ${text.trim().length.toLocaleString('en-US')})`
      : look.language.problem(text),
  words: (value) => textOf(value) || MISSING,
  Control: (control) => <TemplateText {...look} {...control} />,
})

interface TemplateTextProps<Name extends string> extends TemplateLook<Name> {
  value: Value
  onChange?: (value: Value) => void
  error?: string | undefined
}

function TemplateText<Name extends string>(props: TemplateTextProps<Name>) {
  const { label, language, shape, optional, offered = language.names, foot, value, onChange, error } = props
  const box = useRef<HTMLTextAreaElement>(null)
  const text = textOf(value)
  const line = shape === 'line'
  const change = (typed: string) => onChange?.(line ? typed.replace(/[\r\n]+/g, ' ') : typed)
  const insert = (placeholder: Name) => {
    const field = box.current
    if (!field) return
    const chip = `{{${placeholder}}}`
    const [from, to] = [field.selectionStart, field.selectionEnd]
    change(text.slice(0, from) + chip + text.slice(to))
    // Once the new text is drawn the caret stands behind the chip.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from + chip.length, from + chip.length)
    })
  }
  const chips = (
    <ul className={css.chips} aria-label={`Placeholders for the ${label.toLowerCase()}`}>
      {offered.map((placeholder) => (
        <li key={placeholder}>
          <button
            type="button"
            title={language.table[placeholder]}
            aria-label={`Insert ${placeholder}: ${language.table[placeholder]}`}
            onClick={() => insert(placeholder)}
          >
            {placeholder}
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <div className={css.text}>
      <Field label={label} required={!optional} error={error}>
        {({ className, ...control }) => (
          <>
            {shape === 'block' ? (
              <details className={css.folded}>
                <summary>Insert a figure</summary>
                {chips}
              </details>
            ) : (
              chips
            )}
            <div className={css.layers} data-shape={shape}>
              {/* Behind the text, of the same shape: it draws the chips, and gives the field its height. */}
              <div className={`${className} ${css.behind}`} aria-hidden>
                {language.pieces(text).map((piece, index) =>
                  // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the text
                  piece.placeholder ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
                )}
                {'\u200b'}
              </div>
              <textarea
                {...control}
                ref={box}
                className={`${className} ${css.front}`}
                rows={1}
                spellCheck
                value={text}
                onChange={(event) => change(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (line && event.key === 'Enter') event.preventDefault()
                }}
              />
            </div>
          </>
        )}
      </Field>
      {foot?.(text, onChange)}
    </div>
  )
}
