/** The schedule as paper and screen bear it: a letter beside each No, and each reason once below with its count. The workbook keeps the reasons in columns. */
import { column, type ViewTable } from '../table.ts'
import type { ScheduleRow } from './view.ts'

const REASON_OF = { inScope: 'reason', consent: 'consentReason' } as const

export function lettered(schedule: ViewTable<ScheduleRow>): { schedule: ViewTable<ScheduleRow>; legend: ViewTable } {
  const reasons = new Map<string, { letter: string; contracts: number }>()
  const rows = schedule.rows.map((row) => {
    const cells = { ...row.cells }
    for (const [key, reasonKey] of Object.entries(REASON_OF)) {
      const reason = cells[reasonKey]
      if (cells[key] !== 'No' || typeof reason !== 'string') continue
      const known = reasons.get(reason) ?? { letter: letterOf(reasons.size), contracts: 0 }
      known.contracts += row.elsewhere?.policies ?? 1
      reasons.set(reason, known)
      cells[key] = `No (${known.letter})`
    }
    return { ...row, cells }
  })
  const dropped: readonly string[] = Object.values(REASON_OF)
  return {
    schedule: { ...schedule, columns: schedule.columns.filter(({ key }) => !dropped.includes(key)), rows },
    legend: {
      id: 'reasons',
      title: 'Reasons in the schedule',
      columns: [
        column('letter', 'Letter', 'text', { width: 8 }),
        column('reason', 'Reason', 'text', { width: 90, group: 'key' }),
        column('contracts', 'Contracts', 'count'),
      ],
      rows: [...reasons].map(([reason, { letter, contracts }]) => ({ id: letter, cells: { letter: `(${letter})`, reason, contracts } })),
      total: null,
    },
  }
}

/** "a" to "z", then "aa". */
const letterOf = (index: number): string =>
  `${index < 26 ? '' : letterOf(Math.floor(index / 26) - 1)}${String.fromCharCode(97 + (index % 26))}`
