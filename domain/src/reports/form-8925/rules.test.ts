/** Form 8925 as a preparer checks it: the worked example, and cases where people or contracts drop out. */
import { expect, test } from 'vitest'
import { usd } from '../../primitives/money.ts'
import { type PlainDate, plainDate } from '../../primitives/period.ts'
import { workedForm8925 } from '../../test/form-8925-example.ts'
import { contract, person, signed, snapshotOf } from '../../test/form-8925-parts.ts'
import { openItemsOf } from './open-items.ts'
import { findingsOf, linesOf, reconciliationOf } from './rules.ts'
import type { Form8925Insured, Form8925Policy, Form8925Snapshot } from './snapshot.ts'
import { buildForm8925 } from './view.ts'

const T = plainDate('2025-12-31')
const day = plainDate

const of = (policies: Form8925Policy[], insureds: Form8925Insured[]) => {
  const findings = findingsOf(snapshotOf(policies, insureds))
  const { line2, line3, line4a, line4b } = linesOf(findings, 100)
  return { lines: [line2, line3 / 100, line4a, line4b], reasons: findings.map(({ reason }) => reason) }
}

test('the worked example: 118 employees, 4 insured, 23,950,000 in force, one without a valid consent', () => {
  const snapshot = workedForm8925()
  const { line1, line2, line3, line4a, line4b } = linesOf(findingsOf(snapshot), snapshot.employees?.count ?? null)
  expect([line1, line2, line3, line4a, line4b]).toEqual([118, 4, usd(23_950_000), false, 1])
  expect(buildForm8925(snapshot).form.map(({ line, text }) => [line, text])).toContainEqual(['3', '23,950,000.00'])
})

