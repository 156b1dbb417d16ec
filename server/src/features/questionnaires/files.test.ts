/** A questionnaire on screen, on paper and as a workbook says the same, answered or empty; whoever may not read it gets no file. */
import { downloadWorkbooks, form8925Reports } from '@corridor/contract/form-8925.ts'
import { downloadQuestionnaires, getQuestionnaireResults, partsOf } from '@corridor/contract/questionnaire-sheet.ts'
import { saveQuestionnaireDefaults } from '@corridor/contract/questionnaires.ts'
import { usd } from '@corridor/domain/primitives/money.ts'
import { buildBlankQuestionnaire } from '@corridor/domain/questionnaires/blank-form.ts'
import { DEFAULT_QUESTIONNAIRE } from '@corridor/domain/questionnaires/default-questions.ts'
import type { Questionnaire } from '@corridor/domain/questionnaires/definition.ts'
import { buildQuestionnaire, type QuestionnaireView } from '@corridor/domain/questionnaires/view.ts'
import type ExcelJS from 'exceljs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MOST_EMPTY } from '../../reporting/document/page-flow.ts'
import { closePdfWorkers } from '../../reporting/pdf/pool.ts'
import { useServer } from '../../test/call.ts'
import { useQuestionnaires } from '../../test/questionnaire-world.ts'
import { emptyParts, pdfText, workbookOf } from '../../test/report-files.ts'

const server = useServer()
const { world, save, generate, send, sign } = useQuestionnaires(server)
const found = { id: 0, other: 0 }
const ASKED: Questionnaire = {
  ...DEFAULT_QUESTIONNAIRE,
  sections: DEFAULT_QUESTIONNAIRE.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => ({ ...question, required: false })),
  })),
}
const FORMULA = '=HYPERLINK("http://evil.example","Click")'
const LONG = Array.from({ length: 330 }, (_, index) => `word${index + 1}`).join(' ')

afterAll(closePdfWorkers)
beforeAll(async () => {
  await server.callAs(world.staff, saveQuestionnaireDefaults, { updatedAt: new Date(0).toISOString(), content: ASKED })
  await generate(undefined, [world.institutionId, world.other])
  const rows = await server.ownerDb.selectFrom('questionnaire').select(['id', 'institutionId']).execute()
  found.id = rows.find(({ institutionId }) => institutionId === world.institutionId)?.id ?? 0
  found.other = rows.find(({ institutionId }) => institutionId === world.other)?.id ?? 0
  await send([found.id])
  const said: [question: string, value: unknown, row?: string][] = [
    ['legal-name', FORMULA],
    ['tier-1-capital', usd(58_000_000.12)],
    ['state-rate', 0.0448],
    ['merged', true],
    ['mergers', { cells: { date: '2026-03-01', target: '+Oak Bank', boli: true } }, 'm1'],
    ['census', { cells: { status: 'RETIRED', statusDate: '2026-10-31', title: '@Chair', salary: usd(210_000) } }, String(world.insuredId)],
    ['employees', { cells: { employees: 112, officers: 9 } }, '0'],
    ['consents-located', true],
    ['risk-conclusions', LONG],
    ['remarks', 'Ende gut — “alles” gut'],
  ]
  for (const [question, value, row] of said)
    expect((await save(world.client, found.id, question, value, row ? { row } : {})).status).toBe(200)
})

const file = (cookie: string, format: 'pdf' | 'xlsx', more: object = {}) =>
  server.callAs(cookie, downloadQuestionnaires, { batch: 0, reportIds: String(found.id), format, ...more })
const viewFor = async (cookie: string, build = buildQuestionnaire): Promise<QuestionnaireView> =>
  build(partsOf((await server.callAs(cookie, getQuestionnaireResults, { batch: 0, report: found.id })).body, 'BOLI Portal'))
/** Every text of the tables, in order, as screen, paper and workbook are to have it. */
const cellsOf = ({ sections }: QuestionnaireView): string[] =>
  sections.flatMap(({ pieces }) =>
    pieces.flatMap(({ columns, rows }) => rows.flatMap(({ cells }) => columns.map(({ key }) => String(cells[key] ?? '-')))),
  )
const squeezed = (text: string) => text.replaceAll(/[\s\u00a0]+/g, '')
const textsOf = (workbook: ExcelJS.Workbook): string[] => {
  const texts: string[] = []
  workbook.eachSheet((sheet) => sheet.eachRow((row) => row.eachCell((cell) => texts.push(cell.text))))
  return texts
}

test.each([
  ['staff', () => world.staff],
  ['the client', () => world.client],
])('for %s, screen, PDF and XLSX say the same', async (_, cookie) => {
  const view = await viewFor(cookie())
  const cells = cellsOf(view)
  expect(
    cells.filter((text) => text.startsWith('On file: ')),
    'the portal’s own note',
  ).toHaveLength(1)
  expect(cells).toEqual(expect.arrayContaining([FORMULA, '$58,000,000.12', '4.48%', 'Retired', '$210,000.00', '112', LONG]))
  const text = squeezed(await pdfText((await file(cookie(), 'pdf')).bytes))
  // A long answer goes over pages, whose feet stand between its words.
  for (const cell of cells) for (const part of cell.length > 1000 ? cell.split(' ') : [cell]) expect(text).toContain(squeezed(part))
  const texts = new Set(textsOf(await workbookOf((await file(cookie(), 'xlsx')).bytes)))
  for (const cell of cells) expect(texts).toContain(cell)
})

