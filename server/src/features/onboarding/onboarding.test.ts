import { buffer } from 'node:stream/consumers'
import {
  checkOnboarding,
  downloadTemplates,
  getOnboarding,
  listOnboarding,
  listOnboardingFiles,
  listOnboardingProblems,
  listOnboardingRecords,
  listOnboardingTotals,
  type OnboardingDetail,
  startOnboarding,
  undoOnboarding,
  writeOnboarding,
} from '@corridor/contract/onboarding.ts'
import { RECORD_TYPES } from '@corridor/domain/onboarding/record-types.ts'
import ExcelJS from 'exceljs'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { zipStream } from '../../platform/formats/zip.ts'
import { buildSite, buildUser, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { firmBook, type Sheets, setCell, workbookOf } from '../../test/firm-book.ts'
import { uploadFile } from '../../test/upload-file.ts'
import { sendOnboarding } from './job.ts'

const server = useServer({ jobs: true })
const world = { manager: '', site: 0 }

beforeEach(async () => {
  world.site = await buildSite(server.ownerDb)
  const userId = await buildUser(server.ownerDb, 'd', { sites: [world.site], permissions: { INSTITUTIONS: 2 } })
  world.manager = await signIn(server.ownerDb, userId, { siteId: world.site })
})

/** The firm's workbook, under carriers and addresses that no other test of the file uses. */
let firms = 0
function firm(): Sheets {
  const sheets = firmBook({ banks: 2, policies: 6, months: 3 })
  const own = (cell: string | number) =>
    String(cell)
      .replace('NORTHB', `NORTHB${firms}`)
      .replace(/^99991$/, String(10_000 + firms))
      .replace('.example', `${firms}.example`)
  firms++
  return Object.fromEntries(Object.entries(sheets).map(([sheet, rows]) => [sheet, rows.map((row) => row.map(own))]))
}
async function handIn(sheets: Sheets, id?: number): Promise<number> {
  const number = id ?? (await server.callAs(world.manager, startOnboarding, { name: 'Northbound' })).body.id
  const { status } = await uploadFile(server, world.manager, `/api/onboarding/${number}/files`, {
    name: 'Book.xlsx',
    content: await workbookOf(sheets),
  })
  expect(status).toBe(200)
  return number
}
const settled = async (id: number): Promise<OnboardingDetail> => {
  await expect
    .poll(async () => (await server.callAs(world.manager, getOnboarding, { id })).body.status, { timeout: 60_000 })
    .not.toMatch(/CHECKING|WRITING|UNDOING/)
  return (await server.callAs(world.manager, getOnboarding, { id })).body
}
const policies = async () =>
  (
    await server.ownerDb
      .selectFrom('policy')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('siteId', '=', world.site)
      .executeTakeFirstOrThrow()
  ).count

test('a workbook is checked, imported, found unchanged when it comes again, and undone', async () => {
  const sheets = firm()
  const id = await handIn(sheets)
  await server.callAs(world.manager, checkOnboarding, { id })
  expect(await settled(id)).toMatchObject({ status: 'CHECKED', problemCount: 0, differenceCount: 0, statedTotals: 6, isLast: false })
  expect(await policies()).toBe(0)
  await server.callAs(world.manager, writeOnboarding, { id })
  expect(await settled(id)).toMatchObject({ status: 'DONE', isLast: true, counts: { values: { added: 18 } } })
  expect(await policies()).toBe(6)
  const again = await handIn(sheets)
  await server.callAs(world.manager, writeOnboarding, { id: again })
  expect((await settled(again)).counts).toMatchObject({ policies: { added: 0, changed: 0, same: 6 }, values: { added: 0, same: 18 } })
  expect((await server.callAs(world.manager, undoOnboarding, { id })).error.code).toBe('wrong_status')
  for (const last of [again, id]) {
    await server.callAs(world.manager, undoOnboarding, { id: last })
    expect(await settled(last)).toMatchObject({ status: 'UNDONE' })
  }
  expect(await policies()).toBe(0)
  expect((await server.callAs(world.manager, listOnboarding, {})).body.page.totalRecords).toBe(2)
})

test('every record that came in names its row, and one that was corrected the columns that changed', async () => {
  const sheets = firm()
  const id = await handIn(sheets)
  await server.callAs(world.manager, writeOnboarding, { id })
  await settled(id)
  const recordsOf = async (of: number, more: { recordType?: string; isNew?: boolean }) =>
    (await server.callAs(world.manager, listOnboardingRecords, { id: of, ...more })).body.records
  const [bank] = await recordsOf(id, { recordType: 'institutions' })
  expect(bank).toMatchObject({
    sheet: 'Institutions',
    institutionName: 'Northbound Bank 1',
    ownNumber: '1001',
    source: 'Book.xlsx/Institutions/2',
    isNew: true,
    changed: [],
  })
  expect(await recordsOf(id, { isNew: false })).toEqual([])
  setCell(sheets, 'Institutions', 1, 'City', 'Weston')
  const again = await handIn(sheets)
  await server.callAs(world.manager, writeOnboarding, { id: again })
  await settled(again)
  expect(await recordsOf(again, {})).toMatchObject([{ ownNumber: '1001', isNew: false, changed: ['City'] }])
})

test('an undo that is refused leaves an import that ended early as it was, and says so', async () => {
  const id = await handIn(firm())
  await server.callAs(world.manager, writeOnboarding, { id })
  await settled(id)
  const undone = async () => {
    await server.ownerDb.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`onboarding ${world.site}`}, 0))`.execute(trx)
      await server.callAs(world.manager, undoOnboarding, { id })
      await settled(id)
    })
    const { status, failure } = (await server.callAs(world.manager, getOnboarding, { id })).body
    return [status, failure]
  }
  expect(await undone()).toEqual(['DONE', 'An import of this portal is running. Wait until it has ended.'])
  await sql`update onboarding_import set status = 'FAILED', failure = 'It ended in an error.' where id = ${id}`.execute(server.ownerDb)
  const early = ['FAILED', 'It was not undone. An import of this portal is running. Wait until it has ended.']
  expect(await undone()).toEqual(early)
  expect(await undone()).toEqual(early)
})

test('problems are listed by sheet, and a corrected file of the same name takes the place of the wrong one', async () => {
  const sheets = firm()
  setCell(sheets, 'Policies', 2, 'Issue date', '13/13/2014')
  const id = await handIn(sheets)
  await server.callAs(world.manager, writeOnboarding, { id })
  expect(await settled(id)).toMatchObject({ status: 'CHECKED', problemCount: 1 })
  const { body } = await server.callAs(world.manager, listOnboardingProblems, { id, recordType: 'policies' })
  expect(body.records).toMatchObject([
    { sheet: 'Policies', source: 'Book.xlsx/Policies/3', columnName: 'Issue date', value: '13/13/2014', problem: 'is not a calendar date' },
  ])
  setCell(sheets, 'Policies', 2, 'Issue date', '2014-03-15')
  await handIn(sheets, id)
  expect((await server.callAs(world.manager, getOnboarding, { id })).body).toMatchObject({
    status: 'WAITING',
    files: [{ name: 'Book.xlsx' }],
  })
  await server.callAs(world.manager, writeOnboarding, { id })
  expect((await settled(id)).status).toBe('DONE')
})

test('a difference from the stated totals is accepted with a reason alone', async () => {
  const sheets = firm()
  setCell(sheets, 'Control totals', 1, 'Policies with a value', '99')
  const id = await handIn(sheets)
  await server.callAs(world.manager, writeOnboarding, { id })
  expect(await settled(id)).toMatchObject({ status: 'CHECKED', differenceCount: 1 })
  const { body } = await server.callAs(world.manager, listOnboardingTotals, { id, differs: true })
  expect(body.records).toMatchObject([{ institutionName: 'Northbound Bank 1', statedPolicies: 99, policies: 3, differs: true }])
  await server.callAs(world.manager, writeOnboarding, { id, acceptedReason: 'Counted twice in the old system.' })
  expect(await settled(id)).toMatchObject({ status: 'DONE', acceptedReason: 'Counted twice in the old system.' })
})

test('the workbook of templates has a sheet for each record type, with its headers, and a guide', async () => {
  const { bytes } = await server.callAs(world.manager, downloadTemplates, {})
  const book = new ExcelJS.Workbook()
  await book.xlsx.load(new Uint8Array(bytes).buffer)
  expect(book.worksheets.map(({ name }) => name)).toEqual(['Guide', ...RECORD_TYPES.map(({ sheet }) => sheet)])
  for (const { sheet, columns } of RECORD_TYPES)
    expect(book.getWorksheet(sheet)?.getRow(1).values).toEqual([undefined, ...columns.map(({ header }) => header)])
  const zip = await server.callAs(world.manager, downloadTemplates, { format: 'zip' })
  expect(zip.headers['content-type']).toBe('application/zip')
})

test('the templates as they come hold nothing, and that is no error', async () => {
  const { bytes } = await server.callAs(world.manager, downloadTemplates, {})
  const { id } = (await server.callAs(world.manager, startOnboarding, { name: 'Empty' })).body
  await uploadFile(server, world.manager, `/api/onboarding/${id}/files`, { name: 'Onboarding templates.xlsx', content: bytes })
  await server.callAs(world.manager, checkOnboarding, { id })
  expect(await settled(id)).toMatchObject({ status: 'CHECKED', problemCount: 0 })
})

test('an import of another portal is not there', async () => {
  const { id } = (await server.callAs(world.manager, startOnboarding, { name: 'Theirs' })).body
  const site = await buildSite(server.ownerDb)
  const other = await signIn(server.ownerDb, await buildUser(server.ownerDb, 'd', { sites: [site], permissions: { INSTITUTIONS: 2 } }), {
    siteId: site,
  })
  for (const asked of [
    getOnboarding,
    checkOnboarding,
    writeOnboarding,
    undoOnboarding,
    listOnboardingProblems,
    listOnboardingRecords,
    listOnboardingTotals,
    listOnboardingFiles,
  ])
    expect((await server.callAs(other, asked, { id })).status).toBe(404)
  expect((await server.callAs(other, listOnboarding, {})).body.records).toEqual([])
})

test('staff who are no managers bring no book over', async () => {
  const staff = await buildUser(server.ownerDb, 'b', { sites: [world.site], permissions: { INSTITUTIONS: 2 } })
  const cookie = await signIn(server.ownerDb, staff, { siteId: world.site })
  expect((await server.callAs(cookie, startOnboarding, { name: 'Northbound' })).status).toBe(403)
})

test('reports and documents come in a zip beside the workbook, and are told one by one', async () => {
  const { userId } = await server.ownerDb.selectFrom('userSite').select('userId').where('siteId', '=', world.site).executeTakeFirstOrThrow()
  for (const code of ['CLIENT_REPORTS', 'DOCUMENT_CENTER'])
    await server.ownerDb.insertInto('userPermission').values({ userId, code, access: 2 }).execute()
  const id = await handIn(firm())
  const papers = (entries: Record<string, string>) =>
    buffer(zipStream(Object.entries(entries).map(([name, text]) => ({ name, content: Buffer.from(text) }))))
  const hand = async (name: string, entries: Record<string, string>) =>
    uploadFile(server, world.manager, `/api/onboarding/${id}/files`, { name, content: await papers(entries) })
  await hand('Papers.zip', {
    'Old system/Reports/1001/MBR/2024/March.txt': 'a report',
    'Old system/Documents/Note.txt': 'a document',
    'Old system/.DS_Store': '',
  })
  await server.callAs(world.manager, checkOnboarding, { id })
  expect(await settled(id)).toMatchObject({ status: 'CHECKED', problemCount: 1, counts: { files: { read: 2, added: 1 } } })
  const { records } = (await server.callAs(world.manager, listOnboardingFiles, { id })).body
  expect(records).toMatchObject([
    { path: 'Documents/Note.txt', outcome: 'REFUSED', reason: expect.stringContaining('is missing') },
    { path: 'Reports/1001/MBR/2024/March.txt', outcome: 'NEW', kind: 'REPORT', ownerName: 'Northbound Bank 1', isHeld: false },
  ])
  await hand('Papers.zip', { 'Reports/1001/MBR/2024/March.txt': 'a report' })
  await server.callAs(world.manager, writeOnboarding, { id })
  expect(await settled(id)).toMatchObject({ status: 'DONE', counts: { files: { added: 1 } } })
  const again = await hand('More.zip', {})
  expect(again.status).toBe(409)
})

test('two zips that hold one report under the same name are refused', async () => {
  const id = await handIn(firm())
  for (const name of ['One.zip', 'Two.zip'])
    await uploadFile(server, world.manager, `/api/onboarding/${id}/files`, {
      name,
      content: await buffer(zipStream([{ name: 'Reports/1001-MBR-24-March.txt', content: Buffer.from(name) }])),
    })
  await server.callAs(world.manager, checkOnboarding, { id })
  expect(await settled(id)).toMatchObject({
    status: 'FAILED',
    failure: 'Reports/1001-MBR-24-March.txt is in two of the zips. Take it out of one of them.',
  })
})

test('whoever loses the right before the queue comes to it imports nothing', async () => {
  const id = await handIn(firm())
  const { userId } = await server.ownerDb.selectFrom('userSite').select('userId').where('siteId', '=', world.site).executeTakeFirstOrThrow()
  await server.kernel.ownerDb.transaction().execute(async (trx) => {
    await sql`update onboarding_import set status = 'WRITING', purpose = 'IMPORT' where id = ${id}`.execute(trx)
    await trx.updateTable('userPermission').set({ access: 1 }).where('userId', '=', userId).execute()
    await sendOnboarding(server.kernel, trx, { siteId: world.site, id, userId, does: 'IMPORT' })
  })
  await expect
    .poll(
      async () =>
        (await server.ownerDb.selectFrom('onboardingImport').select('failure').where('id', '=', id).executeTakeFirstOrThrow()).failure,
      { timeout: 60_000 },
    )
    .toBe('Whoever started this is no longer a manager who may import a book.')
  expect(await policies()).toBe(0)
})