const ONE = [1, 1_000_000, true, null]
const NONE = [0, 0, null, null]
const WITHOUT = [1, 1_000_000, false, 1]
const exchanged = (issued: string, materialChange = false): Partial<Form8925Policy> => ({
  isSection1035Replacement: true,
  replacedIssueDate: day(issued),
  materialChange,
})
const CASES: [string, Partial<Form8925Policy>, Partial<Form8925Insured>, (number | boolean | null)[], string][] = [
  ['an officer with a consent in time', {}, {}, ONE, 'IN_SCOPE'],
  ['a director', {}, { role: 'DIRECTOR' }, ONE, 'IN_SCOPE'],
  ['a director emeritus', {}, { role: 'DIRECTOR', employmentStatus: 'DIRECTOR_EMERITUS', statusDate: day('2024-05-01') }, ONE, 'IN_SCOPE'],
  [
    'a director emeritus whom the register calls a former director',
    {},
    { role: 'FORMER_DIRECTOR', employmentStatus: 'DIRECTOR_EMERITUS', statusDate: day('2024-05-01') },
    NONE,
    'FORMER_EMPLOYEE',
  ],
  ['a director emeritus from the day after the year', {}, { role: 'FORMER_DIRECTOR', statusDate: day('2026-01-01') }, ONE, 'IN_SCOPE'],
  ['an employee on disability leave', {}, { employmentStatus: 'DISABLED', statusDate: day('2025-02-01') }, ONE, 'IN_SCOPE'],
  ['issued on August 17, 2006', { issueDate: day('2006-08-17') }, {}, NONE, 'BEFORE_101J'],
  ['issued a day later, consent long after', { issueDate: day('2006-08-18') }, {}, WITHOUT, 'IN_SCOPE'],
  ['exchanged in 2016 for one of 2001', exchanged('2001-05-05'), {}, NONE, 'EXCHANGED_1035'],
  ['exchanged for one of August 17, 2006', exchanged('2006-08-17'), {}, NONE, 'EXCHANGED_1035'],
  ['exchanged for one of 2001 with a material change', exchanged('2001-05-05', true), {}, ONE, 'IN_SCOPE'],
  ['exchanged for one of 2009', exchanged('2009-05-05'), {}, ONE, 'IN_SCOPE'],
  ['exchanged for one whose date nobody knows', { isSection1035Replacement: true }, {}, ONE, 'IN_SCOPE'],
  ['a retiree of 2024', {}, { employmentStatus: 'RETIRED', statusDate: day('2024-06-30') }, NONE, 'FORMER_EMPLOYEE'],
  ['who retired on the last day of the year', {}, { employmentStatus: 'RETIRED', statusDate: T }, NONE, 'FORMER_EMPLOYEE'],
  ['who retired the day after', {}, { employmentStatus: 'RETIRED', statusDate: day('2026-01-01') }, ONE, 'IN_SCOPE'],
  ['who left on a day nobody knows', {}, { employmentStatus: 'TERMINATED', statusDate: null }, NONE, 'FORMER_EMPLOYEE'],
  ['a former director', {}, { role: 'FORMER_DIRECTOR', statusDate: day('2020-01-01') }, NONE, 'FORMER_EMPLOYEE'],
  [
    'who died in the year, claim pending',
    { statusAtYearEnd: 'DEATH_CLAIM_PENDING' },
    { employmentStatus: 'DECEASED', dateOfDeath: day('2025-11-02') },
    NONE,
    'DECEASED',
  ],
  [
    'who died after the year',
    {},
    { employmentStatus: 'DECEASED', statusDate: day('2026-02-02'), dateOfDeath: day('2026-02-02') },
    ONE,
    'IN_SCOPE',
  ],
  ['hired after the year', {}, { hireDate: day('2026-01-05') }, NONE, 'NOT_YET_EMPLOYED'],
  [
    'a policy that lapsed in the year',
    { statusAtYearEnd: 'LAPSED', statusDate: day('2025-06-30'), deathBenefit: null },
    {},
    NONE,
    'NOT_IN_FORCE',
  ],
  ['a policy in its grace period', { statusAtYearEnd: 'GRACE' }, {}, ONE, 'IN_SCOPE'],
  ['a policy applied for and not in force', { statusAtYearEnd: 'PENDING' }, {}, NONE, 'NOT_IN_FORCE'],
  ['issued after the year', { issueDate: day('2026-01-01') }, {}, NONE, 'ISSUED_AFTER'],
  ['no consent', {}, { consents: [] }, WITHOUT, 'IN_SCOPE'],
  ['a consent signed 14 days late', {}, { consents: [signed({ consentDate: day('2016-03-24') })] }, WITHOUT, 'IN_SCOPE'],
  [
    'a consent of 13 months before',
    {},
    { consents: [signed({ noticeDate: day('2015-02-01'), consentDate: day('2015-02-10') })] },
    WITHOUT,
    'IN_SCOPE',
  ],
  ['a notice that names less than the face amount', {}, { consents: [signed({ maxFaceDisclosed: usd(900_000) })] }, WITHOUT, 'IN_SCOPE'],
  ['a consent whose paper nobody can show', {}, { consents: [signed({ keptAt: null })] }, WITHOUT, 'IN_SCOPE'],
  ['a consent silent about leaving', {}, { consents: [signed({ continueAfterTermination: false })] }, WITHOUT, 'IN_SCOPE'],
]
test.each(CASES)('%s', (_, policy, insured, lines, reason) =>
  expect(of([contract(policy)], [person(insured)])).toEqual({ lines, reasons: [reason] }),
)

test('a fiscal year that ends in June or February is judged at its own end', () => {
  const at = (period: PlainDate, yearStart: PlainDate, insured: Partial<Form8925Insured>, policy: Partial<Form8925Policy> = {}) => {
    const snapshot = snapshotOf([contract(policy)], [person(insured)], { period, yearStart })
    const findings = findingsOf(snapshot)
    return [findings[0]?.reason, openItemsOf(snapshot, findings).map(({ key }) => key)]
  }
  const june = [day('2025-06-30'), day('2024-06-30')] as const
  expect(at(...june, { employmentStatus: 'RETIRED', statusDate: day('2025-07-01') })).toEqual(['IN_SCOPE', []])
  expect(at(...june, { employmentStatus: 'RETIRED', statusDate: day('2025-06-30') })).toEqual(['FORMER_EMPLOYEE', ['FORMER']])
  expect(at(...june, {}, { issueDate: day('2025-07-01') })[0]).toBe('ISSUED_AFTER')
  const died = (on: string) => ({ employmentStatus: 'DECEASED', statusDate: day(on), dateOfDeath: day(on) })
  expect(at(...june, died('2024-06-30'))).toEqual(['DECEASED', []])
  expect(at(...june, died('2024-07-01'))).toEqual(['DECEASED', ['DEATH']])
  const february = [day('2024-02-29'), day('2023-02-28')] as const
  expect(at(...february, died('2024-02-29'))).toEqual(['DECEASED', ['DEATH']])
  expect(at(...february, { employmentStatus: 'RETIRED', statusDate: day('2024-03-01') })[0]).toBe('IN_SCOPE')
})

