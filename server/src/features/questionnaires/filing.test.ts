/** A returned questionnaire on file: once, as it was signed, for each reader what is theirs; withdrawn when it is opened again, back with the next return. */
import { menuCounts } from '@corridor/contract/client-menus.ts'
import { reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import { listInstitutionFiles } from '@corridor/contract/documents.ts'
import { downloadClientReports, fileByPath } from '@corridor/contract/downloads.ts'
import { downloadQuestionnaires } from '@corridor/contract/questionnaire-sheet.ts'
import { reopenQuestionnaire, saveQuestionnaireDefaults } from '@corridor/contract/questionnaires.ts'
import { listReportVersions, reports, reportVersionFile } from '@corridor/contract/report-records.ts'
import { searchFiles } from '@corridor/contract/search.ts'
import { viewReport } from '@corridor/contract/viewers.ts'
import { usd } from '@corridor/domain/primitives/money.ts'
import type { Questionnaire } from '@corridor/domain/questionnaires/definition.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { closePdfWorkers } from '../../reporting/pdf/pool.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { SHORT, useQuestionnaires } from '../../test/questionnaire-world.ts'
import { pdfText } from '../../test/report-files.ts'
import { inDatabase } from '../../test/test-cluster.ts'
import { fileQuestionnaires } from './filing.ts'

// The first paper starts the printing threads, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const server = useServer()
const { world, mails, save, generate, send, sign } = useQuestionnaires(server)
const JOB = { id: '', attempt: 1, lastAttempt: true, signal: new AbortController().signal }
const fileAll = () => fileQuestionnaires.run(server.kernel, {}, JOB)
const found = { id: 0, keeper: '' }
const ASKED: Questionnaire = {
  ...SHORT,
  sections: SHORT.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => ({ ...question, required: false })),
  })),
}

afterAll(closePdfWorkers)
beforeAll(async () => {
  await server.callAs(world.staff, saveQuestionnaireDefaults, { updatedAt: new Date(0).toISOString(), content: ASKED })
  await generate()
  found.id = (await server.ownerDb.selectFrom('questionnaire').select('id').executeTakeFirstOrThrow()).id
  await send([found.id])
  found.keeper = await signedInAs(server.ownerDb, 'b', { siteId: world.siteId, permissions: { CLIENT_REPORTS: 2 } })
  await save(world.client, found.id, 'tier-1-capital', usd(58_000_000.12))
  const retired = { status: 'RETIRED', statusDate: '2026-10-31', title: 'Chair', salary: usd(210_000) }
  expect((await save(world.client, found.id, 'census', { cells: retired }, { row: String(world.insuredId) })).status).toBe(200)
})

const recordsFor = async (cookie: string) => (await server.callAs(cookie, searchReports, { filter: { typeCode: 'AQU' } })).body.records
const records = () =>
  server.ownerDb.selectFrom('clientReport').select(['id', 'sourceVersion', 'withdrawnAt', 'path', 'fileSha256']).orderBy('id').execute()
const countsFor = async (cookie: string) => (await server.callAs(cookie, menuCounts, {})).body.reports
const paper = async (cookie: string) =>
  (await server.callAs(cookie, downloadQuestionnaires, { batch: 0, reportIds: String(found.id), format: 'pdf' })).bytes
/** Sizes that the lists tell of it: the reports of the bank and the search; for the firm the records, its versions and the institution's files. */
async function sizesFor(cookie: string, id: number, isTeam = false) {
  const searched = (await server.callAs(cookie, searchFiles, { query: 'Annual Questionnaire 2026' })).body.records
  const lists: { sizeBytes: number }[][] = [await recordsFor(cookie), searched]
  if (isTeam)
    lists.push(
      (await server.callAs(cookie, reports.endpoints.list, {})).body.records,
      (await server.callAs(cookie, listReportVersions, { id })).body.records,
      (await server.callAs(cookie, listInstitutionFiles, { id: world.institutionId })).body.records,
    )
  return lists.map(([file]) => file?.sizeBytes)
}
const open = (cookie: string, id: number) => server.callAs(cookie, reportFile, { id })

