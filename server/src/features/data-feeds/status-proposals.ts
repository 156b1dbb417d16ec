/** Statuses that a file's rows propose (rule V10): what each asks for, accepted with it, asked again when the value behind it changed. */

import type { acceptWarnings, listStatusProposals } from '@corridor/contract/data-feeds.ts'
import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { policyStatus } from '@corridor/contract/register-holdings.ts'
import { statusTerms } from '@corridor/contract/register-policies.ts'
import { groundAt, type PostedValue } from '@corridor/domain/policies/endings.ts'
import type { PolicyStatus } from '@corridor/domain/policies/statuses.ts'
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { formatDate, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ActivityEvent, Kernel } from '../../platform/kernel.ts'
import { readLedgerAccounts } from '../../shared/institutions/ledger-accounts.ts'
import { changeStatus, policyBook, type StatusInput, withComing } from '../../shared/policies/statuses.ts'
import { valued } from './row-values.ts'

/** The accepted status, as the issue keeps it until the file is posted. */
const kept = z.object({
  ...statusTerms,
  effectiveDate: z.string(),
  reason: z.string(),
  /** The value that the entry was judged against; null when none was posted. */
  judged: z.object({ asOfDate: z.string(), cashSurrenderValue: z.int() }).nullable(),
})
type KeptTerms = z.infer<typeof kept>
/** Or nothing of its own, because an earlier line says the same. */
const follower = z.object({ follows: z.int() })

export interface Proposal {
  finding: number
  lineNumber: number
  findingStatus: 'OPEN' | 'ACCEPTED'
  terms: unknown
  institutionId: number
  institutionName: string
  policyId: number
  policyNumber: string
  insuredName: string
  carrierName: string
  oldStatus: PolicyStatus
  status: PolicyStatus
  period: PlainDate
  deathKnown: boolean
  isMatched: boolean
}

/** The values of a file, oldest month first; those of one policy one after the other. */
async function selectProposals(trx: Trx, scope: Scope, fileId: number): Promise<Proposal[]> {
  const { rows } = await sql<Proposal>`
    select f.id as finding, f.line_number, f.status as finding_status, f.terms, p.institution_id, i.name as institution_name, p.id as policy_id, p.policy_number, c.short_name as carrier_name,
      concat_ws(', ', concat_ws(' ', s.last_name, s.suffix), s.first_name) as insured_name, p.policy_status as old_status, coalesce(w.policy_status, 'IN_FORCE') as status, w.period,
      s.date_of_death is not null as death_known, w.match_status = 'MATCHED' as is_matched
    from carrier_file_finding f
    join carrier_file_row w on w.file_id = f.file_id and w.line_number = f.line_number
    join policy p on p.institution_id = w.institution_id and p.id = w.policy_id and p.site_id = ${scope.siteId}
    join institution i on i.id = p.institution_id
    join carrier c on c.code = p.carrier_code
    join insured s on s.institution_id = p.institution_id and s.id = p.insured_id
    where f.file_id = ${fileId} and f.rule_code = 'V10' and f.status in ('OPEN', 'ACCEPTED')
    order by p.institution_id, p.id, w.period, f.line_number`.execute(trx)
  return rows.map((row) => ({ ...row, oldStatus: policyStatus.parse(row.oldStatus), status: policyStatus.parse(row.status) }))
}

/** The earlier line of the same policy and status, which is entered in this one's place. */
const leaderOf = (proposals: readonly Proposal[], { policyId, status, period, lineNumber }: Proposal): Proposal | undefined =>
  proposals.find(
    (other) =>
      other.policyId === policyId && other.status === status && other.isMatched && other.period < period && other.lineNumber !== lineNumber,
  )

/** Values of the policy in earlier months of the file: posted before the status is entered. */
async function comingValues(trx: Trx, fileId: number, { institutionId, policyId, period }: Proposal): Promise<PostedValue[]> {
  const { rows } = await sql<PostedValue>`
    select r.period as as_of_date, r.cash_surrender_value_cents as cash_surrender_value, r.death_benefit_cents - coalesce(r.insured_share_cents, 0) as institution_death_benefit
    from carrier_file_row r where r.file_id = ${fileId} and r.institution_id = ${institutionId} and r.policy_id = ${policyId} and r.period < ${period} and ${valued}`.execute(
    trx,
  )
  return rows
}

/** Months of values that a page judges a status by. */
const MONTHS_SHOWN = 36

