/** The cycle of a questionnaire: questions kept, made, sent, answered by several, signed, returned, opened again; a year later beside the one before. */
import { randomUUID } from 'node:crypto'
import {
  assignQuestionnaireSection,
  getMyQuestionnaire,
  getQuestionnaireResults,
  questionnaireAttachmentFile,
  removeQuestionnaireAttachment,
} from '@corridor/contract/questionnaire-sheet.ts'
import {
  deleteQuestionnaire,
  getQuestionnaireDefaults,
  listQuestionnaireBatches,
  listQuestionnaireClients,
  listQuestionnaireInstitutions,
  listQuestionnaires,
  listQuestionnairesOfInstitution,
  remindQuestionnaires,
  reopenQuestionnaire,
  restoreQuestionnaire,
  saveQuestionnaireDefaults,
} from '@corridor/contract/questionnaires.ts'
import { usd } from '@corridor/domain/primitives/money.ts'
import type { Questionnaire } from '@corridor/domain/questionnaires/definition.ts'
import { expect, test } from 'vitest'
import { useServer } from '../../test/call.ts'
import { pdfOf } from '../../test/handed-in/make-pdf.ts'
import { PERIOD, SHORT, useQuestionnaires } from '../../test/questionnaire-world.ts'
import { remindOfQuestionnaires } from './reminders.ts'
import { withoutPersonalCells } from './sheet.ts'

const server = useServer()
const { world, mails, sheetOf, save, attach, generate, send, sign } = useQuestionnaires(server)
const JOB = { id: '', attempt: 1, lastAttempt: true, signal: new AbortController().signal }

test('the questions that ship are there until staff save others; a stale copy is a conflict, a broken one is told by field', async () => {
  const shipped = (await server.callAs(world.reader, getQuestionnaireDefaults, {})).body
  expect([shipped.version, shipped.content.sections.length]).toEqual([0, 12])
  const saving = (content: Questionnaire) =>
    server.callAs(world.staff, saveQuestionnaireDefaults, { updatedAt: shipped.updatedAt, content, note: 'Shorter' })
  const broken = await saving({ ...SHORT, attestation: '' })
  expect([broken.status, broken.error.meta]).toEqual([400, { attestation: ['Enter what the signer states.'] }])
  expect((await saving(SHORT)).body).toMatchObject({ version: 1, note: 'Shorter', versions: [{ version: 1, questionnaires: 0 }] })
  expect((await saving(SHORT)).error).toMatchObject({ code: 'conflict', meta: { current: { version: 1, content: SHORT } } })
  expect((await server.callAs(world.reader, saveQuestionnaireDefaults, { updatedAt: shipped.updatedAt, content: SHORT })).status).toBe(403)
  expect((await server.callAs(world.reader, getQuestionnaireDefaults, { version: 7 })).status).toBe(404)
})

test('one questionnaire an institution and year, however often it is asked for; only at the end of its fiscal year', async () => {
  const made = await generate(PERIOD, [world.institutionId, world.other])
  expect([made.status, made.body]).toMatchObject([202, { year: 2026, made: 2, kept: 0, stats: { unsent: 2, total: 2 } }])
  expect((await generate()).body).toMatchObject({ id: made.body.id, made: 0, kept: 1 })
  const anew = (await generate(PERIOD, [world.institutionId], true)).body
  expect(anew).toMatchObject({ made: 1, stats: { unsent: 1, total: 1 } })
  expect((await generate('2026-06-30')).error.meta?.period).toEqual([expect.stringContaining('does not end in June 2026 for Alder Bank')])
  expect((await generate('2026-12-30')).status).toBe(400)
  expect((await generate(PERIOD, [2_147_483_000])).status).toBe(404)
  const rows = (await server.callAs(world.reader, listQuestionnaires, { batch: PERIOD })).body.records
  expect(rows.map(({ institutionName, status, can }) => [institutionName, status, can])).toEqual([
    ['Alder Bank', 0, []],
    ['Birch Bank', 0, []],
  ])
  const asked = (await server.callAs(world.staff, listQuestionnaireInstitutions, { period: PERIOD })).body.records
  expect(asked.map(({ questionnaire }) => questionnaire?.can)).toEqual([
    ['send', 'delete'],
    ['send', 'delete'],
  ])
})

