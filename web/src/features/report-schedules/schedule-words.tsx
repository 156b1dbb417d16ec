/** Words, fields and statuses of schedules of reports. */

import type { RUN_STATUSES } from '@corridor/contract/report-schedules.ts'
import { RUN_WORDS } from '@corridor/contract/words.ts'
import { businessDayAfter } from '@corridor/domain/primitives/business-days.ts'
import { formatDate, formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import { isReportTypeName, REPORT_FAMILIES, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import type { Choice, Fields, FormSection } from '../../ui/form/form-fields.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export type RunStatus = (typeof RUN_STATUSES)[number]
export const RUN_STATUS: StatusTable<RunStatus> = {
  WAITING: { label: RUN_WORDS.WAITING, tone: 'warn', sign: 'waiting' },
  STARTED: { label: RUN_WORDS.STARTED, tone: 'busy' },
  DONE: { label: RUN_WORDS.DONE, tone: 'good' },
  SKIPPED: { label: RUN_WORDS.SKIPPED, tone: 'quiet' },
}

/** "1st", "2nd", "13th" */
export function ordinal(number: number): string {
  const last = number % 10
  const ending = number % 100 >= 11 && number % 100 <= 13 ? 'th' : last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th'
  return `${number}${ending}`
}

export const familyWords = (reportType: ReportTypeName, isQuarterly: boolean): string =>
  `${isQuarterly ? 'Quarterly ' : ''}${REPORT_FAMILIES[reportType].plural}`

const DAYS: Choice[] = Array.from({ length: 20 }, (_, index) => ({ value: index + 1, label: `${ordinal(index + 1)} business day` }))

export const scheduleFields = (families: readonly ReportTypeName[], institutions: readonly Choice[]): Fields => ({
  name: { kind: 'text', label: 'Name', required: true, most: 120, wide: true },
  reportType: {
    kind: 'select',
    label: 'Reports',
    required: true,
    options: families.map((name) => ({ value: name, label: REPORT_FAMILIES[name].plural })),
  },
  isQuarterly: {
    kind: 'check',
    label: 'Quarterly reports, after each quarter of the institution’s fiscal year',
    when: ({ reportType }) =>
      typeof reportType === 'string' && isReportTypeName(reportType) && REPORT_FAMILIES[reportType].rhythm === 'monthly',
    otherwise: false,
  },
  businessDay: {
    kind: 'select',
    label: 'Business day of the following month',
    required: true,
    options: DAYS,
    hintFrom: ({ businessDay }) =>
      typeof businessDay === 'number'
        ? `For example ${formatDate(businessDayAfter(EXAMPLE, businessDay))} for ${formatMonth(EXAMPLE)}.`
        : undefined,
    hint: 'Weekdays other than Federal Reserve Bank holidays, in the site’s time zone.',
  },
  institutionIds: {
    kind: 'many',
    label: 'Institutions',
    options: institutions,
    wide: true,
    hint: 'If none is selected, every institution with policies on the site then, including new ones.',
  },
  hold: { kind: 'check', label: 'Hold for review: clients see a report once it is released', wide: true },
})
const EXAMPLE = plainDate('2026-12-31')

export const SCHEDULE_SECTIONS: FormSection[] = [
  {
    title: 'What and when',
    note: 'A schedule never generates reports for a month that is not closed: it waits, shows why, and then runs once.',
    fields: ['name', 'reportType', 'businessDay', 'isQuarterly'],
  },
  { title: 'For whom', fields: ['institutionIds', 'hold'] },
]
