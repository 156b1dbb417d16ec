/** Entering, correcting and taking out a record of any kind: in turns, by its rules, out of locked months, with its past kept. */

import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import type { RegisterEntity } from '@corridor/domain/policies/register.ts'
import type { Refusals } from '@corridor/domain/policies/rules.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Row } from '../../platform/records/resource-rows.ts'
import { auditSince } from '../../shared/auditing/audit-since.ts'
import { noteChange } from '../../shared/policies/register-changes.ts'
import { staleSave } from './history.ts'
import { type RegisterCall, reachToChange, refuseLocked, todayOf } from './register-scope.ts'

export interface RecordKind {
  /** Posted values are compared with it: whoever changes it takes turns with postings and audits. */
  isAudited?: true
  calls: { endpoints: Record<'list' | 'create' | 'update' | 'remove', Endpoint> }
  entity: RegisterEntity
  table: string
  /** Fields that are columns of the same name; the others are written by `link`. */
  columns: readonly string[]
  /** Fields that are not columns, as SQL on the row `t`. */
  others?: Readonly<Record<string, RawBuilder<unknown>>>
  /** The row under the rules, once the change is made; `before` is missing when it is entered. */
  check: (call: RegisterCall, after: Row, before: Stored | undefined) => Promise<Checked>
  /** Records that keep it from being removed, each as a count. */
  dependants: (id: number) => readonly { what: string; count: RawBuilder<unknown> }[]
  /** A sentence why this record is not taken out by itself. */
  stays?: (before: Stored) => string | undefined
  /** Writes what lies in other tables. */
  link?: (call: RegisterCall, id: number, after: Row, before: Stored | undefined) => Promise<void>
  /** Clears what points at a row that goes. */
  unlink?: (call: RegisterCall, before: Stored) => Promise<void>
}
export interface Checked {
  refused: Refusals
  /** Columns beside those of the form: match keys, hashes. */
  also?: Row
  /** The first day of a dated fact that is entered or changes: months locked since are closed to it. */
  holdsFrom?: PlainDate | null
  /** The first day that the record itself counts from, changed or not: taking it out reaches that far. */
  countsFrom?: PlainDate | null
  /** The first day whose posted values are compared with it: audited months since then are audited again. */
  auditsFrom?: PlainDate | null
  /** The first day whose figures change, where that is told apart. */
  reachesFrom?: PlainDate | null
  policyId?: number | null
  insuredId?: number | null
  /** The history's text in place of a secret. */
  noted?: Row
}
export type Stored = Row & { id: number; updatedAt: string }

const stored = z.looseObject({ id: z.int(), updatedAt: z.string() })

/** @throws AppError not_found */
export async function loadRecord({ trx, scope, institutionId }: RegisterCall, kind: RecordKind, id: number): Promise<Stored> {
  const fields = [
    ...kind.columns.map((name) => sql`${sql.ref(`t.${name}`)}`),
    ...Object.entries(kind.others ?? {}).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
  ]
  const { rows } = await sql<Row>`select t.id, t.updated_at, ${sql.join(fields)} from ${sql.table(kind.table)} t
    where t.institution_id = ${institutionId} and t.site_id = ${scope.siteId} and t.id = ${id}`.execute(trx)
  if (!rows[0]) throw new AppError('not_found')
  return stored.parse(rows[0])
}

export async function addRecord(call: RegisterCall, kind: RecordKind, input: Row): Promise<{ id: number; updatedAt: string }> {
  await reachToChange(call)
  const { reason, ...after } = input
  const checked = await accepted(call, kind, after, undefined)
  const row = { ...onlyColumns(kind, after), ...checked.also, institutionId: call.institutionId, siteId: call.scope.siteId }
  const now = call.kernel.now().toISOString()
  const { rows } = await sql<{ id: number; updatedAt: string }>`
    insert into ${sql.table(kind.table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}, created_at, updated_at)
    values (${sql.join(Object.values(row))}, ${now}, ${now}) returning id, updated_at`.execute(call.trx)
  const [made] = rows
  if (!made) throw new Error(`no ${kind.entity} was made`)
  await kind.link?.(call, made.id, after, undefined)
  await noteChange(call, {
    entity: kind.entity,
    entityId: made.id,
    action: 'ADDED',
    reason: typeof reason === 'string' ? reason : null,
    after: { ...visible(after), ...checked.noted },
    ...subjectOf(kind, made.id, checked),
    reachesFrom: checked.reachesFrom ?? checked.holdsFrom ?? null,
  })
  await auditAgain(call, checked.auditsFrom)
  return made
}

