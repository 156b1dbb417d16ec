/** The history of a record as a timeline: who, when, from what to what, why. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { listChanges } from '@corridor/contract/register-policies.ts'
import { CHANGE_ACTIONS, REGISTER_ENTITIES, type RegisterEntity, TRANSACTION_TYPES } from '@corridor/domain/policies/register.ts'
import { FUND_APPROACHES } from '@corridor/domain/policies/separate-account-funds.ts'
import { POLICY_STATUSES } from '@corridor/domain/policies/statuses.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { isPlainDate } from '@corridor/domain/primitives/period.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { formatMoment } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { percentText } from './lines-field.tsx'
import css from './register.module.css'
import { dateOf, moneyOf } from './words.ts'

type Change = ReplyOf<typeof listChanges>['records'][number]
interface TimelineProps {
  institutionId: number
  of: { policyId: number } | { insuredId: number } | { entity: RegisterEntity; entityId: number }
}

export function Timeline({ institutionId, of }: TimelineProps) {
  const query = useEndpoint(listChanges, { id: institutionId, ...of })
  return (
    <Panel title="History" note="Manual corrections and entries, latest first. For what carrier files post, see the posted values.">
      <Loaded query={query}>
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState title="No manual changes" why="No corrections since it was entered in the register." />
          ) : (
            <ol className={css.timeline}>
              {records.map((change) => (
                <Step key={change.id} change={change} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Step({ change }: { change: Change }) {
  const { action, entity, by, at, reason, fields } = change
  const told = fields.filter(({ before, after }) => action !== 'ADDED' || (after !== null && after !== false) || before !== null)
  return (
    <li>
      <div className={css.stepHead}>
        <strong>
          {REGISTER_ENTITIES[entity]} {CHANGE_ACTIONS[action].toLowerCase()}
        </strong>
        <span>
          {by ?? 'Corridor'}, <time dateTime={at}>{formatMoment(at)}</time>
        </span>
      </div>
      {reason ? <p className={css.reason}>“{reason}”</p> : null}
      {told.length > 0 ? (
        <dl className={css.changes}>
          {told.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{wordsOf(field)}</dt>
              <dd>
                {action === 'ADDED' ? null : <del>{valueOf(field, before)}</del>}
                {action === 'CORRECTED' ? <span aria-label="now"> → </span> : null}
                {action === 'REMOVED' ? null : <ins>{valueOf(field, after)}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </li>
  )
}

/** "cashSurrenderValueCents" reads "Cash surrender value". */
function wordsOf(field: string): string {
  const words = field
    .replace(/(Cents|Id|Ids)$/, '')
    .replaceAll(/([a-z])([A-Z0-9])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueOf(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return MISSING
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && /(Weight|Rate|Yield)$/.test(field)) return percentText(value)
  if (typeof value === 'number') return field.endsWith('Cents') ? `$${moneyOf(value)}` : String(value)
  if (Array.isArray(value)) return value.map(itemOf).join(', ') || MISSING
  if (typeof value !== 'string') return JSON.stringify(value)
  if (isPlainDate(value)) return dateOf(value)
  return CODES.get(value) ?? value
}
/** A line of a short table: what it names, and its figures. */
const itemOf = (item: unknown): string =>
  typeof item === 'object' && item !== null
    ? Object.entries(item)
        .flatMap(([name, value]) =>
          value === null ? [] : [typeof value === 'number' ? `${name} ${LINE_FIGURES[name]?.(value) ?? value}` : String(value)],
        )
        .join(' ')
    : String(item)
const LINE_FIGURES: Readonly<Record<string, (value: number) => string>> = {
  share: percentText,
  weight: percentText,
  most: percentText,
  notional: (value) => `$${moneyOf(value)}`,
  value: (value) => `$${moneyOf(value)}`,
}
const CODES = new Map<string, string>([
  ...Object.entries(POLICY_STATUSES).map(([code, { label }]) => [code, label] as const),
  ...Object.entries(FUND_APPROACHES),
  ...Object.entries(TRANSACTION_TYPES).map(([code, { label }]) => [code, label] as const),
])
