/** Taking policies that a feed brought into the register: their insured, plan and product, and the row that showed them. */

import type { acceptPolicies } from '@corridor/contract/data-feeds.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { formatDate, formatMonth } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ActivityEvent, Kernel } from '../../platform/kernel.ts'
import { refuseLockedFacts } from '../../shared/policies/period-locks.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { settle } from './changes.ts'
import { lockOpenFile } from './lock.ts'
import {
  factsOfRow,
  type Given,
  groupKeyOf,
  type Institution,
  type NewRow,
  type Product,
  planOf,
  productOf,
  type RowFacts,
  readInstitutions,
  readNewRows,
  readProducts,
  saidOf,
} from './new-policy-facts.ts'
import { addConsent, knownPeople, personKey } from './new-policy-people.ts'

type Accepted = ParsedOf<typeof acceptPolicies>

/** A policy ready to be written. */
interface Draft {
  row: NewRow
  institutionId: number
  planId: number
  productId: number
  facts: RowFacts
}

/** @throws AppError input with a sentence for every line that lacks something; nothing is taken in then */
export async function takeIntoBook(
  { kernel, scope, trx, record }: { kernel: Kernel; scope: Scope; trx: Trx; record: (event: ActivityEvent) => Promise<void> },
  { id, policies, groups, updatedAt }: Accepted,
): Promise<void> {
  const file = await lockOpenFile(trx, scope, id, updatedAt)
  await refuseUnclearDates(trx, file.id)
  const today = await dayOfSite(kernel, trx, scope.siteId)
  const singly = await ofLines(trx, file.id, policies)
  const together = await ofGroups(trx, file.id, groups, today, new Set(policies.map(({ line }) => line)))
  const chosen = [...singly, ...together].sort((one, other) => one.row.lineNumber - other.row.lineNumber)
  const institutions = await readInstitutions(trx, scope)
  const products = await readProducts(
    trx,
    chosen.map(({ row }) => row.carrierCode),
  )
  const meta: Record<string, string[]> = {}
  const drafts = new Map<string, Draft>()
  const lines: { line: number; identity: string }[] = []
  for (const { row, given } of chosen) {
    const institution = institutions.get(given.institutionId)
    if (!institution) throw new AppError('not_found')
    const identity = `${given.institutionId} ${row.carrierCode} ${row.matchKey}`
    // A file of several months has a policy in several lines: the first of them makes it.
    const draft = drafts.get(identity) ?? draftOf({ row, given }, institution, products, today)
    if (Array.isArray(draft)) meta[`line ${row.lineNumber}`] = draft
    else {
      drafts.set(identity, draft)
      lines.push({ line: row.lineNumber, identity })
    }
  }
  for (const { row } of await alreadyHeld(trx, [...drafts.values()]))
    meta[`line ${row.lineNumber}`] = ['The institution already has a policy with this number. Read the file again under Column mapping.']
  if (Object.keys(meta).length > 0) throw inputError(meta, 'Some policies lack required data. Nothing was added.')
  await refuseLocked(trx, scope, [...drafts.values()])
  const made = await write(trx, scope, file, drafts)
  const taken = lines.flatMap(({ line, identity }) => {
    const policy = made.get(identity)
    return policy ? [{ line, ...policy }] : []
  })
  await sql`update carrier_file_row r set match_status = 'MATCHED', policy_id = t."policyId", institution_id = t."institutionId", insured_share_cents = 0
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as t (line int, "policyId" int, "institutionId" int) where r.file_id = ${file.id} and r.line_number = t.line`.execute(
    trx,
  )
  await sql`update carrier_file_finding f set status = case when f.rule_code = 'V2' then 'RESOLVED' else f.status end, policy_id = t."policyId", institution_id = t."institutionId",
      resolution = case when f.rule_code = 'V2' then 'Accepted as a new policy.' else f.resolution end, resolved_by = case when f.rule_code = 'V2' then ${scope.userId || null}::int else f.resolved_by end,
      resolved_at = case when f.rule_code = 'V2' then now() else f.resolved_at end
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as t (line int, "policyId" int, "institutionId" int) where f.file_id = ${file.id} and f.line_number = t.line`.execute(
    trx,
  )
  await settle(kernel, scope, trx, file.id)
  for (const { institutionId, policyId, line } of taken)
    await record({ action: 'policy.created', entity: 'policy', entityId: policyId, institutionId, after: { fileId: file.id, line } })
}

/** A date that can be read in two ways would go into the register as one of them. */
async function refuseUnclearDates(trx: Trx, fileId: number): Promise<void> {
  const unclear = await trx
    .selectFrom('carrierFileFinding')
    .select('columnName')
    .where('fileId', '=', fileId)
    .where('ruleCode', '=', 'DATES')
    .where('status', '=', 'OPEN')
    .orderBy('columnName')
    .execute()
  if (unclear.length === 0) return
  const names = unclear.map(({ columnName }) => `“${columnName ?? ''}”`).join(', ')
  throw new AppError('conflict', {
    message: `Choose under Column mapping first whether the month or the day comes first in ${names}. Nothing was added.`,
  })
}

interface Chosen {
  row: NewRow
  given: Given
}

/** Lines one by one, each with what was corrected. */
async function ofLines(trx: Trx, fileId: number, policies: Accepted['policies']): Promise<Chosen[]> {
  if (policies.length === 0) return []
  const rows = await readNewRows(
    trx,
    fileId,
    policies.map(({ line }) => line),
  )
  const byLine = new Map(rows.map((row) => [row.lineNumber, row]))
  const others = policies.filter(({ line }) => !byLine.has(line))
  if (others.length > 0)
    throw inputError(
      Object.fromEntries(others.map(({ line }) => [`line ${line}`, ['This line is not a new policy.']])),
      'Some policies lack required data. Nothing was added.',
    )
  return policies.flatMap(({ line, ...given }) => {
    const row = byLine.get(line)
    return row ? [{ row, given }] : []
  })
}

