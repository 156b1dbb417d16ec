/** The head of a form above its fields: what has to be put right, the draft that waits, what somebody else changed meanwhile. */
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../fields/Button.tsx'
import { formatMoment, formatTimeOrMoment } from '../formats.ts'
import css from './form.module.css'
import { type Fields, same, type Values, wordsOf } from './form-fields.ts'
import type { Merge } from './merge.ts'

const Notice = ({
  tone,
  title,
  children,
  alert = false,
}: {
  tone?: 'bad' | 'warn'
  title: string
  children: ReactNode
  alert?: boolean
}) => (
  <section className={css.notice} data-tone={tone} aria-label={title} role={alert ? 'alert' : undefined}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** "Enter the policy number" names its field already; beside a label that is a question it would read as an answer. */
const saysItself = (label: string, problem: string) =>
  label.endsWith('?') || problem.includes(`“${label}”`) || ` ${problem.toLowerCase()} `.includes(` ${label.toLowerCase()} `)

/** Every problem with a way to its field; those without a field of their own stand as sentences. */
export function Problems({
  problems,
  fields,
  onGo,
}: {
  problems: Readonly<Record<string, string>>
  fields: Fields
  onGo: (name: string) => void
}) {
  const names = Object.keys(problems)
  if (names.length === 0) return null
  return (
    <Notice tone="bad" alert title={names.length === 1 ? 'Fix 1 error' : `Fix ${names.length} errors`}>
      <ul>
        {names.map((name) => {
          const field = fields[name]
          return (
            <li key={name}>
              {field ? (
                <button type="button" onClick={() => onGo(name)}>
                  {saysItself(field.label, problems[name] ?? '') ? '' : `${field.label}: `}
                  {problems[name]}
                </button>
              ) : (
                problems[name]
              )}
            </li>
          )
        })}
      </ul>
    </Notice>
  )
}

/** @param typed what is typed into the form beside the offer: restoring says which of it gives way */
export function DraftOffer({
  savedAt,
  fields,
  kept,
  typed,
  onRestore,
  onDiscard,
}: {
  savedAt: string
  fields: Fields
  kept: Values
  typed: Values
  onRestore: () => void
  onDiscard: () => void
}) {
  const names = Object.keys(kept)
  const labels = (of: readonly string[]) => of.map((name) => fields[name]?.label ?? name).join(', ')
  const replaced = names.filter((name) => name in typed && !same(typed[name], kept[name]))
  return (
    <Notice title={`You have unsaved changes from ${formatTimeOrMoment(savedAt)}`}>
      <p>
        {names.length > 0 ? `Changed: ${labels(names)}.` : 'They were kept for you.'}
        {replaced.length > 0 ? ` Restore replaces what now stands in ${labels(replaced)}.` : ''}
      </p>
      <div className={css.answers}>
        <Button size="xs" onClick={onRestore}>
          Restore
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Notice>
  )
}

export interface Stale {
  /** The person, if known. */
  by: string | null
  at: string | null
  merge: Merge
  theirs: Values
  ours: Values
  record: Readonly<Record<string, unknown>>
}

/** Somebody saved first: both versions of every field that both changed, and the person chooses. */
export function MergeBar({
  stale,
  fields,
  onDecide,
  onTheirs,
}: {
  stale: Stale
  fields: Fields
  onDecide: (values: Values) => void
  onTheirs: () => void
}) {
  const id = useId()
  const { merge, theirs, ours } = stale
  const [chosen, setChosen] = useState<Readonly<Record<string, 'theirs' | 'ours'>>>({})
  const when = stale.at ? ` at ${formatMoment(stale.at)}` : ''
  const decided = merge.conflicts.every((name) => chosen[name])
  const decide = () =>
    onDecide({
      ...merge.merged,
      ...Object.fromEntries(merge.conflicts.map((name) => [name, (chosen[name] === 'theirs' ? theirs : ours)[name] ?? null])),
    })
  const show = (name: string, values: Values) => (fields[name] ? wordsOf(fields[name], values[name]) : '')
  return (
    <Notice tone="warn" alert title={`Changed by ${stale.by ?? 'someone else'}${when}`}>
      <p>
        {merge.conflicts.length === 0
          ? 'You changed other fields, so both changes can be kept.'
          : 'You both changed the same fields. Choose which to keep; nothing you typed is lost.'}
        {merge.taken.length > 0
          ? ` Updated: ${merge.taken.map((name) => `${fields[name]?.label} (${show(name, theirs)})`).join(', ')}.`
          : ''}
      </p>
      {merge.conflicts.length > 0 ? (
        <table className={css.merge}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Saved now</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {merge.conflicts.map((name) => (
              <tr key={name}>
                <th scope="row">{fields[name]?.label}</th>
                {(['theirs', 'ours'] as const).map((side) => (
                  <td key={side}>
                    <label>
                      <input
                        type="radio"
                        name={`${id}-${name}`}
                        aria-label={`${fields[name]?.label}: ${side === 'theirs' ? 'saved now' : 'yours'}, ${show(name, side === 'theirs' ? theirs : ours)}`}
                        checked={chosen[name] === side}
                        onChange={() => setChosen({ ...chosen, [name]: side })}
                      />
                      <span>{show(name, side === 'theirs' ? theirs : ours)}</span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <div className={css.answers}>
        <Button size="xs" disabled={!decided} onClick={decide}>
          Save with these choices
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          Discard mine
        </Button>
      </div>
    </Notice>
  )
}
