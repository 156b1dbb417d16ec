/** The register's facts of policies by their numbers, with the values posted last: what columns are told by, and corrections follow from. */
import { isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import type { BookedPolicy } from '@corridor/domain/data-feeds/mapping-proposals.ts'
import { isRateField } from '@corridor/domain/data-feeds/row.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { VALUATION_COLUMNS } from '../../shared/policies/valuation-columns.ts'

interface BookedRow {
  key: string
  month: PlainDate | null
  amounts: Record<string, number | null>
  dates: Record<string, string | null>
  words: Record<string, string | null>
}

/**
 * The register's facts and last posted values of the policies with these numbers. A number that two policies of the site share tells of neither.
 * @param before the month of the file: values posted for it are what the file may restate
 */
export async function readBooked(trx: Trx, scope: Scope, keys: readonly string[], carrierCode: string | null, before: PlainDate | null) {
  const kept = sql.join(VALUATION_COLUMNS.map(({ field, name }) => sql`${sql.lit(field)}, ${sql.ref(`v.${name}`)}`))
  const { rows } = await sql<BookedRow>`
    select p.match_key as key, v.as_of_date as month,
      jsonb_build_object(${kept}) || jsonb_build_object('faceAmount', p.face_amount_cents, 'costBasis', p.cost_basis_cents,
        'accountValueBegin', coalesce(v.account_value_end_cents, v.cash_surrender_value_cents), 'institutionShare', v.death_benefit_cents - v.insured_share_cents) as amounts,
      jsonb_build_object('issueDate', p.issue_date, 'insuredDateOfBirth', n.date_of_birth) as dates,
      jsonb_build_object('insuredName', n.last_name || ' ' || n.first_name, 'insuredFirstName', n.first_name, 'insuredLastName', n.last_name, 'productName', product.product_name,
        'planName', plan.plan_name, 'insuredGender', n.gender, 'mecIndicator', p.mec::text, 'policyStatus', p.policy_status) as words
    from policy p
    join insured n on n.institution_id = p.institution_id and n.id = p.insured_id
    join product on product.id = p.product_id
    join plan on plan.institution_id = p.institution_id and plan.id = p.plan_id
    left join lateral (select * from policy_valuation v where v.institution_id = p.institution_id and v.policy_id = p.id and v.status = 'POSTED'
      and (${before}::date is null or v.as_of_date < ${before}::date) order by v.as_of_date desc limit 1) v on true
    where p.site_id = ${scope.siteId} and p.match_key = any(${[...keys]}::text[]) and (${carrierCode}::text is null or p.carrier_code = ${carrierCode}::text)`.execute(
    trx,
  )
  const book = new Map<string, BookedPolicy>()
  for (const [key, same] of Map.groupBy(rows, (row) => row.key)) {
    const [only, other] = same
    if (only && !other) book.set(key, bookedOf(only))
  }
  const months = new Set(rows.flatMap(({ month }) => (month === null ? [] : [month])))
  return { book, month: months.size === 1 ? ([...months][0] ?? null) : null }
}

function bookedOf({ amounts, dates, words }: BookedRow): BookedPolicy {
  const booked: BookedPolicy = { amounts: {}, rates: {}, dates: {}, words: {} }
  for (const [name, amount] of Object.entries(amounts)) {
    if (!isFeedField(name) || amount === null) continue
    if (isRateField(name)) booked.rates[name] = amount
    else booked.amounts[name] = cents(amount)
  }
  for (const [name, date] of Object.entries(dates)) if (isFeedField(name) && date !== null && isPlainDate(date)) booked.dates[name] = date
  for (const [name, word] of Object.entries(words)) if (isFeedField(name) && word !== null) booked.words[name] = word
  return booked
}
