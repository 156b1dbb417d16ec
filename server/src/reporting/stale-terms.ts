/** Terms of an institution that a report prints and that say another thing since it was read: taxes, capital, the board's limits. In SQL a report is `r`, its version `v`. */
import {
  type PrintedTerm,
  type PrintedWhere,
  REVIEW_BOARD_TERMS,
  REVIEW_CAPITAL_TERMS,
  REVIEW_LIMIT_TERMS,
  REVIEW_PEER_TERM,
  REVIEW_TAX_TERMS,
  REVIEW_YEAR_END_TERMS,
} from '@corridor/domain/reports/annual-review/tables-meaning.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Changes committed after the version's data was read, whatever time it carries: a correction has the time at which it began, by the
 * portal's clock or PostgreSQL's (`unread` in 0006_reports.sql). The same hour stands outside the function for the sake of indexes.
 */
export const unread = (table: string, at: string, writer = 'xmin') =>
  sql<boolean>`(${sql.ref(`${table}.${at}`)} > v.generated_at - interval '1 hour' and unread(${sql.ref(`${table}.${at}`)}, ${sql.ref(`${table}.${writer}`)}, v.generated_at, v.read_as_of))`

/** A field of a term: what its row `t` says now, what the snapshot said, and whether the report prints it. */
interface TermField {
  says: RawBuilder<unknown>
  said: RawBuilder<unknown>
  printed: RawBuilder<boolean>
}

const differs = (fields: readonly TermField[]) =>
  sql<boolean>`(${sql.join(
    fields.map(({ says, said, printed }) => sql`(${printed} and ${says} is distinct from ${said})`),
    sql` or `,
  )})`

/**
 * When a row of a kind was last written or taken out that the report does not know of, where what holds now differs from what it printed. The row may be
 * another one, or none: what was corrected back, or under another row, changes nothing.
 */
const ofKind = (kind: 'TAX_PROFILE' | 'CAPITAL' | 'POLICY_LIMITS', table: string, date: string, isOther: RawBuilder<boolean>) => sql`(
  select case when max(w.at) is not null and ${isOther} then max(w.at) end from (
    select x.updated_at as at from ${sql.table(table)} x
    where x.institution_id = r.institution_id and x.${sql.ref(date)} <= r.period and ${unread('x', 'updated_at')}
    union all
    select x.replaced_at from institution_term_version x
    where x.institution_id = r.institution_id and x.kind = ${kind} and x.effective_on <= r.period and ${unread('x', 'replaced_at')}) w)`

/** The row in force at the period, and no row where there is none. */
const heldAtPeriod = (table: string, date: string, fields: readonly TermField[]) => sql<boolean>`(
  select ${differs(fields)} from (select) as one
  left join lateral (select x.* from ${sql.table(table)} x where x.institution_id = r.institution_id and x.${sql.ref(date)} <= r.period
    order by x.${sql.ref(date)} desc limit 1) t on true)`

const textAt = (path: string) => sql<string | null>`v.snapshot #>> ${`{${path}}`}::text[]`
const numberAt = (path: string) => sql<number | null>`(v.snapshot #>> ${`{${path}}`}::text[])::double precision`

const isSwitchedOn = (where: PrintedWhere) =>
  where === 'EVERYWHERE'
    ? sql<boolean>`true`
    : where.length === 0
      ? sql<boolean>`false`
      : sql<boolean>`exists (select from jsonb_array_elements(v.snapshot #> '{texts,configuration,sections}') n
          where (n ->> 'on')::boolean and n ->> 'code' = any(${[...where]}::text[]))`
/** On the review at hand: of a bank, or of a corporation. */
const onReview = ({ BOLI, COLI }: PrintedTerm) =>
  BOLI === COLI
    ? isSwitchedOn(BOLI)
    : sql<boolean>`(case v.snapshot #>> '{asset,site,portalLabel}' when 'COLI' then ${isSwitchedOn(COLI)} else ${isSwitchedOn(BOLI)} end)`

/** Where a family keeps the terms of the date, and what it prints of them. */
interface Family {
  /** Before the names in the snapshot. */
  at: string
  printed: (term: PrintedTerm | null) => RawBuilder<boolean>
}
const ASSET_REPORT: Family = { at: '', printed: () => sql<boolean>`true` }
const REVIEW: Family = { at: 'asset,', printed: (term) => (term === null ? sql<boolean>`false` : onReview(term)) }

