/** One policy's page, and the register's own: what hangs on it, read together. */

import type { CorrectedCell } from '@corridor/contract/corrected-cell.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { policyRecord, policyStatus, transactionType } from '@corridor/contract/register-holdings.ts'
import type { getPolicy, getRegister } from '@corridor/contract/register-policies.ts'
import { settlementOf } from '@corridor/domain/policies/endings.ts'
import { reasonShown } from '@corridor/domain/policies/kept-reasons.ts'
import { formatMonth, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { reportTitle } from '@corridor/domain/reports/families.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import { outdatedSince } from '../../reporting/stale.ts'
import { unread } from '../../reporting/stale-terms.ts'
import { readLedgerAccounts } from '../../shared/institutions/ledger-accounts.ts'
import { bookRowOfValue } from '../../shared/onboarding/book-row.ts'
import { cellsOf, correctionsOf, mappingForm, maskedCorrections, rowOf, sheetOf } from '../../shared/policies/feed-line.ts'
import { heldAt } from '../../shared/policies/in-force-policies.ts'
import { valuationColumns } from '../../shared/policies/valuation-names.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { readConsents } from './consents.ts'
import { type RegisterCall, reach } from './register-scope.ts'

type Reading = Pick<RegisterCall, 'trx' | 'scope' | 'institutionId'>
type PolicyPage = ReplyOf<typeof getPolicy>
const MONTHS = 36

const personOf = (column: string) =>
  sql`(select nullif(concat_ws(' ', u.first_name, u.last_name), '') from user_account u where u.id = ${sql.ref(column)})`

export async function selectPolicyPage(
  call: Reading & Pick<RegisterCall, 'kernel'>,
  policyId: number,
  seesPersonal: boolean,
): Promise<PolicyPage> {
  const { trx, scope, institutionId } = call
  const { name } = await reach(call)
  const policy = await trx
    .selectFrom('policy as p')
    .innerJoin('plan as n', (join) => join.onRef('n.institutionId', '=', 'p.institutionId').onRef('n.id', '=', 'p.planId'))
    .innerJoin('carrier as c', 'c.code', 'p.carrierCode')
    .innerJoin('product as d', 'd.id', 'p.productId')
    .innerJoin('insured as s', (join) => join.onRef('s.institutionId', '=', 'p.institutionId').onRef('s.id', '=', 'p.insuredId'))
    .leftJoin('subsidiary as u', (join) => join.onRef('u.institutionId', '=', 'p.institutionId').onRef('u.id', '=', 'p.subsidiaryId'))
    .leftJoin('splitDollarAgreement as a', (join) =>
      join.onRef('a.institutionId', '=', 'p.institutionId').onRef('a.id', '=', 'p.splitDollarAgreementId'),
    )
    .selectAll('p')
    .select([
      'n.planName',
      'c.shortName',
      'd.productName',
      'd.accountType',
      'u.name as subsidiaryName',
      'a.type as agreementType',
      's.dateOfDeath',
      sql<string>`concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), s.first_name)`.as('insuredName'),
    ])
    .where('p.institutionId', '=', institutionId)
    .where('p.siteId', '=', scope.siteId)
    .where('p.id', '=', policyId)
    .executeTakeFirst()
  if (!policy) throw new AppError('not_found')
  const [person] = await readConsents(call, policy.insuredId)
  return {
    record: policyRecord.parse(policy),
    status: { status: policyStatus.parse(policy.policyStatus), since: policy.statusDate ?? policy.issueDate },
    withoutValue: await monthWithoutValue(call, policyId, policy.carrierCode),
    names: {
      institution: name,
      plan: policy.planName,
      carrier: policy.shortName,
      product: policy.productName,
      accountType: policy.accountType,
      insured: policy.insuredName,
      subsidiary: policy.subsidiaryName,
      agreement: policy.agreementType,
    },
    dateOfDeath: policy.dateOfDeath,
    ledgerAccounts: (await readLedgerAccounts(trx, scope, [institutionId], await dayOfSite(call.kernel, trx, scope.siteId)))(institutionId),
    // A policy that has ended does not wait for the consent that the next one would need.
    consent:
      person?.ofPolicy.get(policyId) ??
      (person && person.finding.status !== 'NO_POLICY' ? person.finding : { status: 'NOT_REQUIRED', reasons: [] }),
    statuses: await selectStatuses(call, policyId),
    valuations: await selectValuations(call, policyId),
    transactions: await selectTransactions(call, policyId),
    line: await selectLine(call, policyId, seesPersonal),
    outdatedReports: await outdatedReports(call, policyId),
  }
}

/** The latest month that the carrier's other policies have, when this one was in force then and has none. */
async function monthWithoutValue({ trx, scope, institutionId }: Reading, policyId: number, carrierCode: string): Promise<string | null> {
  const { rows: latest } = await sql<{ month: PlainDate | null }>`
    select max(v.as_of_date) as month from policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
    where v.institution_id = ${institutionId} and v.site_id = ${scope.siteId} and v.status = 'POSTED' and p.carrier_code = ${carrierCode}`.execute(
    trx,
  )
  const month = latest[0]?.month
  if (!month) return null
  const { rows } = await sql<{ missing: boolean }>`
    select ${heldAt(month)} and not exists (select from policy_valuation v where v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${month} and v.status = 'POSTED') as missing
    from policy p where p.institution_id = ${institutionId} and p.id = ${policyId}`.execute(trx)
  return rows[0]?.missing ? month : null
}

async function selectStatuses({ trx, institutionId }: Reading, policyId: number): Promise<PolicyPage['statuses']> {
  const { rows } = await sql<Omit<PolicyPage['statuses'][number], 'settlement'> & { type: string | null }>`
    select h.id, h.effective_date, h.status, h.reason, h.source, h.file_id, ${sheetOf('h.lineNumber')} as sheet, ${rowOf('h.lineNumber')} as line_number, h.transaction_id, t.type, t.amount_cents as released_cents, ${personOf('h.recordedBy')} as recorded_by, h.recorded_at, ${personOf('h.voidedBy')} as voided_by, h.voided_at, h.void_reason
    from policy_status_history h left join carrier_file f on f.id = h.file_id left join policy_transaction t on t.institution_id = h.institution_id and t.id = h.transaction_id
    where h.institution_id = ${institutionId} and h.policy_id = ${policyId} order by h.effective_date desc, h.id desc limit 200`.execute(
    trx,
  )
  return rows.map(({ type, ...row }) => ({ ...row, reason: reasonShown(row.reason), settlement: settlementOf(row.status, type) }))
}

async function selectValuations({ trx, scope, institutionId }: Reading, policyId: number): Promise<PolicyPage['valuations']> {
  const { rows } = await sql<PolicyPage['valuations'][number]>`
    select v.as_of_date, v.version, v.status = 'SUPERSEDED' as superseded, ${valuationColumns('v')}, v.restatement_reason, v.posted_at, ${personOf('v.postedBy')} as posted_by, v.file_id, f.file_name, ${sheetOf('v.lineNumber')} as sheet, ${rowOf('v.lineNumber')} as line_number, ${bookRowOfValue} as book_row
    from policy_valuation v left join carrier_file f on f.id = v.file_id
    where v.institution_id = ${institutionId} and v.site_id = ${scope.siteId} and v.policy_id = ${policyId}
      and v.as_of_date > (select max(x.as_of_date) - make_interval(months => ${MONTHS}) from policy_valuation x where x.institution_id = ${institutionId} and x.policy_id = ${policyId})
    order by v.as_of_date desc, v.version desc limit 200`.execute(trx)
  return rows.map((row) => ({ ...row, restatementReason: reasonShown(row.restatementReason) }))
}

async function selectTransactions({ trx, institutionId }: Reading, policyId: number): Promise<PolicyPage['transactions']> {
  const { rows } = await sql<PolicyPage['transactions'][number]>`
    select t.id, t.transaction_date, t.type, t.amount_cents, t.note, o.policy_id as paired_policy_id, op.policy_number as paired_policy_number
    from policy_transaction t
    left join policy_transaction o on o.institution_id = t.institution_id and o.id = t.paired_transaction_id
    left join policy op on op.institution_id = o.institution_id and op.id = o.policy_id
    where t.institution_id = ${institutionId} and t.policy_id = ${policyId} order by t.transaction_date desc, t.id desc limit 500`.execute(
    trx,
  )
  return rows.map((row) => ({ ...row, type: transactionType.parse(row.type) }))
}

/** The line behind the latest value that came from a file, and which value that is. */
async function selectLine({ trx, institutionId }: Reading, policyId: number, seesPersonal: boolean): Promise<PolicyPage['line']> {
  const { rows } = await sql<{
    asOfDate: PlainDate
    version: number
    fileId: number
    fileName: string
    sheet: string | null
    lineNumber: number
    receivedAt: string
    headers: string[] | null
    mapping: unknown
    raw: string[] | null
    corrections: CorrectedCell[]
  }>`
    select v.as_of_date, v.version, f.id as file_id, f.file_name, ${sheetOf('v.lineNumber')} as sheet, ${rowOf('v.lineNumber')} as line_number, f.received_at, f.headers, f.mapping, w.raw, ${correctionsOf('v.fileId', 'v.lineNumber')} as corrections
    from policy_valuation v join carrier_file f on f.id = v.file_id left join carrier_file_row w on w.file_id = v.file_id and w.line_number = v.line_number
    where v.institution_id = ${institutionId} and v.policy_id = ${policyId} and v.line_number is not null order by v.as_of_date desc, v.version desc limit 1`.execute(
    trx,
  )
  const [row] = rows
  if (!row) return null
  const { headers, mapping, raw, corrections, ...line } = row
  const masked = seesPersonal ? null : mappingForm.parse(mapping)
  return { ...line, raw: cellsOf(headers ?? [], raw ?? [], masked), corrections: maskedCorrections(corrections, masked) }
}

/** Reports that print the policy and were made before its figures were corrected. */
export async function outdatedReports({ trx, scope, institutionId }: Reading, policyId: number): Promise<PolicyPage['outdatedReports']> {
  const { rows } = await sql<{
    reportId: number
    batchId: number
    reportType: string
    isQuarterly: boolean
    period: PlainDate
    released: boolean
    status: string
  }>`
    select r.id as report_id, r.batch_id, r.report_type, r.is_quarterly, r.period, r.released_version is not null and r.withdrawn_at is null as released, r.status
    from report r
    join report_version v on v.institution_id = r.institution_id and v.report_id = r.id and v.version = r.current_version
    join policy p on p.institution_id = r.institution_id and p.id = ${policyId}
      and (r.report_type in ('AnnualBoliReview', 'C8925Report') or coalesce(p.subsidiary_id, 0) = coalesce(r.subsidiary_id, 0))
    where r.institution_id = ${institutionId} and r.site_id = ${scope.siteId} and r.deleted_at is null
      and exists (select from register_change k where k.institution_id = r.institution_id and ${unread('k', 'at')}
        and (k.policy_id = p.id and k.reaches_from <= r.period or r.report_type = 'C8925Report' and (k.policy_id = p.id or k.insured_id = p.insured_id)))
      and ${outdatedSince} is not null
    order by r.period desc, r.report_type, r.id limit 100`.execute(trx)
  return rows.map(({ isQuarterly, reportType, ...row }) => ({
    ...row,
    reportType,
    name: `${reportTitle(reportType, isQuarterly)}, ${formatMonth(row.period)}`,
  }))
}

/** Choices of forms, and the months the lists can be read as of. */
export async function selectRegister(call: Reading): Promise<ReplyOf<typeof getRegister>> {
  const { trx, scope, institutionId } = call
  const { name } = await reach(call)
  const { rows } = await sql<{ held: unknown }>`
    select jsonb_build_object(
      'periods', (select coalesce(jsonb_agg(d order by d desc), '[]') from (select distinct as_of_date as d from policy_valuation where institution_id = ${institutionId} and site_id = ${scope.siteId} and status = 'POSTED') m),
      'lockedThrough', (select max(period_end) from period_lock where site_id = ${scope.siteId}),
      'plans', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', plan_name) order by plan_name, id), '[]') from plan where institution_id = ${institutionId} and site_id = ${scope.siteId}),
      'subsidiaries', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id), '[]') from subsidiary where institution_id = ${institutionId}),
      'carriers', (select coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'name', c.short_name, 'held', exists (select from policy p where p.institution_id = ${institutionId} and p.site_id = ${scope.siteId} and p.carrier_code = c.code)) order by c.short_name), '[]')
        from carrier c where c.status = 'ACTIVE' or exists (select from policy p where p.institution_id = ${institutionId} and p.carrier_code = c.code)),
      'products', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', product_name, 'carrierCode', carrier_code, 'accountType', account_type) order by product_name, id), '[]') from product),
      'insureds', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', concat_ws(', ', concat_ws(' ', last_name, suffix), first_name)) order by last_name, first_name, id), '[]') from insured where institution_id = ${institutionId} and site_id = ${scope.siteId}),
      'policies', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', policy_number, 'insuredId', insured_id, 'productId', product_id) order by policy_number, id), '[]') from policy where institution_id = ${institutionId} and site_id = ${scope.siteId}),
      'agreements', (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.type || ' from ' || to_char(a.effective_date, 'MM/DD/YYYY'), 'insuredId', a.insured_id) order by a.id), '[]') from split_dollar_agreement a where a.institution_id = ${institutionId} and a.site_id = ${scope.siteId})
    ) as held`.execute(trx)
  return { institutionName: name, ...held.parse(rows[0]?.held) }
}
const choice = z.object({ id: z.int(), name: z.string() })
const held = z.object({
  periods: z.array(z.string()),
  lockedThrough: z
    .string()
    .nullable()
    .transform((day) => (day === null ? null : plainDate(day))),
  plans: z.array(choice),
  subsidiaries: z.array(choice),
  carriers: z.array(z.object({ code: z.string(), name: z.string(), held: z.boolean() })),
  products: z.array(choice.extend({ carrierCode: z.string(), accountType: z.string() })),
  insureds: z.array(choice),
  policies: z.array(choice.extend({ insuredId: z.int(), productId: z.int() })),
  agreements: z.array(choice.extend({ insuredId: z.int() })),
})
