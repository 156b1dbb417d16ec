/** From answers into the book: what was changed is proposed with its effect, and written once somebody accepts it, by the rules of whoever keeps it. */
import { listContacts } from '@corridor/contract/institutions.ts'
import { decideQuestionnaireChanges, type Proposal } from '@corridor/contract/questionnaire-decisions.ts'
import { getQuestionnaireResults } from '@corridor/contract/questionnaire-sheet.ts'
import { reopenQuestionnaire, saveQuestionnaireDefaults } from '@corridor/contract/questionnaires.ts'
import { insureds } from '@corridor/contract/register.ts'
import { usd } from '@corridor/domain/primitives/money.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaires/default-questions.ts'
import type { Questionnaire } from '@corridor/domain/questionnaires/definition.ts'
import { beforeAll, expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { useQuestionnaires } from '../../test/questionnaire-world.ts'

const server = useServer()
const { world, save, generate, send, sign } = useQuestionnaires(server)
/** The questions about the book, none of which has to be answered. */
const ASKED: Questionnaire = {
  attestation: 'True.',
  sections: DEFAULT_QUESTIONNAIRE.sections
    .filter(({ code }) => ['institution', 'contacts', 'capital', 'employees', 'census', 'deaths', 'governance'].includes(code))
    .map((section) => ({ ...section, questions: section.questions.map((question) => ({ ...question, required: false })) })),
}
const found = { id: 0, onlyQuestionnaires: '' }

const results = async (cookie = world.staff) => (await server.callAs(cookie, getQuestionnaireResults, { batch: 0, report: found.id })).body
const proposals = async (...kinds: Proposal['kind'][]) => (await results()).proposals.filter(({ kind }) => kinds.includes(kind))
const decide = (
  changes: readonly Proposal[],
  decision: 'ACCEPTED' | 'REFUSED' = 'ACCEPTED',
  reason: string | null = null,
  cookie = world.staff,
  days: Partial<Record<Proposal['kind'], PlainDate>> = {},
) =>
  server.callAs(cookie, decideQuestionnaireChanges, {
    id: found.id,
    changes: changes.map(({ kind, key, seen }) => ({ kind, key, seen, ...(days[kind] ? { effectiveOn: days[kind] } : {}) })),
    decision,
    reason,
  })
const insured = () => server.ownerDb.selectFrom('insured').selectAll().where('id', '=', world.insuredId).executeTakeFirstOrThrow()

beforeAll(async () => {
  await server.ownerDb.updateTable('institution').set({ stateCode: 'OH' }).where('id', '=', world.institutionId).execute()
  await server.callAs(world.staff, saveQuestionnaireDefaults, { updatedAt: new Date(0).toISOString(), content: ASKED })
  await generate()
  const row = await server.ownerDb
    .selectFrom('questionnaire')
    .select('id')
    .where('institutionId', '=', world.institutionId)
    .executeTakeFirstOrThrow()
  found.id = row.id
  found.onlyQuestionnaires = await signedInAs(server.ownerDb, 'b', {
    siteId: world.siteId,
    permissions: { ANNUAL_QUESTIONNAIRE: 2, INSTITUTIONS: 1 },
  })
  await send([row.id])
  const said: [question: string, value: unknown, row?: string][] = [
    ['legal-name', 'Alder Bank, N.A.'],
    ['ein', '12-3456789'],
    ['capital-as-of', '2026-10-31'],
    ['tier-1-capital', usd(50_000_000)],
    ['allowance', usd(5_400_000)],
    ['federal-rate', 0.21],
    ['state-rate', 0.06],
    ['aggregate-limit', 0.2],
    ['employees', { cells: { employees: 112 } }, '0'],
    [
      'census',
      { cells: { status: 'ACTIVE', title: 'President', salary: usd(210_000.41), state: 'Ohio', newName: 'Dan A. Dorne' } },
      String(world.insuredId),
    ],
    ['contacts', { cells: { role: 'CFO', name: 'Cleo Park', email: 'cleo@alder.test' } }, 'a1'],
  ]
  for (const [question, value, key] of said) await save(world.client, row.id, question, value, key ? { row: key } : {})
  expect((await sign(world.client, row.id)).status).toBe(200)
  await server.ownerDb.updateTable('questionnaireReturn').set({ signedAt: '2026-11-21T03:30:00Z' }).execute()
})

test('each changed answer is a proposal with its effect, and nothing is in the register yet', async () => {
  const { proposals: open, decided, accepts } = await results()
  expect([decided, accepts]).toEqual([[], true])
  expect(open.map(({ kind, key, contested }) => [kind, key, contested])).toEqual([
    ['INSTITUTION', 'LEGAL_NAME', false],
    ['INSTITUTION', 'EIN', false],
    ['CAPITAL', '', false],
    ['TAX', '', false],
    ['LIMITS', '', false],
    ['EMPLOYEES', '0', false],
    ['CENSUS', String(world.insuredId), false],
    ['CONTACT', 'a1', false],
  ])
  const of = (kind: Proposal['kind']) => open.find((change) => change.kind === kind)
  expect(of('CAPITAL')).toMatchObject({
    holdsFrom: '2026-10-31',
    effects: [
      {
        kind: 'CONCENTRATION',
        before: { fraction: 14_682_544.81 / 60_000_000 },
        after: { fraction: 14_682_544.81 / 50_000_000, status: 'over' },
      },
    ],
  })
  // Told in November about a year that ends in December: it holds from the day it was signed, where the site is.
  expect(of('TAX')).toMatchObject({ holdsFrom: '2026-11-20', effects: [{ kind: 'COMBINED_RATE', before: null }] })
  expect(of('EMPLOYEES')).toMatchObject({
    holdsFrom: '2026-12-31',
    effects: [{ kind: 'FORM_8925', valuesOf: '2026-09-30', before: { line1: null, line2: 1 }, after: { line1: 112, line2: 1 } }],
  })
  expect(await server.ownerDb.selectFrom('employeeCount').select('id').execute()).toEqual([])
  const reader = await results(world.reader)
  expect(reader.accepts).toBe(false)
  expect(JSON.stringify([reader.proposals, reader.answers])).not.toMatch(/210,000|21000041/)
  expect(await results(world.client)).toMatchObject({ proposals: [], decided: [], accepts: false })
})

test('accepting takes the right to the register; refusing takes a reason', async () => {
  const contacts = await proposals('CONTACT')
  expect((await decide(contacts, 'ACCEPTED', null, found.onlyQuestionnaires)).error.message).toMatch(/Institutions at level 2/)
  expect((await decide(contacts, 'ACCEPTED', null, world.reader)).status).toBe(403)
  expect((await decide(contacts, 'REFUSED')).error.meta).toEqual({ reason: ['Enter a reason that the next reader will understand.'] })
  const limits = await proposals('LIMITS')
  const refused = await decide(limits, 'REFUSED', 'The board has not voted yet.', found.onlyQuestionnaires)
  expect(refused.body.decided).toMatchObject([{ kind: 'LIMITS', decision: 'REFUSED', reason: 'The board has not voted yet.' }])
  expect(await proposals('LIMITS')).toEqual([])
})

test('of what is accepted together all is written or nothing, and what the register refuses is named', async () => {
  const all = await proposals('CENSUS', 'CONTACT', 'EMPLOYEES')
  const refused = await decide(all)
  expect([refused.status, refused.error.message]).toEqual([400, 'Dan Dorn: Enter the state as two letters'])
  expect(await server.ownerDb.selectFrom('employeeCount').select('id').execute()).toEqual([])
  expect(await server.ownerDb.selectFrom('questionnaireDecision').select('id').where('decision', '=', 'ACCEPTED').execute()).toEqual([])
  await decide(await proposals('CENSUS'), 'REFUSED', 'Ohio is no state in two letters.')
})

test('rates hold from the day proposed or from another one of the year asked about or the next; what is of a day of its own has none to choose', async () => {
  const on = async (kind: 'TAX' | 'CAPITAL', day: string) => {
    const { status, error } = await decide(await proposals(kind), 'ACCEPTED', null, world.staff, { [kind]: plainDate(day) })
    return [status, error.message]
  }
  expect(await on('TAX', '2025-12-31')).toEqual([400, 'Tax rates: Choose a day from 01/01/2026 to 12/31/2027.'])
  expect(await on('TAX', '2028-01-01')).toEqual([400, 'Tax rates: Choose a day from 01/01/2026 to 12/31/2027.'])
  expect(await on('CAPITAL', '2026-11-01')).toEqual([400, 'Capital: This change has no effective date to choose.'])
})

test('accepted, each stands where the register keeps it, with who, why and what was before, once', async () => {
  const all = (await results()).proposals
  const days = { TAX: plainDate('2026-10-01') }
  const accept = () => decide(all, 'ACCEPTED', null, world.staff, days)
  const twice = await Promise.all([accept(), accept()])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [db, { institutionId }] = [server.ownerDb, world]
  expect(await db.selectFrom('institution').select(['legalName', 'ein']).where('id', '=', institutionId).executeTakeFirst()).toEqual({
    legalName: 'Alder Bank, N.A.',
    ein: '12-3456789',
  })
  expect(
    await db.selectFrom('institutionFinancials').selectAll().where('institutionId', '=', institutionId).orderBy('asOfDate').execute(),
  ).toMatchObject([
    { asOfDate: '2026-09-30', tier1CapitalCents: usd(60_000_000) },
    { asOfDate: '2026-10-31', tier1CapitalCents: usd(50_000_000), allowanceForCreditLossesCents: usd(5_400_000), source: 'QUESTIONNAIRE' },
  ])
  expect(await db.selectFrom('institutionTaxProfile').selectAll().where('institutionId', '=', institutionId).execute()).toMatchObject([
    { effectiveFrom: '2026-10-01', federalRate: 0.21, stateRate: 0.06, source: 'Annual Questionnaire 2026' },
  ])
  expect(await db.selectFrom('employeeCount').selectAll().execute()).toMatchObject([
    { subsidiaryId: null, taxYearEnd: '2026-12-31', employees: 112, source: 'Annual Questionnaire 2026' },
  ])
  expect(await db.selectFrom('institutionContact').select(['contactKey', 'role', 'name', 'email', 'phone']).execute()).toEqual([
    { contactKey: 'a1', role: 'CFO', name: 'Cleo Park', email: 'cleo@alder.test', phone: null },
  ])
  const listed = (await server.callAs(world.staff, listContacts, { id: institutionId })).body.records
  expect(listed).toMatchObject([{ name: 'Cleo Park', email: 'cleo@alder.test', userId: null, source: 'Annual Questionnaire 2026' }])
  const { proposals: open, decided } = await results()
  expect([open, decided.filter(({ decision }) => decision === 'ACCEPTED').length]).toEqual([[], 6])
  expect(decided.find(({ kind }) => kind === 'TAX')).toMatchObject({ holdsFrom: '2026-10-01' })
  const log = await db
    .selectFrom('activity')
    .select(['action', 'after'])
    .where('action', 'in', ['questionnaire.accepted', 'institutions.saved'])
    .execute()
  expect(log.filter(({ action }) => action === 'questionnaire.accepted')).toHaveLength(6)
  expect(JSON.stringify(log)).toContain('Annual Questionnaire 2026, signed by Cleo Park, CFO, on 11/20/2026')
  const again = await server.callAs(world.staff, decideQuestionnaireChanges, {
    id: found.id,
    decision: 'ACCEPTED',
    changes: [{ kind: 'TAX', key: '', seen: '0'.repeat(64) }],
  })
  expect([again.status, again.error.message]).toEqual([409, expect.stringContaining('Tax rates')])
})

test('a person changed in the register since is contested, and never written over unseen', async () => {
  const row = String(world.insuredId)
  const again = async (cells: Record<string, unknown>, note: string) => {
    await server.callAs(world.staff, reopenQuestionnaire, { id: found.id, note })
    expect((await decide([{ kind: 'CENSUS', key: row, seen: '0'.repeat(64) } as Proposal])).error.code).toBe('wrong_status')
    const { answers } = await results()
    const version = answers.find(({ question }) => question === 'census')?.version ?? 0
    expect((await save(world.client, found.id, 'census', { cells }, { row, version })).status).toBe(200)
    expect((await sign(world.client, found.id)).status).toBe(200)
  }
  await again(
    { status: 'ACTIVE', title: 'President', salary: usd(210_000.41), state: 'oh', newName: 'Dan A. Dorne' },
    'Two letters, please.',
  )
  const before = await proposals('CENSUS')
  expect(before).toMatchObject([{ contested: false }])
  const { updatedAt } = await insured()
  const byHand = await server.callAs(world.staff, insureds.endpoints.update, {
    id: world.institutionId,
    recordId: world.insuredId,
    title: 'Chair',
    reason: 'Told by telephone',
    updatedAt,
  })
  expect(byHand.status).toBe(200)
  const late = await decide(before)
  expect([late.status, late.error.message]).toEqual([
    409,
    expect.stringContaining('Dan Dorn: decided by someone else, or changed in the register'),
  ])
  const [now] = await proposals('CENSUS')
  expect(now?.contested).toBe(true)
  expect(now?.fields.find(({ field }) => field === 'title')).toMatchObject({ fromWords: 'Chair', sentWords: '-', toWords: 'President' })
  expect((await decide(now ? [now] : [])).status).toBe(200)
  expect(await insured()).toMatchObject({
    firstName: 'Dan',
    middleName: 'A.',
    lastName: 'Dorne',
    title: 'President',
    stateOfResidence: 'OH',
    annualCompensationCents: usd(210_000.41),
    compensationAsOf: '2026-11-21',
  })
  const [change] = await server.ownerDb.selectFrom('registerChange').selectAll().orderBy('id', 'desc').limit(1).execute()
  expect(change).toMatchObject({
    entity: 'insured',
    action: 'CORRECTED',
    reason: expect.stringContaining('Annual Questionnaire 2026, signed by'),
  })
})

test('open pages of the firm hear of it when a questionnaire is opened again, answered and returned', async () => {
  const heard: (number | undefined)[] = []
  const stop = server.kernel.events.subscribe(world.siteId, ({ type, reportId }) => type === 'questionnaire' && heard.push(reportId))
  // Events come in the order of their commits, those of earlier tests before this one.
  const before = { siteId: world.siteId, type: 'questionnaire', reportId: 0 } as const
  await server.ownerDb.transaction().execute((trx) => server.kernel.events.publish(trx, before))
  await server.callAs(world.staff, reopenQuestionnaire, { id: found.id, note: 'For the live pages.' })
  const version = (await results()).answers.find(({ question }) => question === 'holding-company')?.version ?? 0
  await save(world.client, found.id, 'holding-company', 'Alder Bancorp', { version })
  await sign(world.client, found.id)
  await expect.poll(() => heard.slice(heard.indexOf(0))).toEqual([0, found.id, found.id, found.id])
  stop()
})

test('a death: the register has it by its own rules, the form loses the employee, the claim is told', async () => {
  await server.callAs(world.staff, reopenQuestionnaire, { id: found.id, note: 'We read of a death.' })
  await save(world.client, found.id, 'died', true)
  const death = (date: string, version: number) =>
    save(world.client, found.id, 'deaths', { cells: { insured: String(world.insuredId), date, claimFiled: false } }, { row: 'd1', version })
  await death('2026-11-02', 0)
  expect((await sign(world.client, found.id)).status).toBe(200)
  const [died] = await proposals('DEATH')
  expect(died).toMatchObject({
    title: 'Dan Dorne',
    holdsFrom: '2026-11-02',
    effects: [
      { kind: 'FORM_8925', before: { line1: 112, line2: 1, line3: usd(9_800_000) }, after: { line1: 112, line2: 0, line3: 0 } },
      { kind: 'CLAIM', policies: 1, deathBenefitCents: usd(9_800_000) },
    ],
  })
  expect((await decide(died ? [died] : [])).status).toBe(200)
  expect(await insured()).toMatchObject({ employmentStatus: 'DECEASED', dateOfDeath: plainDate('2026-11-02'), deathSource: 'BANK' })
  expect((await results()).proposals).toEqual([])
})

test('answered as before again, after another answer was accepted, it is decided about again; a number no employer has is refused by name', async () => {
  let version = 1
  const answered = async (employees: number) => {
    await server.callAs(world.staff, reopenQuestionnaire, { id: found.id, note: 'Please count again.' })
    const saved = await save(world.client, found.id, 'employees', { cells: { employees } }, { row: '0', version })
    version = saved.body.version
    expect((await sign(world.client, found.id)).status).toBe(200)
    return proposals('EMPLOYEES')
  }
  const kept = async () =>
    (await server.ownerDb.selectFrom('employeeCount').select('employees').execute()).map(({ employees }) => employees)
  expect((await decide(await answered(113))).status).toBe(200)
  expect(await kept()).toEqual([113])
  const before = await answered(112)
  expect(before).toMatchObject([{ fields: [{ from: 113, to: 112 }] }])
  expect((await decide(before)).status).toBe(200)
  expect([await kept(), await proposals('EMPLOYEES')]).toEqual([[112], []])
  const refused = await decide(await answered(Number.MAX_SAFE_INTEGER))
  expect([refused.status, refused.error.message]).toEqual([400, 'Alder Bank: This is more than any employer could have'])
  expect(await kept()).toEqual([112])
})
