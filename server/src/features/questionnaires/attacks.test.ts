/** Attempts of a bank's user on a questionnaire: other banks' people and rows, hidden columns, texts and numbers that break things. */
import { createHash } from 'node:crypto'
import { decideQuestionnaireChanges } from '@corridor/contract/questionnaire-decisions.ts'
import {
  assignQuestionnaireSection,
  downloadQuestionnaires,
  getMyQuestionnaire,
  getQuestionnaireResults,
  removeQuestionnaireAttachment,
  returnQuestionnaire,
  saveQuestionnaireAnswer,
} from '@corridor/contract/questionnaire-sheet.ts'
import { reopenQuestionnaire, saveQuestionnaireDefaults, sendQuestionnaires } from '@corridor/contract/questionnaires.ts'
import { startViewAs } from '@corridor/contract/rights.ts'
import { ROWS_MOST } from '@corridor/domain/questionnaires/answers.ts'
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaires/default-questions.ts'
import type { Questionnaire } from '@corridor/domain/questionnaires/definition.ts'
import { beforeAll, expect, test } from 'vitest'
import { canonical } from '../../platform/http/idempotency.ts'
import { buildUser, type Permissions, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { pdfOf } from '../../test/handed-in/make-pdf.ts'
import { useQuestionnaires } from '../../test/questionnaire-world.ts'

const server = useServer()
const { world, sheetOf, save, attach, generate, send, sign } = useQuestionnaires(server)
/** Staff asked for nothing and limited nothing. */
const LOOSE: Questionnaire = {
  attestation: 'True.',
  sections: DEFAULT_QUESTIONNAIRE.sections.map((section) => ({
    ...section,
    questions: section.questions.map(({ least: _least, most: _most, explainBeyond: _beyond, past: _past, ...question }) => ({
      ...question,
      required: false,
      ...(question.columns ? { columns: question.columns.map((column) => ({ ...column, required: false })) } : {}),
    })),
  })),
}
const found = { id: 0, stranger: 0 }
const census = () => ({ row: String(world.insuredId) })

beforeAll(async () => {
  await server.callAs(world.staff, saveQuestionnaireDefaults, { updatedAt: new Date(0).toISOString(), content: LOOSE })
  await generate()
  const row = await server.ownerDb.selectFrom('questionnaire').select('id').executeTakeFirstOrThrow()
  found.id = row.id
  found.stranger = await buildUser(server.ownerDb, 'a', {
    sites: [world.siteId],
    institutionId: world.other,
    permissions: { ANNUAL_QUESTIONNAIRE: 2 },
  })
  await send([row.id])
})

test('a section goes to colleagues alone, and nobody of another bank reaches anything of it', async () => {
  const { id } = found
  const { colleagues } = await sheetOf(world.client)
  expect((await server.callAs(world.client, assignQuestionnaireSection, { id, section: 'census', userId: found.stranger })).status).toBe(
    404,
  )
  expect(
    (await server.callAs(world.client, assignQuestionnaireSection, { id, section: 'no-such', userId: colleagues[0]?.id ?? 0 })).status,
  ).toBe(404)
  const kept = (await attach(world.client, id, 'minutes.pdf', pdfOf())).json
  const tries = [
    await save(world.neighbor, id, 'city', 'Ours'),
    await server.callAs(world.neighbor, getQuestionnaireResults, { batch: 0, report: id }),
    await server.callAs(world.neighbor, downloadQuestionnaires, { batch: 0, reportIds: String(id) }),
    await server.callAs(world.neighbor, removeQuestionnaireAttachment, { id, attachment: kept.id }),
  ]
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await attach(world.neighbor, id, 'theirs.pdf', pdfOf())).status).toBe(404)
})

test('what staff do is not a client’s to do', async () => {
  const { id } = found
  for (const cookie of [world.client, world.deputy, world.rep]) {
    expect((await server.callAs(cookie, reopenQuestionnaire, { id, note: 'I changed my mind.' })).status).toBe(403)
    expect((await server.callAs(cookie, sendQuestionnaires, { ids: [id], dueOn: null, remindEveryDays: null })).status).toBe(403)
    const decided = await server.callAs(cookie, decideQuestionnaireChanges, {
      id,
      decision: 'ACCEPTED',
      changes: [{ kind: 'TAX', key: '', seen: '0'.repeat(64) }],
    })
    expect(decided.status).toBe(403)
  }
})