export async function listProposals(
  trx: Trx,
  scope: Scope,
  { id, finding }: ParsedOf<typeof listStatusProposals>,
): Promise<ReplyOf<typeof listStatusProposals>> {
  const all = await selectProposals(trx, scope, id)
  const asked = all.filter((proposal) => proposal.findingStatus === 'OPEN' && (finding === undefined || finding.includes(proposal.finding)))
  const records: ReplyOf<typeof listStatusProposals>['records'] = []
  for (const proposal of asked) {
    const { institutionId, policyId, period } = proposal
    const { values, flows } = await policyBook({ trx, institutionId }, policyId)
    const accounts = await readLedgerAccounts(trx, scope, [institutionId], period)
    records.push({
      finding: proposal.finding,
      lineNumber: proposal.lineNumber,
      policyNumber: proposal.policyNumber,
      insuredName: proposal.insuredName,
      institutionName: proposal.institutionName,
      carrierName: proposal.carrierName,
      oldStatus: proposal.oldStatus,
      status: proposal.status,
      period,
      follows: leaderOf(all, proposal)?.lineNumber ?? null,
      deathKnown: proposal.deathKnown,
      values: withComing(values, await comingValues(trx, id, proposal))
        .toSorted((a, b) => (a.asOfDate < b.asOfDate ? 1 : -1))
        .slice(0, MONTHS_SHOWN)
        .map(({ asOfDate, cashSurrenderValue, institutionDeathBenefit }) => ({
          asOfDate,
          cashSurrenderValueCents: cashSurrenderValue,
          institutionDeathBenefitCents: institutionDeathBenefit,
        })),
      flows: flows.map(({ date, type, amount }) => ({ date, type, amountCents: amount })),
      ledgerAccounts: accounts(institutionId),
    })
  }
  return { records }
}

interface Action {
  kernel: Kernel
  scope: Scope
  trx: Trx
  record: (event: ActivityEvent) => Promise<void>
}

/**
 * Accepts proposed statuses. Each is tried as posting will enter it, and undone: what the register would refuse then is refused now.
 * @returns the findings among those chosen that propose a status
 * @throws AppError input naming what each still needs, period_locked
 */
export async function acceptStatuses(
  { kernel, scope, trx, record }: Action,
  fileId: number,
  { findings, statuses, reason }: Pick<ParsedOf<typeof acceptWarnings>, 'findings' | 'statuses' | 'reason'>,
): Promise<void> {
  const all = await selectProposals(trx, scope, fileId)
  const meta: Record<string, string[]> = {}
  for (const proposal of all.filter((one) => findings.includes(one.finding) && one.findingStatus === 'OPEN')) {
    const leader = leaderOf(all, proposal)
    const given = statuses.find(({ finding }) => finding === proposal.finding)
    if (leader) {
      if (!findings.includes(leader.finding) && leader.findingStatus === 'OPEN')
        meta[`statuses.${proposal.finding}.status`] = [
          `Line ${leader.lineNumber} gives the same status for an earlier month. Accept that one with it.`,
        ]
      else await keepTerms(trx, fileId, proposal, { follows: leader.lineNumber }, `As line ${leader.lineNumber}. ${reason}`)
      continue
    }
    const { finding: _, effectiveDate = proposal.period, ...terms } = given ?? { finding: proposal.finding }
    const day = plainDate(effectiveDate)
    const coming = await comingValues(trx, fileId, proposal)
    const input = asInput(proposal, { ...terms, effectiveDate })
    const call = { kernel, trx, scope, record, institutionId: proposal.institutionId }
    const refusals = await triedAndUndone(trx, proposal, () =>
      changeStatus(call, { policyId: proposal.policyId, reason, input, coming, source: { fileId, lineNumber: proposal.lineNumber } }),
    )
    for (const [field, sentences] of Object.entries(refusals)) meta[`statuses.${proposal.finding}.${field}`] = sentences
    const { values, flows } = await policyBook(call, proposal.policyId)
    const { value } = groundAt({ values: withComing(values, coming), flows }, day)
    const judged = value && { asOfDate: value.asOfDate, cashSurrenderValue: value.cashSurrenderValue }
    await keepTerms(trx, fileId, proposal, { ...terms, effectiveDate, reason, judged }, reason)
  }
  if (Object.keys(meta).length > 0) throw inputError(meta, 'A status needs the details of its journal entry. Nothing was accepted.')
}

const asInput = ({ status }: Proposal, { effectiveDate, deathSource, ...terms }: Omit<KeptTerms, 'reason' | 'judged'>): StatusInput => ({
  ...terms,
  status,
  effectiveDate,
  // A death that is not on file is told by the carrier's file, unless somebody says otherwise.
  deathSource: deathSource ?? 'CARRIER',
})

async function keepTerms(trx: Trx, fileId: number, { finding }: Proposal, terms: KeptTerms | z.infer<typeof follower>, resolution: string) {
  await sql`update carrier_file_finding set terms = ${JSON.stringify(terms)}::jsonb, resolution = ${resolution} where file_id = ${fileId} and id = ${finding}`.execute(
    trx,
  )
}

