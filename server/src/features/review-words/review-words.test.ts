/** The narrative of reviews: the site's wording in versions, an institution's own in layers, ratings, and management's assessment from asking to signing again. */
import { randomUUID } from 'node:crypto'
import {
  askAssessment,
  getMyAssessment,
  getReviewDefaults,
  getReviewSettings,
  type ReviewSettings,
  reopenAssessment,
  saveConclusion,
  saveReviewDefaults,
  saveReviewSettings,
  signAssessment,
} from '@corridor/contract/review-words.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { moveSection, switchSection } from '@corridor/domain/reports/annual-review/narrative.ts'
import { REVIEW_RISK_CODES } from '@corridor/domain/reports/annual-review/outline.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { selectReviewTexts } from '../../shared/review-narrative.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const THIS_YEAR = plainDate('2026-12-31')
const LAST_YEAR = plainDate('2025-12-31')
const world = {
  siteId: 0,
  institutionId: 0,
  report: 0,
  reportBefore: 0,
  othersReport: 0,
  staff: '',
  reader: '',
  client: '',
  helper: '',
  neighbor: '',
  rep: '',
}

beforeAll(async () => {
  const db = server.ownerDb
  const siteId = await buildSite(db, { contactEmail: 'team@firm.test' })
  const institutionId = await buildInstitution(db, { name: 'Alder Bank', sites: [siteId], reportTypes: ['ABR'] })
  const other = await buildInstitution(db, { name: 'Birch Bank', sites: [siteId], reportTypes: ['ABR'] })
  const enter = async (role: 'a' | 'c', email: string, institution: number, level: 0 | 1 | 2 = 0) => {
    const userId = await buildUser(db, role, {
      sites: [siteId],
      institutionId: institution,
      email,
      permissions: { ANNUAL_BOLI_REVIEW: level },
    })
    return signIn(db, userId, { siteId, institutionId: institution })
  }
  Object.assign(world, {
    siteId,
    institutionId,
    report: await buildReview(siteId, institutionId, THIS_YEAR),
    reportBefore: await buildReview(siteId, institutionId, LAST_YEAR),
    othersReport: await buildReview(siteId, other, THIS_YEAR),
    staff: await signedInAs(db, 'b', { siteId, permissions: { ANNUAL_BOLI_REVIEW: 2 } }),
    reader: await signedInAs(db, 'b', { siteId, permissions: { ANNUAL_BOLI_REVIEW: 1 } }),
    client: await enter('c', 'client@alder.test', institutionId),
    helper: await enter('a', 'helper@alder.test', institutionId, 1),
    neighbor: await enter('c', 'client@birch.test', other),
    rep: await signedInAs(db, 'e', { siteId, institutionId }),
  })
})
beforeEach(() => server.setNow(new Date('2026-11-21T15:00:00Z')))

