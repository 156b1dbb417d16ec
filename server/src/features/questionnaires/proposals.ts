/** Changes that a returned questionnaire proposes to the register as it stands now, with the effect of each; decided ones are set apart. */
import { createHash } from 'node:crypto'
import type { DecidedChange, Proposal } from '@corridor/contract/questionnaire-decisions.ts'
import type { Session } from '@corridor/contract/session.ts'
import { isStaff, levelOf } from '@corridor/domain/access/access.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { HOLDS_ON, isContested, type ProposedChange, proposedChanges } from '@corridor/domain/questionnaires/changes.ts'
import { type Questionnaire, questionsOf } from '@corridor/domain/questionnaires/definition.ts'
import { type ChangeEffect, effectsOf, type FormFacts } from '@corridor/domain/questionnaires/effects.ts'
import type { QuestionnaireBook } from '@corridor/domain/questionnaires/register-facts.ts'
import { readForm8925Snapshot } from '@corridor/domain/reports/form-8925/snapshot.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { canonical } from '../../platform/http/idempotency.ts'
import type { Acting } from '../../platform/http/route.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { fingerprint } from '../../platform/security/encryption.ts'
import { familyOf } from '../../reporting/family.ts'
import { lockedSentence, monthsLockedSince } from '../../shared/policies/period-locks.ts'
import { currentPeriod } from '../../shared/policies/periods.ts'
import { seesPersonal } from '../../shared/visibility/salaries.ts'
import { heldInAll, readBook } from './book.ts'
import { type Signed, selectReturns, selectRow } from './queries.ts'
import { readJudged } from './sheet.ts'

type Reading = Pick<Acting, 'kernel' | 'trx' | 'scope' | 'session'>

export interface OpenChange extends ProposedChange {
  effects: ChangeEffect[]
  contested: boolean
  seen: string
  answeredSha256: string
}
/** All of it, whoever asks: what they may not see is taken out by `shownTo`. */
export interface Proposals {
  institutionId: number
  year: number
  signed: Signed
  /** As of when answers without a date were told. */
  asOf: PlainDate
  book: QuestionnaireBook
  open: OpenChange[]
}

/** @throws AppError not_found, wrong_status unless it was returned */
export async function readProposals(reading: Reading, id: number): Promise<Proposals> {
  const { kernel, trx, scope, session } = reading
  const row = await selectRow(trx, scope, session, id)
  const [signed] = await selectReturns(trx, scope, [id])
  if (row.status !== 2 || !signed)
    throw new AppError('wrong_status', { message: 'Answers can be accepted once they have been signed and returned.' })
  const { content, answers, context } = await readJudged(reading, id)
  const period = plainDate(row.period)
  const { today } = context
  const { signedOn } = signed
  const returnedOn = signedOn < today ? signedOn : today
  // Terms that hold from the year's end on count as known, also before it has come.
  const book = await readBook(trx, scope.siteId, row.institutionId, today < period ? period : today)
  const changes = proposedChanges({ questionnaire: content, answers, period, returnedOn }, context.book, book)
  // The latest decision on a record is about its answers as they were then: answered otherwise since, it is open again.
  const decided = new Map((await selectDecisions(trx, scope, id)).toReversed().map((one) => [`${one.kind} ${one.key}`, one.answeredSha256]))
  const undecided = changes
    .map((change) => ({ ...change, answeredSha256: sha256Of(change.answered) }))
    .filter(({ kind, key, answeredSha256 }) => decided.get(`${kind} ${key}`) !== answeredSha256)
  for (const change of undecided) change.remarks = [...change.remarks, ...(await lockOf(reading, row.institutionId, change))]
  const measured = undecided.length > 0 ? { ...book, ...(await heldInAll(trx, scope.siteId, row.institutionId)) } : book
  const forms = undecided.length > 0 ? await readForms(trx, scope, row.institutionId, book, period, today) : []
  return {
    institutionId: row.institutionId,
    year: row.year,
    signed,
    asOf: returnedOn < period ? returnedOn : period,
    book,
    open: undecided.map((change) => {
      const effects = effectsOf(change, measured, forms)
      const { fields, remarks, holdsFrom } = change
      // Keyed: it is told also to those who may not see a salary that is proposed.
      const seen = fingerprint(kernel.configuration.keys, 'a proposed change', canonical({ fields, remarks, holdsFrom, effects }))
      return { ...change, effects, contested: isContested(change), seen }
    }),
  }
}