test('signing queues its filing; done twice and at once it is one record, and its signers are not written to', async () => {
  expect((await sign(world.client, found.id)).status).toBe(200)
  const queued = await sql`select from pgboss.job where name = ${fileQuestionnaires.name}`.execute(server.ownerDb)
  expect(queued.rows).toHaveLength(1)
  const printed = await paper(world.client)
  const before = (await mails()).length
  // A day later it is still the paper of the day it was signed.
  server.setNow(new Date('2026-11-22T15:00:00Z'))
  await Promise.all([fileAll(), fileAll()])
  server.setNow(new Date('2026-11-21T15:00:00Z'))
  await fileAll()
  expect(await records()).toMatchObject([{ sourceVersion: 1, withdrawnAt: null }])
  expect((await mails()).length).toBe(before)
  const told = await server.ownerDb.selectFrom('activity').select('id').where('action', '=', 'questionnaire.filed').execute()
  expect(told).toHaveLength(1)
  expect(await recordsFor(world.client)).toMatchObject([
    {
      typeCode: 'AQU',
      displayName: 'Annual Questionnaire 2026',
      uploadName: `${world.institutionId}-AQU-26-Annual_Questionnaire_2026.pdf`,
      yearOverride: 2026,
      createdAt: '2026-11-21T15:00:00.000Z',
    },
  ])
  expect(await countsFor(world.client)).toEqual([{ typeCode: 'AQU', count: 1 }])
  // A paper printed before it was on file is the same paper.
  expect((await paper(world.client)).equals(printed)).toBe(true)
})

test('each reader gets the bytes of the questionnaire’s own download by every way, and nobody a salary that is not theirs to read', async () => {
  const [record] = await records()
  const { id = 0, path = '' } = record ?? {}
  const readers = [
    [world.client, true],
    [world.deputy, true],
    [world.staff, true],
    [world.helper, false],
    [world.rep, false],
    [world.reader, false],
  ] as const
  for (const [cookie, salaries] of readers) {
    const own = await paper(cookie)
    const text = await pdfText(own)
    expect(text).toContain('Retired')
    expect([text.includes('$210,000.00'), text.includes('Annual salary')]).toEqual([salaries, salaries])
    const answer = await open(cookie, id)
    expect([answer.status, answer.bytes.equals(own)]).toEqual([200, true])
    expect(Number(answer.headers['content-length'])).toBe(own.length)
    expect((await server.callAs(cookie, fileByPath, { path })).bytes.equals(own)).toBe(true)
    // The archive keeps files as they are.
    expect((await server.callAs(cookie, downloadClientReports, { ids: String(id) })).bytes.includes(own)).toBe(true)
    expect((await server.callAs(cookie, viewReport, { id })).body).toMatchObject({ version: 1, source: null })
    expect(await sizesFor(cookie, id)).toEqual([own.length, own.length])
  }
  // People who keep all reports and no register read the version without salaries; so does the search.
  const kept = (await open(found.keeper, id)).bytes
  expect(kept.equals(await paper(world.reader))).toBe(true)
  expect((await server.callAs(found.keeper, reportVersionFile, { id, version: 1 })).bytes.equals(kept)).toBe(true)
  const searched = await server.ownerDb.selectFrom('searchEntry').select('fileSha256').where('kind', '=', 'REPORT').execute()
  expect(searched).toEqual([{ fileSha256: record?.fileSha256 }])
  expect((await open(world.neighbor, id)).status).toBe(404)
  expect((await server.callAs(found.keeper, reports.endpoints.remove, { ids: id as never })).error.message).toContain(
    'withdrawn when the questionnaire is reopened',
  )
})

test('one size is told of it on every page: that of the file which its reader opens', async () => {
  const { id = 0 } = (await records())[0] ?? {}
  const sizes = []
  for (const level of [1, 2] as const) {
    const reader = await signedInAs(server.ownerDb, 'b', { siteId: world.siteId, permissions: { CLIENT_REPORTS: 2, INSTITUTIONS: level } })
    const { length } = (await open(reader, id)).bytes
    expect((await server.callAs(reader, reportVersionFile, { id, version: 1 })).bytes).toHaveLength(length)
    expect(await sizesFor(reader, id, true)).toEqual(Array(5).fill(length))
    sizes.push(length)
  }
  expect(new Set(sizes).size).toBe(2)
})

