/** The consent register: one row an insured, judged by domain's rules policy by policy; a bank's people are few enough to be judged at once. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { PageQuery } from '@corridor/contract/kernel/page.ts'
import type { consentRecord, consents } from '@corridor/contract/register.ts'
import {
  BEFORE_ISSUE,
  type Consent,
  type ConsentInsured,
  type ConsentPolicy,
  consentOfInsured,
  consentOfPolicy,
  needsConsent,
} from '@corridor/domain/policies/consents.ts'
import { isEmployed, leftEmployment } from '@corridor/domain/policies/register.ts'
import { cents, sumCents } from '@corridor/domain/primitives/money.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { pageOfArray } from '../../platform/http/lists.ts'
import { heldAt } from '../../shared/policies/in-force-policies.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import type { RegisterCall } from './register-scope.ts'

type Reading = Pick<RegisterCall, 'kernel' | 'trx' | 'scope' | 'institutionId'>
type ConsentReply = ReplyOf<(typeof consents)['endpoints']['list']>
type Listed = ConsentReply['records'][number]
type ConsentRow = z.output<typeof consentRecord>

interface InsuredRow {
  id: number
  insuredName: string
  insuredRole: Listed['insuredRole']
  employmentStatus: Listed['employmentStatus']
  employmentStatusDate: PlainDate | null
  annualCompensationCents: number | null
  updatedAt: string
}
interface PolicyRow {
  id: number
  insuredId: number
  issueDate: PlainDate
  faceAmountCents: number
  isSection1035Replacement: boolean
  replacedIssueDate: PlainDate | null
  materialChange: boolean
}

/** Everything that consents are judged by, of one insured or of all. */
export async function readConsents({ kernel, trx, scope, institutionId }: Reading, insuredId?: number) {
  const today = await dayOfSite(kernel, trx, scope.siteId)
  const of = (column: string) => (insuredId === undefined ? sql`true` : sql`${sql.ref(column)} = ${insuredId}`)
  const { rows: people } = await sql<InsuredRow>`
    select s.id, concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), s.first_name) as insured_name, s.insured_role, s.employment_status, s.employment_status_date, s.annual_compensation_cents, s.updated_at
    from insured s where s.institution_id = ${institutionId} and s.site_id = ${scope.siteId} and ${of('s.id')}`.execute(trx)
  const { rows: held } = await sql<PolicyRow>`
    select p.id, p.insured_id, p.issue_date, p.face_amount_cents, p.is_section1035_replacement, p.replaced_issue_date, p.material_change
    from policy p where p.institution_id = ${institutionId} and p.site_id = ${scope.siteId} and ${of('p.insuredId')} and ${heldAt(today)}
    order by p.issue_date, p.id`.execute(trx)
  const { rows: signed } = await sql<ConsentRow>`
    select c.id, c.insured_id, c.notice_date, c.consent_date, c.max_face_disclosed_cents, c.max_face_salary_multiple, c.continue_after_termination, c.beneficiary_disclosed, c.status_at_issue,
      c.status_basis, c.kept_at, c.updated_at
    from consent c where c.institution_id = ${institutionId} and c.site_id = ${scope.siteId} and ${of('c.insuredId')} order by c.consent_date desc nulls last, c.id desc`.execute(
    trx,
  )
  const policies = Map.groupBy(held, (row) => row.insuredId)
  const consents = Map.groupBy(signed, (row) => row.insuredId)
  return people.map((person) => judged(person, policies.get(person.id) ?? [], consents.get(person.id) ?? []))
}

function judged(person: InsuredRow, held: readonly PolicyRow[], consents: readonly ConsentRow[]) {
  const policies = held.map(({ id, ...row }) => ({ id, ...asPolicy(row) }))
  const facts = consents.map(asConsent)
  const insured: ConsentInsured = {
    annualCompensation: person.annualCompensationCents === null ? null : cents(person.annualCompensationCents),
    leftOn: leftEmployment(person.employmentStatus) ? person.employmentStatusDate : null,
  }
  const isUninsured = policies.length === 0 && isEmployed({ role: person.insuredRole, employmentStatus: person.employmentStatus })
  return {
    person,
    consents,
    covered: policies.filter(needsConsent),
    finding: isUninsured ? { ...BEFORE_ISSUE, reasons: [...BEFORE_ISSUE.reasons], flaws: [] } : consentOfInsured(policies, facts, insured),
    ofPolicy: new Map(policies.map((policy) => [policy.id, consentOfPolicy(policy, policies, facts, insured)])),
  }
}

