/** Effects of an accepted answer on the reports, by the functions that the reports themselves are made with. */
import { capitalBase, concentration, DEFAULT_LIMITS, headroom, type LimitStatus, limitStatus } from '../calculations/concentration.ts'
import { combinedRateOf } from '../calculations/tax-equivalent-yield.ts'
import { type Cents, cents } from '../primitives/money.ts'
import { isPlainDate, type PlainDate } from '../primitives/period.ts'
import { type Form8925Lines, findingsOf, linesOf } from '../reports/form-8925/rules.ts'
import type { Form8925Insured, Form8925Snapshot } from '../reports/form-8925/snapshot.ts'
import type { Cell } from './answers.ts'
import type { ProposedChange } from './changes.ts'
import type { BookFact, QuestionnaireBook } from './register-facts.ts'

/** Cash surrender value as a share of capital. */
export interface Standing {
  fraction: number | null
  headroomCents: Cents | null
  status: LimitStatus
}
export type ChangeEffect =
  | { kind: 'CONCENTRATION'; before: Standing & { limit: number }; after: Standing & { limit: number } }
  | { kind: 'COMBINED_RATE'; before: number | null; after: number }
  /** Form 8925 of one policyholder before and after; on the values of that month end. */
  | { kind: 'FORM_8925'; holder: string; valuesOf: PlainDate; before: Form8925Lines; after: Form8925Lines }
  | { kind: 'CLAIM'; policies: number; deathBenefitCents: Cents }

/** Inputs of Form 8925 of one policyholder. */
export interface FormFacts {
  /** 0 is the institution itself. */
  entityId: number
  holder: string
  taxYearEnd: PlainDate
  /** The month end whose death benefits stand in it: the tax year's end, or the newest before it. */
  valuesOf: PlainDate
  employees: number | null
  policies: Form8925Snapshot['policies']
  insureds: readonly Form8925Insured[]
}

/** The effects of one change alone; none when no figure of a report moves. @param book as it stands now */
export function effectsOf(change: ProposedChange, book: QuestionnaireBook, forms: readonly FormFacts[]): ChangeEffect[] {
  const to = new Map(change.fields.map(({ field, to: value }) => [field, value]))
  switch (change.kind) {
    case 'CAPITAL':
      return capitalEffects(change, book, to)
    case 'LIMITS':
      return limitEffects(book, to)
    case 'TAX':
      return taxEffects(book, to)
    case 'EMPLOYEES':
      return forms.flatMap((form) =>
        String(form.entityId) === change.key && isCount(to.get('employees'))
          ? formEffect(form, { employees: numberOf(to, 'employees') ?? null })
          : [],
      )
    case 'CENSUS':
      return censusEffects(change, book, forms, to)
    case 'DEATH':
      return deathEffects(book, forms, change.answered)
    case 'INSTITUTION':
    case 'CONTACT':
      return []
  }
}

const numberOf = (to: ReadonlyMap<string, Cell>, name: BookFact | 'employees'): number | undefined => {
  const value = to.get(name)
  return typeof value === 'number' ? value : undefined
}
/** More than any bank has, in cents: such figures say nothing here, and the book refuses them. */
const MOST_CENTS = 1e15
const amountOf = (to: ReadonlyMap<string, Cell>, name: BookFact, known: Cents | null): Cents | null => {
  const value = numberOf(to, name)
  if (value === undefined) return known
  return Math.abs(value) <= MOST_CENTS ? cents(value) : null
}

const isCount = (value: Cell | undefined): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

interface Capital {
  tier1: Cents | null
  allowance: Cents | null
  total: Cents | null
}
const capitalOf = ({ capital }: QuestionnaireBook): Capital => ({
  tier1: capital?.tier1Cents ?? null,
  allowance: capital?.allowanceCents ?? null,
  total: capital?.totalRiskBasedCents ?? null,
})
const aggregateOf = ({ limits }: QuestionnaireBook): number => limits?.aggregate ?? DEFAULT_LIMITS.aggregate

/** Figures of a day before those on file change no concentration of today. */
function capitalEffects({ holdsFrom }: ProposedChange, book: QuestionnaireBook, to: ReadonlyMap<string, Cell>): ChangeEffect[] {
  if (book.capital && holdsFrom !== null && holdsFrom < book.capital.asOf) return []
  const old = capitalOf(book)
  const capital = {
    tier1: amountOf(to, 'TIER_1', old.tier1),
    allowance: amountOf(to, 'ALLOWANCE', old.allowance),
    total: amountOf(to, 'TOTAL_CAPITAL', old.total),
  }
  const limit = aggregateOf(book)
  const [before, after] = [standing(book, old, limit), standing(book, capital, limit)]
  return before.fraction === after.fraction ? [] : [{ kind: 'CONCENTRATION', before, after }]
}

function limitEffects(book: QuestionnaireBook, to: ReadonlyMap<string, Cell>): ChangeEffect[] {
  const old = aggregateOf(book)
  const limit = numberOf(to, 'AGGREGATE_LIMIT') ?? old
  if (limit === old || !(limit >= 0 && limit <= 1)) return []
  return [{ kind: 'CONCENTRATION', before: standing(book, capitalOf(book), old), after: standing(book, capitalOf(book), limit) }]
}