test('text that looks like a formula stays text in the workbook', async () => {
  const workbook = await workbookOf((await file(world.staff, 'xlsx')).bytes)
  const seen: string[] = []
  workbook.eachSheet((sheet) =>
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        expect(cell.formula).toBeUndefined()
        if (/^[=+@]/.test(cell.text)) seen.push(cell.text)
      }),
    ),
  )
  expect(new Set(seen)).toEqual(new Set([FORMULA, '+Oak Bank', '@Chair']))
})

test('empty, it asks every question, says what is known, and has room for what is not', async () => {
  const view = await viewFor(world.client, buildBlankQuestionnaire)
  expect(view.sections).toHaveLength(12)
  const text = squeezed(await pdfText((await file(world.client, 'pdf', { blank: true })).bytes))
  for (const words of ['FORYOURANSWERS', '$60,000,000.00', '[]Yes[]No', '[]FederalReserve', 'DanDorn', 'Mergersandacquisitionsoftheyear'])
    expect(text).toContain(words)
  for (const words of [FORMULA, '58,000,000.12', 'Oak']) expect(text).not.toContain(squeezed(words))
})

// Empty, its lines to write on fill what has no text.
test('answered, no page of it but the last is more than a third empty', async () => {
  const empty = await emptyParts((await file(world.client, 'pdf')).bytes)
  expect(empty.length).toBeGreaterThan(1)
  for (const part of empty) expect(part).toBeLessThanOrEqual(MOST_EMPTY)
})

test('who reads no salaries gets none on paper; foreign questionnaires are not there; several come in one archive', async () => {
  for (const format of ['pdf', 'xlsx'] as const) {
    const { bytes } = await file(world.reader, format)
    const text = format === 'pdf' ? await pdfText(bytes) : textsOf(await workbookOf(bytes)).join(' ')
    expect(text).not.toMatch(/210,000|Annual salary/)
    expect(text).toContain('Retired')
  }
  expect((await file(world.neighbor, 'pdf')).status).toBe(404)
  expect(
    (await server.callAs(world.client, downloadQuestionnaires, { batch: 0, reportIds: `${found.id},${found.other}`, format: 'xlsx' }))
      .status,
  ).toBe(404)
  expect((await server.callAs(world.client, downloadQuestionnaires, { batch: 2_147_483_000, reportIds: String(found.id) })).status).toBe(
    404,
  )
  const archive = await server.callAs(world.staff, downloadQuestionnaires, {
    batch: 0,
    reportIds: `${found.id},${found.other}`,
    format: 'xlsx',
  })
  expect([archive.status, archive.headers['content-type'], archive.bytes.subarray(0, 2).toString()]).toEqual([200, 'application/zip', 'PK'])
})

test.each([
  [form8925Reports.downloadReports, 'pdf'],
  [downloadWorkbooks, 'xlsx'],
] as const)('the required address leads to the questionnaire’s file, with the rights of there: %#', async (at, format) => {
  const asked = { batch: 0, reportIds: String(found.id) }
  const led = await server.callAs(world.client, at, { ...asked, ReportType: 'AnnualQuestionnaire' })
  expect(led.status).toBe(302)
  const { statusCode, rawPayload } = await server.app.inject({ url: String(led.headers.location), cookies: { sid: world.client } })
  expect([statusCode, rawPayload.equals((await file(world.client, format)).bytes)]).toEqual([200, true])
  const theirs = await server.app.inject({ url: String(led.headers.location), cookies: { sid: world.neighbor } })
  expect(theirs.statusCode).toBe(404)
  // The address names no type: the batch's own number says whose files are meant, for all families are numbered by one sequence.
  const { batchId } = await server.ownerDb
    .selectFrom('questionnaire')
    .select('batchId')
    .where('id', '=', found.id)
    .executeTakeFirstOrThrow()
  const unnamed = await server.callAs(world.client, at, { ...asked, batch: batchId })
  expect([unnamed.status, unnamed.headers.location]).toEqual([302, String(led.headers.location).replace('/0/', `/${batchId}/`)])
  expect((await file(world.client, format, { batch: batchId })).headers['content-disposition']).toContain(
    `"${world.institutionId}-AQU-26-Annual_Questionnaire_2026.${format}"`,
  )
  // The client's bank has no form 8925 in its membership: the address alone opens none.
  expect((await server.callAs(world.client, at, asked)).error.code).toBe('forbidden')
})

test('signed, the paper says by whom; the same questionnaire is the same file', async () => {
  expect((await sign(world.client, found.id)).status).toBe(200)
  const one = await file(world.staff, 'pdf')
  const text = squeezed(await pdfText(one.bytes))
  expect(text).toContain('SignedbyCleoPark,CFO,andreturnedonNovember21,2026.')
  expect(text).toContain('RETURNED')
  expect((await file(world.staff, 'pdf')).bytes.equals(one.bytes)).toBe(true)
  const told = await server.ownerDb.selectFrom('activity').select('after').where('action', '=', 'questionnaire.downloaded').execute()
  expect(told).toContainEqual({ after: { format: 'pdf', blank: true } })
})