/** Asked for, and not made yet. */
async function buildReview(siteId: number, institutionId: number, period: PlainDate): Promise<number> {
  const type = { siteId, reportType: 'AnnualBoliReview', period }
  const { id: batchId } = await server.ownerDb
    .insertInto('reportBatch')
    .values({ ...type, batchName: `Review ${period}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await server.ownerDb
    .insertInto('report')
    .values({ ...type, institutionId, batchId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const keyed = () => ({ 'idempotency-key': randomUUID() })
const read = async (id = world.report): Promise<ReviewSettings> =>
  getReviewSettings.reply.parse((await server.callAs(world.staff, getReviewSettings, { id })).body)
const save = async (
  change: Omit<Parameters<typeof server.callAs<typeof saveReviewSettings>>[2], 'id' | 'updatedAt'>,
  id = world.report,
) => {
  const { updatedAt } = await read(id)
  return server.callAs(world.staff, saveReviewSettings, { id, updatedAt, ...change })
}
const textsOf = (period: PlainDate) => {
  const scope = scopeOfSystem(world.siteId)
  return inScope(server.kernel.db, scope, (trx) => selectReviewTexts(trx, scope, world.institutionId, period))
}
const mine = async (cookie = world.client) => {
  const { assessment } = getMyAssessment.reply.parse((await server.callAs(cookie, getMyAssessment, {})).body)
  if (!assessment) throw new Error('there is no assessment')
  return assessment
}
const mailsTo = async (recipient: string) =>
  (
    await server.ownerDb.selectFrom('mailOutbox').select(['subject', 'bodyText']).where('recipient', '=', recipient).orderBy('id').execute()
  ).map(({ subject, bodyText }) => `${subject}\n${bodyText}`)

test('a site begins with what ships; each saving is a version, and of two at once the second is told', async () => {
  const shipped = getReviewDefaults.reply.parse((await server.callAs(world.reader, getReviewDefaults, {})).body)
  expect([shipped.version, shipped.frame, shipped.versions]).toEqual([0, 'BOLI', []])
  const narratives = { ...shipped.narratives, PROGRAM: 'The site’s words on {{institution}}.' }
  const change = { configuration: shipped.configuration, narratives, updatedAt: shipped.updatedAt, note: 'Our wording' }
  expect((await server.callAs(world.reader, saveReviewDefaults, change)).status).toBe(403)
  const saved = await server.callAs(world.staff, saveReviewDefaults, change)
  expect(saved.body).toMatchObject({ version: 1, note: 'Our wording', versions: [{ version: 1 }] })
  const late = await server.callAs(world.staff, saveReviewDefaults, change)
  expect([late.status, late.body]).toMatchObject([409, { code: 'conflict', meta: { current: { version: 1 } } }])
  expect((await server.callAs(world.staff, getReviewDefaults, { version: 0 })).status).toBe(404)
  const refused = await server.callAs(world.staff, saveReviewDefaults, { ...change, narratives: { PROGRAM: 'At {{asOff}}' } })
  expect([refused.status, refused.body]).toMatchObject([400, { meta: { 'narratives.PROGRAM': [expect.stringContaining('{{asOff}}')] } }])
})

test('a review follows its site until it has words of its own, and again once they are equal', async () => {
  const before = await read()
  expect([before.ownFrom, before.narratives.PROGRAM]).toEqual([null, 'The site’s words on {{institution}}.'])
  const order = moveSection(switchSection(before.configuration, 'PEERS', false), 'RISKS', 0)
  expect((await save({ configuration: order, narratives: { PROGRAM: 'Alder’s own.', HOLDINGS: '' } })).status).toBe(200)
  const texts = await textsOf(THIS_YEAR)
  expect([texts.configuration.sections[0], texts.narratives.PROGRAM, texts.narratives.HOLDINGS]).toEqual([
    { code: 'RISKS', on: true },
    'Alder’s own.',
    undefined,
  ])
  // The year before keeps the site's.
  expect((await textsOf(LAST_YEAR)).narratives.PROGRAM).toBe('The site’s words on {{institution}}.')
  // The year after goes on with what was written.
  expect((await textsOf(plainDate('2027-12-31'))).narratives.PROGRAM).toBe('Alder’s own.')
  const site = before.site
  expect(
    (
      await save({
        configuration: site.configuration,
        narratives: { PROGRAM: site.narratives.PROGRAM ?? '', HOLDINGS: site.narratives.HOLDINGS ?? '' },
      })
    ).body,
  ).toMatchObject({
    ownFrom: null,
  })
})

test('of two who change a review at once the second is told what the first saved', async () => {
  const { updatedAt } = await read()
  expect((await save({ narratives: { MORTALITY: 'First.' } })).status).toBe(200)
  const late = await server.callAs(world.staff, saveReviewSettings, { id: world.report, updatedAt, narratives: { MORTALITY: 'Second.' } })
  expect([late.status, late.body]).toMatchObject([409, { meta: { current: { narratives: { MORTALITY: 'First.' } } } }])
  const sections = (await read()).configuration.sections.slice(1)
  expect((await save({ configuration: { sections } })).body).toMatchObject({
    meta: { configuration: ['Each section must be in the list once.'] },
  })
})

test('ratings, items and the board’s day are of their year alone; last year’s ratings stand beside them', async () => {
  const rating = { quantity: 'LOW', quality: 'STRONG', direction: 'STABLE', conclusion: 'Low on {{asOf}}.' } as const
  await save({ risks: { CREDIT: rating } }, world.reportBefore)
  const items = [{ kind: 'OPEN_ITEM' as const, text: 'Find two consents', owner: 'Controller', dueOn: '2027-03-31' }]
  const saved = await save({ risks: { LIQUIDITY: { ...rating, quantity: 'HIGH' } }, items, boardMeetingOn: '2027-02-16' })
  expect(saved.body).toMatchObject({
    risks: { LIQUIDITY: { quantity: 'HIGH' } },
    risksBefore: { CREDIT: { quantity: 'LOW' } },
    boardMeetingOn: '2027-02-16',
  })
  const texts = await textsOf(THIS_YEAR)
  expect([texts.risks.CREDIT.quantity, texts.risks.LIQUIDITY.conclusion, texts.items.length]).toEqual([null, 'Low on {{asOf}}.', 1])
})

test('nobody reads or changes the words of a review that is not of their site, and no client the firm’s side', async () => {
  const elsewhere = await signedInAs(server.ownerDb, 'b', {
    siteId: await buildSite(server.ownerDb),
    permissions: { ANNUAL_BOLI_REVIEW: 2 },
  })
  expect((await server.callAs(elsewhere, getReviewSettings, { id: world.report })).status).toBe(404)
  expect((await server.callAs(world.client, getReviewSettings, { id: world.report })).status).toBe(403)
  expect((await server.callAs(world.reader, askAssessment, { id: world.report, dueOn: null }, keyed())).status).toBe(403)
})

test('management is asked, writes, signs; signed it is locked, stands in the report, and staff can give it back', async () => {
  const { staff, client, helper, neighbor } = world
  expect((await server.callAs(client, getMyAssessment, {})).body).toEqual({ assessment: null, years: [] })
  const asked = await server.callAs(
    staff,
    askAssessment,
    { id: world.report, dueOn: '2027-02-01', note: 'For the board in February.' },
    keyed(),
  )
  expect([asked.status, asked.body]).toMatchObject([200, { status: 1, can: [] }])
  expect((await mailsTo('client@alder.test'))[0]).toContain('For the board in February.')
  expect(await mailsTo('client@birch.test')).toEqual([])

  const { id, can } = await mine()
  expect([can, (await mine(helper)).can]).toEqual([['answer', 'sign'], ['answer']])
  expect((await server.callAs(neighbor, getMyAssessment, {})).body).toMatchObject({ assessment: null })
  const first = { id, risk: 'LIQUIDITY', conclusion: 'We hold it as intended.', version: 0 } as const
  const foreign = await server.callAs(neighbor, saveConclusion, first)
  const missing = await server.callAs(neighbor, saveConclusion, { ...first, id: 2_147_483_000 })
  expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
  expect(foreign.status).toBe(404)
  expect((await server.callAs(world.rep, saveConclusion, first)).status).toBe(403)
  expect((await server.callAs(client, saveConclusion, { ...first, version: 2_147_483_647 })).status).toBe(400)

  expect((await server.callAs(helper, saveConclusion, first)).body).toMatchObject({ version: 1, conclusion: 'We hold it as intended.' })
  // Sent again it counts once; a colleague who began from nothing is told.
  expect((await server.callAs(helper, saveConclusion, first)).body).toMatchObject({ version: 1 })
  const late = await server.callAs(client, saveConclusion, { ...first, conclusion: 'Other words.' })
  expect([late.status, late.body]).toMatchObject([409, { meta: { current: { conclusion: 'We hold it as intended.' } } }])

  const signature = { id, signerName: 'Pat Person', signerTitle: 'Chief Financial Officer', agreed: true as const }
  const early = await server.callAs(client, signAssessment, { ...signature, answersSha256: (await mine()).answersSha256 }, keyed())
  expect([early.status, early.body]).toMatchObject([400, { message: '7 risks have no conclusion yet.' }])
  for (const risk of REVIEW_RISK_CODES.slice(1))
    await server.callAs(client, saveConclusion, { id, risk, conclusion: `On ${risk}.`, version: 0 })
  const { answersSha256: seen } = await mine()
  await server.callAs(helper, saveConclusion, { id, risk: 'PRICE', conclusion: 'No separate account.', version: 1 })
  expect((await server.callAs(client, signAssessment, { ...signature, answersSha256: seen }, keyed())).status).toBe(409)
  expect((await server.callAs(helper, signAssessment, { ...signature, answersSha256: seen }, keyed())).status).toBe(403)
  const { answersSha256 } = await mine()
  expect((await server.callAs(client, signAssessment, { ...signature, answersSha256 }, keyed())).body).toMatchObject({
    status: 2,
    can: [],
    signatures: [{ number: 1, signerName: 'Pat Person', signedOn: '2026-11-21' }],
  })
  expect((await server.callAs(client, saveConclusion, { ...first, version: 1, conclusion: 'Later.' })).status).toBe(409)
  expect((await mailsTo('team@firm.test')).join('\n')).toContain('Pat Person, Chief Financial Officer of Alder Bank, signed')
  const signed = (await textsOf(THIS_YEAR)).risks.PRICE.management
  expect(signed).toEqual({
    text: 'No separate account.',
    signedBy: 'Pat Person',
    signedTitle: 'Chief Financial Officer',
    signedOn: '2026-11-21',
  })

  expect((await server.callAs(staff, askAssessment, { id: world.report, dueOn: null }, keyed())).body).toMatchObject({
    code: 'wrong_status',
  })
  const note = 'Please say more on price.'
  expect((await server.callAs(staff, reopenAssessment, { id: world.report, note }, keyed())).body).toMatchObject({
    status: 1,
    reopenNote: note,
  })
  expect((await mailsTo('client@alder.test')).at(-1)).toContain(note)
  // An open assessment is not in the report; a signed one stays on file.
  expect((await textsOf(THIS_YEAR)).risks.PRICE.management).toBeNull()
  expect((await read()).assessment?.signatures).toHaveLength(1)

  // Two signatures at the same moment are one.
  const again = { ...signature, answersSha256: (await mine()).answersSha256 }
  const both = await Promise.all([
    server.callAs(client, signAssessment, again, keyed()),
    server.callAs(client, signAssessment, again, keyed()),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await read()).assessment?.signatures).toHaveLength(2)
})
