import { capitalFigures, policyLimitTerms, taxProfiles } from '@corridor/contract/institution-terms.ts'
import type { ErrorReply } from '@corridor/contract/kernel/errors.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildInstitution, buildSite, buildUser, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { site: 0, bank: 0, staff: '' }
const tax = taxProfiles.endpoints

beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  const userId = await buildUser(server.ownerDb, 'b', {
    sites: [world.site],
    permissions: { INSTITUTIONS: 2 },
    firstName: 'Ines',
    lastName: 'Hart',
  })
  world.staff = await signIn(server.ownerDb, userId, { siteId: world.site })
})
beforeEach(async () => {
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site] })
})

const profile = (over = {}) => ({
  id: world.bank,
  effectiveOn: '2024-01-01',
  federalRate: 0.21,
  stateRate: 0.06,
  stateCode: 'OH',
  federalDeductibleFraction: 0,
  boliStateTreatment: 'EXCLUDED' as const,
  combinedRateOverride: null,
  source: 'Tax return 2023',
  ...over,
})
const capital = (over = {}) => ({
  id: world.bank,
  effectiveOn: '2026-06-30',
  tier1CapitalCents: 6_000_000_000,
  allowanceForCreditLossesCents: 540_000_000,
  tier2CapitalCents: null,
  totalRiskBasedCapitalCents: null,
  totalAssetsCents: null,
  source: 'CALL_REPORT' as const,
  ...over,
})
const limits = (over = {}) => ({
  id: world.bank,
  effectiveOn: '2025-03-01',
  perCarrierLimitFraction: 0.15,
  aggregateLimitFraction: 0.25,
  capitalBasis: 'TIER1' as const,
  minAmBest: 'A-' as const,
  minSp: null,
  minMoodys: null,
  minFitch: null,
  minComdex: 70,
  maxDeathBenefitMultipleOfSalary: null,
  boardApprovalDate: '2025-02-18',
  nextReviewDate: '2026-02-17',
  ...over,
})
const first = <Row>({ records }: { records: Row[] }): Row => {
  const [row] = records
  if (row === undefined) throw new Error('no row')
  return row
}
const refusal = ({ status, error }: { status: number; error: ErrorReply }) => [status, Object.keys(error.meta ?? {})]

test('rows are listed by date, latest first, each with who entered it', async () => {
  await server.callAs(world.staff, tax.add, profile())
  const { status, body } = await server.callAs(world.staff, tax.add, profile({ effectiveOn: '2025-01-01', stateRate: 0.055 }))
  expect([status, body.records.map(({ effectiveOn, stateRate, enteredBy }) => [effectiveOn, stateRate, enteredBy])]).toEqual([
    201,
    [
      ['2025-01-01', 0.055, 'Ines Hart'],
      ['2024-01-01', 0.06, 'Ines Hart'],
    ],
  ])
})

test('a correction keeps what was said before, with who, when and why; the log holds both', async () => {
  const row = first((await server.callAs(world.staff, tax.add, profile())).body)
  const { body } = await server.callAs(world.staff, tax.correct, {
    ...profile({ stateRate: 0.065 }),
    date: row.effectiveOn,
    updatedAt: row.updatedAt,
    reason: 'The return says 6.5%',
  })
  expect(body.records).toHaveLength(1)
  expect(first(body)).toMatchObject({
    stateRate: 0.065,
    versions: [{ stateRate: 0.06, reason: 'The return says 6.5%', replacedBy: 'Ines Hart', removed: false }],
  })
  const log = await server.ownerDb
    .selectFrom('activity')
    .select(['before', 'after'])
    .where('action', '=', 'institutions.tax-profiles.corrected')
    .where('institutionId', '=', world.bank)
    .executeTakeFirstOrThrow()
  expect(log).toMatchObject({ before: { stateRate: 0.06 }, after: { stateRate: 0.065, reason: 'The return says 6.5%' } })
})

test('who corrects what someone else corrected meanwhile is shown both, and nothing is written', async () => {
  const row = first((await server.callAs(world.staff, tax.add, profile())).body)
  const change = { date: row.effectiveOn, updatedAt: row.updatedAt, reason: 'A better figure' }
  await server.callAs(world.staff, tax.correct, { ...profile({ stateRate: 0.065 }), ...change })
  const late = await server.callAs(world.staff, tax.correct, { ...profile({ stateRate: 0.07 }), ...change })
  expect([late.status, late.error.meta]).toMatchObject([409, { current: { stateRate: 0.065 }, yours: { stateRate: 0.07 } }])
  const { body } = await server.callAs(world.staff, tax.list, { id: world.bank })
  expect([first(body).stateRate, first(body).versions.length]).toEqual([0.065, 1])
})

