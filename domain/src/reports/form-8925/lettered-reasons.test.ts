import { expect, test } from 'vitest'
import { column, type ViewTable } from '../table.ts'
import { lettered } from './lettered-reasons.ts'
import type { ScheduleRow } from './view.ts'

const row = (id: number, cells: ScheduleRow['cells'], more: Partial<ScheduleRow> = {}): ScheduleRow => ({
  id: String(id),
  policyId: id,
  insuredId: id,
  personId: id,
  counts: true,
  cells,
  ...more,
})
const tableOf = (rows: ScheduleRow[]): ViewTable<ScheduleRow> => ({
  id: 'schedule',
  title: 'Insured schedule',
  columns: ['inScope', 'reason', 'consent', 'consentReason'].map((key) => column(key, key, 'text')),
  rows,
  total: null,
})
const unsigned = { inScope: 'Yes', reason: 'Counts', consent: 'No', consentReason: 'No consent. Nothing signed is on file.' }
const former = { inScope: 'No', reason: 'Former employee', consent: null, consentReason: null }

test('each reason stands once below the schedule, with the letter of its rows and the number of its contracts', () => {
  const other = { policyId: null, elsewhere: { policies: 4, further: 4, furtherInForce: 4, furtherWithout: 0 } }
  const { schedule, legend } = lettered(
    tableOf([
      row(1, unsigned),
      row(2, former),
      row(3, unsigned),
      row(4, { ...unsigned, consent: 'Yes', consentReason: null }),
      row(5, former, other),
    ]),
  )
  expect(schedule.columns.map(({ key }) => key)).toEqual(['inScope', 'consent'])
  expect(schedule.rows.map(({ cells: { inScope, consent } }) => [inScope, consent])).toEqual([
    ['Yes', 'No (a)'],
    ['No (b)', null],
    ['Yes', 'No (a)'],
    ['Yes', 'Yes'],
    ['No (b)', null],
  ])
  expect(legend.rows.map(({ cells }) => cells)).toEqual([
    { letter: '(a)', reason: 'No consent. Nothing signed is on file.', contracts: 2 },
    { letter: '(b)', reason: 'Former employee', contracts: 5 },
  ])
})

test('letters go on after z', () => {
  const rows = Array.from({ length: 28 }, (_, id) => row(id, { ...former, reason: `Lapsed on day ${id}` }))
  expect(
    lettered(tableOf(rows))
      .legend.rows.slice(-3)
      .map(({ id }) => id),
  ).toEqual(['z', 'aa', 'ab'])
})
