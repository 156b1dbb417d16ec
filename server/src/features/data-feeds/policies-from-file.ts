/** Policies that a file brought into the register, and what becomes of them when it is set aside. */
import { firstNamed } from '@corridor/domain/primitives/counted.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { recount } from './counts.ts'

/** Hands a policy back to the register, which takes it out by its own rules, history and locks. */
export type RemovePolicy = (
  call: Acting,
  policy: { institutionId: number; policyId: number; policyNumber: string },
  reason: string,
) => Promise<void>

interface Brought {
  policyId: number
  policyNumber: string
  institutionId: number
  institutionName: string
  /** Something else refers to it: a value, a transaction, another file. */
  held: boolean
}

/** The caller's site, those in the register today. */
export async function selectBrought(trx: Trx, scope: Scope, fileId: number): Promise<Brought[]> {
  const { rows } = await sql<Brought>`
    select p.id as "policyId", p.policy_number as "policyNumber", p.institution_id as "institutionId", i.name as "institutionName",
      exists (select from policy_valuation v where v.institution_id = p.institution_id and v.policy_id = p.id)
      or exists (select from policy_transaction t where t.institution_id = p.institution_id and t.policy_id = p.id)
      or exists (select from separate_account_fund f where f.institution_id = p.institution_id and f.policy_id = p.id)
      or exists (select from policy_illustration l where l.institution_id = p.institution_id and l.policy_id = p.id)
      or exists (select from policy_seven_pay s where s.institution_id = p.institution_id and s.policy_id = p.id)
      or exists (select from carrier_file_row r join carrier_file o on o.id = r.file_id
                 where r.institution_id = p.institution_id and r.policy_id = p.id and r.file_id <> ${fileId} and o.status <> 'REJECTED') as held
    from policy p join institution i on i.id = p.institution_id
    where p.from_file_id = ${fileId} and p.site_id = ${scope.siteId} order by i.name, p.policy_number, p.id`.execute(trx)
  return rows
}

/**
 * Marks the answers about policies that the file alone brought as done. @returns the words of the audit log
 * @throws AppError conflict when nothing was answered, or others are there than were shown; in_use when something speaks of one by now
 */
export async function settleBrought(
  call: Acting,
  file: { id: number; fileName: string },
  { policies, listed }: { policies?: 'keep' | 'remove' | undefined; listed?: number | undefined },
  removePolicy: RemovePolicy,
): Promise<{ keptPolicies?: string[]; removedPolicies?: string[] }> {
  const brought = await selectBrought(call.trx, call.scope, file.id)
  const free = brought.filter(({ held }) => !held)
  const numbers = free.map(({ policyNumber }) => policyNumber)
  if (policies === undefined) {
    if (free.length === 0) return {}
    throw new AppError('conflict', {
      message: `${free.length === 1 ? 'One policy was' : `${free.length.toLocaleString('en-US')} policies were`} taken into the register from this file: ${named(numbers)}. Say whether to keep ${free.length === 1 ? 'it' : 'them'} or to take ${free.length === 1 ? 'it' : 'them'} out again.`,
      meta: { broughtPolicies: numbers.slice(0, NAMED_IN_META) },
    })
  }
  if (policies === 'keep') return numbers.length > 0 ? { keptPolicies: numbers } : {}
  if (listed !== undefined && listed !== free.length) {
    const held = brought.filter((policy) => policy.held).map(({ policyNumber }) => policyNumber)
    throw held.length > 0
      ? new AppError('in_use', {
          message: `Something else refers to ${named(held)} now: a value, a transaction or another file. Nothing was changed; review the list again.`,
          meta: { policies: held.slice(0, NAMED_IN_META) },
        })
      : new AppError('conflict', {
          message: 'The policies of this file changed in the meantime. Review the list again before you continue.',
        })
  }
  await sql`update carrier_file_row set match_status = 'NEW', policy_id = null, insured_share_cents = null
    where file_id = ${file.id} and policy_id = any(${free.map(({ policyId }) => policyId)}::int[]) and match_status = 'MATCHED'`.execute(
    call.trx,
  )
  await sql`update carrier_file_row set policy_id = null where file_id = ${file.id} and policy_id = any(${free.map(({ policyId }) => policyId)}::int[])`.execute(
    call.trx,
  )
  await sql`update carrier_file_finding set policy_id = null where file_id = ${file.id} and policy_id = any(${free.map(({ policyId }) => policyId)}::int[])`.execute(
    call.trx,
  )
  for (const policy of free) await removePolicy(call, policy, `Taken from the file ${file.fileName}, which was discarded.`)
  await recount(call.trx, file.id)
  return numbers.length > 0 ? { removedPolicies: numbers } : {}
}

const NAMED = 5
const NAMED_IN_META = 100
const named = (numbers: readonly string[]): string => firstNamed(numbers, NAMED)