test('two policies on one person are one employee and both amounts', () => {
  expect(of([contract(), contract({ policyId: 2, policyNumber: 'A-2' })], [person()]).lines).toEqual([1, 2_000_000, true, null])
})

test('one person entered twice in the register is one employee, judged by the consents of both entries', () => {
  const second = person({ insuredId: 2, personId: 1, consents: [] })
  expect(of([contract(), contract({ policyId: 2, policyNumber: 'A-2', insuredId: 2 })], [person(), second]).lines).toEqual([
    1,
    2_000_000,
    true,
    null,
  ])
})

test('the schedule shows the consent that speaks for each contract, not the last one signed; a retiree’s still shows', () => {
  const later = contract({ policyId: 2, policyNumber: 'A-2', issueDate: day('2019-03-10') })
  const second = signed({ noticeDate: day('2019-02-01'), consentDate: day('2019-02-02') })
  const shown = (over: Partial<Form8925Insured>) =>
    buildForm8925(snapshotOf([contract(), later], [person({ consents: [signed(), second], ...over })])).schedule.rows.map(({ cells }) => [
      cells.noticeDate,
      cells.consentDate,
      cells.consent,
    ])
  expect(shown({})).toEqual([
    ['2016-01-10', '2016-01-12', 'Yes'],
    ['2019-02-01', '2019-02-02', 'Yes'],
  ])
  expect(shown({ employmentStatus: 'RETIRED', statusDate: day('2024-06-30') })).toEqual([
    ['2016-01-10', '2016-01-12', null],
    ['2019-02-01', '2019-02-02', null],
  ])
})

test('one contract without a valid consent is enough to count its person on line 4b', () => {
  const later = contract({ policyId: 2, policyNumber: 'A-2', issueDate: day('2019-03-10') })
  expect(of([contract(), later], [person()]).lines).toEqual([1, 2_000_000, false, 1])
})

test('face amounts of both contracts are compared with what was disclosed; one before the law is not added', () => {
  const disclosed = { consents: [signed({ maxFaceDisclosed: usd(1_500_000) })] }
  const also = (issueDate: PlainDate) => contract({ policyId: 2, policyNumber: 'A-2', issueDate })
  expect(of([contract(), also(day('2016-03-10'))], [person(disclosed)]).lines).toEqual([1, 2_000_000, false, 1])
  expect(of([contract(), also(day('2001-01-01'))], [person(disclosed)]).lines).toEqual([1, 1_000_000, true, null])
})

test('an insured on one contract that counts and one that does not is on lines 2 and 3 with the one', () => {
  const found = of(
    [contract(), contract({ policyId: 2, policyNumber: 'A-2', issueDate: day('2003-01-01'), deathBenefit: usd(7) })],
    [person()],
  )
  expect(found).toEqual({ lines: [1, 1_000_000, true, null], reasons: ['IN_SCOPE', 'BEFORE_101J'] })
})

test('where somebody stands in two steps, the notes say why people do not subtract', () => {
  const said = (policies: Form8925Policy[]) =>
    buildForm8925(snapshotOf(policies, [person()])).notes.some((note) => /people do not/.test(note))
  const early = contract({ policyId: 2, policyNumber: 'A-2', issueDate: day('2003-01-01') })
  expect([said([contract()]), said([contract(), early])]).toEqual([false, true])
})

test('nobody counts: line 4a has no subject and stays blank', () => {
  expect(linesOf([], 12)).toEqual({ line1: 12, line2: 0, line3: 0, line4a: null, line4b: null })
})

test('line 1 is never derived: without a statement it is blank, and says so', () => {
  const snapshot = snapshotOf([contract()], [person()], { employees: null })
  const findings = findingsOf(snapshot)
  expect(linesOf(findings, null).line1).toBeNull()
  expect(openItemsOf(snapshot, findings).map(({ key }) => key)).toContain('LINE_1')
})

test.each([[-1], [1.5], [Number.NaN]])('%d employees is refused', (count) => expect(() => linesOf([], count)).toThrow(RangeError))

test('contracts and amounts of the reconciliation subtract to lines 2 and 3', () => {
  const steps = reconciliationOf(findingsOf(workedForm8925()))
  const [first, ...rest] = steps
  const last = rest.pop()
  const less = (pick: (step: (typeof steps)[number]) => number) => rest.reduce((sum, step) => sum - pick(step), first ? pick(first) : 0)
  expect([last?.policies, last?.deathBenefit, last?.insureds]).toEqual([4, usd(23_950_000), 4])
  expect([less((step) => step.policies), less((step) => step.deathBenefit)]).toEqual([last?.policies, last?.deathBenefit])
  expect(rest.filter((step) => step.policies > 0).map(({ key, deathBenefit }) => [key, deathBenefit])).toEqual([
    ['FORMER_EMPLOYEE', usd(7_400_000)],
  ])
})

