/**
 * Fields of a form as data. The form keeps what is typed as it is typed (so that a draft loses nothing, not even half a date);
 * these tables turn records into text, text into what is sent, and say what is wrong with it.
 */

import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { cents, formatAmount, formatMoney, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { isEmail, isPhone, maskPhone, typedDateRange, typedMoney } from '@corridor/domain/primitives/typed-input.ts'
import { dateProblem, moneyProblem } from '@corridor/domain/primitives/typed-problems.ts'
import type { ComponentType, ReactNode } from 'react'
import type { Toast } from '../../kernel/toasts.ts'
import { missingText } from './missing-text.ts'

export type Value = string | number | boolean | null | (string | number)[]
/** By field: what stands in the form. */
export type Values = Record<string, Value>
export type JsonRecord = Readonly<Record<string, unknown>>

export interface Choice {
  value: string | number
  label: string
}

/** A table of words as the choices of a select or a filter. */
export const choicesOf = <Code extends string>(words: Readonly<Record<Code, string>>): { value: Code; label: string }[] => {
  const choices: { value: Code; label: string }[] = []
  for (const code in words) choices.push({ value: code, label: words[code] })
  return choices
}

type BuiltInKind =
  | 'text'
  | 'area'
  | 'email'
  | 'phone'
  | 'date'
  | 'money'
  | 'percent'
  | 'whole'
  | 'number'
  | 'select'
  | 'dropdown'
  | 'many'
  | 'check'

/** A form as data, for every page that shows it. */
export interface RecordFormData {
  fields: Fields
  sections: readonly FormSection[]
  /** Initial values of a new record. */
  initial: Readonly<Record<string, unknown>>
}

export interface FieldDefinition {
  /**
   * `select` chooses one of a few, `dropdown` one of up to 1000 by typing, `many` several (checkboxes up to a dozen, else by typing).
   * Money is cents, percent a fraction, a date YYYY-MM-DD, a phone ten digits.
   */
  kind: BuiltInKind | 'own'
  /** For a field of kind `own`: a feature's control for what no other form has, such as a matrix of permissions. */
  own?: OwnKind
  label: string
  required?: boolean
  /** Said where nothing is entered; of a label that is a question no such sentence can be made. */
  missing?: string
  hint?: ReactNode
  /** While one types, from what would be sent; undefined leaves `hint`. */
  hintFrom?: (input: Readonly<Record<string, unknown>>) => string | undefined
  /** For select, dropdown and many. */
  options?: readonly Choice[]
  /** Narrows `options` to what else stands in the form. */
  fitting?: (options: readonly Choice[], values: Values) => readonly Choice[]
  /** Values that other fields take on a choice here. */
  settles?: (value: Value, values: Values) => Values
  /** Takes both columns. */
  wide?: boolean
  /** Shown only then; what a hidden field sends is `otherwise`, nothing when that is not given. */
  when?: (values: Values) => boolean
  otherwise?: unknown
  fixed?: boolean
  /** Characters at most, or for numbers the largest. */
  most?: number
  least?: number
  /** A date typed as mm/yyyy means the last day of the month. */
  monthEnds?: boolean
  autoComplete?: string
  /** A rule of domain beyond the kind's own: a sentence when it is broken. */
  check?: (value: Value, values: Values) => string | undefined
}
export type Fields = Readonly<Record<string, FieldDefinition>>

export interface FormSection {
  title: string
  note?: ReactNode
  /** Beside one another where there is room; two unless said. */
  columns?: 3
  fields: readonly string[]
}

export interface OwnKind extends Kind {
  /** Without `onChange` it is only read. */
  Control: ComponentType<{ value: Value; onChange?: (value: Value) => void; error?: string | undefined }>
}

interface Kind {
  /** A record's value, as it stands in the form. */
  typed: (stored: unknown, field: FieldDefinition) => Value
  /** The value sent for it; called only when `problem` finds none. */
  sent: (value: Value, field: FieldDefinition) => unknown
  problem?: (text: string, field: FieldDefinition) => string | undefined
  /** As a sentence would say it. */
  words: (value: Value, field: FieldDefinition) => string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
const asTyped = (value: Value) => orNull(textOf(value)) ?? MISSING
const YEAR = new Date().getFullYear()
const dayOf = (text: string, field: FieldDefinition) => {
  const range = typedDateRange(text, YEAR)
  return field.monthEnds ? range?.to : range?.from
}
const numberIn = (text: string): number | undefined => {
  const plain = text.trim().replaceAll(',', '').replace(/%$/, '')
  return /^-?\d{1,12}(\.\d{1,10})?$/.test(plain) ? Number(plain) : undefined
}
const within = (value: number, field: FieldDefinition, show: (limit: number) => string): string | undefined => {
  if (field.least !== undefined && value < field.least) return `Enter ${show(field.least)} or more`
  if (field.most !== undefined && value > field.most) return `Enter ${show(field.most)} or less`
  return undefined
}
/** Fractions print as people type percents: 0.0425 is "4.25". Ten decimals are more than any rate has. */
const percentText = (fraction: number) => String(Number((fraction * 100).toFixed(10)))

const text: Kind = {
  typed: textOf,
  sent: (value, field) => orNull(textOf(value)) ?? (field.required ? '' : null),
  problem: (typed, { most = 500 }) =>
    typed.trim().length > most ? `Enter at most ${most.toLocaleString('en-US')} characters (now ${typed.trim().length})` : undefined,
  words: asTyped,
}
const choice: Kind = {
  typed: (stored) => (typeof stored === 'string' || typeof stored === 'number' ? stored : null),
  sent: (value) => value,
  words: (value, { options = [] }) => options.find((option) => option.value === value)?.label ?? asTyped(value),
}

const KINDS: Readonly<Record<BuiltInKind, Kind>> = {
  text,
  area: { ...text, problem: (typed, field) => text.problem?.(typed, { most: 2000, ...field }) },
  email: { ...text, problem: (typed) => (isEmail(typed.trim()) ? undefined : 'Enter an email address such as name@bank.com') },
  phone: {
    typed: textOf,
    sent: (value) => orNull(textOf(value)),
    problem: (typed) => (isPhone(typed) ? undefined : 'Enter the ten digits of a US phone number'),
    words: (value) => maskPhone(textOf(value)) || MISSING,
  },
  date: {
    typed: (stored) => (typeof stored === 'string' && isPlainDate(stored) ? formatDate(stored) : textOf(stored)),
    sent: (value, field) => dayOf(textOf(value), field) ?? null,
    problem: (typed) => dateProblem(typed, YEAR),
    words: asTyped,
  },
  money: {
    typed: (stored) => (typeof stored === 'number' ? formatAmount(cents(stored)) : ''),
    sent: (value) => typedMoney(textOf(value)) ?? null,
    problem: (typed, field) =>
      moneyProblem(typed, field.most === undefined ? undefined : cents(field.most)) ??
      within(typedMoney(typed) ?? 0, field, (limit) => formatMoney(cents(limit))),
    words: (value) => (textOf(value).trim() === '' ? MISSING : `$${textOf(value)}`),
  },
  percent: {
    typed: (stored) => (typeof stored === 'number' ? percentText(stored) : ''),
    sent: (value) => {
      const typed = numberIn(textOf(value))
      return typed === undefined ? null : Number((typed / 100).toFixed(12))
    },
    problem: (typed, field) => {
      const value = numberIn(typed)
      return value === undefined ? 'Enter a percentage such as 4.25' : within(value / 100, field, (limit) => `${percentText(limit)}%`)
    },
    words: (value) => (textOf(value).trim() === '' ? MISSING : `${textOf(value)}%`),
  },
  whole: {
    typed: textOf,
    sent: (value) => numberIn(textOf(value)) ?? null,
    problem: (typed, field) => {
      const value = numberIn(typed)
      return value === undefined || !Number.isInteger(value)
        ? 'Enter a whole number'
        : within(value, field, (limit) => limit.toLocaleString('en-US'))
    },
    words: asTyped,
  },
  number: {
    typed: textOf,
    sent: (value) => numberIn(textOf(value)) ?? null,
    problem: (typed, field) => {
      const value = numberIn(typed)
      return value === undefined ? 'Enter a number such as 12.5' : within(value, field, (limit) => limit.toLocaleString('en-US'))
    },
    words: asTyped,
  },
  select: choice,
  dropdown: choice,
  many: {
    typed: (stored) => (Array.isArray(stored) ? stored.filter((item) => typeof item === 'string' || typeof item === 'number') : []),
    sent: (value) => value,
    words: (value, { options = [] }) => {
      const chosen = listOf(value).map((item) => options.find((option) => option.value === item)?.label ?? String(item))
      return chosen.length === 0 ? MISSING : chosen.join(', ')
    },
  },
  check: { typed: (stored) => stored === true, sent: (value) => value === true, words: (value) => (value === true ? 'Yes' : 'No') },
}

/** A field of kind `own` without its kind is text: there is none. */
const kindOf = (field: FieldDefinition): Kind => field.own ?? KINDS[field.kind === 'own' ? 'text' : field.kind]

export const listOf = (value: Value | undefined): (string | number)[] => (Array.isArray(value) ? value : [])
export const wordsOf = (field: FieldDefinition, value: Value | undefined): string => kindOf(field).words(value ?? null, field)
export const isShown = (field: FieldDefinition, values: Values): boolean => field.when?.(values) ?? true

/** A record as it stands in the form. */
export const valuesOf = (fields: Fields, record: JsonRecord): Values =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, kindOf(field).typed(record[name], field)]))

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** By field: the first sentence about what is wrong with it. */
export function problemsOf(fields: Fields, values: Values): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.fixed || !isShown(field, values)) continue
    const problem = problemOf(field, values[name] ?? null, values)
    if (problem) problems[name] = problem
  }
  return problems
}

