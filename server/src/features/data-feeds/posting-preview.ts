/** The outcome of posting a file, for whoever is about to: the figures that the register will hold, beside those of the month before. */
import type { previewPosting } from '@corridor/contract/feed-posting.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { hashJoins } from '../../platform/database/hash-joins.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { valuationColumns } from '../../shared/policies/valuation-names.ts'
import { selectParts } from './file-detail.ts'
import { periodsOf } from './post-valuations.ts'
import { placed, ruleWords, selectFile, selectSheets } from './queries.ts'
import { valued } from './row-values.ts'

type Preview = ReplyOf<typeof previewPosting>
type Month = Preview['months'][number]

export async function selectPostingPreview(trx: Trx, scope: Scope, id: number): Promise<Preview> {
  const file = await selectFile(trx, scope, id)
  await hashJoins(trx)
  const months: Month[] = []
  for (const period of await periodsOf(trx, id)) months.push(await selectMonth(trx, scope, id, period))
  const parts = await selectParts(trx, id)
  return {
    months: months.filter(({ values, missing }) => values.policies + missing.policies > 0),
    leftOut: parts.filter(({ part, rows }) => part !== 'posted' && rows > 0),
    openWarnings: file.openWarnings,
    largestWarning: await selectLargestWarning(trx, scope, id),
    updatedAt: file.updatedAt,
  }
}

/** An institution that the file does not speak of is not missing from it: a carrier may send one file a bank. */
async function selectMonth(trx: Trx, scope: Scope, id: number, period: PlainDate): Promise<Month> {
  const priorPeriod = addMonthEnds(period, -1)
  const { rows } = await sql<{ kind: 'both' | 'added' | 'missing'; now: Amounts; before: Amounts; restated: number; unchanged: number }>`
    with of_file as (
      select r.institution_id, r.policy_id, r.cash_surrender_value_cents, r.death_benefit_cents,
        case when v.policy_id is null then 'fresh' when (${valuationColumns('r')}) is distinct from (${valuationColumns('v')}) then 'restated' else 'unchanged' end as kind
      from carrier_file_row r
      left join policy_valuation v on v.institution_id = r.institution_id and v.policy_id = r.policy_id and v.as_of_date = ${period} and v.status = 'POSTED'
      where r.file_id = ${id} and r.site_id = ${scope.siteId} and r.period = ${period} and ${valued}
    ), spoken_of as (
      select distinct p.institution_id, p.carrier_code from carrier_file_row r
      join policy p on p.institution_id = r.institution_id and p.id = r.policy_id
      where r.file_id = ${id} and r.site_id = ${scope.siteId} and r.period = ${period}
    ), of_before as (
      select b.institution_id, b.policy_id, b.cash_surrender_value_cents, b.death_benefit_cents
      from spoken_of s
      join policy p on p.institution_id = s.institution_id and p.carrier_code = s.carrier_code and p.site_id = ${scope.siteId}
      join policy_valuation b on b.institution_id = p.institution_id and b.policy_id = p.id and b.as_of_date = ${priorPeriod} and b.status = 'POSTED'
      left join of_file f on f.institution_id = p.institution_id and f.policy_id = p.id
      left join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
      where f.policy_id is not null or v.policy_id is null
    )
    select case when b.policy_id is null then 'added' when f.policy_id is null then 'missing' else 'both' end as kind,
      jsonb_build_object('policies', count(f.policy_id), 'cashSurrenderValueCents', coalesce(sum(f.cash_surrender_value_cents), 0),
        'deathBenefitCents', coalesce(sum(f.death_benefit_cents), 0)) as now,
      jsonb_build_object('policies', count(b.policy_id), 'cashSurrenderValueCents', coalesce(sum(b.cash_surrender_value_cents), 0),
        'deathBenefitCents', coalesce(sum(b.death_benefit_cents), 0)) as before,
      (count(*) filter (where f.kind = 'restated'))::int as restated, (count(*) filter (where f.kind = 'unchanged'))::int as unchanged
    from of_file f full join of_before b on b.institution_id = f.institution_id and b.policy_id = f.policy_id
    group by 1`.execute(trx)
  const count = (name: 'restated' | 'unchanged') => rows.reduce((sum, row) => sum + row[name], 0)
  return {
    period,
    values: added(rows.map(({ now }) => now)),
    restated: count('restated'),
    unchanged: count('unchanged'),
    priorPeriod,
    prior: added(rows.map(({ before }) => before)),
    added: rows.find(({ kind }) => kind === 'added')?.now ?? NOTHING,
    carriers: await selectCarriers(trx, scope, id, period),
    missing: rows.find(({ kind }) => kind === 'missing')?.before ?? NOTHING,
  }
}

