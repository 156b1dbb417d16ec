/** Pages made stale by a change to a policy: its page, its history, the lists. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { policies, transactions } from '@corridor/contract/register-holdings.ts'
import { getInsured, getPolicy, getRegister, listChanges } from '@corridor/contract/register-policies.ts'

export type PolicyDetail = ReplyOf<typeof getPolicy>
export const POLICY_CALLS = [getPolicy, getInsured, listChanges, getRegister, policies.endpoints.list, transactions.endpoints.list]