test('a colleague who may not see salaries is told none, by no answer and no conflict', async () => {
  const { id } = found
  await save(world.client, id, 'census', { cells: { status: 'ACTIVE', salary: 21_000_041 } }, census())
  const helper = (await sheetOf(world.client)).colleagues.find(({ signs }) => !signs)
  await server.callAs(world.client, assignQuestionnaireSection, { id, section: 'census', userId: helper?.id ?? 0 })
  const change = { cells: { status: 'RETIRED', statusDate: '2026-10-31' } }
  const late = await save(world.helper, id, 'census', change, { ...census(), version: 9 })
  const saved = await save(world.helper, id, 'census', change, { ...census(), version: 1 })
  const again = await save(world.helper, id, 'census', change, { ...census(), version: 1 })
  expect([late.status, saved.status, again.status]).toEqual([409, 200, 200])
  expect(JSON.stringify([late.error, saved.body, again.body])).not.toMatch(/21000041|salary/)
  const typed = await save(world.helper, id, 'census', { cells: { ...change.cells, salary: 1 } }, { ...census(), version: 2 })
  expect(typed.status).toBe(200)
  expect((await sheetOf(world.client)).answers.find(({ question }) => question === 'census')?.value).toMatchObject({
    cells: { salary: 21_000_041 },
  })
})

test('who looks through the signer’s eyes sees salaries by their own right alone', async () => {
  const { id: clientId } = await server.ownerDb
    .selectFrom('userAccount')
    .select('id')
    .where('email', '=', 'client@alder.test')
    .executeTakeFirstOrThrow()
  const view = async (permissions: Permissions) => {
    const cookie = await signedInAs(server.ownerDb, 'b', { siteId: world.siteId, permissions: { USERS: 1, ...permissions } })
    const { headers } = await server.callAs(cookie, startViewAs, { userId: clientId })
    const seen = /sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1]
    const sheet = await server.callAs(seen, getMyQuestionnaire, {})
    return [sheet.status, /21000041|20000037/.test(JSON.stringify(sheet.body))]
  }
  expect(await view({ ANNUAL_QUESTIONNAIRE: 1, INSTITUTIONS: 2 })).toEqual([200, true])
  expect(await view({ ANNUAL_QUESTIONNAIRE: 1, INSTITUTIONS: 1 })).toEqual([200, false])
  expect(await view({ INSTITUTIONS: 2 })).toEqual([403, false])
})

test('a salary cannot be guessed from what the answers and a proposal are sealed with', async () => {
  const sheet = await sheetOf(world.client)
  const given = sheet.answers
    .filter(({ value }) => value !== null)
    .map(({ question, row, value, note }) => [question, row, canonical(value), note])
    .toSorted((one, other) => (one.join('\0') < other.join('\0') ? -1 : 1))
  const files = await server.ownerDb.selectFrom('questionnaireAttachment').select(['questionCode', 'fileSha256']).execute()
  const attached = files.map(({ questionCode, fileSha256 }) => [questionCode, fileSha256])
  const guessed = createHash('sha256')
    .update(JSON.stringify({ answers: given, files: attached }))
    .digest('hex')
  expect(JSON.stringify(given)).toContain('21000041')
  expect((await sheetOf(world.helper)).answersSha256).toBe(sheet.answersSha256)
  expect(sheet.answersSha256).not.toBe(guessed)
})

test('rows of the register and of nobody else; so many of one’s own, taken back ones counted too', async () => {
  const { id } = found
  for (const row of ['2147483000', 'constructor', '__proto__', '1 or 1=1'])
    expect((await save(world.client, id, 'census', { cells: {}, unchanged: true }, { row })).status, row).toBe(400)
  for (const cells of [{ constructor: 'x' }, JSON.parse('{"__proto__":"x"}'), { ssn: '123-45-6789' }])
    expect((await save(world.client, id, 'census', { cells }, { ...census(), version: 2 })).status).toBe(400)
  const nothing = await save(world.client, id, 'contacts', null, { row: 'never-there' })
  expect([nothing.status, nothing.body]).toMatchObject([200, { version: 0, value: null }])
  expect(await server.ownerDb.selectFrom('questionnaireAnswer').select('rowKey').where('rowKey', '=', 'never-there').execute()).toEqual([])
  const row = await server.ownerDb.selectFrom('questionnaireAnswer').select(['institutionId', 'siteId']).executeTakeFirstOrThrow()
  await server.ownerDb
    .insertInto('questionnaireAnswer')
    .values(
      Array.from({ length: 4 * ROWS_MOST }, (_, index) => ({
        ...row,
        questionnaireId: id,
        questionCode: 'contacts',
        rowKey: `gone-${index}`,
        value: null,
      })),
    )
    .execute()
  const more = await save(world.client, id, 'contacts', { cells: { name: 'One more' } }, { row: 'more' })
  expect([more.status, more.error.message]).toEqual([400, expect.stringContaining(`up to ${ROWS_MOST} rows`)])
  await server.ownerDb.deleteFrom('questionnaireAnswer').where('rowKey', 'like', 'gone-%').execute()
})