/** Policies with a value of the month still to come, counted over the whole site: a file that lacks two banks looks complete beside its own institutions. */
async function selectCarriers(trx: Trx, scope: Scope, id: number, period: PlainDate): Promise<Month['carriers']> {
  const { rows } = await sql<{ carrierName: string; institutionName: string; inFile: number; posted: number; waiting: number }>`
    with of_file as (
      select r.institution_id, r.policy_id, r.carrier_code from carrier_file_row r
      where r.file_id = ${id} and r.site_id = ${scope.siteId} and r.period = ${period} and ${valued}
    )
    select c.short_name as carrier_name, i.name as institution_name, count(f.policy_id)::int as in_file,
      (count(*) filter (where f.policy_id is null and v.policy_id is not null))::int as posted,
      (count(*) filter (where f.policy_id is null and v.policy_id is null))::int as waiting
    from policy p
    join carrier c on c.code = p.carrier_code
    join institution i on i.id = p.institution_id
    left join of_file f on f.institution_id = p.institution_id and f.policy_id = p.id
    left join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
    where p.site_id = ${scope.siteId} and p.carrier_code in (select carrier_code from of_file)
      and (f.policy_id is not null or p.policy_status in ('IN_FORCE', 'GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING') and (p.issue_date is null or p.issue_date <= ${period}))
    group by c.code, c.short_name, i.id, i.name
    order by c.short_name, c.code, waiting desc, i.name, i.id`.execute(trx)
  return [...Map.groupBy(rows, (row) => row.carrierName)].map(([carrierName, banks]) => {
    const all = (part: 'inFile' | 'posted' | 'waiting') => banks.reduce((sum, bank) => sum + bank[part], 0)
    return {
      carrierName,
      policies: all('inFile') + all('posted') + all('waiting'),
      inFile: all('inFile'),
      posted: all('posted'),
      waiting: banks.flatMap((bank) => (bank.waiting > 0 ? [{ institutionName: bank.institutionName, policies: bank.waiting }] : [])),
    }
  })
}

type Amounts = Month['values']
const NOTHING: Amounts = { policies: 0, cashSurrenderValueCents: 0, deathBenefitCents: 0 }
const added = (all: readonly Amounts[]): Amounts =>
  all.reduce(
    (sum, each) => ({
      policies: sum.policies + each.policies,
      cashSurrenderValueCents: sum.cashSurrenderValueCents + each.cashSurrenderValueCents,
      deathBenefitCents: sum.deathBenefitCents + each.deathBenefitCents,
    }),
    NOTHING,
  )

/** One about the file as a whole is about all of its value. */
async function selectLargestWarning(trx: Trx, scope: Scope, id: number): Promise<Preview['largestWarning']> {
  const found = await trx
    .selectFrom('carrierFileFinding as g')
    .leftJoin('institution as i', 'i.id', 'g.institutionId')
    .leftJoin('policy as p', (join) => join.onRef('p.institutionId', '=', 'g.institutionId').onRef('p.id', '=', 'g.policyId'))
    .leftJoin('carrierFileRow as r', (join) => join.onRef('r.fileId', '=', 'g.fileId').onRef('r.lineNumber', '=', 'g.lineNumber'))
    .where('g.fileId', '=', id)
    .where('g.siteId', '=', scope.siteId)
    .where('g.status', '=', 'OPEN')
    .where('g.severity', '=', 'warning')
    .select(['g.ruleCode', 'g.message', 'g.lineNumber as line', 'i.name as institutionName', 'r.cashSurrenderValueCents'])
    .select(sql<string | null>`coalesce(p.policy_number, r.policy_number)`.as('policyNumber'))
    .orderBy(sql`g.line_number is null`, 'desc')
    .orderBy('r.cashSurrenderValueCents', (order) => order.desc().nullsLast())
    .orderBy('g.id')
    .limit(1)
    .executeTakeFirst()
  if (!found) return null
  const { ruleCode, line, ...warning } = found
  return {
    ...warning,
    ruleTitle: ruleWords(ruleCode).ruleTitle,
    ...(line === null ? { sheet: null, lineNumber: null } : placed(await selectSheets(trx, scope, id), line)),
  }
}