test('a date holds one row: adding a second, or moving one onto it, is refused with nothing done', async () => {
  await server.callAs(world.staff, tax.add, profile())
  expect(refusal(await server.callAs(world.staff, tax.add, profile({ stateRate: 0 })))).toEqual([400, ['effectiveOn']])
  const { body } = await server.callAs(world.staff, tax.add, profile({ effectiveOn: '2025-01-01' }))
  const moved = await server.callAs(world.staff, tax.correct, {
    ...profile(),
    date: '2025-01-01',
    updatedAt: first(body).updatedAt,
    reason: 'From the year before',
  })
  expect(refusal(moved)).toEqual([400, ['effectiveOn']])
  const after = (await server.callAs(world.staff, tax.list, { id: world.bank })).body
  expect([after.records.length, after.records.flatMap(({ versions }) => versions).length]).toEqual([2, 0])
})

test('a row entered by mistake is taken out with a reason and stays readable', async () => {
  const row = first((await server.callAs(world.staff, capitalFigures.endpoints.add, capital())).body)
  const { body } = await server.callAs(world.staff, capitalFigures.endpoints.remove, {
    id: world.bank,
    date: row.effectiveOn,
    updatedAt: row.updatedAt,
    reason: 'Of another bank',
  })
  expect([body.records, body.removed]).toMatchObject([[], [{ tier1CapitalCents: 6_000_000_000, reason: 'Of another bank', removed: true }]])
})

test('a row keeps its past when its date is corrected; one taken out and entered again begins anew', async () => {
  const row = first((await server.callAs(world.staff, tax.add, profile({ stateRate: 0.05 }))).body)
  const moved = await server.callAs(world.staff, tax.correct, {
    ...profile({ effectiveOn: '2024-07-01', stateRate: 0.055 }),
    date: row.effectiveOn,
    updatedAt: row.updatedAt,
    reason: 'In force since July',
  })
  expect(first(moved.body).versions).toMatchObject([{ effectiveOn: '2024-01-01', stateRate: 0.05 }])
  const gone = await server.callAs(world.staff, tax.remove, {
    id: world.bank,
    date: '2024-07-01',
    updatedAt: first(moved.body).updatedAt,
    reason: 'Of another bank',
  })
  expect(gone.body.removed.map(({ stateRate, removed }) => [stateRate, removed])).toEqual([
    [0.055, true],
    [0.05, false],
  ])
  const again = await server.callAs(world.staff, tax.add, profile({ effectiveOn: '2024-07-01' }))
  expect([first(again.body).versions, again.body.removed.length]).toEqual([[], 2])
})

test.each([
  [
    'Tier 1 of nothing',
    () => server.callAs(world.staff, capitalFigures.endpoints.add, capital({ tier1CapitalCents: 0 })),
    ['tier1CapitalCents'],
  ],
  [
    'capital of a day to come',
    () => server.callAs(world.staff, capitalFigures.endpoints.add, capital({ effectiveOn: '2199-01-01' })),
    ['effectiveOn'],
  ],
  [
    'a total below its part',
    () => server.callAs(world.staff, capitalFigures.endpoints.add, capital({ totalRiskBasedCapitalCents: 1 })),
    ['totalRiskBasedCapitalCents'],
  ],
  ['a rate above half', () => server.callAs(world.staff, tax.add, profile({ federalRate: 0.51 })), ['federalRate']],
  ['no source', () => server.callAs(world.staff, tax.add, profile({ source: ' ' })), ['source']],
  [
    'one carrier above all',
    () => server.callAs(world.staff, policyLimitTerms.endpoints.add, limits({ perCarrierLimitFraction: 0.3 })),
    ['perCarrierLimitFraction'],
  ],
  [
    'a review before the approval',
    () => server.callAs(world.staff, policyLimitTerms.endpoints.add, limits({ nextReviewDate: '2025-02-18' })),
    ['nextReviewDate'],
  ],
  [
    'a rating of no agency',
    () => server.callAs(world.staff, policyLimitTerms.endpoints.add, limits({ minAmBest: 'AAA' as 'A-' })),
    ['minAmBest'],
  ],
  ['a date that is none', () => server.callAs(world.staff, tax.add, profile({ effectiveOn: '2024-02-30' })), ['effectiveOn']],
] as const)('%s is refused by name', async (_, ask, fields) => {
  expect(refusal(await ask())).toEqual([400, fields])
})

test('limits are kept with the board’s dates', async () => {
  const row = first((await server.callAs(world.staff, policyLimitTerms.endpoints.add, limits())).body)
  expect(row).toMatchObject({
    perCarrierLimitFraction: 0.15,
    minAmBest: 'A-',
    boardApprovalDate: '2025-02-18',
    nextReviewDate: '2026-02-17',
  })
})
