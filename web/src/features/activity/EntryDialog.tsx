/** One entry of the log: who, when, from where, what was before and after, and its place in the chain. */
import { type ActivityDetail, getActivity } from '@corridor/contract/activity.ts'
import { ROLE_NAMES } from '@corridor/domain/access/access.ts'
import { ACTIVITY_KINDS } from '@corridor/domain/audit-log/sentences.ts'
import type { ReactNode } from 'react'
import { useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { formatMoment } from '../../ui/formats.ts'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import css from './activity.module.css'
import { changesOf } from './changes.ts'
import { recordAddress } from './record-links.ts'
import { OUTCOMES } from './words.ts'

export function EntryDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useEndpoint(getActivity, { id })
  return (
    <Modal title={`Entry ${id}`} width={760} onClose={onClose}>
      <Loaded query={query}>{(entry) => <Entry entry={entry} />}</Loaded>
    </Modal>
  )
}

function Entry({ entry }: { entry: ActivityDetail }) {
  const address = recordAddress(entry, useSession())
  const facts: [string, ReactNode][] = [
    ['When', formatMoment(entry.at)],
    ['Who', [entry.actorName, entry.actorRole ? ROLE_NAMES[entry.actorRole] : null].filter(Boolean).join(', ') || 'Not signed in'],
    ...(entry.actingAsName ? ([['Viewing as', entry.actingAsName]] satisfies [string, ReactNode][]) : []),
    ['Kind', ACTIVITY_KINDS[entry.kind]],
    ['Institution', entry.institutionName ?? '-'],
    [
      'Record',
      address ? (
        <Link to={address}>Open {entry.entityName ?? `number ${entry.entityId}`}</Link>
      ) : (
        (entry.entityName ?? entry.entityId ?? '-')
      ),
    ],
    ['IP address', entry.address ?? '-'],
    ['Browser', entry.userAgent ?? '-'],
    ['Session', entry.session ?? '-'],
    ['Reference', entry.requestId ? <code>{entry.requestId}</code> : '-'],
    [
      'Sealed',
      entry.sealedSequence === null
        ? 'Not sealed yet; seals follow within seconds'
        : `Row ${entry.sealedSequence.toLocaleString('en-US')} of the chain`,
    ],
    ['Seal', entry.seal ? <code>{entry.seal}</code> : '-'],
  ]
  const changes = changesOf(entry.before, entry.after)
  return (
    <div className={css.entry}>
      <p className={css.told}>
        {entry.sentence} <StatusBadge status={entry.outcome} table={OUTCOMES} />
      </p>
      {changes.length > 0 ? (
        <div className={css.changes} role="region" aria-label="Before and after" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                {entry.before === null ? null : <th scope="col">Before</th>}
                <th scope="col">{entry.before === null ? 'Value' : 'After'}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ field, before, after, changed }) => (
                <tr key={field} data-changed={changed || undefined}>
                  <th scope="row">{field}</th>
                  {entry.before === null ? null : <td>{before}</td>}
                  <td>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
