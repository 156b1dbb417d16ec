/** Words, statuses and fields that the pages of client reports share. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { ReportRecord, reports } from '@corridor/contract/report-records.ts'
import { ORIGIN_WORDS, REPORT_SAFETY_WORDS } from '@corridor/contract/words.ts'
import type { Fields, FormSection } from '../../ui/form/form-fields.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export type ReportRow = ReplyOf<typeof reports.endpoints.list>['records'][number]

/** Whoever keeps all reports is answered in full. */
export const fullRecord = (record: ReplyOf<typeof reports.endpoints.get>): ReportRecord | undefined =>
  'origin' in record ? record : undefined

export const ORIGIN: StatusTable<ReportRecord['origin']> = {
  UPLOADED: { label: ORIGIN_WORDS.UPLOADED, tone: 'note' },
  RELEASED: { label: ORIGIN_WORDS.RELEASED, tone: 'good' },
}
export const SAFETY: StatusTable<ReportRecord['safety']> = {
  TRUSTED: { label: REPORT_SAFETY_WORDS.TRUSTED, tone: 'good' },
  PASSED: { label: REPORT_SAFETY_WORDS.PASSED, tone: 'good' },
  HELD: { label: REPORT_SAFETY_WORDS.HELD, tone: 'busy' },
  REFUSED: { label: REPORT_SAFETY_WORDS.REFUSED, tone: 'bad' },
}

export const REPORT_SECTIONS: readonly FormSection[] = [
  { title: 'Record', note: 'How the institution finds the report', fields: ['displayName', 'typeCode', 'yearOverride'] },
]
export const reportFields = (types: readonly { code: string; name: string }[]): Fields => ({
  displayName: { kind: 'text', label: 'Name', required: true, most: 200, wide: true },
  typeCode: {
    kind: 'select',
    label: 'Type',
    required: true,
    options: types.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
  },
  yearOverride: {
    kind: 'whole',
    label: 'Year',
    required: true,
    hint: 'The year it is listed under in the menu',
    check: (value) => (/^(19|20|21)\d\d$/.test(String(value).trim()) ? undefined : 'Enter the year with four digits'),
  },
})

export const NAME_RULE = 'institutionId-typeCode-YY-name.ext'
