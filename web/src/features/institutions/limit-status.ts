/** How a holding stands against a limit, in words and colors. */
import type { LimitStatus } from '@corridor/domain/calculations/concentration.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const LIMIT_STATUS: StatusTable<LimitStatus> = {
  within: { label: 'Within', tone: 'good' },
  near: { label: 'Near the limit', tone: 'warn' },
  over: { label: 'Over', tone: 'bad' },
  unknown: { label: 'Not known', tone: 'quiet' },
}
