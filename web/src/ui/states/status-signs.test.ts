/** Statuses are told apart by their shapes: in black and white, and by who does not see colors. */
import { expect, test } from 'vitest'
import { FILE_STATUS, FINDING_STATUS, MATCH_STATUS } from '../../features/data-feeds/statuses.ts'
import { JOB_STATUS } from '../../features/jobs/statuses.ts'
import { ONBOARDING_STATUS } from '../../features/onboarding/statuses.ts'
import { DIFFERENCE_STATUS, QUESTIONNAIRE_STATUS } from '../../features/questionnaires/questionnaire-words.ts'
import { RUN_STATUS } from '../../features/report-schedules/schedule-words.tsx'
import { PULL_STATUS } from '../../features/salesforce/pull-words.ts'
import { STATUSES as REQUEST_STATUSES } from '../../features/service-desk/request-words.tsx'
import { BANK_STATUSES, CARRIER_STATUSES } from '../../features/staff-dashboard/close-statuses.ts'
import { REPORT_STATUS } from '../../reporting/statuses.ts'
import { EXCEPTION_BADGES } from '../../shared/exceptions/words.ts'
import { type StatusTable, signOf } from './StatusBadge.tsx'
import { STATUS_SIGNS } from './status-signs.ts'

const TABLES: Readonly<Record<string, StatusTable<string>>> = {
  'a report': REPORT_STATUS,
  'a carrier’s file': FILE_STATUS,
  'a finding': FINDING_STATUS,
  'a row': MATCH_STATUS,
  'a carrier in the close': CARRIER_STATUSES,
  'a bank in the close': BANK_STATUSES,
  'a job': JOB_STATUS,
  'an import': ONBOARDING_STATUS,
  'a questionnaire': QUESTIONNAIRE_STATUS,
  'an answer beside last year’s': DIFFERENCE_STATUS,
  'a schedule’s run': RUN_STATUS,
  'a pull': PULL_STATUS,
  'a request of the bank’s side': REQUEST_STATUSES.bank,
  'a request of the team’s side': REQUEST_STATUSES.team,
  'an exception': EXCEPTION_BADGES,
}

test.each(Object.entries(TABLES))('no two statuses of %s have one shape', (_, table) => {
  const shapes = Object.entries(table).map(([status, shown]) => [signOf(shown), status])
  const shared = shapes.filter(([sign]) => shapes.filter(([other]) => other === sign).length > 1)
  expect(shared).toEqual([])
})

test('Ready and To be posted do not look like Generating', () => {
  const ready = [REPORT_STATUS.Ready, FILE_STATUS.VALIDATED, QUESTIONNAIRE_STATUS.sent].map((shown) => STATUS_SIGNS[signOf(shown)])
  expect(ready).not.toContain(STATUS_SIGNS[signOf(REPORT_STATUS.Generating)])
  expect(new Set(ready).size).toBe(3)
})
