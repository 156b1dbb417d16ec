/** The controls of a report's months as its snapshot keeps them: the statement of its month end, and those of the earlier months of a quarter, each with its sign-offs. */
import type { ControlsStatement } from '@corridor/domain/auditing/controls.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { selectControls, selectUnaudited } from '../../shared/auditing/controls.ts'
import { selectReviews } from '../../shared/auditing/reviews.ts'

/** @param months of the report, the earliest first */
export async function readControls(
  trx: Trx,
  scope: Scope,
  institutionIds: readonly number[],
  months: readonly PlainDate[],
): Promise<(institutionId: number) => ControlsStatement | undefined> {
  const unaudited = await selectUnaudited(trx, scope, institutionIds, months)
  const read: ((institutionId: number) => ControlsStatement)[] = []
  for (const month of months) {
    const controls = await selectControls(trx, scope, institutionIds, month)
    const reviews = await selectReviews(trx, scope, institutionIds, month)
    read.push((id) => ({ ...controls(id), reviews: reviews(id) }))
  }
  return (id) => {
    const all = read.map((of) => of(id))
    const [last, earlier] = [all.at(-1), all.slice(0, -1)]
    return last && { ...last, unaudited: unaudited.get(id), ...(earlier.length > 0 && { earlier }) }
  }
}