export async function correctRecord(call: RegisterCall, kind: RecordKind, id: number, { reason, updatedAt, ...changes }: Row) {
  await reachToChange(call)
  const before = await loadRecord(call, kind, id)
  if (before.updatedAt !== new Date(String(updatedAt)).toISOString()) throw await staleSave(call, kind.entity, id, before, changes)
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: Row = { ...before, ...given }
  const checked = await accepted(call, kind, after, before)
  const row = { ...onlyColumns(kind, given), ...checked.also }
  const assignments = Object.entries(row).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<{ id: number; updatedAt: string }>`
    update ${sql.table(kind.table)} set ${sql.join([...assignments, sql`updated_at = greatest(${call.kernel.now().toISOString()}::timestamptz, updated_at + interval '1 millisecond')`])}
    where institution_id = ${call.institutionId} and id = ${id} returning id, updated_at`.execute(call.trx)
  await kind.link?.(call, id, after, before)
  await noteChange(call, {
    entity: kind.entity,
    entityId: id,
    action: 'CORRECTED',
    reason: String(reason),
    before: visible(before),
    after: { ...visible(after), ...checked.noted },
    ...subjectOf(kind, id, checked),
    reachesFrom: checked.reachesFrom ?? checked.holdsFrom ?? null,
  })
  await auditAgain(call, checked.auditsFrom)
  return rows[0] ?? { id, updatedAt: before.updatedAt }
}

export async function removeRecord(
  call: RegisterCall,
  kind: RecordKind,
  id: number,
  reason: string,
  updatedAt: string,
): Promise<{ id: number }> {
  await reachToChange(call)
  const before = await loadRecord(call, kind, id)
  if (before.updatedAt !== new Date(updatedAt).toISOString()) throw await staleSave(call, kind.entity, id, before, {})
  const sentence = kind.stays?.(before)
  if (sentence) throw new AppError('in_use', { message: sentence })
  const holders: string[] = []
  for (const { what, count } of kind.dependants(id)) {
    const { rows } = await sql<{ n: number }>`select (${count})::int as n`.execute(call.trx)
    const n = rows[0]?.n ?? 0
    if (n > 0) holders.push(counted(n, what))
  }
  if (holders.length > 0)
    throw new AppError('in_use', {
      message: `It has ${holders.join(' and ')}. Remove those first, or correct it instead.`,
      meta: { holders },
    })
  const { countsFrom, holdsFrom, reachesFrom, auditsFrom, ...of } = await kind.check(call, before, before)
  await refuseLocked(call, countsFrom ?? holdsFrom ?? null)
  await kind.unlink?.(call, before)
  await sql`delete from ${sql.table(kind.table)} where institution_id = ${call.institutionId} and site_id = ${call.scope.siteId} and id = ${id}`.execute(
    call.trx,
  )
  await noteChange(call, {
    entity: kind.entity,
    entityId: id,
    action: 'REMOVED',
    reason,
    before: visible(before),
    ...subjectOf(kind, id, of),
    reachesFrom: reachesFrom ?? holdsFrom ?? null,
  })
  await auditAgain(call, auditsFrom)
  return { id }
}

async function auditAgain(call: RegisterCall, since: PlainDate | null = null): Promise<void> {
  await auditSince(call.trx, call.scope, { institutionIds: [call.institutionId], since, today: await todayOf(call) })
}

async function accepted(call: RegisterCall, kind: RecordKind, after: Row, before: Stored | undefined): Promise<Checked> {
  const checked = await kind.check(call, after, before)
  if (Object.keys(checked.refused).length > 0) throw inputError(checked.refused)
  await refuseLocked(call, checked.holdsFrom ?? null)
  return { ...checked, holdsFrom: checked.holdsFrom ?? null }
}

/** On whose page a change shows; a policy's or insured's own always on its own. */
const subjectOf = (kind: RecordKind, id: number, { policyId, insuredId }: Pick<Checked, 'policyId' | 'insuredId'>) => ({
  policyId: kind.entity === 'policy' ? id : (policyId ?? null),
  insuredId: kind.entity === 'insured' ? id : (insuredId ?? null),
})
const onlyColumns = (kind: RecordKind, row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => kind.columns.includes(name) && value !== undefined))
/** Without what every row has, and what is never written down. */
const visible = ({ id: _id, updatedAt: _updatedAt, createdAt: _createdAt, ssn: _ssn, ...row }: Row): Row => row
