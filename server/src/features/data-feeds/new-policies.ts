/** Taking policies that a feed brought into the book: their insured, plan and product, and the row that showed them. */

import type { acceptPolicies } from '@corridor/contract/data-feeds.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { readName } from '@corridor/domain/data-feeds/cell-values.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { formatDate, isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ActivityEvent, Kernel } from '../../platform/kernel.ts'
import { refuseLockedFacts } from '../../shared/policies/period-locks.ts'
import { settle } from './changes.ts'
import { lockOpenFile } from './lock.ts'
import { type MasterColumns, masterColumns } from './master-columns.ts'

type Given = ParsedOf<typeof acceptPolicies>['policies'][number]

/** @throws AppError input with a sentence for every line that lacks something; nothing is taken in then */
export async function takeIntoBook(
  { kernel, scope, trx, record }: { kernel: Kernel; scope: Scope; trx: Trx; record: (event: ActivityEvent) => Promise<void> },
  { id, policies, updatedAt }: ParsedOf<typeof acceptPolicies>,
): Promise<void> {
  const file = await lockOpenFile(trx, scope, id, updatedAt)
  const rows = await trx
    .selectFrom('carrierFileRow')
    .selectAll()
    .where('fileId', '=', file.id)
    .where(
      'lineNumber',
      'in',
      policies.map(({ line }) => line),
    )
    .execute()
  const byLine = new Map(rows.map((row) => [row.lineNumber, row]))
  const institutions = await readInstitutions(trx, scope)
  const products = await trx
    .selectFrom('product')
    .select(['id', 'carrierCode', 'productName'])
    .where('carrierCode', 'in', [...new Set(rows.map((row) => row.carrierCode ?? ''))])
    .execute()
  const meta: Record<string, string[]> = {}
  const taken: { line: number; policyId: number; institutionId: number }[] = []
  const byNumber = new Map<string, { policyId: number; institutionId: number }>()
  for (const given of policies) {
    const row = byLine.get(given.line)
    const institution = institutions.get(given.institutionId)
    if (!institution) throw new AppError('not_found')
    if (!row || row.matchStatus !== 'NEW' || row.carrierCode === null || row.matchKey === null) {
      meta[`line ${given.line}`] = ['This line is not a new policy.']
      continue
    }
    const identity = `${given.institutionId} ${row.carrierCode} ${row.matchKey}`
    const already = byNumber.get(identity)
    const made =
      already ??
      (await take(trx, scope, {
        given,
        row: { ...row, carrierCode: row.carrierCode, matchKey: row.matchKey },
        institution,
        products,
        createdBy: scope.userId || null,
        fileId: file.id,
      }))
    if ('missing' in made) meta[`line ${given.line}`] = made.missing
    else {
      byNumber.set(identity, made)
      taken.push({ line: given.line, ...made })
    }
  }
  if (Object.keys(meta).length > 0) throw inputError(meta, 'Some policies lack required data. Nothing was added.')
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

interface Institution {
  id: number
  plans: { id: number; planName: string }[]
}

async function readInstitutions(trx: Trx, scope: Scope): Promise<Map<number, Institution>> {
  const rows = await trx.selectFrom('institutionSite').select('institutionId as id').where('siteId', '=', scope.siteId).execute()
  const plans = await trx
    .selectFrom('plan')
    .select(['id', 'institutionId', 'planName'])
    .where('siteId', '=', scope.siteId)
    .orderBy('id')
    .execute()
  const byInstitution = Map.groupBy(plans, ({ institutionId }) => institutionId)
  return new Map(rows.map(({ id }) => [id, { id, plans: byInstitution.get(id) ?? [] }]))
}

interface NewRow {
  policyNumber: string | null
  carrierCode: string
  matchKey: string
  insuredName: string | null
  master: unknown
  faceAmountCents: number | null
  costBasisCents: number | null
  cumulativePremiumCents: number | null
}

async function take(
  trx: Trx,
  scope: Scope,
  {
    given,
    row,
    institution,
    products,
    createdBy,
    fileId,
  }: {
    given: Given
    row: NewRow
    institution: Institution
    products: { id: number; carrierCode: string; productName: string }[]
    createdBy: number | null
    fileId: number
  },
): Promise<{ policyId: number; institutionId: number } | { missing: string[] }> {
  const said = masterColumns.parse(row.master ?? {})
  const name = row.insuredName === null ? null : readName(row.insuredName)
  const missing: string[] = []
  const firstName = given.insuredFirstName ?? said.insuredFirstName ?? name?.firstName
  const lastName = given.insuredLastName ?? said.insuredLastName ?? name?.lastName
  if (!firstName || !lastName) missing.push('The insured’s first and last name are missing.')
  const plan = planOf(institution, given, said)
  if (!plan)
    missing.push(
      institution.plans.length === 0
        ? 'The institution has no plan on this site. Add one first.'
        : 'Choose one of the institution’s plans.',
    )
  const product = products.find(
    (one) =>
      one.carrierCode === row.carrierCode &&
      (given.productId === undefined ? one.productName.toLowerCase() === said.productName?.toLowerCase() : one.id === given.productId),
  )
  if (!product) missing.push('Choose a product of the carrier.')
  const issueDate = dateOf(given.issueDate ?? said.issueDate)
  if (issueDate === null) missing.push('The issue date is missing.')
  if (issueDate === 'invalid') missing.push('The issue date is not a date.')
  const dateOfBirth = dateOf(given.insuredDateOfBirth ?? said.insuredDateOfBirth)
  if (dateOfBirth === 'invalid') missing.push('The date of birth is not a date.')
  const faceAmountCents = given.faceAmountCents ?? row.faceAmountCents
  if (faceAmountCents === null) missing.push('The face amount is missing.')
  const costBasisCents = given.costBasisCents ?? row.costBasisCents ?? row.cumulativePremiumCents
  if (costBasisCents === null) missing.push('The cost basis (or the premiums paid) is missing.')
  const existing = await trx
    .selectFrom('policy')
    .select('id')
    .where('institutionId', '=', institution.id)
    .where('carrierCode', '=', row.carrierCode)
    .where('matchKey', '=', row.matchKey)
    .executeTakeFirst()
  if (existing) missing.push('The institution already has a policy with this number. Read the file again under Columns.')
  if (missing.length > 0 || !firstName || !lastName || !plan || !product) return { missing }
  if (issueDate === null || issueDate === 'invalid' || dateOfBirth === 'invalid' || faceAmountCents === null || costBasisCents === null)
    return { missing }
  // It would count in every month since its issue.
  const named = `policy ${row.policyNumber ?? row.matchKey} of line ${given.line}, issued on ${formatDate(issueDate)},`
  await refuseLockedFacts(trx, scope, institution.id, issueDate, named)
  const gender = given.insuredGender ?? said.insuredGender
  const insuredId =
    (await sameInsured(trx, scope, institution.id, firstName, lastName, dateOfBirth)) ??
    (
      await trx
        .insertInto('insured')
        .values({
          institutionId: institution.id,
          siteId: scope.siteId,
          firstName,
          middleName: name?.middleName ?? null,
          lastName,
          dateOfBirth,
          gender,
          ssnLast4: said.insuredSsnLast4,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const { id: policyId } = await trx
    .insertInto('policy')
    .values({
      institutionId: institution.id,
      siteId: scope.siteId,
      planId: plan.id,
      productId: product.id,
      carrierCode: row.carrierCode,
      insuredId,
      policyNumber: row.policyNumber ?? row.matchKey,
      matchKey: row.matchKey,
      issueDate,
      faceAmountCents: cents(faceAmountCents),
      costBasisCents: cents(costBasisCents),
      mec: given.mecIndicator ?? said.mecIndicator ?? true,
      initialPremiumCents: cents(row.cumulativePremiumCents ?? costBasisCents),
      fromFileId: fileId,
      statusReason: createdBy === null ? 'Accepted from a carrier’s feed' : `Accepted from a carrier’s feed by person ${createdBy}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { policyId, institutionId: institution.id }
}

/** The plan chosen, else the one the row names, else the only one. */
function planOf(institution: Institution, given: Given, said: MasterColumns): { id: number } | undefined {
  if (given.planId !== undefined) return institution.plans.find(({ id }) => id === given.planId)
  const named =
    said.planName === null ? undefined : institution.plans.find(({ planName }) => planName.toLowerCase() === said.planName?.toLowerCase())
  return named ?? (institution.plans.length === 1 ? institution.plans[0] : undefined)
}

/** Somebody who is insured under another policy of the institution: same name and date of birth. Without one, two of a name are two people. */
async function sameInsured(
  trx: Trx,
  scope: Scope,
  institutionId: number,
  firstName: string,
  lastName: string,
  dateOfBirth: PlainDate | null,
): Promise<number | undefined> {
  if (dateOfBirth === null) return undefined
  const found = await trx
    .selectFrom('insured')
    .select('id')
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', scope.siteId)
    .where(sql<boolean>`lower(first_name) = lower(${firstName}) and lower(last_name) = lower(${lastName})`)
    .where('dateOfBirth', '=', dateOfBirth)
    .orderBy('id')
    .executeTakeFirst()
  return found?.id
}

const dateOf = (given: string | null): PlainDate | null | 'invalid' =>
  given === null || given === '' ? null : isPlainDate(given) ? given : 'invalid'
