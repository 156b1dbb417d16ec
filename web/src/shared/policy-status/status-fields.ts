/** Fields that a status asks for beside its name: entered by hand or accepted from a carrier's file, by the one rule of domain. */

import type { LedgerAccounts } from '@corridor/domain/calculations/journal-entries.ts'
import type { Flow } from '@corridor/domain/calculations/yields.ts'
import {
  groundAt,
  type PostedValue,
  SETTLEMENTS,
  type Settlement,
  STATUS_SETTLEMENTS,
  type StatusEffect,
  type StatusTerms,
  statusEffect,
} from '@corridor/domain/policies/endings.ts'
import { DEATH_SOURCES } from '@corridor/domain/policies/register.ts'
import { isPolicyStatus, type PolicyStatus } from '@corridor/domain/policies/statuses.ts'
import { type Cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { formatDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { typedDateRange, typedMoney } from '@corridor/domain/primitives/typed-input.ts'
import type { FieldDefinition, Fields, Values } from '../../ui/form/form-fields.ts'

/** The register's facts of a policy that its endings are judged by. */
export interface StatusBook {
  values: readonly PostedValue[]
  /** Without the transaction of the status itself. */
  flows: readonly Flow[]
  accounts: LedgerAccounts
  deathKnown: boolean
}

/** The fields of the terms; those of status and date are the form's own. */
export const TERM_FIELDS = ['lapsedTo', 'transferredTo', 'releasedCents', 'differenceConfirmed', 'dateOfDeath', 'deathSource'] as const

const YEAR = new Date().getFullYear()
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const statusOf = (values: Values): PolicyStatus | null => {
  const status = textOf(values.status)
  return isPolicyStatus(status) ? status : null
}
/** Only these two leave a choice; each has its field, so that it offers what it can be. */
const CHOICE_FIELDS = { LAPSED: 'lapsedTo', TRANSFERRED: 'transferredTo' } as const
const isSettlement = (text: string): text is Settlement => text in SETTLEMENTS

function settlementOf(values: Values): Settlement | null {
  const status = statusOf(values)
  if (status !== 'LAPSED' && status !== 'TRANSFERRED') return null
  const chosen = textOf(values[CHOICE_FIELDS[status]])
  return isSettlement(chosen) ? chosen : null
}

/** The form's values as terms; null until status and date are there. */
export function termsIn(values: Values): StatusTerms | null {
  const status = statusOf(values)
  const effectiveDate = typedDateRange(textOf(values.effectiveDate), YEAR)?.from
  if (!status || !effectiveDate) return null
  const settlement = settlementOf(values)
  const releasedCents = settlement === 'EXPENSE' ? null : (typedMoney(textOf(values.releasedCents)) ?? null)
  return { status, effectiveDate, settlement, releasedCents, differenceConfirmed: values.differenceConfirmed === true }
}

export function effectIn(values: Values, book: StatusBook): StatusEffect | null {
  const terms = termsIn(values)
  return terms && statusEffect(terms, groundAt(book, terms.effectiveDate), book.accounts)
}

/** The body sent: the two choices are one field of the call. */
export function termsInput(
  { lapsedTo: _lapsed, transferredTo: _transferred, ...input }: Record<string, unknown>,
  values: Values,
): Record<string, unknown> {
  const settlement = settlementOf(values)
  return settlement === null ? input : { ...input, settlement }
}

/** A stored status row, as the form names its fields. */
export const termsRecord = ({
  status,
  settlement,
  releasedCents,
}: {
  status: string
  settlement: string | null
  releasedCents: number | null
}) => ({
  releasedCents,
  ...(status === 'LAPSED' ? { lapsedTo: settlement } : status === 'TRANSFERRED' ? { transferredTo: settlement } : {}),
})

const AMOUNTS: Record<Settlement, string> = {
  CASH: 'Received in cash.',
  EXCHANGE_CLEARING: 'Transferred by the section 1035 exchange.',
  CLAIM_RECEIVABLE: 'Cash surrender value that the claim releases; if empty, the last posted value.',
  EXPENSE: '',
}

export function statusTermFields(book: StatusBook): Fields {
  const effect = (values: Values) => effectIn(values, book)
  const settles = (values: Values): Settlement | null => {
    const status = statusOf(values)
    const choices = status ? STATUS_SETTLEMENTS[status] : []
    return choices.length === 1 ? (choices[0] ?? null) : settlementOf(values)
  }
  const chooses = (status: 'LAPSED' | 'TRANSFERRED'): FieldDefinition => ({
    kind: 'select',
    label: 'Where the value goes',
    required: true,
    options: STATUS_SETTLEMENTS[status].map((value) => ({ value, label: SETTLEMENTS[value].label })),
    when: (values) => statusOf(values) === status,
  })
  const unconfirmed = (values: Values) => effect({ ...values, differenceConfirmed: false })?.refused.differenceConfirmed?.join(' ')
  const isClaim = (values: Values) => values.status === 'DEATH_CLAIM_PENDING' || values.status === 'DEATH_PAID'
  return {
    lapsedTo: chooses('LAPSED'),
    transferredTo: chooses('TRANSFERRED'),
    releasedCents: {
      kind: 'money',
      label: 'Amount',
      least: 0,
      when: (values) => !['EXPENSE', null].includes(settles(values)),
      check: (_, values) => effect(values)?.refused.releasedCents?.join(' '),
    },
    differenceConfirmed: {
      kind: 'check',
      label: 'The difference is correct',
      required: true,
      wide: true,
      when: (values) => unconfirmed(values) !== undefined,
    },
    dateOfDeath: { kind: 'date', label: 'The insured died on', required: true, when: (values) => isClaim(values) && !book.deathKnown },
    deathSource: {
      kind: 'select',
      label: 'Reported by',
      required: true,
      options: Object.entries(DEATH_SOURCES).map(([value, label]) => ({ value, label })),
      when: (values) => isClaim(values) && !book.deathKnown,
    },
  }
}

/** Beside the amount: what it is of, and what is posted; beside the difference: how much it is and where it goes. */
export function termHints(values: Values, book: StatusBook): Record<string, string> {
  const terms = termsIn(values)
  if (!terms) return {}
  const { value } = groundAt(book, terms.effectiveDate)
  const choices = STATUS_SETTLEMENTS[terms.status]
  const way = terms.settlement ?? (choices.length === 1 ? choices[0] : undefined)
  const difference = effectIn({ ...values, differenceConfirmed: false }, book)?.refused.differenceConfirmed?.join(' ')
  return {
    ...(way ? { releasedCents: `${AMOUNTS[way]} ${postedWords(value)}` } : {}),
    ...(difference ? { differenceConfirmed: difference } : {}),
  }
}

const postedWords = (value: { asOfDate: PlainDate; cashSurrenderValue: Cents } | null): string =>
  value ? `${formatMoney(value.cashSurrenderValue)} was posted for ${formatDate(value.asOfDate)}.` : 'No value was posted before that day.'