/** Refusals of the register, by field. @throws AppError for a refusal that no field can mend */
async function triedAndUndone(trx: Trx, proposal: Proposal, attempt: () => Promise<unknown>): Promise<Record<string, string[]>> {
  await sql`savepoint tried_status`.execute(trx)
  try {
    await attempt()
    return {}
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'input') return sentences.parse(cause.meta ?? {})
    throw cause instanceof AppError ? of(proposal, cause) : cause
  } finally {
    await sql`rollback to savepoint tried_status`.execute(trx)
  }
}
const sentences = z.record(z.string(), z.array(z.string()))
const of = ({ policyNumber, lineNumber }: Proposal, cause: AppError, message = cause.message): AppError =>
  new AppError(cause.code, {
    message: `Policy ${policyNumber}, line ${lineNumber}: ${message}`,
    cause,
    ...(cause.meta ? { meta: cause.meta } : {}),
  })

/**
 * Opens again what was accepted and no longer holds: the value behind it is another, or the line that it follows was left out. @returns how many
 */
export async function reopenStatuses(trx: Trx, scope: Scope, fileId: number): Promise<number> {
  const all = await selectProposals(trx, scope, fileId)
  const opened: number[] = []
  for (const proposal of all.filter(({ findingStatus }) => findingStatus === 'ACCEPTED'))
    if (!(await stillHolds(trx, fileId, all, proposal))) opened.push(proposal.finding)
  if (opened.length > 0)
    await sql`update carrier_file_finding set status = 'OPEN', terms = null, resolution = null, resolved_by = null, resolved_at = null
      where file_id = ${fileId} and id = any(${opened}::int[])`.execute(trx)
  return opened.length
}

async function stillHolds(trx: Trx, fileId: number, all: readonly Proposal[], proposal: Proposal): Promise<boolean> {
  if (follower.safeParse(proposal.terms).success) return leaderOf(all, proposal)?.findingStatus === 'ACCEPTED'
  const terms = kept.safeParse(proposal.terms)
  if (!terms.success || leaderOf(all, proposal)) return false
  const { values, flows } = await policyBook({ trx, institutionId: proposal.institutionId }, proposal.policyId)
  const { value } = groundAt(
    { values: withComing(values, await comingValues(trx, fileId, proposal)), flows },
    plainDate(terms.data.effectiveDate),
  )
  return isJudged(terms.data, value)
}

const isJudged = ({ judged }: KeptTerms, value: PostedValue | null): boolean =>
  value?.asOfDate === judged?.asOfDate && value?.cashSurrenderValue === judged?.cashSurrenderValue

/**
 * Enters the statuses of a month that were accepted, as if by hand, when the file is posted. @returns their banks, each with the first day that has
 * another status now @throws AppError conflict when one cannot be entered as it was accepted
 */
export async function adoptStatuses(
  call: Action,
  fileId: number,
  period: PlainDate,
): Promise<{ institutionId: number; since: PlainDate | null }[]> {
  const { kernel, trx, scope, record } = call
  const accepted = (await selectProposals(trx, scope, fileId)).filter(
    ({ findingStatus, isMatched }) => findingStatus === 'ACCEPTED' && isMatched,
  )
  const adopted: { institutionId: number; since: PlainDate | null }[] = []
  for (const proposal of accepted.filter((one) => one.period === period && !follower.safeParse(one.terms).success)) {
    const { institutionId, policyId, lineNumber } = proposal
    const terms = kept.safeParse(proposal.terms)
    if (!terms.success) throw of(proposal, new AppError('conflict'), 'accept the status again, with what its journal entry needs.')
    const { reason, judged, ...input } = terms.data
    const { value } = groundAt(await policyBook({ trx, institutionId }, policyId), plainDate(input.effectiveDate))
    if (!isJudged(terms.data, value)) {
      const was = judged
        ? `${formatMoney(cents(judged.cashSurrenderValue))} of ${formatDate(plainDate(judged.asOfDate))}`
        : 'no posted value'
      throw of(proposal, new AppError('conflict'), `the status was accepted against ${was}, which has changed since. Accept it again.`)
    }
    try {
      const { reachesFrom } = await changeStatus(
        { kernel, trx, scope, record, institutionId },
        { policyId, reason, input: asInput(proposal, input), source: { fileId, lineNumber } },
      )
      adopted.push({ institutionId, since: reachesFrom })
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause
      const said =
        cause.code === 'input'
          ? Object.values(sentences.parse(cause.meta ?? {}))
              .flat()
              .join(' ')
          : cause.message
      throw of(proposal, cause.code === 'input' ? new AppError('conflict', { cause }) : cause, said)
    }
  }
  return adopted
}
