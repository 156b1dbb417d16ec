import type { Flow } from '@corridor/domain/calculations/yields.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { calendarYearOf, type PolicyHistory, trendOf } from './trend.ts'

const AUGUST = plainDate('2026-08-31')
const SEPTEMBER = plainDate('2026-09-30')
const OCTOBER = plainDate('2026-10-31')
const flow = (date: string, type: Flow['type'], amount: number): Flow => ({ date: plainDate(date), type, amount: cents(amount) })
const policy = (values: [PlainDate, number][], over: Partial<PolicyHistory> = {}): PolicyHistory => ({
  issueDate: plainDate('2020-01-15'),
  endedOn: null,
  values: new Map(values.map(([month, value]) => [month, cents(value)])),
  flows: [],
  ...over,
})

test('a trend begins with the first month that has a value, and a month without one after it stays in its place', () => {
  const trend = trendOf(
    [
      policy([
        [AUGUST, 100],
        [OCTOBER, 120],
      ]),
    ],
    OCTOBER,
    12,
  )
  expect(
    trend.map(({ period, cashSurrenderValue, beginCashSurrenderValue, policies, missing, comparable }) => [
      period,
      cashSurrenderValue,
      beginCashSurrenderValue,
      policies,
      missing,
      comparable,
    ]),
  ).toEqual([
    [AUGUST, 100, 0, 1, 0, false],
    [SEPTEMBER, 0, 100, 1, 1, false],
    [OCTOBER, 120, 0, 1, 0, false],
  ])
  expect(trendOf([policy([])], OCTOBER, 12)).toEqual([])
})

test('the flows of a month are those after its beginning and up to its end, by day, type and amount, whichever policy has them', () => {
  const month: [PlainDate, number][] = [
    [SEPTEMBER, 100],
    [OCTOBER, 110],
  ]
  const flows = [
    flow('2026-10-20', 'WITHDRAWAL', 5),
    flow('2026-10-03', 'PREMIUM', 9),
    flow('2026-09-30', 'PREMIUM', 1),
    flow('2026-11-01', 'PREMIUM', 1),
  ]
  const others = [flow('2026-10-03', 'PREMIUM', 2), flow('2026-10-03', 'DEATH_CLAIM', 7), flow('2026-10-31', 'PREMIUM', 3)]
  const [october] = trendOf([policy(month, { flows }), policy(month, { flows: others })], OCTOBER, 1)
  expect(october?.flows.map(({ date, type, amount }) => [date, type, amount])).toEqual([
    ['2026-10-03', 'DEATH_CLAIM', 7],
    ['2026-10-03', 'PREMIUM', 2],
    ['2026-10-03', 'PREMIUM', 9],
    ['2026-10-20', 'WITHDRAWAL', 5],
    ['2026-10-31', 'PREMIUM', 3],
  ])
  expect(october).toMatchObject({ cashSurrenderValue: 220, beginCashSurrenderValue: 200, policies: 2, missing: 0, comparable: true })
})

test('a policy that came and ended within the month counts with its flows, on the last day of the month too', () => {
  const flows = [flow('2026-10-05', 'PREMIUM', 50), flow('2026-10-31', 'SURRENDER', 48)]
  const brief = { issueDate: plainDate('2026-10-05'), flows }
  const held = policy([
    [SEPTEMBER, 100],
    [OCTOBER, 110],
  ])
  const of = (endedOn: PlainDate) =>
    trendOf([held, policy([], { ...brief, endedOn })], OCTOBER, 1).map(({ policies, flows: some }) => [policies, some.length])
  expect([of(OCTOBER), of(plainDate('2026-10-30'))]).toEqual([[[1, 2]], [[1, 2]]])
})

test('a policy that ended in the year counts at its beginning and with its flows, and one that ended before counts nowhere', () => {
  const december = plainDate('2025-12-31')
  const ended = policy([[december, 70]], { endedOn: plainDate('2026-05-10'), flows: [flow('2026-05-10', 'SURRENDER', 72)] })
  const before = policy([[december, 1_000]], { endedOn: plainDate('2025-11-10'), flows: [flow('2026-05-10', 'SURRENDER', 1)] })
  expect(
    calendarYearOf(
      [
        ended,
        before,
        policy([
          [december, 100],
          [OCTOBER, 104],
        ]),
      ],
      OCTOBER,
    ),
  ).toEqual({
    from: december,
    begin: 170,
    end: 104,
    flows: [flow('2026-05-10', 'SURRENDER', 72)],
    missing: 0,
  })
})