test('a Team Member without the permission does not find it, nor one of an institution without the type', async () => {
  const [record] = await records()
  const nobody = await signedInAs(server.ownerDb, 'a', { siteId: world.siteId, institutionId: world.institutionId })
  for (const cookie of [nobody, world.neighbor]) {
    expect([await recordsFor(cookie), await countsFor(cookie)]).toEqual([[], []])
    expect((await open(cookie, record?.id ?? 0)).status).toBe(404)
  }
})

test('opened again it is withdrawn and its files are kept; the next return brings the same record back as its second version', async () => {
  const [before] = await records()
  const again = () => server.callAs(world.staff, reopenQuestionnaire, { id: found.id, note: 'Is it of September?' })
  expect((await again()).status).toBe(200)
  expect(await records()).toMatchObject([{ id: before?.id, withdrawnAt: expect.any(String) }])
  for (const cookie of [world.client, world.staff, found.keeper]) {
    expect(await recordsFor(cookie)).toEqual([])
    expect((await open(cookie, before?.id ?? 0)).status).toBe(404)
  }
  await fileAll()
  expect(await recordsFor(world.client)).toEqual([])
  const stored = await server.ownerDb
    .selectFrom('storedFile')
    .select('sha256')
    .where('sha256', '=', before?.fileSha256 ?? '')
    .execute()
  expect(stored).toHaveLength(1)

  await save(world.client, found.id, 'remarks', 'Of September.')
  expect((await sign(world.client, found.id)).status).toBe(200)
  expect(await recordsFor(world.client)).toEqual([])
  await fileAll()
  expect(await records()).toMatchObject([{ id: before?.id, sourceVersion: 2, withdrawnAt: null }])
  const bytes = (await open(world.client, before?.id ?? 0)).bytes
  expect([await pdfText(bytes), bytes.equals(await paper(world.client))]).toEqual([expect.stringContaining('Of September.'), true])
  // The first return's papers stay with it.
  const kept = await server.ownerDb.selectFrom('questionnaireReturn').select('pdfSha256').orderBy('number').execute()
  expect(kept.map(({ pdfSha256 }) => pdfSha256 !== null)).toEqual([true, true])
  expect(kept[0]?.pdfSha256).toBe(before?.fileSha256)
})

test('opened again while it waits to be filed, it is not; signed once more it is filed once', async () => {
  const again = () => server.callAs(world.staff, reopenQuestionnaire, { id: found.id, note: 'Once more.' })
  await again()
  expect((await sign(world.client, found.id)).status).toBe(200)
  await again()
  await fileAll()
  expect(await recordsFor(world.client)).toEqual([])
  expect((await sign(world.client, found.id)).status).toBe(200)
  await fileAll()
  expect(await records()).toMatchObject([{ sourceVersion: 4, withdrawnAt: null }])
  const numbers = await server.ownerDb
    .selectFrom('questionnaireReturn')
    .select('number')
    .where('pdfSha256', 'is not', null)
    .orderBy('number')
    .execute()
  expect(numbers.map(({ number }) => number)).toEqual([1, 2, 4])
})

test('cut off after printing, with the record half entered, it leaves nothing on file; the next run enters it once', async () => {
  await server.callAs(world.staff, reopenQuestionnaire, { id: found.id, note: 'A last time.' })
  expect((await sign(world.client, found.id)).status).toBe(200)
  const before = await records()
  // The connection dies as when its process is killed, after files and record were written and before the log was. Only a superuser's function may.
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.ownerDb)
  const superuser = new pg.Client({ connectionString: inDatabase(inject('testCluster').superuserUrl, String(rows[0]?.name)) })
  await superuser.connect()
  await superuser.query(`create function die() returns trigger language plpgsql security definer as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10); return new; end $$`)
  await superuser.query(
    "create trigger die before insert on activity for each row when (new.action = 'questionnaire.filed') execute function die()",
  )
  await expect(fileAll()).rejects.toMatchObject({
    errors: [expect.objectContaining({ message: expect.stringMatching(/terminating connection|connection terminated/i) })],
  })
  expect(await records()).toEqual(before)
  const filed = () => server.ownerDb.selectFrom('activity').select('id').where('action', '=', 'questionnaire.filed').execute()
  const told = (await filed()).length
  await superuser.query('drop function die cascade')
  await superuser.end()
  await Promise.all([fileAll(), fileAll()])
  expect(await records()).toMatchObject([{ sourceVersion: 5, withdrawnAt: null }])
  expect(await filed()).toHaveLength(told + 1)
})