/** Every row of the groups that lacks nothing, but those given singly. @throws AppError conflict when other rows make up a group than were shown */
async function ofGroups(
  trx: Trx,
  fileId: number,
  groups: Accepted['groups'],
  today: PlainDate,
  singly: ReadonlySet<number>,
): Promise<Chosen[]> {
  if (groups.length === 0) return []
  const rows = (await readNewRows(trx, fileId)).map((row) => ({ row, said: saidOf(row) }))
  const byKey = Map.groupBy(rows, ({ row, said }) => groupKeyOf(row, said))
  return groups.flatMap(({ line, policies, ...given }) => {
    const first = rows.find(({ row }) => row.lineNumber === line)
    const members = first ? (byKey.get(groupKeyOf(first.row, first.said)) ?? []) : []
    const complete = members.filter(({ row, said }) => !singly.has(row.lineNumber) && !Array.isArray(factsOfRow(row, said, today)))
    if (complete.length !== policies)
      throw new AppError('conflict', {
        message: `The new policies of this file have changed since they were shown: ${complete.length.toLocaleString('en-US')} can be added here, not ${policies.toLocaleString('en-US')}. Nothing was added; look at them again.`,
      })
    return complete.map(({ row }) => ({ row, given }))
  })
}

function draftOf({ row, given }: Chosen, institution: Institution, products: readonly Product[], today: PlainDate): Draft | string[] {
  const said = saidOf(row)
  const [facts, plan, product] = [
    factsOfRow(row, said, today, given),
    planOf(institution, said, given.planId),
    productOf(products, row.carrierCode, said, given.productId),
  ]
  const missing: string[] = []
  if (!plan)
    missing.push(
      institution.plans.length === 0
        ? 'The institution has no plan on this site. Add one first.'
        : 'Choose one of the institution’s plans.',
    )
  if (!product) missing.push('Choose a product of the carrier.')
  if (Array.isArray(facts) || !plan || !product) return [...(Array.isArray(facts) ? facts : []), ...missing]
  return { row, institutionId: institution.id, planId: plan.id, productId: product.id, facts }
}

async function alreadyHeld(trx: Trx, drafts: readonly Draft[]): Promise<Draft[]> {
  const asked = drafts.map(({ institutionId, row }, index) => ({
    index,
    institutionId,
    carrierCode: row.carrierCode,
    matchKey: row.matchKey,
  }))
  const { rows } = await sql<{ index: number }>`
    select t.index from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as t (index int, "institutionId" int, "carrierCode" text, "matchKey" text)
    where exists (select from policy p where p.institution_id = t."institutionId" and p.carrier_code = t."carrierCode" and p.match_key = t."matchKey")`.execute(
    trx,
  )
  return rows.flatMap(({ index }) => drafts[index] ?? [])
}

/** A policy counts in every month since its issue. @throws AppError period_locked naming the first that reaches into a locked month */
async function refuseLocked(trx: Trx, scope: Scope, drafts: readonly Draft[]): Promise<void> {
  const asked = new Set<string>()
  for (const { row, institutionId, facts } of drafts) {
    const once = `${institutionId} ${facts.issueDate}`
    if (asked.has(once)) continue
    asked.add(once)
    const named = `policy ${row.policyNumber ?? row.matchKey} of line ${row.lineNumber}, issued on ${formatDate(facts.issueDate)},`
    await refuseLockedFacts(trx, scope, institutionId, facts.issueDate, named)
  }
}

/** Insured people first, each once; then their policies. */
async function write(
  trx: Trx,
  scope: Scope,
  file: { id: number; period: PlainDate | null },
  drafts: ReadonlyMap<string, Draft>,
): Promise<Map<string, { policyId: number; institutionId: number }>> {
  const people = await knownPeople(trx, scope, [...drafts.values()])
  const carriers = await selectShortNames(trx, [...drafts.values()])
  const made = new Map<string, { policyId: number; institutionId: number }>()
  for (const [identity, { row, institutionId, planId, productId, facts }] of drafts) {
    const { insured, consent, ...terms } = facts
    const person = personKey(institutionId, insured)
    const insuredId =
      (person === null ? undefined : people.get(person)) ??
      (
        await trx
          .insertInto('insured')
          .values({ institutionId, siteId: scope.siteId, ...insured })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    if (person !== null) people.set(person, insuredId)
    if (consent) await addConsent(trx, scope, { institutionId, insuredId, ...consent })
    const { id: policyId } = await trx
      .insertInto('policy')
      .values({
        institutionId,
        siteId: scope.siteId,
        planId,
        productId,
        insuredId,
        carrierCode: row.carrierCode,
        policyNumber: row.policyNumber ?? row.matchKey,
        matchKey: row.matchKey,
        ...terms,
        fromFileId: file.id,
        statusReason: addedFrom(carriers.get(row.carrierCode) ?? row.carrierCode, row.period ?? file.period),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    made.set(identity, { policyId, institutionId })
  }
  return made
}

/** Stands in the bank's report under Status changes: who added it is for staff, in the activity log. */
const addedFrom = (carrier: string, period: PlainDate | null): string =>
  `Added from ${carrier}’s file${period === null ? '' : ` of ${formatMonth(period)}`}`

async function selectShortNames(trx: Trx, drafts: readonly Draft[]): Promise<Map<string, string>> {
  const codes = [...new Set(drafts.map(({ row }) => row.carrierCode))]
  const rows = await trx.selectFrom('carrier').select(['code', 'shortName']).where('code', 'in', codes).execute()
  return new Map(rows.map(({ code, shortName }) => [code, shortName]))
}
