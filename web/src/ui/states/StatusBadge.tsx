/** A status as color, sign and word; never color alone. Features give the table from status to word, tone and sign. */
import css from './StatusBadge.module.css'
import { STATUS_SIGNS, type StatusSign } from './status-signs.ts'

export type Tone = 'good' | 'note' | 'warn' | 'bad' | 'quiet' | 'busy'
/** Words of one feature: every status, its word and its tone, and its sign where its tone's says too little. */
export type StatusTable<Status extends string> = Readonly<Record<Status, { label: string; tone: Tone; sign?: StatusSign }>>

const SIGN_OF_TONE = {
  good: 'done',
  note: 'note',
  warn: 'attention',
  bad: 'failed',
  quiet: 'off',
  busy: 'working',
} as const satisfies Record<Tone, StatusSign>

export const signOf = ({ tone, sign }: { tone: Tone; sign?: StatusSign }): StatusSign => sign ?? SIGN_OF_TONE[tone]

export function StatusBadge<Status extends string>({ status, table }: { status: Status; table: StatusTable<Status> }) {
  const shown = table[status]
  const sign = signOf(shown)
  const Sign = STATUS_SIGNS[sign]
  return (
    <span className={css.badge} data-tone={shown.tone} data-sign={sign}>
      <Sign size={14} stroke={2} aria-hidden />
      {shown.label}
    </span>
  )
}
