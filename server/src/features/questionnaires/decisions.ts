/** Deciding about the answers of a returned questionnaire: accepted ones are written into the book, all that was chosen or nothing. */
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { decideQuestionnaireChanges } from '@corridor/contract/questionnaire-decisions.ts'
import { firstNamed } from '@corridor/domain/primitives/counted.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { CHANGE_KINDS, effectiveOnProblem, HOLDS_ON } from '@corridor/domain/questionnaires/changes.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { type BookKeepers, type ChangeSource, reasonOf, writeChange } from './apply-changes.ts'
import { acceptsInto, type OpenChange, type Proposals, readProposals } from './proposals.ts'
import { announce, lockQuestionnaires, questionnaireName } from './queries.ts'

type Decision = ParsedOf<typeof decideQuestionnaireChanges>

/**
 * @throws AppError not_found, wrong_status unless it was returned, forbidden without the right to the book, input for a refusal without a reason, conflict
 * naming each change that is not the one that was looked at any more, and what the book's own rules refuse
 */
export async function decide(call: Acting, keepers: BookKeepers, { id, changes, decision, reason }: Decision): Promise<void> {
  const { trx, scope, session } = call
  const [row] = await lockQuestionnaires(trx, scope, [id])
  if (!row) throw new AppError('not_found')
  if (decision === 'ACCEPTED' && !acceptsInto(session))
    throw new AppError('forbidden', { message: 'Accepting changes the register and requires Institutions at level 2.' })
  if (decision === 'REFUSED' && (reason ?? '').length < 3)
    throw inputError({ reason: ['Enter a reason that the next reader will understand.'] })
  // Whoever corrects the institution or its register waits, and what is read here is what is written over.
  await trx.selectFrom('institution').select('id').where('id', '=', row.institutionId).forUpdate().execute()
  const proposals = await readProposals(call, id)
  const chosen = pick(proposals, changes).map((change) => onItsDay(change, changes, plainDate(row.period)))
  const from: ChangeSource = {
    institutionId: proposals.institutionId,
    source: questionnaireName(proposals.year),
    reason: reasonOf(questionnaireName(proposals.year), proposals.signed, proposals.signed.signedOn),
    asOf: proposals.asOf,
    book: proposals.book,
  }
  for (const change of chosen) {
    if (decision === 'ACCEPTED') await writeChange(call, keepers, change, from)
    await keep(call, id, proposals, change, decision, reason)
  }
  await announce(call, { id, batchId: row.batchId, institutionId: row.institutionId })
}

/** A dated change may be accepted as of another day than the proposed one. @throws AppError input for a day out of reach, or for what has no day to choose */
function onItsDay(change: OpenChange, asked: Decision['changes'], period: PlainDate): OpenChange {
  const effectiveOn = asked.find(({ kind, key }) => kind === change.kind && key === change.key)?.effectiveOn
  if (effectiveOn === undefined || effectiveOn === change.holdsFrom) return change
  const problem = HOLDS_ON.has(change.kind) ? effectiveOnProblem(effectiveOn, period) : 'This change has no effective date to choose.'
  if (problem) throw new AppError('input', { message: `${change.title}: ${problem}`, meta: { effectiveOn: [problem] } })
  return { ...change, holdsFrom: effectiveOn }
}

/** Those that were asked for, in the order of the book. */
function pick({ open }: Proposals, asked: Decision['changes']): OpenChange[] {
  const byRecord = new Map(asked.map((one) => [`${one.kind} ${one.key}`, one]))
  const chosen = open.filter(({ kind, key }) => byRecord.has(`${kind} ${key}`))
  const found = new Set(chosen.map(({ kind, key }) => `${kind} ${key}`))
  const gone = [...byRecord.values()].filter(({ kind, key }) => !found.has(`${kind} ${key}`))
  const changed = chosen.filter(({ kind, key, seen }) => byRecord.get(`${kind} ${key}`)?.seen !== seen)
  if (gone.length + changed.length === 0) return chosen
  const names = [...changed.map(({ title }) => title), ...gone.map(({ kind }) => CHANGE_KINDS[kind])]
  throw new AppError('conflict', {
    message: `${firstNamed(names, 5)}: decided by someone else, or changed in the register since you opened them. Review them again.`,
    meta: { changed: names },
  })
}

async function keep(
  { kernel, trx, scope, session, record }: Acting,
  id: number,
  { institutionId, year, signed }: Proposals,
  { kind, key, title, fields, remarks, holdsFrom, effects, answeredSha256 }: OpenChange,
  decision: Decision['decision'],
  reason: string | null,
): Promise<void> {
  await trx
    .insertInto('questionnaireDecision')
    .values({
      institutionId,
      questionnaireId: id,
      siteId: scope.siteId,
      returnNumber: signed.number,
      kind,
      recordKey: key,
      answeredSha256,
      decision,
      reason,
      proposal: JSON.stringify({ title, fields, remarks, holdsFrom, effects }),
      decidedBy: session.userId,
      decidedAt: kernel.now().toISOString(),
    })
    .execute()
  await record({
    action: decision === 'ACCEPTED' ? 'questionnaire.accepted' : 'questionnaire.refused',
    entity: 'questionnaire',
    entityId: id,
    institutionId,
    // Which fields, not what they say: salaries are among them.
    after: { year, record: CHANGE_KINDS[kind], of: title, fields: fields.map(({ label }) => label), ...(reason ? { reason } : {}) },
  })
}