const idOf = async (institutionId: number) => {
  const { records } = (await server.callAs(world.staff, listQuestionnaireClients, { year: 2026 })).body
  return records.find((row) => row.institutionId === institutionId)?.questionnaire?.id ?? 0
}

const rowOf = (id: number) => server.ownerDb.selectFrom('questionnaire').selectAll().where('id', '=', id).executeTakeFirst()

test('unsent is the firm’s own business; sent, the people who sign are written to, and who cannot sign is told to staff', async () => {
  expect((await server.callAs(world.client, getMyQuestionnaire, {})).body).toEqual({ sheet: null, years: [] })
  expect((await server.callAs(world.client, listQuestionnaireBatches, {})).body.records).toEqual([])
  const [ours, theirs] = [await idOf(world.institutionId), await idOf(world.other)]
  expect((await send([ours], '2026-11-20')).error.meta?.dueOn).toEqual(['Choose a date in the future.'])
  const sent = (await send([ours, theirs])).body
  expect(sent).toMatchObject({
    sent: [ours],
    refused: [{ id: theirs, message: expect.stringContaining('No one there can sign it') }],
    mailsQueued: 2,
  })
  const [first, second, ...others] = await mails('Annual Questionnaire 2026 for Alder Bank')
  expect([first?.recipient, second?.recipient].toSorted()).toEqual(['client@alder.test', 'deputy@alder.test'])
  expect(others).toEqual([])
  expect(first?.bodyText).toMatch(/For the reviews of February\.\n\nPlease return it by December 11, 2026\./)
  expect(first?.bodyText).toContain('/login?fromUrl=%2Fquestionnaires%2Fannual')
  expect((await send([ours])).body.refused).toMatchObject([{ id: ours, message: 'It is sent already.' }])
  expect((await server.callAs(world.staff, deleteQuestionnaire, { id: ours })).error.code).toBe('wrong_status')
  const before = await rowOf(theirs)
  expect((await server.callAs(world.staff, deleteQuestionnaire, { id: theirs })).status).toBe(204)
  expect(await rowOf(theirs)).toBeUndefined()
  expect((await server.callAs(world.staff, restoreQuestionnaire, { id: theirs })).body).toMatchObject({ id: theirs, status: 0 })
  expect([await rowOf(theirs), (await server.callAs(world.staff, restoreQuestionnaire, { id: theirs })).status]).toEqual([before, 404])
  expect((await server.callAs(world.staff, deleteQuestionnaire, { id: theirs })).status).toBe(204)
  await generate(PERIOD, [world.other])
  expect((await server.callAs(world.staff, restoreQuestionnaire, { id: theirs })).error.message).toMatch(
    /generated in the meantime.*nothing was restored/,
  )
  expect((await server.callAs(world.staff, deleteQuestionnaire, { id: await idOf(world.other) })).status).toBe(204)
  for (const cookie of [world.client, world.rep])
    expect((await server.callAs(cookie, listQuestionnaireBatches, {})).body.records).toMatchObject([
      { stats: { total: 1 }, createdBy: null },
    ])
  expect((await server.callAs(world.staff, listQuestionnaireBatches, {})).body.records[0]?.createdBy).toEqual(expect.any(String))
})

test('the register is offered; an answer is kept once however often it is sent, and never over a colleague’s', async () => {
  const sheet = await sheetOf(world.client)
  const { questionnaire, offers, mine, signs } = sheet
  const { id } = questionnaire
  // Values that are posted and not released are in no answer to a client; staff see what they do to the figures.
  expect(JSON.stringify(sheet)).not.toMatch(/1468254481|980000000/)
  const ours = (await server.callAs(world.staff, getQuestionnaireResults, { batch: 0, report: id })).body
  expect(ours.book).toMatchObject({ cashSurrenderValueCents: usd(14_682_544.81), insureds: [{ deathBenefitCents: usd(9_800_000) }] })
  expect(offers.find(({ question }) => question === 'tier-1-capital')).toMatchObject({ value: usd(60_000_000), from: 'BOOK' })
  expect([mine, signs]).toEqual([['capital', 'census'], true])
  const key = randomUUID()
  const first = await save(world.client, id, 'tier-1-capital', 6_100_000_000, { key })
  expect(first.body).toMatchObject({ version: 1, value: 6_100_000_000 })
  expect((await save(world.client, id, 'tier-1-capital', 6_100_000_000, { key })).body).toEqual(first.body)
  // After the key is forgotten the same answer still changes nothing.
  expect((await save(world.client, id, 'tier-1-capital', 6_100_000_000)).body.version).toBe(1)
  const second = await save(world.deputy, id, 'tier-1-capital', 6_200_000_000, { version: 1, note: 'Audited' })
  expect(second.body).toMatchObject({ version: 2, note: 'Audited' })
  const late = await save(world.client, id, 'tier-1-capital', 6_300_000_000, { version: 1 })
  expect([late.status, late.error.meta]).toMatchObject([
    409,
    { current: { version: 2, value: 6_200_000_000 }, changedBy: expect.any(String) },
  ])
  const shape = await save(world.client, id, 'tier-1-capital', 'sixty', { version: 2 })
  expect([shape.status, shape.error.meta]).toEqual([400, { value: ['Enter a number.'] }])
  expect((await save(world.client, id, 'no-such-question', 1)).status).toBe(404)
  expect((await save(world.client, id, 'census', { cells: { status: 'ACTIVE' } }, { row: '2147483000' })).status).toBe(400)
  expect((await save(world.rep, id, 'tier-1-capital', 1)).status).toBe(403)
  expect((await save(world.neighbor, id, 'tier-1-capital', 1)).status).toBe(404)
})

