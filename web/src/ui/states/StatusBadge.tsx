/** A status as color, sign and word; never color alone. Features give the table from status to word and tone. */
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX, IconClock, IconLoader } from '@tabler/icons-react'
import css from './StatusBadge.module.css'

export type Tone = 'good' | 'note' | 'warn' | 'bad' | 'quiet' | 'busy'
/** Words of one feature: every status, its word and its tone. */
export type StatusTable<Status extends string> = Readonly<Record<Status, { label: string; tone: Tone }>>

const ICONS = {
  good: IconCircleCheck,
  note: IconCircleDashed,
  warn: IconAlertTriangle,
  bad: IconCircleX,
  quiet: IconClock,
  busy: IconLoader,
}

export function StatusBadge<Status extends string>({ status, table }: { status: Status; table: StatusTable<Status> }) {
  const { label, tone } = table[status]
  const Icon = ICONS[tone]
  return (
    <span className={css.badge} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden />
      {label}
    </span>
  )
}
