/** The chosen exceptions as a bulk call takes them: each by its client and number, or all that match the filters, with how many were shown. */
import type { settleExceptions } from '@corridor/contract/auditing.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { EXCEPTION_STATUSES } from '@corridor/domain/auditing/exceptions.ts'
import { type AuditCheck, isAuditRule } from '@corridor/domain/auditing/rules.ts'
import type { Chosen } from '../../ui/list/use-list.ts'

export type Selection = Pick<InputOf<typeof settleExceptions>, 'records' | 'matching'>
export interface Key {
  institutionId: number
  id: number
}

/** @param known exceptions that were on a page, by number */
export function selectionOf(check: AuditCheck, period: string, { selection, count }: Chosen, known: ReadonlyMap<number, Key>): Selection {
  if (!('matching' in selection))
    return {
      records: selection.ids.flatMap((id) => {
        const key = known.get(id)
        return key === undefined ? [] : [{ institutionId: key.institutionId, id: key.id }]
      }),
    }
  const { matching } = selection
  const texts = (name: string): string[] => {
    const value = matching[name]
    return (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')
  }
  const some = <Value>(name: string, values: Value[]) => (values.length === 0 ? {} : { [name]: values })
  return {
    matching: {
      check,
      period,
      ...some('institutionId', texts('institutionId').map(Number)),
      ...some('carrierCode', texts('carrierCode')),
      ...some('ruleCode', texts('ruleCode').filter(isAuditRule)),
      ...some('severity', texts('severity')),
      ...some(
        'status',
        EXCEPTION_STATUSES.filter((status) => texts('status').includes(status)),
      ),
      ...(texts('mine').length > 0 ? { mine: true } : {}),
      ...(typeof matching.search === 'string' ? { search: matching.search } : {}),
      count,
    },
  }
}
