/** An insured corrected by what an institution told of them: by the rules, the locks and the history of the form. */
import { insureds } from '@corridor/contract/register.ts'
import { type Acting, refusedInput } from '../../platform/http/route.ts'
import type { Row } from '../../platform/records/resource-rows.ts'
import { insuredKind } from './kinds.ts'
import { correctRecord, loadRecord } from './records.ts'
import { type RegisterCall, reachToChange } from './register-scope.ts'

const changed = insureds.fields.partial().strict()

/** @throws AppError not_found, input by field, period_locked */
export async function correctInsured(call: Acting, institutionId: number, id: number, changes: Row, reason: string): Promise<void> {
  const of: RegisterCall = { ...call, institutionId }
  const parsed = changed.safeParse(changes)
  if (!parsed.success) throw refusedInput(parsed.error)
  await reachToChange(of)
  const { updatedAt } = await loadRecord(of, insuredKind, id)
  await correctRecord(of, insuredKind, id, { ...parsed.data, reason, updatedAt })
}