function taxFields({ at, printed }: Family): TermField[] {
  const terms = REVIEW_TAX_TERMS
  // Figures that a profile takes from its state's row change with that row.
  const own = sql<boolean>`(not coalesce(t.uses_state_row, false) or ${textAt(`${at}tax,stateRow`)} = 'NONE_IN_FORCE')`
  const ofOwn = (term: PrintedTerm) => sql<boolean>`(${own} and ${printed(term)})`
  return [
    { says: sql`t.effective_from::text`, said: textAt(`${at}tax,asOf`), printed: printed(terms.asOf) },
    {
      says: sql`coalesce(t.uses_state_row, false)`,
      said: sql`(v.snapshot #> ${`{${at}tax,stateRow}`}::text[] is not null)`,
      printed: printed(terms.stateRate),
    },
    { says: sql`t.state_code`, said: textAt(`${at}tax,stateCode`), printed: printed(terms.stateCode) },
    { says: sql`t.federal_rate`, said: numberAt(`${at}tax,federalRate`), printed: printed(terms.federalRate) },
    {
      says: sql`t.combined_rate_override`,
      said: numberAt(`${at}tax,combinedRateOverride`),
      printed: printed(terms.combinedRateOverride),
    },
    { says: sql`t.state_rate`, said: numberAt(`${at}tax,stateRate`), printed: ofOwn(terms.stateRate) },
    {
      says: sql`t.federal_deductible_fraction`,
      said: numberAt(`${at}tax,federalDeductibleFraction`),
      printed: ofOwn(terms.federalDeductibleFraction),
    },
    { says: sql`t.boli_state_treatment`, said: textAt(`${at}tax,boliStateTreatment`), printed: ofOwn(terms.boliStateTreatment) },
    { says: sql`t.source`, said: textAt(`${at}tax,source`), printed: printed(null) },
  ]
}

/** A corporation's report says nothing of capital and limits, whatever was entered for it. */
const withCapital = ({ at }: Family, printed: RawBuilder<boolean>) =>
  sql<boolean>`(${textAt(`${at}withoutCapital`)} is null and ${printed})`

function capitalFields(family: Family): TermField[] {
  const { at, printed } = family
  const [terms, of] = [REVIEW_CAPITAL_TERMS, (term: PrintedTerm) => withCapital(family, printed(term))]
  return [
    { says: sql`t.as_of_date::text`, said: textAt(`${at}capital,asOf`), printed: of(terms.asOf) },
    { says: sql`t.source`, said: textAt(`${at}capital,source`), printed: of(terms.source) },
    { says: sql`t.tier1_capital_cents::text`, said: textAt(`${at}capital,tier1`), printed: of(terms.tier1) },
    { says: sql`t.allowance_for_credit_losses_cents::text`, said: textAt(`${at}capital,allowance`), printed: of(terms.allowance) },
    {
      says: sql`t.total_risk_based_capital_cents::text`,
      said: textAt(`${at}capital,total`),
      printed: sql<boolean>`(${textAt(`${at}limits,basis`)} = 'TOTAL' and ${of(terms.total)})`,
    },
  ]
}

function limitFields(family: Family): TermField[] {
  const { at, printed } = family
  const [terms, of] = [REVIEW_LIMIT_TERMS, (term: PrintedTerm) => withCapital(family, printed(term))]
  return [
    { says: sql`t.per_carrier_limit_fraction`, said: numberAt(`${at}limits,perCarrier`), printed: of(terms.perCarrier) },
    { says: sql`t.aggregate_limit_fraction`, said: numberAt(`${at}limits,aggregate`), printed: of(terms.aggregate) },
    { says: sql`t.capital_basis`, said: textAt(`${at}limits,basis`), printed: of(terms.basis) },
  ]
}

const board = REVIEW_BOARD_TERMS
const BOARD_FIELDS: TermField[] = [
  ...(
    [
      ['AM_BEST', 'min_am_best'],
      ['SP', 'min_sp'],
      ['MOODYS', 'min_moodys'],
      ['FITCH', 'min_fitch'],
    ] as const
  ).map(
    ([agency, column]): TermField => ({
      says: sql.ref(`t.${column}`),
      said: textAt(`board,minimums,${agency}`),
      printed: onReview(board.minimums),
    }),
  ),
  { says: sql`t.min_comdex`, said: numberAt('board,minComdex'), printed: onReview(board.minComdex) },
  {
    says: sql`t.max_death_benefit_multiple_of_salary`,
    said: numberAt('board,maxSalaryMultiple'),
    printed: onReview(board.maxSalaryMultiple),
  },
  { says: sql`t.board_approval_date::text`, said: textAt('board,approvedOn'), printed: onReview(board.approvedOn) },
  { says: sql`t.next_review_date::text`, said: textAt('board,nextReviewOn'), printed: onReview(board.nextReviewOn) },
]

