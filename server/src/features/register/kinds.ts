/** The kinds of record of the register: where each lies, and the rules of domain that it is held to. */
import { consents, insureds, plans } from '@corridor/contract/register.ts'
import { agreements, policies } from '@corridor/contract/register-holdings.ts'
import { matchKey } from '@corridor/domain/data-feeds/cell-values.ts'
import {
  agreementRefused,
  consentRefused,
  insuredRefused,
  planRefused,
  policyRefused,
  type Refusals,
} from '@corridor/domain/policies/rules.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { AppError } from '../../platform/http/errors.ts'
import { hashSsn, sealSsn } from '../../platform/security/ssn.ts'
import { day, insuredRow, money } from '../../shared/policies/register-rows.ts'
import type { RecordKind } from './records.ts'
import { earlier, type RegisterCall, todayOf } from './register-scope.ts'

/** Rows as they come from a form or from the database: days and cents under their own types. */
const fieldsOf = (fields: z.ZodObject): string[] => Object.keys(fields.shape)

const planKind: RecordKind = {
  calls: plans,
  entity: 'plan',
  table: 'plan',
  columns: fieldsOf(plans.fields),
  check: async (_call, after) => ({
    refused: planRefused(z.looseObject({ benefitExpenseOffsetCents: z.number().nullable() }).parse(after)),
  }),
  dependants: (id) => [
    { what: 'policy', count: sql`select count(*) from policy where plan_id = ${id}` },
    { what: 'stated liability', count: sql`select count(*) from plan_liability where plan_id = ${id}` },
  ],
}

const policyRow = z.looseObject({
  policyNumber: z.string(),
  carrierCode: z.string(),
  planId: z.int(),
  productId: z.int(),
  insuredId: z.int(),
  subsidiaryId: z.int().nullable(),
  splitDollarAgreementId: z.int().nullable(),
  issueDate: day,
  issueAge: z.number().nullable(),
  faceAmountCents: z.number(),
  isSection1035Replacement: z.boolean(),
  replacedCarrier: z.string().nullable(),
  replacedIssueDate: day.nullable(),
  materialChange: z.boolean(),
  isAcquired: z.boolean(),
  acquisitionDate: day.nullable(),
})
/** Fields of a policy that its reports' figures are made of, beside the dated ones. */
const FIGURE_FACTS = ['carrierCode', 'productId', 'planId', 'insuredId', 'subsidiaryId', 'costBasisCents', 'policyNumber', 'issueDate']

/** Those that posted values alone are compared with. */
const AUDITED_FACTS = ['faceAmountCents', 'deathBenefitOption', 'mec', 'splitDollarAgreementId']

