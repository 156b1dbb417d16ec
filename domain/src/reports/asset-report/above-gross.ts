/** Net yields above the gross crediting rate, where a decline of surrender charges is what lifts them over it. */
import { counted } from '../../primitives/counted.ts'
import { cents, formatMoney, sumCents } from '../../primitives/money.ts'
import { type Holding, yieldOf } from './holdings.ts'
import type { AssetReportSnapshot } from './snapshot.ts'

/** Empty where the carriers' figures show none: the increase without the decline must leave the policy's yield at its gross rate or below. */
export function aboveGross(holdings: readonly Holding[], snapshot: AssetReportSnapshot): string {
  const lifted = holdings.flatMap(({ inForce, span }) => {
    const [rate, release] = [inForce?.grossRate ?? null, inForce?.surrenderChargeRelease ?? cents(0)]
    const net = yieldOf([span], { from: snapshot.priorPeriod, to: snapshot.period }, snapshot)
    if (rate === null || net === null || span.increase === null || release <= 0) return []
    return net > rate && (net * (span.increase - release)) / span.increase <= rate ? [release] : []
  })
  if (lifted.length === 0) return ''
  const [whose, their] = lifted.length === 1 ? ['its surrender charge', 'its'] : ['their surrender charges', 'their']
  return ` For ${counted(lifted.length, 'policy')} the net yield is above the gross rate because ${whose} declined by ${formatMoney(sumCents(lifted))} in the ${snapshot.isQuarterly ? 'quarter' : 'month'}, so that ${their} cash surrender value rose faster than the account value.`
}
