/** The annual review by worked numbers: First Example Bank at December 31, 2025. */

import { describe, expect, test } from 'vitest'
import type { SnapshotFund } from '../../policies/separate-account-funds.ts'
import { type Cents, cents, formatPercent, usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { fundExample } from '../../test/fund-example.ts'
import { ANSWERS, BOARD, reviewExample } from '../../test/review-example.ts'
import { figureOf, findingOf, rowOf, tableOf } from '../../test/review-parts.ts'
import { buildAnnualReview } from './build.ts'

const view = buildAnnualReview(reviewExample())
const withFund = (over: Partial<SnapshotFund> = {}) => {
  const example = reviewExample()
  return { ...example, asset: { ...example.asset, funds: [fundExample(over)] } }
}
const priceFact = (of: typeof view, id: string) => of.risks.find(({ code }) => code === 'PRICE')?.facts.find((fact) => fact.id === id)
const percent = (value: unknown) => (typeof value === 'number' ? formatPercent(value, 4) : value)

describe('figures of First Example Bank', () => {
  test('the year: value, income, yield on the beginning value, tax-equivalent yield at 25.74%', () => {
    expect(view.controlTotals).toMatchObject({ policies: 5, cashSurrenderValue: usd(14_682_544.81), income: usd(514_307.55) })
    const year = rowOf(view, 'years', '2025-12-31')
    expect([year.value, year.income]).toEqual([usd(14_682_544.81), usd(514_307.55)])
    expect(percent(year.yield)).toBe('3.6300%')
    expect(percent(year.equivalent)).toBe('4.8882%')
  })

  test('charges of a year that the register does not hold from its beginning are not the year’s', () => {
    const charged = (yearEnd: string) => ({
      yearEnd: plainDate(yearEnd),
      carrierCode: 'ALPHA',
      interest: usd(40_000),
      costOfInsurance: usd(3_000),
      expense: usd(500),
      incomplete: false,
    })
    const told = buildAnnualReview(reviewExample({ charges: [charged('2024-12-31'), charged('2025-12-31')] }))
    expect(tableOf(told, 'yields').rows.map(({ id }) => id)).toEqual(['2025-12-31'])
    expect(rowOf(told, 'yields', '2025-12-31')).toMatchObject({ interest: usd(40_000), cost: usd(3_000) })
  })

  test('concentration by both bases of capital, headroom, Herfindahl', () => {
    const cells = (row: string) => {
      const { ofTier1, ofBoth, headroom } = rowOf(view, 'concentration', row)
      return [percent(ofTier1), percent(ofBoth), headroom]
    }
    expect(cells('ALPHA')).toEqual(['8.5103%', '7.8076%', usd(3_893_824.68)])
    expect(cells('BRAVO')).toEqual(['9.2751%', '8.5093%', usd(3_434_915.8)])
    expect(cells('CHARLIE')).toEqual(['6.6855%', '6.1335%', usd(4_988_714.71)])
    expect(cells('total')).toEqual(['24.4709%', '22.4504%', usd(317_455.19)])
    expect(rowOf(view, 'concentration', 'total').room).toBe(usd(1_667_455.19))
    expect(figureOf(view, 'herfindahl')?.value).toBe(3_392)
    expect(findingOf(view, 'aggregate')).toMatchObject({ status: 'watch', section: 'CONCENTRATION' })
  })

  test('the breach is projected with the year’s yield and the growth of capital', () => {
    expect(findingOf(view, 'projected-breach')?.sentence).toMatch(/3\.63% and capital at 5\.26% a year, the limit of 25\.00% is not passed/)
    const still = buildAnnualReview(reviewExample({ capital: reviewExample().capital.slice(-1) }))
    expect(findingOf(still, 'projected-breach')).toMatchObject({ status: 'watch' })
    expect(findingOf(still, 'projected-breach')?.sentence).toMatch(
      /capital at 0\.00% a year, the limit of 25\.00% is passed on August \d+, 2026/,
    )
  })

  test('IRR since issue of A-1001 and its carrier', () => {
    const one = reviewExample()
    const alone = buildAnnualReview({
      ...one,
      asset: { ...one.asset, policies: one.asset.policies.filter(({ policyNumber }) => policyNumber === 'A-1001') },
    })
    expect(percent(rowOf(alone, 'performance', 'ALPHA').irr)).toBe('2.1379%')
    expect(rowOf(view, 'performance', 'total').gross).toBeCloseTo(0.038748, 6)
  })

  test('surrendering everything', () => {
    const facts = view.risks.find(({ code }) => code === 'LIQUIDITY')?.facts ?? []
    expect(facts.find(({ id }) => id === 'surrender-tax')?.value).toBe(cents(usd(510_307.03) + usd(198_254.48)))
    expect(percent(facts.find(({ id }) => id === 'surrender-cost')?.value)).toBe('4.8259%')
    // 13,973,983.29 where tax and penalty are subtracted unrounded; here each is printed in whole cents.
    expect(figureOf(view, 'net')?.value).toBe(usd(13_973_983.3))
  })

  test('Call Report lines round and foot with a note; a fund that is not known weighs 100%, its wrap too', () => {
    const thousands = tableOf(view, 'call-report').rows.map(({ cells }) => [cells.item, cells.thousands])
    expect(thousands).toEqual([
      ['RC-F 5.a', 5_106],
      ['RC-F 5.b', 4_011],
      ['RC-F 5.c', 5_565],
      ['RC 11', 14_683],
      ['RI-E 1.b', 514],
    ])
    expect(rowOf(view, 'risk-weights', 'total').assets).toBe(usd(14_682_544.81))
  })

  test('with its fund on file C-3001 looks through, here as in the asset report', () => {
    const funded = buildAnnualReview(withFund())
    expect(rowOf(funded, 'risk-weights', 'total').assets).toBe(usd(12_044_144.81))
    expect(rowOf(funded, 'separate-account-funds', 'fund-31')).toMatchObject({
      market: usd(3_880_000),
      wrap: usd(131_285.29),
      assets: usd(1_372_885.29),
    })
    expect(
      tableOf(funded, 'call-report')
        .rows.slice(-2)
        .map(({ cells }) => [cells.item, cells.thousands]),
    ).toEqual([
      ['RC-R II 8.a', 4_011],
      ['RC-R II 8.a, weighted', 1_373],
    ])
    // Under the community bank leverage ratio a bank files no risk-weighted assets.
    const funds = withFund()
    const leveraged = buildAnnualReview({ ...funds, institution: { ...funds.institution, isCommunityBankLeverageRatio: true } })
    expect(tableOf(leveraged, 'call-report').rows.filter(({ cells }) => String(cells.item).startsWith('RC-R'))).toEqual([])
    expect(tableOf(funded, 'fund-classes').rows.map(({ cells }) => [cells.share, cells.most, cells.weight])).toEqual([
      [0.8, 1, 0.2],
      [0.15, 0.2, 1],
      [0.05, 1, 0.2],
    ])
  })

  test('price risk: market over book, the unrealized position, when wraps end and what the guidelines allow', () => {
    expect(priceFact(view, 'unrealized'), 'of the carrier’s figure alone').toBeUndefined()
    const funded = buildAnnualReview(withFund())
    expect(percent(priceFact(funded, 'ratio')?.value)).toBe('96.7271%')
    expect(priceFact(funded, 'unrealized')?.value).toBe(usd(-131_285.29))
    expect(findingOf(funded, 'wrap')).toMatchObject({ status: 'good', sentence: '1 wrap, by Delta Life (A+); none ends within a year.' })
    expect(findingOf(funded, 'guidelines')).toMatchObject({ status: 'good' })
    const wrap = { provider: 'Delta Life', rating: null, weight: 1, feeRate: null }
    const ending = (endsOn: string) => findingOf(buildAnnualReview(withFund({ wrap: { ...wrap, endsOn: plainDate(endsOn) } })), 'wrap')
    expect([ending('2027-01-01')?.status, ending('2026-12-31')?.status, ending('2025-12-31')?.status]).toEqual(['good', 'watch', 'bad'])
    expect(ending('2026-06-30')?.sentence).toBe(
      'The wrap of Charlie Stable Value Division by Delta Life ends 06/30/2026: its renewal should be agreed.',
    )
    expect(findingOf(buildAnnualReview(withFund({ wrap: null })), 'wrap')).toMatchObject({ status: 'watch' })
    const [agency, corporate, cash] = fundExample().classes
    if (!agency || !corporate || !cash) throw new Error('no classes')
    const above = findingOf(
      buildAnnualReview(withFund({ classes: [{ ...agency, share: 0.7 }, { ...corporate, share: 0.25 }, cash] })),
      'guidelines',
    )
    expect(above).toMatchObject({
      status: 'bad',
      sentence: 'Charlie Stable Value Division holds 25.00% of Corporate bonds where its guidelines allow 20.00%.',
    })
  })

  test('benefit expense covers the income it recovers', () => {
    expect(figureOf(view, 'coverage')?.value).toBeCloseTo(1.7499, 4)
    expect(findingOf(view, 'cost-recovery')).toMatchObject({ status: 'good' })
    const poor = buildAnnualReview(
      reviewExample({ plans: reviewExample().plans.map((plan) => ({ ...plan, benefitExpense: usd(500_000) })) }),
    )
    expect(findingOf(poor, 'cost-recovery')).toMatchObject({
      status: 'watch',
      sentence: expect.stringContaining('the income is above the expense that it is to recover.'),
    })
  })

  test.each([
    ['B', 'good'],
    ['A++', 'bad'],
    [undefined, null],
  ] as const)('2.8: the lowest rating held stands against a board’s minimum of %s', (least, status) => {
    const board = { ...BOARD, minimums: least === undefined ? {} : { AM_BEST: least } }
    const row = buildAnnualReview(reviewExample({ board })).summary.scorecard.find(({ id }) => id === 'rating')
    expect([row?.thisYear === null, row?.status]).toEqual([false, status])
  })

  test('the cost of funds that a bank states is recovered too, and is no benefit expense', () => {
    const stated = (...benefitExpense: { kind: string; amount: Cents }[]) =>
      buildAnnualReview(reviewExample({ answers: { ...ANSWERS, benefitExpense } }))
    const [health, funds] = [
      { kind: 'HEALTH', amount: usd(400_000) },
      { kind: 'FUNDS', amount: usd(150_000) },
    ]
    expect(findingOf(stated(health), 'cost-recovery')).toMatchObject({ status: 'watch' })
    const both = stated(health, funds)
    expect(findingOf(both, 'cost-recovery')).toMatchObject({
      status: 'good',
      sentence: expect.stringContaining(
        'benefit expense of $400,000.00 (the questionnaire returned 01/20/2026) and cost of funds of $150,000.00',
      ),
    })
    expect(findingOf(both, 'cost-recovery')?.sentence).toContain(
      'On the expense of the plans on this portal, $900,000.00 a year, the test is met too.',
    )
    expect([figureOf(both, 'expense')?.value, figureOf(both, 'funds')?.value]).toEqual([usd(400_000), usd(150_000)])
    expect(tableOf(both, 'benefit-expense').rows.map(({ cells }) => cells.kind)).toEqual(['Health'])
  })

  test.each([
    [900_000, 300_000, 'watch', '$300,000.00 a year, the test is not met: settle which expense the insurance is to recover.'],
    [400_000, 900_000, 'watch', '$900,000.00 a year, the test is met: settle which expense the insurance is to recover.'],
    [400_000, 300_000, 'watch', '$300,000.00 a year, the test is not met either.'],
    [900_000, 900_000, 'good', 'expense covers income 1.75 times.'],
  ])('an expense stated as %d beside plans of %d makes cost recovery %s', (told, planned, status, sentence) => {
    const plans = reviewExample().plans.map((plan, index) => ({ ...plan, benefitExpense: index === 0 ? usd(planned) : null }))
    const answers = { ...ANSWERS, benefitExpense: [{ kind: 'HEALTH', amount: usd(told) }] }
    const cost = findingOf(buildAnnualReview(reviewExample({ plans, answers })), 'cost-recovery')
    expect([cost?.status, cost?.sentence.slice(-sentence.length)]).toEqual([status, sentence])
  })
})

describe('people', () => {
  test('one of five retired, one consent came after issue', () => {
    expect(percent(figureOf(view, 'active')?.value)).toBe('80.0000%')
    expect(tableOf(view, 'consents').rows.map(({ cells }) => cells.people)).toEqual([4, 1, 0, 0])
    expect(findingOf(view, 'consents')).toMatchObject({ status: 'bad' })
  })

  test('employment is that of the review’s date and the same on every line; former in role counts as left, as on Form 8925', () => {
    const [alice, bruno, clara, ...rest] = reviewExample().insureds
    if (!alice || !bruno || !clara) throw new Error('too few')
    const told = buildAnnualReview(
      reviewExample({
        insureds: [
          { ...alice, employmentStatus: 'DECEASED', statusDate: plainDate('2026-02-03'), dateOfDeath: plainDate('2026-02-03') },
          { ...bruno, role: 'FORMER_EMPLOYEE', employmentStatus: 'TERMINATED', statusDate: plainDate('2026-01-15') },
          { ...clara, role: 'FORMER_DIRECTOR', employmentStatus: 'DIRECTOR_EMERITUS', statusDate: plainDate('2025-05-01') },
          ...rest,
        ],
      }),
    )
    expect(tableOf(told, 'statuses').rows.map(({ id, cells }) => [id, cells.people])).toEqual([
      ['ACTIVE', 3],
      ['RETIRED', 1],
      ['DIRECTOR_EMERITUS', 1],
    ])
    expect(figureOf(told, 'active')?.value).toBe(3 / 5)
    expect(figureOf(told, 'left')?.value).toBe(1)
    expect(rowOf(told, 'left', String(clara.insuredId))).toMatchObject({ status: 'Director emeritus', since: '2025-05-01' })
    expect(tableOf(told, 'highest-multiples').rows.map(({ cells }) => cells.role)).toEqual(['Officer', 'Employee', 'Officer'])
  })

  test('death benefits over salaries show one decimal, for those employed alone, and never the salary', () => {
    expect(tableOf(view, 'highest-multiples').rows.map(({ cells }) => [cells.insured, cells.multiple])).toEqual([
      ['Clark, Clara', 14.2],
      ['Adams, Alice', 10],
      ['Brown, Bruno', 6.7],
      ['Davis, David', 3.8],
    ])
    expect(JSON.stringify(view)).not.toContain(String(usd(691_000)))
    const limited = buildAnnualReview(reviewExample({ board: { ...BOARD, maxSalaryMultiple: 12 } }))
    expect(findingOf(limited, 'multiples')).toMatchObject({ status: 'bad' })
    expect(findingOf(limited, 'multiples')?.sentence).toContain('Clark, Clara')
  })

  test('deaths, proceeds and gain count in their year; a person with two policies once', () => {
    const example = reviewExample()
    const [alice] = example.insureds
    if (!alice) throw new Error('nobody')
    const ended = {
      policyId: 9,
      policyNumber: 'A-1009',
      carrierCode: 'ALPHA',
      insuredId: 9,
      insuredName: 'Ford, Fay',
      issueDate: plainDate('2016-06-15'),
      status: 'DEATH_PAID',
      endedOn: plainDate('2024-03-15'),
      modifiedEndowment: true,
      costBasis: usd(400_000),
      institutionShare: usd(1_000_000),
      values: [
        { date: plainDate('2023-12-31'), cashSurrenderValue: usd(480_000), deathBenefit: usd(1_100_000), institutionShare: usd(1_000_000) },
      ],
      flows: [{ date: plainDate('2024-03-15'), type: 'DEATH_CLAIM' as const, amount: usd(485_000) }],
    }
    const dead = {
      ...alice,
      insuredId: 9,
      personId: 9,
      name: 'Ford, Fay',
      employmentStatus: 'DECEASED',
      dateOfDeath: plainDate('2024-01-20'),
    }
    const told = buildAnnualReview({ ...example, ended: [ended], insureds: [...example.insureds, dead] })
    expect(rowOf(told, 'deaths', '2024-12-31')).toMatchObject({ deaths: 1, proceeds: usd(1_000_000), gain: usd(515_000) })
    expect(rowOf(told, 'deaths', '2025-12-31')).toMatchObject({ deaths: 0, proceeds: cents(0), lives: 5 })
    expect(rowOf(told, 'claims', '9')).toMatchObject({ days: 55, gain: usd(515_000) })
    // Ended in December and paid in February: at the year's end its value still stands, as a claim not paid yet.
    const paidLater = {
      ...ended,
      endedOn: plainDate('2024-12-15'),
      values: ended.values.flatMap((value) => [value, { ...value, date: plainDate('2024-12-31') }]),
      flows: [{ date: plainDate('2025-02-01'), type: 'DEATH_CLAIM' as const, amount: usd(485_000) }],
    }
    const endOf = (policy: typeof ended) =>
      Number(rowOf(buildAnnualReview({ ...example, ended: [policy], insureds: [...example.insureds, dead] }), 'years', '2024-12-31').value)
    expect(endOf(paidLater) - endOf(ended)).toBe(usd(480_000))
    const doubled = { ...example, insureds: example.insureds.map((one) => ({ ...one, personId: one.insuredId <= 2 ? 1 : one.insuredId })) }
    expect(buildAnnualReview(doubled).sections.length).toBe(view.sections.length)
    expect(rowOf(buildAnnualReview(doubled), 'deaths', '2025-12-31').lives).toBe(4)
  })
})