export const policyKind: RecordKind = {
  isAudited: true,
  calls: policies,
  entity: 'policy',
  table: 'policy',
  columns: fieldsOf(policies.fields),
  check: async (call, after, before) => {
    const policy = policyRow.parse(after)
    const { trx, scope, institutionId } = call
    const { rows } = await sql<{
      productCarrier: string
      dateOfBirth: PlainDate | null
      dateOfDeath: PlainDate | null
      agreementInsured: number | null
      planId: number | null
      subsidiaryId: number | null
      taken: number | null
    }>`
      select d.carrier_code as product_carrier, s.date_of_birth, s.date_of_death, a.insured_id as agreement_insured, n.id as plan_id, u.id as subsidiary_id,
        (select o.id from policy o where o.institution_id = ${institutionId} and o.carrier_code = ${policy.carrierCode} and o.match_key = ${matchKey(policy.policyNumber)} and o.id <> ${before?.id ?? 0}) as taken
      from insured s
      join product d on d.id = ${policy.productId}
      left join plan n on n.institution_id = s.institution_id and n.site_id = s.site_id and n.id = ${policy.planId}
      left join subsidiary u on u.institution_id = s.institution_id and u.id = ${policy.subsidiaryId}
      left join split_dollar_agreement a on a.institution_id = s.institution_id and a.site_id = s.site_id and a.id = ${policy.splitDollarAgreementId}
      where s.institution_id = ${institutionId} and s.site_id = ${scope.siteId} and s.id = ${policy.insuredId}`.execute(trx)
    const known = rows[0]
    const foreign =
      !known ||
      known.planId === null ||
      (policy.subsidiaryId !== null && known.subsidiaryId === null) ||
      (policy.splitDollarAgreementId !== null && known.agreementInsured === null)
    if (foreign) throw new AppError('not_found')
    const refused: Refusals = policyRefused(policy, {
      productCarrier: known.productCarrier,
      dateOfBirth: known.dateOfBirth,
      dateOfDeath: known.dateOfDeath,
      agreementOfAnother: known.agreementInsured !== null && known.agreementInsured !== policy.insuredId,
      today: await todayOf(call),
    })
    if (known.taken !== null) refused.policyNumber = ['The institution already has a policy of this carrier with this number.']
    const issuedBefore = before ? policyRow.parse(before).issueDate : null
    const moved = issuedBefore !== policy.issueDate
    const touches = !before || FIGURE_FACTS.some((name) => after[name] !== before[name])
    // Held from its acquisition on, where it was another's before.
    const acquiredOn = !before && policy.isAcquired ? policy.acquisitionDate : null
    const from = policy.isAcquired && policy.acquisitionDate !== null ? policy.acquisitionDate : policy.issueDate
    return {
      refused,
      also: { matchKey: matchKey(policy.policyNumber), ...(acquiredOn === null ? {} : { statusDate: acquiredOn }) },
      // The day of issue decides which months a policy belongs to; an acquired one came with its acquisition.
      holdsFrom: before ? (moved ? earlier(issuedBefore, policy.issueDate) : null) : from,
      countsFrom: from,
      reachesFrom: touches ? earlier(issuedBefore, from) : null,
      // One that is taken out has no posted value: nothing was compared with it.
      auditsFrom: touches || AUDITED_FACTS.some((name) => after[name] !== before[name]) ? earlier(issuedBefore, from) : null,
      insuredId: policy.insuredId,
    }
  },
  dependants: (id) => [
    { what: 'posted value', count: sql`select count(*) from policy_valuation where policy_id = ${id}` },
    { what: 'transaction', count: sql`select count(*) from policy_transaction where policy_id = ${id}` },
    { what: 'statement of a fund', count: sql`select count(*) from separate_account_fund where policy_id = ${id}` },
    { what: 'illustration', count: sql`select count(*) from policy_illustration where policy_id = ${id}` },
    { what: '7-pay premium', count: sql`select count(*) from policy_seven_pay where policy_id = ${id}` },
  ],
}

const enteredInsured = insuredRow.extend({ ssn: z.string().nullish() })
/** A report says who of its insureds is no longer employed. */
const STANDING = ['employmentStatus', 'employmentStatusDate', 'dateOfDeath', 'firstName', 'lastName']

export const insuredKind: RecordKind = {
  calls: insureds,
  entity: 'insured',
  table: 'insured',
  columns: fieldsOf(insureds.fields).filter((name) => name !== 'ssn'),
  check: async (call, after, before) => {
    const { trx, scope, institutionId, kernel } = call
    const insured = enteredInsured.parse(after)
    const { rows } = await sql<{ firstIssue: PlainDate | null; lastIssue: PlainDate | null }>`
      select min(issue_date) as first_issue, max(issue_date) as last_issue from policy
      where institution_id = ${institutionId} and site_id = ${scope.siteId} and insured_id = ${before?.id ?? 0}`.execute(trx)
    const { firstIssue = null, lastIssue = null } = rows[0] ?? {}
    const refused = insuredRefused(insured, { firstIssue, lastIssue, today: await todayOf(call) })
    const { keys } = kernel.configuration
    const hash = insured.ssn ? hashSsn(keys, insured.ssn) : undefined
    if (hash) {
      const other = await trx
        .selectFrom('insured')
        .select(['firstName', 'lastName'])
        .where('institutionId', '=', institutionId)
        .where('siteId', '=', scope.siteId)
        .where('ssnHash', '=', hash)
        .where('id', '<>', before?.id ?? 0)
        .executeTakeFirst()
      if (other) refused.ssn = [`${other.firstName} ${other.lastName} is already insured here under this number.`]
    }
    const touches = before !== undefined && STANDING.some((name) => after[name] !== before[name])
    return {
      refused,
      ...(insured.ssn && hash
        ? {
            also: { ssnEncrypted: sealSsn(keys, insured.ssn), ssnHash: hash, ssnLast4: insured.ssn.slice(-4) },
            noted: { socialSecurityNumber: 'entered anew' },
          }
        : {}),
      reachesFrom: touches ? earlier(insured.employmentStatusDate, earlier(insured.dateOfDeath, firstIssue)) : null,
    }
  },
  dependants: (id) => [
    { what: 'policy', count: sql`select count(*) from policy where insured_id = ${id}` },
    { what: 'split-dollar agreement', count: sql`select count(*) from split_dollar_agreement where insured_id = ${id}` },
    { what: 'consent', count: sql`select count(*) from consent where insured_id = ${id}` },
  ],
}

