/** A policy that a carrier's file brought goes again when the file is set aside, by the rules, the locks and the history of the form. */
import { sql } from 'kysely'
import { AppError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { insuredKind, policyKind } from './kinds.ts'
import { loadRecord, removeRecord } from './records.ts'
import { type RegisterCall, reachToChange } from './register-scope.ts'

/** With it goes the insured who was entered with it, unless something else speaks of them. @throws AppError in_use, naming it; period_locked */
export async function removeBroughtPolicy(
  call: Acting,
  { institutionId, policyId, policyNumber }: { institutionId: number; policyId: number; policyNumber: string },
  reason: string,
): Promise<void> {
  const of: RegisterCall = { ...call, institutionId }
  await reachToChange(of)
  // Both were entered in one transaction, whose time they carry.
  const { rows } = await sql<{ insuredId: number }>`select s.id as "insuredId" from policy p
    join insured s on s.institution_id = p.institution_id and s.id = p.insured_id and s.created_at = p.created_at
    where p.institution_id = ${institutionId} and p.id = ${policyId}`.execute(call.trx)
  try {
    await removeRecord(of, policyKind, policyId, reason, (await loadRecord(of, policyKind, policyId)).updatedAt)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    throw new AppError(cause.code, { message: `Policy ${policyNumber}: ${cause.message} Nothing was changed.`, cause })
  }
  for (const { insuredId } of rows) {
    const spokenOf = await Promise.all(
      insuredKind.dependants(insuredId).map(({ count }) => sql<{ n: number }>`select (${count})::int as n`.execute(call.trx)),
    )
    if (spokenOf.every((counted) => counted.rows[0]?.n === 0))
      await removeRecord(of, insuredKind, insuredId, reason, (await loadRecord(of, insuredKind, insuredId)).updatedAt)
  }
}