/** Said before somebody tries: terms of a locked month are accepted once a manager unlocked it, or as of a later day. */
async function lockOf({ trx, scope }: Reading, institutionId: number, { kind, holdsFrom }: ProposedChange): Promise<string[]> {
  if (holdsFrom === null || !(HOLDS_ON.has(kind) || kind === 'CAPITAL')) return []
  const locked = await monthsLockedSince(trx, scope, institutionId, holdsFrom)
  if (locked.length === 0) return []
  const later = kind === 'CAPITAL' ? '' : ' Accept it as of a later day, or'
  return [
    `${lockedSentence(locked)}.${later || ' To accept it,'} ask a manager to unlock ${locked.length > 1 ? 'these months' : 'the month'}.`,
  ]
}

/** Kept in the database, and told to nobody. */
const sha256Of = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex')

/** Form 8925 of the institution and of each subsidiary that files its own, on the newest values; without values line 1 alone can be told. */
async function readForms(
  trx: Trx,
  scope: Scope,
  institutionId: number,
  book: QuestionnaireBook,
  taxYearEnd: PlainDate,
  preparedOn: PlainDate,
): Promise<FormFacts[]> {
  const current = await currentPeriod(trx, scope, institutionId)
  const valuesOf = current !== null && current < taxYearEnd ? current : taxYearEnd
  const filers = book.entities.filter(({ ownReturn = true }) => ownReturn)
  const orders = filers.map(({ id }, reportId) => ({
    reportId,
    reportType: 'C8925Report',
    institutionId,
    subsidiaryId: id === 0 ? null : id,
    period: valuesOf,
    isQuarterly: false,
    version: 0,
    batchId: 0,
    preparedOn,
    isRestated: false,
    preliminaryReason: 'Questionnaire',
  }))
  const prepared = await familyOf('C8925Report').prepare(trx, scope, orders)
  return filers.map(({ id: entityId, name: holder }, reportId): FormFacts => {
    const made = prepared.get(reportId)
    const known = made && 'snapshot' in made ? readForm8925Snapshot(made.snapshot) : null
    return {
      entityId,
      holder,
      taxYearEnd,
      valuesOf,
      employees: book.employees?.find((count) => count.entityId === entityId && count.taxYearEnd === taxYearEnd)?.employees ?? null,
      policies: known?.policies ?? [],
      insureds: known?.insureds ?? [],
    }
  })
}

interface DecisionRow {
  id: number
  kind: ProposedChange['kind']
  key: string
  answeredSha256: string
  decision: 'ACCEPTED' | 'REFUSED'
  reason: string | null
  proposal: Pick<DecidedChange, 'title' | 'fields' | 'remarks' | 'holdsFrom' | 'effects'>
  decidedBy: string | null
  decidedAt: string
}
export const selectDecisions = async (trx: Trx, scope: Scope, questionnaireId: number): Promise<DecisionRow[]> =>
  (
    await sql<DecisionRow>`
      select d.id, d.kind, d.record_key as key, d.answered_sha256, d.decision, d.reason, d.proposal,
        (select coalesce(u.display_name, u.first_name || ' ' || u.last_name) from user_account u where u.id = d.decided_by) as decided_by, d.decided_at
      from questionnaire_decision d where ${visible(scope, 'd')} and d.questionnaire_id = ${questionnaireId} order by d.id desc`.execute(
      trx,
    )
  ).rows

/** Further rights that accepting takes beside the questionnaire's own: the register is the institution's page. */
export const acceptsInto = (session: Session): boolean =>
  isStaff(session.userRole) && levelOf(session, 'ANNUAL_QUESTIONNAIRE') >= 2 && levelOf(session, 'INSTITUTIONS') >= 2

/** As the results show them: to staff, once it was returned, without what is personal to those who may not see it. */
export async function readDecisions(reading: Reading, id: number) {
  const { trx, scope, session } = reading
  const accepts = acceptsInto(session)
  if (!isStaff(session.userRole)) return { proposals: [], decided: [], accepts }
  const { status } = await selectRow(trx, scope, session, id)
  const open = status === 2 ? (await readProposals(reading, id)).open : []
  const hidden = seesPersonal(session) ? new Set<string>() : personalFields((await readJudged(reading, id)).content)
  const shown = <Change extends Pick<ProposedChange, 'fields'>>(change: Change): Change => ({
    ...change,
    fields: change.fields.filter(({ field }) => !hidden.has(field)),
  })
  return {
    proposals: open.map(({ answered: _answered, answeredSha256: _sha256, ...change }): Proposal => shown(change)),
    decided: (await selectDecisions(trx, scope, id)).map(
      ({ proposal, answeredSha256: _sha256, ...row }): DecidedChange => shown({ ...row, ...proposal }),
    ),
    accepts,
  }
}

/** Columns of personal detail, whatever the reader's copy of the questions leaves out. */
const personalFields = (content: Questionnaire): Set<string> =>
  new Set(questionsOf(content).flatMap(({ columns = [] }) => columns.flatMap(({ code, personal }) => (personal ? [code] : []))))