test.each<[string, Partial<Form8925Snapshot>, Partial<Form8925Policy>, Partial<Form8925Insured>]>([
  ['DEATH', {}, { statusAtYearEnd: 'DEATH_PAID', deathBenefit: null }, { dateOfDeath: day('2025-03-03'), employmentStatus: 'DECEASED' }],
  ['LINE_1_LOW', { employees: { count: 0, source: 'Questionnaire', statedOn: T } }, {}, {}],
  ['LINE_1_EARLY', { employees: { count: 9, source: 'Questionnaire', statedOn: day('2025-12-30') } }, {}, {}],
  ['LINE_1_SOURCE', { employees: { count: 9, source: 'Questionnaire', statedOn: day('2026-01-12'), isUnreturned: true } }, {}, {}],
  ['UNKNOWN_1035', {}, { isSection1035Replacement: true }, {}],
  ['FORMER', {}, {}, { employmentStatus: 'RETIRED', statusDate: day('2020-01-01') }],
  ['EMERITUS', {}, {}, { employmentStatus: 'DIRECTOR_EMERITUS' }],
  ['NO_OWN_RETURN', {}, { ownedThrough: 'Second Example, LLC' }, {}],
  ['EIN', { institution: { ...workedForm8925().institution, ein: null } }, {}, {}],
  ['BUSINESS', { institution: { ...workedForm8925().institution, businessType: null } }, {}, {}],
  ['CONSENT', {}, {}, { consents: [] }],
])('%s is an open item, and nothing else is', (key, over, policy, insured) => {
  const snapshot = snapshotOf([contract(policy)], [person(insured)], over)
  expect(openItemsOf(snapshot, findingsOf(snapshot)).map((item) => item.key)).toEqual([key])
})

test.each([
  ['2026-03-01', 'Director emeritus since 03/01/2026, active on 12/31/2025'],
  ['2024-05-01', 'Director emeritus since 05/01/2024, and so on 12/31/2025'],
])('a director emeritus since %s is named with the status today and that of the year’s end', (since, words) => {
  const snapshot = snapshotOf([contract({})], [person({ employmentStatus: 'DIRECTOR_EMERITUS', statusDate: day(since) })], {})
  expect(openItemsOf(snapshot, findingsOf(snapshot)).flatMap(({ concerned }) => concerned.map(({ reason }) => reason))).toEqual([words])
})

test('a policy whose insured is missing is refused', () => {
  expect(() => findingsOf(snapshotOf([contract()], []))).toThrow(RangeError)
})

test('a contract that counts must have a death benefit; one that ended needs none', () => {
  const without = (statusAtYearEnd: string) => findingsOf(snapshotOf([contract({ statusAtYearEnd, deathBenefit: null })], [person()]))
  expect(() => linesOf(without('IN_FORCE'), 1)).toThrow(RangeError)
  expect(linesOf(without('SURRENDERED'), 1).line3).toBe(0)
})

test('the schedule shows roles and employment of the year end, not what became of people since', () => {
  const died = person({
    insuredId: 1,
    role: 'OFFICER',
    employmentStatus: 'DECEASED',
    statusDate: day('2026-08-19'),
    dateOfDeath: day('2026-08-19'),
  })
  const left = person({ insuredId: 2, personId: 2, role: 'FORMER_EMPLOYEE', employmentStatus: 'TERMINATED', statusDate: day('2026-01-15') })
  const retired = person({ insuredId: 3, personId: 3, role: 'FORMER_DIRECTOR', employmentStatus: 'RETIRED', statusDate: day('2025-07-01') })
  const { schedule } = buildForm8925(
    snapshotOf(
      [1, 2, 3].map((insuredId) => contract({ policyId: insuredId, policyNumber: `A-${insuredId}`, insuredId })),
      [died, left, retired],
    ),
  )
  expect(schedule.rows.map(({ cells }) => [cells.role, cells.employment, cells.inScope])).toEqual([
    ['Officer', 'Active', 'Yes'],
    ['Employee', 'Active', 'Yes'],
    ['Former director', 'Retired 07/01/2025', 'No'],
  ])
})