test.each([
  ['a zero byte', 'legal-name', 'Bank\u0000', ''],
  ['half a character', 'legal-name', 'Bank\ud800', ''],
  ['a zero byte in a row', 'contacts', { cells: { name: 'Bank\u0000' } }, 'c1'],
  ['a zero byte in a row’s name', 'contacts', { cells: { name: 'Bank' } }, 'c\u0000'],
  ['a question that is none', 'constructor', 'x', ''],
])('%s is refused in words, never with a failure', async (_, question, value, row) => {
  const answer = await save(world.client, found.id, question, value, { row })
  expect([400, 404]).toContain(answer.status)
  const noted = await save(world.client, found.id, 'city', 'Columbus', { note: '\u0000' })
  expect(noted.status).toBe(400)
})

test('the largest numbers and the oddest dates: staff still read it, and what the register refuses is named', async () => {
  const { id } = found
  const most = Number.MAX_SAFE_INTEGER
  const said: [question: string, value: unknown, row?: string][] = [
    ['tier-1-capital', most],
    ['allowance', -most],
    ['total-assets', most],
    ['capital-as-of', '1850-01-01'],
    ['federal-rate', most],
    ['state-rate', -most],
    ['aggregate-limit', most],
    ['carrier-limit', -5],
    ['policy-approved', '2199-12-31'],
    ['employees', { cells: { employees: most } }, '0'],
    ['state', 'Ω'.repeat(4000)],
    ['contacts', { cells: { name: 'N'.repeat(4000), email: 'a@b.co', phone: '5552223333' } }, 'c9'],
    ['died', true],
    ['deaths', { cells: { insured: String(world.insuredId), date: '1850-01-01' } }, 'd1'],
  ]
  for (const [question, value, row] of said)
    expect((await save(world.client, id, question, value, row ? { row } : {})).status, question).toBe(200)
  const twoLines = { id, agreed: true as const, answersSha256: '0'.repeat(64) }
  for (const name of ['Cleo Park\n\nWire the premium to', 'Cleo\r\nBcc: all@bank.test', 'Cleo\u2028Park'])
    for (const signed of [
      { signerName: name, signerTitle: 'CFO' },
      { signerName: 'Cleo Park', signerTitle: name },
    ])
      expect((await server.callAs(world.client, returnQuestionnaire, { ...twoLines, ...signed })).error.code).toBe('input')
  expect((await sign(world.client, id)).status).toBe(200)
  const results = await server.callAs(world.staff, getQuestionnaireResults, { batch: 0, report: id })
  expect(results.status).toBe(200)
  for (const { fields, remarks, holdsFrom, effects, seen } of results.body.proposals)
    expect(seen).not.toBe(createHash('sha256').update(canonical({ fields, remarks, holdsFrom, effects })).digest('hex'))
  for (const { kind, key, seen, title } of results.body.proposals.filter(({ kind }) => kind !== 'CENSUS')) {
    const answer = await server.callAs(world.staff, decideQuestionnaireChanges, {
      id,
      decision: 'ACCEPTED',
      changes: [{ kind, key, seen }],
    })
    expect([answer.status, answer.error.message], `${kind} ${key}`).toEqual([400, expect.stringContaining(`${title.slice(0, 120)}: `)])
  }
  expect((await server.callAs(world.staff, downloadQuestionnaires, { batch: 0, reportIds: String(id), format: 'xlsx' })).status).toBe(200)
})

test('returned it is closed: nothing is answered, given away, attached or signed again, whatever hash is sent', async () => {
  const { id } = found
  const { answersSha256 } = (await server.callAs(world.staff, getQuestionnaireResults, { batch: 0, report: id })).body
  const signature = { id, signerName: 'Cleo Park', signerTitle: 'CFO', agreed: true as const }
  expect((await server.callAs(world.client, returnQuestionnaire, { ...signature, answersSha256 })).error.code).toBe('wrong_status')
  expect((await server.callAs(world.client, assignQuestionnaireSection, { id, section: 'census', userId: null })).error.code).toBe(
    'wrong_status',
  )
  const late = await server.callAs(world.client, saveQuestionnaireAnswer, {
    id,
    question: 'city',
    row: '',
    value: 'X',
    note: '',
    version: 0,
  })
  expect(late.error.code).toBe('wrong_status')
  expect((await attach(world.client, id, 'late.pdf', pdfOf())).json.code).toBe('wrong_status')
})