const asPolicy = ({
  issueDate,
  faceAmountCents,
  isSection1035Replacement,
  replacedIssueDate,
  materialChange,
}: Omit<PolicyRow, 'id'>): ConsentPolicy => ({
  issueDate,
  faceAmount: cents(faceAmountCents),
  isSection1035Replacement,
  replacedIssueDate,
  materialChange,
})
const asDay = (text: string | null) => (text === null ? null : plainDate(text))
const asConsent = ({ noticeDate, consentDate, maxFaceDisclosedCents, ...rest }: ConsentRow) =>
  ({
    ...rest,
    noticeDate: asDay(noticeDate),
    consentDate: asDay(consentDate),
    maxFaceDisclosed: maxFaceDisclosedCents === null ? null : cents(maxFaceDisclosedCents),
  }) satisfies Consent

interface Asked extends PageQuery {
  consentStatus?: string[] | undefined
  flaw?: string[] | undefined
  employmentStatus?: string[] | undefined
}

/** Insureds who need a consent for a held policy, or have one on file. */
export async function selectConsents(call: Reading, input: Asked): Promise<ConsentReply> {
  const judged = (await readConsents(call))
    .filter(({ covered, consents }) => covered.length > 0 || consents.length > 0)
    .filter(
      ({ person, finding }) =>
        (!input.search || person.insuredName.toLowerCase().includes(input.search.toLowerCase())) &&
        (!input.consentStatus || input.consentStatus.includes(finding.status)) &&
        (!input.employmentStatus || input.employmentStatus.includes(person.employmentStatus)),
    )
  const named = judged.filter(({ finding }) => !input.flaw || finding.flaws.some((flaw) => input.flaw?.includes(flaw)))
  const totals = { VALID: 0, MISSING: 0, DEFECTIVE: 0, NOT_REQUIRED: 0, NO_POLICY: 0 }
  for (const { finding } of named) totals[finding.status]++
  const flaws = { MISSING: 0, LATE: 0, EARLY: 0, LEFT: 0, UNDER_DISCLOSED: 0, INCOMPLETE: 0, NO_DOCUMENT: 0 }
  for (const { finding } of judged) for (const flaw of finding.flaws) flaws[flaw]++
  const rows = named
    .map(listed)
    .sort((a, b) => compared(valueOf(a, input.sort), valueOf(b, input.sort), input.desc) || (input.desc ? b.id - a.id : a.id - b.id))
  return { ...pageOfArray(rows, input), totals: { ...totals, flaws }, period: null }
}

function listed({ person, covered, consents, finding }: Awaited<ReturnType<typeof readConsents>>[number]): Listed {
  const shown = consents.find(({ id }) => id === finding.consent?.id) ?? consents[0]
  return {
    id: person.id,
    insuredName: person.insuredName,
    insuredRole: person.insuredRole,
    employmentStatus: person.employmentStatus,
    policies: covered.length,
    firstIssue: covered[0]?.issueDate ?? null,
    faceAmountCents: sumCents(covered.map(({ faceAmount }) => faceAmount)),
    noticeDate: shown?.noticeDate ?? null,
    consentDate: shown?.consentDate ?? null,
    maxFaceDisclosedCents: shown?.maxFaceDisclosedCents ?? null,
    statusAtIssue: shown?.statusAtIssue ?? null,
    consents: consents.length,
    consentStatus: finding.status,
    reasons: finding.reasons.join(' ') || null,
    updatedAt: shown?.updatedAt ?? person.updatedAt,
  }
}

const valueOf = (row: Listed, field: string): string | number | null => Object.entries(row).find(([name]) => name === field)?.[1] ?? null
/** Missing values come last, in either direction. */
function compared(a: string | number | null, b: string | number | null, desc: boolean): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en-US')
  return desc ? -order : order
}