test('of twenty saves at once from the same version one is kept', async () => {
  const { questionnaire } = await sheetOf(world.client)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => save(index % 2 ? world.client : world.deputy, questionnaire.id, 'remarks', `remark ${index}`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
})

test('a Team Member below level 2 answers what was given to them, and never sees a salary', async () => {
  const { questionnaire, colleagues } = await sheetOf(world.client)
  const { id } = questionnaire
  const row = String(world.insuredId)
  const refused = await save(world.helper, id, 'census', { cells: {}, unchanged: true }, { row })
  expect([refused.status, refused.error.message]).toEqual([
    403,
    '“Census” was not assigned to you. Ask the person who signs the questionnaire.',
  ])
  await save(world.client, id, 'census', { cells: { status: 'ACTIVE', salary: 21_000_041 } }, { row })
  const helper = colleagues.find(({ signs }) => !signs)
  const given = await server.callAs(world.client, assignQuestionnaireSection, { id, section: 'census', userId: helper?.id ?? 0 })
  expect(given.body).toMatchObject([{ section: 'census', userId: helper?.id }])
  expect((await mails('“Census” is yours to answer')).map(({ recipient }) => recipient)).toEqual(['helper@alder.test'])
  expect((await server.callAs(world.helper, assignQuestionnaireSection, { id, section: 'capital', userId: null })).status).toBe(403)
  expect((await server.callAs(world.client, assignQuestionnaireSection, { id, section: 'capital', userId: 2_147_483_000 })).status).toBe(
    404,
  )
  const theirs = await sheetOf(world.helper)
  expect([theirs.mine, theirs.signs]).toEqual([['census'], false])
  expect(JSON.stringify(theirs)).not.toMatch(/salary|21000041|20000037/)
  const retired = { cells: { status: 'RETIRED', statusDate: '2026-10-31' } }
  const late = await save(world.helper, id, 'census', retired, { row, version: 9 })
  expect([late.status, late.error.meta?.current]).toMatchObject([409, { value: { cells: { status: 'ACTIVE' } } }])
  const saved = await save(world.helper, id, 'census', retired, { row, version: 1 })
  expect([saved.status, saved.body.value]).toEqual([200, retired])
  const again = await save(world.helper, id, 'census', retired, { row, version: 1 })
  expect(JSON.stringify([late.error, saved.body, again.body])).not.toMatch(/salary|21000041/)
  const seen = (await sheetOf(world.client)).answers.find(({ question }) => question === 'census')
  expect(seen?.value).toEqual({ cells: { status: 'RETIRED', statusDate: '2026-10-31', salary: 21_000_041 } })
  expect((await sign(world.helper, id, '0'.repeat(64))).status).toBe(403)
})

test('of last year’s tables those who see no personal detail get the columns that are known today, whatever their names were', () => {
  const lastYear = { question: 'census', row: '1', value: { cells: { status: 'ACTIVE', salary: 1, pay: 2 } }, note: '' }
  const gone = { ...lastYear, question: 'no-longer-asked' }
  expect(withoutPersonalCells(SHORT, [lastYear, gone]).map(({ value }) => value)).toEqual([{ cells: { status: 'ACTIVE' } }, { cells: {} }])
})

test('what is left, a file that is missing, and answers that changed meanwhile keep it from being signed', async () => {
  const { id } = (await sheetOf(world.client)).questionnaire
  expect((await sign(world.client, id)).error).toMatchObject({
    message: 'One answer is left before it can be signed.',
    meta: { answers: ['Minutes: No file is attached yet.'] },
  })
  expect((await attach(world.helper, id, 'minutes.pdf', pdfOf())).status).toBe(403)
  expect((await attach(world.client, id, 'minutes.exe', Buffer.from('MZ'))).status).toBe(415)
  const kept = await attach(world.client, id, 'minutes.pdf', pdfOf())
  expect([kept.status, kept.json]).toMatchObject([201, { question: 'minutes', uploadName: 'minutes.pdf', safety: 'PASSED' }])
  expect((await attach(world.client, id, 'minutes.pdf', pdfOf())).json.id).toBe(kept.json.id)
  for (const [cookie, status] of [
    [world.staff, 200],
    [world.rep, 200],
    [world.neighbor, 404],
  ] as const)
    expect((await server.callAs(cookie, questionnaireAttachmentFile, { id, attachment: kept.json.id })).status).toBe(status)
  expect((await server.callAs(world.client, removeQuestionnaireAttachment, { id, attachment: kept.json.id })).status).toBe(204)
  expect((await server.callAs(world.staff, questionnaireAttachmentFile, { id, attachment: kept.json.id })).status).toBe(404)
  await attach(world.client, id, 'minutes.pdf', pdfOf())
  const seen = (await sheetOf(world.client)).answersSha256
  const { version } = (await sheetOf(world.client)).answers.find(({ question }) => question === 'remarks') ?? { version: 0 }
  await save(world.deputy, id, 'remarks', 'One more thing', { version })
  expect((await sign(world.client, id, seen)).error.code).toBe('conflict')
})

test('signed and returned: kept as signed, closed to further answers, told to the team, beside what it would change', async () => {
  const { id, batchId } = (await sheetOf(world.client)).questionnaire
  const done = await sign(world.client, id)
  expect([done.status, done.body]).toMatchObject([200, { status: 2, returnedBy: 'Cleo Park', nextReminderOn: null, can: [] }])
  expect((await save(world.deputy, id, 'remarks', 'Too late', { version: 9 })).error.code).toBe('wrong_status')
  expect((await attach(world.client, id, 'late.pdf', pdfOf())).json.code).toBe('wrong_status')
  expect((await sign(world.client, id)).error.code).toBe('wrong_status')
  const [told] = await mails('returned the Annual Questionnaire 2026')
  expect(told).toMatchObject({
    recipient: 'team@firm.test',
    bodyText: expect.stringContaining(`/annual-questionnaire/${batchId}/results/${id}`),
  })
  const results = (await server.callAs(world.staff, getQuestionnaireResults, { batch: batchId, report: id })).body
  expect(results.returns).toMatchObject([
    { number: 1, signerName: 'Cleo Park', attestation: 'These answers are true.', answersSha256: results.answersSha256 },
  ])
  expect(results.proposals.map(({ kind, effects }) => [kind, effects.map((effect) => effect.kind)])).toEqual([
    ['CAPITAL', ['CONCENTRATION']],
    ['CENSUS', ['FORM_8925']],
  ])
  const read = (await server.callAs(world.reader, getQuestionnaireResults, { batch: 0, report: id })).body
  expect(JSON.stringify(read)).not.toMatch(/salary|21000041/)
  expect((await server.callAs(world.rep, getQuestionnaireResults, { batch: 0, report: id })).body.proposals).toEqual([])
  expect((await server.callAs(world.staff, getQuestionnaireResults, { batch: 2_147_483_000, report: id })).status).toBe(404)
})

test('opened again with a note, answered and signed a second time; both signatures stay', async () => {
  const { id } = (await sheetOf(world.client)).questionnaire
  const again = await server.callAs(world.staff, reopenQuestionnaire, { id, note: 'Tier 1 looks like total assets.', dueOn: '2026-12-20' })
  expect(again.body).toMatchObject({
    status: 1,
    returnedAt: null,
    reopenNote: 'Tier 1 looks like total assets.',
    dueOn: '2026-12-20',
    nextReminderOn: '2026-11-28',
  })
  expect((await mails('Please review again'))[0]?.bodyText).toContain('Tier 1 looks like total assets.')
  expect((await server.callAs(world.staff, reopenQuestionnaire, { id, note: 'And once more.' })).error.code).toBe('wrong_status')
  const { version } = (await sheetOf(world.client)).answers.find(({ question }) => question === 'tier-1-capital') ?? { version: 0 }
  await save(world.client, id, 'tier-1-capital', 5_900_000_000, { version })
  expect((await sign(world.deputy, id)).status).toBe(200)
  const { records } = (await server.callAs(world.client, listQuestionnairesOfInstitution, { institutionId: world.institutionId })).body
  expect(records[0]?.returns.map(({ number }) => number)).toEqual([2, 1])
  expect((await server.callAs(world.neighbor, listQuestionnairesOfInstitution, { institutionId: world.institutionId })).status).toBe(404)
})

test('a year later last year’s answers are offered, and reminders go every seven days until it is returned', async () => {
  const period = '2027-12-31'
  const { id: batch } = (await generate(period)).body
  const [row] = (await server.callAs(world.staff, listQuestionnaires, { batch })).body.records
  const id = row?.id ?? 0
  await send([id])
  const sheet = await sheetOf(world.client)
  expect(sheet.lastYear).toMatchObject({ year: 2026 })
  expect(sheet.lastYear?.answers.find(({ question }) => question === 'tier-1-capital')?.value).toBe(5_900_000_000)
  const before = (await mails('Reminder')).length
  for (const day of ['2026-11-27', '2026-11-28', '2026-11-28', '2026-12-05']) {
    server.setNow(new Date(`${day}T15:00:00Z`))
    await remindOfQuestionnaires.run(server.kernel, {}, JOB)
  }
  expect(await mails('Reminder')).toHaveLength(before + 4)
  server.setNow(new Date('2026-11-21T15:00:00Z'))
  expect((await server.callAs(world.staff, remindQuestionnaires, { ids: [id] })).body).toMatchObject({ reminded: [id], mailsQueued: 2 })
  await save(world.client, id, 'tier-1-capital', 5_900_000_000)
  await save(world.client, id, 'census', { cells: {}, unchanged: true }, { row: String(world.insuredId) })
  await attach(world.client, id, 'minutes.pdf', pdfOf())
  expect((await sign(world.client, id)).status).toBe(200)
  server.setNow(new Date('2027-02-05T15:00:00Z'))
  await remindOfQuestionnaires.run(server.kernel, {}, JOB)
  expect(await mails('Reminder')).toHaveLength(before + 6)
  const reminders = await server.ownerDb.selectFrom('activity').select('actorId').where('action', '=', 'questionnaire.reminded').execute()
  expect(reminders.filter(({ actorId }) => actorId === null)).toHaveLength(2)
})

test('of a signature and an answer at the same moment: what was saved is in what was signed', async () => {
  const { id } = (await server.callAs(world.client, getMyQuestionnaire, { year: 2027 })).body.sheet?.questionnaire ?? { id: 0 }
  for (let round = 0; round < 5; round += 1) {
    await server.callAs(world.staff, reopenQuestionnaire, { id, note: `Round ${round} of the race.` })
    const sheet = await sheetOf(world.client)
    const version = sheet.answers.find(({ question }) => question === 'remarks')?.version ?? 0
    const [saved, signed] = await Promise.all([
      save(world.deputy, id, 'remarks', `Round ${round}`, { version }),
      sign(world.client, id, sheet.answersSha256),
    ])
    expect([saved.status === 200, signed.status === 200].filter(Boolean)).toHaveLength(1)
    if (signed.status !== 200) expect((await sign(world.client, id)).status).toBe(200)
  }
})

test('opened again by two at the same moment, and signed by two, it is so once: one return, one mail', async () => {
  const { questionnaire, returns } = await sheetOf(world.client)
  const reopen = () => server.callAs(world.staff, reopenQuestionnaire, { id: questionnaire.id, note: 'Of two.' })
  const told = (await mails('returned the')).length
  expect((await Promise.all([reopen(), reopen()])).map(({ status }) => status).toSorted()).toEqual([200, 409])
  const signed = await Promise.all([sign(world.client, questionnaire.id), sign(world.deputy, questionnaire.id)])
  expect(signed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await sheetOf(world.client)).returns).toHaveLength(returns.length + 1)
  expect(await mails('returned the')).toHaveLength(told + 1)
})