function problemOf(field: FieldDefinition, value: Value, values: Values): string | undefined {
  const empty =
    value === null || value === false || (typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0)
  if (empty) return field.required ? missingText(field) : field.check?.(value, values)
  return kindOf(field).problem?.(textOf(value), field) ?? field.check?.(value, values)
}

/** The fields sent: every one for a new record, those that differ for a stored one. */
export function inputOf(fields: Fields, values: Values, stored: Values | null): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.fixed) continue
    const value = values[name] ?? null
    if (!isShown(field, values)) {
      if ('otherwise' in field && !(stored && same(kindOf(field).typed(field.otherwise, field), stored[name])))
        input[name] = field.otherwise
    } else if (stored === null || !same(value, stored[name])) input[name] = kindOf(field).sent(value, field)
  }
  return input
}

export interface RecordFormProps {
  /** Names form and record for the draft: "users.17", "users.new". */
  draftKey: string
  fields: Fields
  sections: readonly FormSection[]
  /** The stored record; `updatedAt` in it goes back with the change. Without it a new record is made. */
  record?: JsonRecord
  /** Initial values of a new record. */
  initial?: JsonRecord
  create?: Endpoint
  update?: Endpoint
  /** The path's parameters and whatever else goes with the input. */
  params?: JsonRecord
  /** Calls whose answers the change outdates. */
  invalidates?: readonly Endpoint[]
  onSaved?: (saved: JsonRecord) => void
  /** The server's answer, as the fields name it; `record` is given so already. */
  read?: (answer: JsonRecord) => JsonRecord
  /** Last hand on what is sent. */
  toInput?: (input: Record<string, unknown>, values: Values) => JsonRecord
  /** By field, a hint from what stands in the form at the moment, in place of the field's own. */
  hints?: (values: Values) => Readonly<Record<string, string>>
  readOnly?: boolean
  /** Label of the button: "Create user". "Save" unless given. */
  submitLabel?: string
  /** The toast; "Saved!" unless said. */
  success?: string
  /** One thing that the toast offers about what was saved. */
  successAction?: (saved: JsonRecord) => Toast['action']
  /** Beside the buttons of the bar. */
  actions?: ReactNode
  /** In the last section's card, below its fields. */
  inside?: ReactNode
  /** Below the sections. */
  children?: ReactNode
  /** Below them too: drawn from what stands in the form at the moment. */
  preview?: (values: Values) => ReactNode
}
