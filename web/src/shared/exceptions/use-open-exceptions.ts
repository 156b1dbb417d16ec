/** How many exceptions are open, for the tab that lists them: of an institution, of a carrier's file, or of a policy. */
import { countExceptions, listExceptions } from '@corridor/contract/auditing.ts'
import type { InputOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { useCan } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'

export const openOf = ({ records }: ReplyOf<typeof countExceptions>): number => records.reduce((sum, { open }) => sum + open, 0)

/** @returns undefined until it is known, and for those who may not see exceptions */
export function useOpenExceptions(of: InputOf<typeof countExceptions>, enabled = true): number | undefined {
  const mayAsk = useCan(countExceptions.access)
  const { data } = useEndpoint(countExceptions, of, { isQuiet: true, enabled: mayAsk && enabled })
  return data && openOf(data)
}

export function useOpenExceptionsOfPolicy(institutionId: number, policyId: number): number | undefined {
  const mayAsk = useCan(listExceptions.access)
  const of = { institutionId: [institutionId], policyId, status: ['OPEN' as const], take: 1 }
  return useEndpoint(listExceptions, of, { isQuiet: true, enabled: mayAsk }).data?.page.totalRecords
}
