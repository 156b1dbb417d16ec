/** A policy's statuses by date as somebody enters, corrects and sets them aside by hand: in turns, and told when another was faster. */
import { auditSince } from '../../shared/auditing/audit-since.ts'
import { takeTurn } from '../../shared/auditing/turns.ts'
import { changeStatus, type StatusInput } from '../../shared/policies/statuses.ts'
import { staleSave } from './history.ts'
import { type RegisterCall, reachToChange, todayOf } from './register-scope.ts'

interface Change {
  policyId: number
  reason: string
  updatedAt: string
}

export const addStatus = (call: RegisterCall, change: Change, input: StatusInput) => changed(call, change, undefined, input)
export const correctStatus = (call: RegisterCall, change: Change, statusId: number, input: StatusInput) =>
  changed(call, change, statusId, input)
export const setStatusAside = (call: RegisterCall, change: Change, statusId: number) => changed(call, change, statusId, undefined)

/** @throws AppError not_found, conflict, input by field, period_locked */
async function changed(
  call: RegisterCall,
  { policyId, reason, updatedAt }: Change,
  statusId: number | undefined,
  input: StatusInput | undefined,
) {
  await takeTurn(call.trx, call.scope)
  await reachToChange(call)
  const { reachesFrom, ...saved } = await changeStatus(call, {
    policyId,
    reason,
    statusId,
    input,
    refuseStale: async (policy) => {
      if (policy.updatedAt === new Date(updatedAt).toISOString()) return
      throw await staleSave(call, 'status', policy.id, { updatedAt: policy.updatedAt, status: policy.policyStatus }, { ...input })
    },
  })
  await auditSince(call.trx, call.scope, { institutionIds: [call.institutionId], since: reachesFrom, today: await todayOf(call) })
  return saved
}
