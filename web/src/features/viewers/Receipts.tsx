/** Read receipts of a file: the service team knows then whether to call. */
import type { reportOpenings } from '@corridor/contract/viewers.ts'
import { ROLE_NAMES } from '@corridor/domain/access/access.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './FilePage.module.css'

export function Receipts({ endpoint, id }: { endpoint: typeof reportOpenings; id: number }) {
  const query = useEndpoint(endpoint, { id })
  return (
    <Panel title="Read receipts" note="People of the institution who opened or downloaded this file">
      <Loaded query={query}>
        {({ records }) =>
          records.length === 0 ? (
            <p className={css.none}>No one at the institution has opened it yet.</p>
          ) : (
            <ul className={css.receipts}>
              {records.map((opening) => (
                <li key={`${opening.userId} ${opening.institutionName}`}>
                  Opened by <b>{opening.name}</b> on {formatMoment(opening.lastOpenedAt)}{' '}
                  <small>
                    {ROLE_NAMES[opening.role]}, {opening.institutionName};{' '}
                    {opening.times === 1 ? 'once' : `${opening.times} times, first on ${formatMoment(opening.firstOpenedAt)}`}
                  </small>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
