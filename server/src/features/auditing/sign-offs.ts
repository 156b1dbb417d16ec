/** Sign-offs of a month's audits: given for the state that the reviewer looked at, kept for good, withdrawn with a reason. */
import { type listSignOffs, signOffAudit, type withdrawSignOff } from '@corridor/contract/audit-sign-offs.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { AUDIT_CHECK_CODES, AUDIT_CHECKS, type AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { noteAsked, reviewOf, reviewSentence, type SignOff, signOffRefused } from '@corridor/domain/auditing/sign-off.ts'
import { formatMonth, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import type { Acting } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { siteDayOf } from '../../shared/site-day.ts'
import { hashOfSignOff, selectReviewState } from './review-state.ts'
import { selectRun } from './runs.ts'

const selectAll = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('auditSignOff as s')
    .leftJoin('auditSignOffWithdrawal as w', (join) => join.onRef('w.siteId', '=', 's.siteId').onRef('w.signOffId', '=', 's.id'))
    .where('s.siteId', '=', scope.siteId)
    .select(['s.id', 's.checkCode', 's.period', 's.signerName as signedBy', 's.signedAt', 's.note', 's.stateSha256', 's.statement'])
    .select(['w.withdrawerName as withdrawnBy', 'w.withdrawnAt', 'w.reason as withdrawalReason'])
    .select(siteDayOf(sql`s.signed_at`, scope.siteId).as('signedOn'))

const selectSignOffs = (trx: Trx, scope: Scope, check: AuditCheck, period: PlainDate) =>
  selectAll(trx, scope).where('s.checkCode', '=', check).where('s.period', '=', period)

type Row = Awaited<ReturnType<ReturnType<typeof selectSignOffs>['executeTakeFirstOrThrow']>>
const toSignOff = ({ signedBy, signedOn, stateSha256, withdrawnAt, id }: Row): SignOff & { id: number } => ({
  id,
  signedBy,
  signedOn: plainDate(signedOn ?? ''),
  stateSha256,
  isWithdrawn: withdrawnAt !== null,
})
const said = z.object({ statement: z.string() }).catch({ statement: '' })
const checkIn = ({ checkCode }: { checkCode: string }): AuditCheck =>
  AUDIT_CHECK_CODES.find((code) => code === checkCode) ?? AUDIT_CHECK_CODES[0]
const toRecord = ({ signedOn: _, checkCode, ...row }: Row, sha256: string) => ({
  ...row,
  check: checkIn({ checkCode }),
  statement: said.parse(row.statement).statement,
  isCurrent: row.withdrawnAt === null && row.stateSha256 === sha256,
})

export async function pageOfSignOffs(trx: Trx, scope: Scope, input: ParsedOf<typeof listSignOffs>) {
  let query = selectAll(trx, scope)
  if (input.check) query = query.where('s.checkCode', '=', input.check)
  if (input.period) query = query.where('s.period', '=', input.period)
  const { records, page } = await pageOf(query, input, {
    id: ['s.id'],
    sort: { signedAt: 's.signedAt', period: 's.period' },
    search: ['s.signerName', 's.note'],
  })
  const states = new Map<string, Awaited<ReturnType<typeof selectReviewState>>>()
  const told = []
  for (const row of records) {
    const check = checkIn(row)
    const key = `${check} ${row.period}`
    const now = states.get(key) ?? (await selectReviewState(trx, scope, check, plainDate(row.period)))
    states.set(key, now)
    told.push(toRecord({ ...row, stateSha256: hashOfSignOff(row, now) }, now.sha256))
  }
  return { records: told, page }
}

/** How the audit stands with its reviewers, the state it is in, and every sign-off, newest first. */
export async function selectReview(trx: Trx, scope: Scope, check: AuditCheck, period: PlainDate) {
  const now = await selectReviewState(trx, scope, check, period)
  const kept = await selectSignOffs(trx, scope, check, period).orderBy('s.id', 'desc').execute()
  const rows = kept.map((row) => ({ ...row, stateSha256: hashOfSignOff(row, now) }))
  const signOffs = rows.map(toSignOff)
  const { standing, signOff } = reviewOf(signOffs, now.sha256)
  return { ...now, rows, standing, signOffId: signOff?.id ?? null, sentence: reviewSentence(signOffs, now.sha256) }
}

export async function reviewFor(trx: Trx, scope: Scope, check: AuditCheck, period: PlainDate) {
  const { auditedAt, state, sha256, standing, signOffId, sentence } = await selectReview(trx, scope, check, period)
  return {
    period,
    stateSha256: sha256,
    standing,
    sentence,
    signOffId,
    refused: await refusalOf(trx, scope, period, auditedAt),
    noteAsked: noteAsked(state.openErrors),
  }
}

async function refusalOf(trx: Trx, scope: Scope, period: PlainDate, auditedAt: string | null): Promise<string | null> {
  const run = await selectRun(trx, scope, { period })
  const { rows } = await sql<{ hasPosted: boolean }>`
    select exists (select from policy_valuation where site_id = ${scope.siteId} and as_of_date = ${period} and status = 'POSTED' and posted_by = ${scope.userId}) as has_posted`.execute(
    trx,
  )
  const hasPosted = rows[0]?.hasPosted ?? false
  return signOffRefused({
    isAudited: auditedAt !== null,
    isRunning: run !== null && run.startedAt !== null && run.endedAt === null,
    hasPosted,
    others: hasPosted ? await selectOthers(trx, scope, period) : [],
  })
}

/** Staff of the site who hold the right and posted none of the month's values. */
async function selectOthers(trx: Trx, scope: Scope, period: PlainDate): Promise<string[]> {
  const { roles, anyOf, minimum } = signOffAudit.access
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', u.first_name, u.last_name) as name
    from user_account u join user_site s on s.user_id = u.id and s.site_id = ${scope.siteId}
    where u.status = 1 and u.role = any(${[...roles]}::text[]) and u.first_name <> ''
      and exists (select from user_permission p where p.user_id = u.id and p.code = any(${[...anyOf]}::text[]) and p.access >= ${minimum})
      and not exists (select from policy_valuation v where v.site_id = ${scope.siteId} and v.as_of_date = ${period} and v.status = 'POSTED' and v.posted_by = u.id)
    order by u.last_name, u.first_name, u.id limit 1000`.execute(trx)
  return rows.map(({ name }) => name)
}

/** @throws AppError wrong_status with the reason; conflict when the audit is not in the state that was looked at; input where open errors ask for a note */
export async function signOff({ trx, scope, record }: Pick<Acting, 'trx' | 'scope' | 'record'>, input: ParsedOf<typeof signOffAudit>) {
  const { check, stateSha256 } = input
  const period = plainDate(input.period)
  const note = input.note || null
  const { auditedAt, state, sha256 } = await selectReviewState(trx, scope, check, period)
  const refused = await refusalOf(trx, scope, period, auditedAt)
  if (refused) throw new AppError('wrong_status', { message: refused })
  if (sha256 !== stateSha256)
    throw new AppError('conflict', { message: 'The audit has changed since you looked at it. Look at it again before you sign it off.' })
  const why = noteAsked(state.openErrors)
  if (why && !note) throw inputError({ note: [why] })
  const { id } = await trx
    .insertInto('auditSignOff')
    .values({
      siteId: scope.siteId,
      checkCode: check,
      period,
      stateSha256: sha256,
      statement: JSON.stringify(state),
      note,
      signedBy: scope.userId,
      signerName: nameOf(scope.userId),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record({
    action: 'audit.signed-off',
    entity: 'audit',
    entityId: id,
    after: { ...auditWords(check, period), statement: state.statement, state: sha256, note },
  })
  return toRecord(await selectSignOffs(trx, scope, check, period).where('s.id', '=', id).executeTakeFirstOrThrow(), sha256)
}

export async function withdraw({ trx, scope, session, record }: Acting, { id, reason }: ParsedOf<typeof withdrawSignOff>): Promise<void> {
  const found = await trx
    .selectFrom('auditSignOff')
    .select(['checkCode', 'period'])
    .where('id', '=', id)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('auditSignOffWithdrawal')
    .values({ siteId: scope.siteId, signOffId: id, reason, withdrawnBy: session.userId, withdrawerName: nameOf(session.userId) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw new AppError('wrong_status', { message: 'This sign-off was withdrawn before.' })
  const check = checkIn(found)
  await record({
    action: 'audit.sign-off-withdrawn',
    entity: 'audit',
    entityId: id,
    after: { ...auditWords(check, plainDate(found.period)), reason },
  })
}

const nameOf = (userId: number) =>
  sql<string>`(select coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) from user_account where id = ${userId})`
export const auditWords = (check: AuditCheck, period: PlainDate) => ({ audit: AUDIT_CHECKS[check].title, month: formatMonth(period) })