const consentRow = z.looseObject({
  insuredId: z.int(),
  noticeDate: day.nullable(),
  consentDate: day.nullable(),
  maxFaceDisclosedCents: money.nullable(),
  maxFaceSalaryMultiple: z.number().nullable(),
  continueAfterTermination: z.boolean(),
  beneficiaryDisclosed: z.boolean(),
  keptAt: z.string().nullable(),
})
const consentKind: RecordKind = {
  calls: consents,
  entity: 'consent',
  table: 'consent',
  columns: fieldsOf(consents.fields),
  check: async (call, after, before) => {
    const { maxFaceDisclosedCents, ...consent } = consentRow.parse(after)
    await requireInsured(call, consent.insuredId)
    const refused = consentRefused({ ...consent, maxFaceDisclosed: maxFaceDisclosedCents }, await todayOf(call))
    if (before && before.insuredId !== consent.insuredId)
      refused.insuredId = ['A consent belongs to one person. Remove it and enter it again.']
    return { refused, insuredId: consent.insuredId }
  },
  dependants: () => [],
}

const agreementRow = z.looseObject({
  insuredId: z.int(),
  policyIds: z.array(z.int()),
  type: z.string(),
  benefitFormula: z.string(),
  amountCents: z.number().nullable(),
  fraction: z.number().nullable(),
  capCents: z.number().nullable(),
  rateBasis: z.string(),
  effectiveDate: day,
  terminationDate: day.nullable(),
})
const agreementKind: RecordKind = {
  isAudited: true,
  calls: agreements,
  entity: 'agreement',
  table: 'splitDollarAgreement',
  columns: fieldsOf(agreements.fields).filter((name) => name !== 'policyIds'),
  others: {
    policyIds: sql`array(select p.id from policy p where p.institution_id = t.institution_id and p.split_dollar_agreement_id = t.id order by p.id)`,
  },
  check: async (call, after, before) => {
    const agreement = agreementRow.parse(after)
    await requireInsured(call, agreement.insuredId)
    const covered = await call.trx
      .selectFrom('policy')
      .select(['id', 'insuredId', 'policyNumber', 'splitDollarAgreementId as agreementId'])
      .where('institutionId', '=', call.institutionId)
      .where('siteId', '=', call.scope.siteId)
      .where('id', '=', sql<number>`any(${agreement.policyIds}::int[])`)
      .execute()
    if (covered.length !== new Set(agreement.policyIds).size) throw new AppError('not_found')
    const refused = agreementRefused(agreement, {
      policies: covered.length,
      policiesOfOthers: covered.some(({ insuredId }) => insuredId !== agreement.insuredId),
    })
    const [taken] = covered.filter(({ agreementId }) => agreementId !== null && agreementId !== before?.id)
    if (taken) refused.policyIds = [`Policy ${taken.policyNumber} is covered by another agreement.`]
    const since = before ? agreementRow.parse(before).effectiveDate : null
    return { refused, insuredId: agreement.insuredId, auditsFrom: earlier(agreement.effectiveDate, since) }
  },
  dependants: () => [],
  link: async (call, id, after) => coverPolicies(call, id, agreementRow.parse(after).policyIds),
  unlink: (call, { id }) => coverPolicies(call, id, []),
}

/** The policies that an agreement covers; a feed's file that was compared before is compared again. */
async function coverPolicies({ trx, institutionId }: RegisterCall, id: number, policyIds: readonly number[]): Promise<void> {
  await sql`update policy set split_dollar_agreement_id = case when id = any(${[...policyIds]}::int[]) then ${id}::int end,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
    where institution_id = ${institutionId} and (split_dollar_agreement_id = ${id}) <> (id = any(${[...policyIds]}::int[]))
      or institution_id = ${institutionId} and split_dollar_agreement_id is null and id = any(${[...policyIds]}::int[])`.execute(trx)
}

async function requireInsured({ trx, scope, institutionId }: RegisterCall, id: number): Promise<void> {
  const found = await trx
    .selectFrom('insured')
    .select('id')
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', scope.siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
}

export const PLAIN_KINDS: readonly RecordKind[] = [planKind, policyKind, insuredKind, consentKind, agreementKind]