const CAPITAL_COLUMNS = [
  ['asOf', 'as_of_date'],
  ['tier1', 'tier1_capital_cents'],
  ['allowance', 'allowance_for_credit_losses_cents'],
  ['tier2', 'tier2_capital_cents'],
  ['total', 'total_risk_based_capital_cents'],
  ['totalAssets', 'total_assets_cents'],
] as const
type CapitalTerms = Partial<Record<(typeof CAPITAL_COLUMNS)[number][0], PrintedTerm>>

/** The figures of a year end `y`: how many years it lies back says which of its figures are printed. */
const fieldsOfYearEnd = (isThere: RawBuilder<boolean>, terms: CapitalTerms): TermField[] =>
  CAPITAL_COLUMNS.flatMap(([name, column]): TermField[] => {
    const term = terms[name]
    if (!term) return []
    const isMeasured = name === 'total' ? sql<boolean>`${textAt('asset,limits,basis')} = 'TOTAL'` : sql<boolean>`true`
    return [
      {
        says: sql`${sql.ref(`t.${column}`)}::text`,
        said: sql`c.said ->> ${name}`,
        printed: sql<boolean>`(${isThere} and ${isMeasured} and ${onReview(term)})`,
      },
    ]
  })
const YEAR_END_FIELDS: TermField[] = [
  {
    says: sql`t.total_risk_based_capital_cents::text`,
    said: sql`c.said ->> 'total'`,
    printed: sql<boolean>`(y.years = 0 and ${onReview(REVIEW_PEER_TERM)})`,
  },
  ...fieldsOfYearEnd(sql<boolean>`y.years = 0`, REVIEW_YEAR_END_TERMS.date),
  ...fieldsOfYearEnd(sql<boolean>`y.years = 1`, REVIEW_YEAR_END_TERMS.before),
  ...fieldsOfYearEnd(sql<boolean>`y.years > 1`, REVIEW_YEAR_END_TERMS.earlier),
]

/** Capital that stands for a year end is at most fifteen months older; the first year end only begins the history. */
const yearEndsDiffer = sql<boolean>`exists (
  select from (select e.year_end::date, jsonb_array_length(v.snapshot -> 'yearEnds') - e.place as years
    from jsonb_array_elements_text(v.snapshot -> 'yearEnds') with ordinality e (year_end, place) where e.place > 1) y
  left join lateral (select x.* from institution_financials x where x.institution_id = r.institution_id and x.as_of_date <= y.year_end
    and x.as_of_date > (date_trunc('month', y.year_end) - interval '14 months' - interval '1 day')::date order by x.as_of_date desc limit 1) t on true
  left join lateral (select each as said from jsonb_array_elements(v.snapshot -> 'capital') each where (each ->> 'yearEnd')::date = y.year_end) c on true
  where ${differs(YEAR_END_FIELDS)})`

const [TAX, CAPITAL, LIMITS] = [
  ['institution_tax_profile', 'effective_from'],
  ['institution_financials', 'as_of_date'],
  ['institution_policy_limits', 'effective_from'],
] as const

/** Asset reports, which print all that they keep of them. */
export const termsOfAssetReport = sql.join([
  ofKind('TAX_PROFILE', ...TAX, heldAtPeriod(...TAX, taxFields(ASSET_REPORT))),
  ofKind('CAPITAL', ...CAPITAL, heldAtPeriod(...CAPITAL, capitalFields(ASSET_REPORT))),
  ofKind('POLICY_LIMITS', ...LIMITS, heldAtPeriod(...LIMITS, limitFields(ASSET_REPORT))),
])

/** Annual reviews: the same of its date where its sections print them, what the board's policy says beside limits, and the capital of its year ends. */
export const termsOfReview = sql.join([
  ofKind('TAX_PROFILE', ...TAX, heldAtPeriod(...TAX, taxFields(REVIEW))),
  ofKind('CAPITAL', ...CAPITAL, sql<boolean>`(${heldAtPeriod(...CAPITAL, capitalFields(REVIEW))} or ${yearEndsDiffer})`),
  ofKind('POLICY_LIMITS', ...LIMITS, heldAtPeriod(...LIMITS, [...limitFields(REVIEW), ...BOARD_FIELDS])),
])