/** By the basis of the board's limits; `unknown` while the capital it needs is not on file. */
function standing(
  { limits, cashSurrenderValueCents, isValuePart }: QuestionnaireBook,
  { tier1, allowance, total }: Capital,
  limit: number,
) {
  const base = tier1 === null ? null : capitalBase({ tier1, allowance, total }, limits?.basis ?? DEFAULT_LIMITS.basis)
  const fraction = base === null || base <= 0 ? null : concentration(cashSurrenderValueCents, base)
  // A part is never within a limit; over it, all of it is.
  const isKnown = !isValuePart || fraction === null || fraction > limit
  return {
    limit,
    fraction,
    headroomCents: base === null || base <= 0 || !isKnown ? null : headroom(limit, base, cashSurrenderValueCents),
    status: isKnown ? limitStatus(fraction, limit) : ('unknown' as const),
  }
}

/** A rate that cannot be one (over 50 %) is stopped by the rules of its question; here it says nothing. */
function taxEffects({ tax }: QuestionnaireBook, to: ReadonlyMap<string, Cell>): ChangeEffect[] {
  const federalRate = numberOf(to, 'FEDERAL_RATE') ?? tax?.federalRate ?? null
  const stateRate = numberOf(to, 'STATE_RATE') ?? tax?.stateRate ?? null
  if (federalRate === null || stateRate === null || ![federalRate, stateRate].every((rate) => rate >= 0 && rate <= 0.5)) return []
  const after = combinedRateOf({
    federalDeductibleFraction: tax?.federalDeductibleFraction ?? 0,
    boliStateTreatment: tax?.boliStateTreatment ?? 'EXCLUDED',
    federalRate,
    stateRate,
    combinedRateOverride: numberOf(to, 'COMBINED_RATE') ?? tax?.combinedRateOverride ?? null,
  })
  const before = tax ? combinedRateOf(tax) : null
  return before === after ? [] : [{ kind: 'COMBINED_RATE', before, after }]
}

function censusEffects(
  { key, answered }: ProposedChange,
  book: QuestionnaireBook,
  forms: readonly FormFacts[],
  to: ReadonlyMap<string, Cell>,
): ChangeEffect[] {
  const status = to.get('status')
  const since = to.get('statusDate') ?? answered.statusDate
  if (status === undefined && !to.has('statusDate')) return []
  const day = typeof since === 'string' && isPlainDate(since) ? since : null
  if (status === 'DECEASED') return deathEffects(book, forms, { insured: key, date: day })
  const changed = { statusDate: day, ...(typeof status === 'string' ? { employmentStatus: status } : {}) }
  return forms.flatMap((form) => formEffect(form, { insured: Number(key), changed }))
}

function deathEffects(
  book: QuestionnaireBook,
  forms: readonly FormFacts[],
  { insured, date }: Record<string, Cell | undefined>,
): ChangeEffect[] {
  const known = book.insureds.find(({ id }) => String(id) === insured)
  if (!known) return []
  const dateOfDeath = typeof date === 'string' && isPlainDate(date) ? date : null
  const changed = { employmentStatus: 'DECEASED', statusDate: dateOfDeath, dateOfDeath }
  const claim: ChangeEffect[] =
    known.policies > 0 ? [{ kind: 'CLAIM', policies: known.policies, deathBenefitCents: known.deathBenefitCents }] : []
  return [...forms.flatMap((form) => formEffect(form, { insured: known.id, changed })), ...claim]
}

interface FormChange {
  employees?: number | null
  insured?: number
  changed?: Partial<Form8925Insured>
}

function formEffect(form: FormFacts, { employees = form.employees, insured, changed }: FormChange): ChangeEffect[] {
  const { holder, valuesOf } = form
  const before = linesBefore(form)
  const after = changed ? linesWithout(form, before, insured, changed) : { ...before, line1: employees }
  const same =
    before.line1 === after.line1 && before.line2 === after.line2 && before.line3 === after.line3 && before.line4b === after.line4b
  return same ? [] : [{ kind: 'FORM_8925', holder, valuesOf, before, after }]
}

const known = new WeakMap<FormFacts, Form8925Lines>()
/** The form as it stands, computed once for all changes. */
function linesBefore(form: FormFacts): Form8925Lines {
  const lines = known.get(form) ?? linesOfPeople(form, form.insureds)
  known.set(form, lines)
  return lines
}

const linesOfPeople = ({ taxYearEnd: period, policies, employees }: FormFacts, insureds: readonly Form8925Insured[]): Form8925Lines =>
  linesOf(findingsOf({ period, policies, insureds: [...insureds] }), employees)

/** The form counts and sums people, each judged by their own contracts alone: what one changes is their own part of it. */
function linesWithout(
  form: FormFacts,
  before: Form8925Lines,
  insured: number | undefined,
  changed: Partial<Form8925Insured>,
): Form8925Lines {
  const person = form.insureds.find(({ insuredId }) => insuredId === insured)?.personId
  const people = form.insureds.filter(({ personId }) => personId === person)
  const ids = new Set(people.map(({ insuredId }) => insuredId))
  const own = { ...form, policies: form.policies.filter(({ insuredId }) => ids.has(insuredId)) }
  const [was, is] = [
    linesOfPeople(own, people),
    linesOfPeople(
      own,
      people.map((one) => (one.insuredId === insured ? { ...one, ...changed } : one)),
    ),
  ]
  const line2 = before.line2 - was.line2 + is.line2
  const without = (before.line4b ?? 0) - (was.line4b ?? 0) + (is.line4b ?? 0)
  return {
    line1: before.line1,
    line2,
    line3: cents(before.line3 - was.line3 + is.line3),
    line4a: line2 === 0 ? null : without === 0,
    line4b: without === 0 ? null : without,
  }
}
