/** The same exception in earlier months, with who settled it then and why: the next decision begins with the last. */
import type { getException } from '@corridor/contract/auditing.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { REASONS } from '@corridor/domain/auditing/exceptions.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { sentence } from '@corridor/domain/primitives/sentence.ts'
import { paths } from '../../paths.ts'
import { EXCEPTION_BADGES } from '../../shared/exceptions/words.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import css from './auditing.module.css'

type Detail = ReplyOf<typeof getException>

export function MonthsBefore({ exception: { check, institutionId, earlier } }: { exception: Detail }) {
  if (earlier.length === 0) return null
  return (
    <section>
      <h3>Months before</h3>
      <ul className={css.steps}>
        {earlier.map((before) => (
          <li key={before.id}>
            <Link replace to={paths.exception({ check, institutionId, id: before.id, period: before.period })}>
              {formatMonth(plainDate(before.period))}
            </Link>{' '}
            <StatusBadge status={before.status} table={EXCEPTION_BADGES} />
            <span>
              {before.message}
              {before.status === 'OPEN' ? null : <span>{settledWords(before)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** "Dana Cole, 10/03/2026, 9:12 AM: Carrier confirmed the value. By telephone." */
function settledWords({ reasonCode, note, settledBy, settledAt }: Detail['earlier'][number]): string {
  const who = [settledBy ?? 'The audit', settledAt === null ? null : formatMoment(settledAt)].filter((part) => part !== null).join(', ')
  const why = [reasonCode === null ? null : REASONS[reasonCode].label, note].filter((part) => part !== null && part !== '')
  return `${who}${why.length > 0 ? `: ${why.map((part) => sentence(part ?? '')).join(' ')}` : ''}`
}
