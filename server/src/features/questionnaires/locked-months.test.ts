/** An institution's answer about a locked month waits until a manager unlocks it, and says so before anybody tries. */
import { decideQuestionnaireChanges, type Proposal } from '@corridor/contract/questionnaire-decisions.ts'
import { getQuestionnaireResults } from '@corridor/contract/questionnaire-sheet.ts'
import { saveQuestionnaireDefaults } from '@corridor/contract/questionnaires.ts'
import { usd } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaires/default-questions.ts'
import { expect, test } from 'vitest'
import { useServer } from '../../test/call.ts'
import { useQuestionnaires } from '../../test/questionnaire-world.ts'

const server = useServer()
const { world, save, generate, send, sign } = useQuestionnaires(server)

test('what is dated in a locked month is accepted once a manager unlocked it, and the line says so before', async () => {
  await server.ownerDb.updateTable('institution').set({ stateCode: 'OH' }).where('id', '=', world.institutionId).execute()
  const sections = DEFAULT_QUESTIONNAIRE.sections
    .filter(({ code }) => code === 'capital')
    .map((section) => ({ ...section, questions: section.questions.map((question) => ({ ...question, required: false })) }))
  const content = { attestation: 'True.', sections }
  await server.callAs(world.staff, saveQuestionnaireDefaults, { updatedAt: new Date(0).toISOString(), content })
  await generate()
  const { id } = await server.ownerDb
    .selectFrom('questionnaire')
    .select('id')
    .where('institutionId', '=', world.institutionId)
    .executeTakeFirstOrThrow()
  await send([id])
  const said = { 'capital-as-of': '2026-10-31', 'tier-1-capital': usd(50_000_000), 'federal-rate': 0.21, 'state-rate': 0.06 }
  for (const [question, value] of Object.entries(said)) await save(world.client, id, question, value)
  expect((await sign(world.client, id)).status).toBe(200)
  const proposed = async () => (await server.callAs(world.staff, getQuestionnaireResults, { batch: 0, report: id })).body.proposals
  const accept = async (kind: Proposal['kind'], effectiveOn?: string) =>
    server.callAs(world.staff, decideQuestionnaireChanges, {
      id,
      changes: (await proposed())
        .filter((one) => one.kind === kind)
        .map(({ key, seen }) => ({ kind, key, seen, ...(effectiveOn ? { effectiveOn: plainDate(effectiveOn) } : {}) })),
      decision: 'ACCEPTED',
      reason: null,
    })
  await server.ownerDb
    .insertInto('periodLock')
    .values({ siteId: world.siteId, periodEnd: plainDate('2026-10-31') })
    .execute()

  expect((await proposed()).find(({ kind }) => kind === 'CAPITAL')?.remarks).toEqual([
    'October 2026 is locked. To accept it, ask a manager to unlock the month.',
  ])
  const refused = await accept('CAPITAL')
  expect([refused.status, refused.error.code, refused.error.message]).toEqual([
    409,
    'period_locked',
    'Capital: October 2026 is locked, and what is effective from 10/31/2026 reaches into it. A manager can unlock it.',
  ])
  expect((await accept('TAX', '2026-10-01')).error.code).toBe('period_locked')
  expect((await accept('TAX', '2026-11-15')).status).toBe(200)
  await server.ownerDb.deleteFrom('periodLock').execute()
  expect((await proposed()).find(({ kind }) => kind === 'CAPITAL')?.remarks).toEqual([])
  expect((await accept('CAPITAL')).status).toBe(200)
})
