/** The demo's book with something to do for every kind of job: by kind, how a copy of it is made ready, and what the job is queued with. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBoardBook } from '@corridor/contract/board-books.ts'
import { startOnboarding } from '@corridor/contract/onboarding.ts'
import { acceptPull, getOrgObject, saveMapping, startPull } from '@corridor/contract/salesforce.ts'
import type { PullType } from '@corridor/domain/onboarding/salesforce.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import { type RawBuilder, sql } from 'kysely'
import { JOBS } from '../../app.ts'
import { seedDemo } from '../../db/seeds/demo.ts'
import { receiveFile } from '../../features/data-feeds/receive.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { askForAudit } from '../../shared/auditing/audit-run.ts'
import type { TestBook } from '../book.ts'
import { buildUser, signIn } from '../builders.ts'
import type { TestServer } from '../call.ts'
import { feedText, policiesOf, soundLine } from '../feed-fixture.ts'
import { firmBook, workbookOf } from '../firm-book.ts'
import { buildReportWorld } from '../report-world.ts'
import { uploadFile } from '../upload-file.ts'

interface Work {
  payload: object
  /** Statements that make it due, in the copy. */
  due?: RawBuilder<unknown>[]
}

/** Files of an inbox stand under this name in the folder of a run. */
export const INBOX = 'inbox'

/** @returns what each kind of job has to do in a copy of the server's database and folder */
export async function buildJobWorld(server: TestServer): Promise<Record<string, Work>> {
  const { ownerDb: db, kernel } = server
  await seedDemo(db, kernel)
  // Work that the demo asked for is no kind's own here.
  await sql`update report set status = 'Failed', failure_code = 'interrupted', failure_reason = 'It was not asked for.' where status = 'Scheduled'`.execute(
    db,
  )
  await sql`update report_batch set completed_at = created_at, maker_told_at = now()`.execute(db)
  await sql`update file_text set status = 'NONE' where status = 'PENDING'`.execute(db)

  const world = await buildReportWorld(server, { institutions: 3, policiesEach: 3, months: 3 })
  const { siteId, scope, institutionIds } = world
  const managerId = await buildUser(db, 'd', { sites: [siteId], permissions: { ASSET_REPORT: 2, INSTITUTIONS: 2 } })
  const manager = await signIn(db, managerId, { siteId })
  const batchId = await world.start()
  const runId = await inScope(kernel.db, scope, (trx) => askForAudit(kernel, trx, scope, world.period))
  const [arrived, waiting] = await receiveFeeds(server, world)
  const pulls = await askForPulls(server, manager)
  const imported = await handInBook(server, manager)
  const book = await orderBoardBook(server)
  await sql`delete from pgboss.job`.execute(db)

  const client = sql`(select id from user_account where email = 'client@firstcoastal.example')`
  const clientBank = sql`(select institution_id from user_account where email = 'client@firstcoastal.example')`
  const paper = sql`(select id from client_report where origin = 'UPLOADED' and institution_id = ${clientBank} and deleted_at is null order by id limit 1)`
  const anyFile = sql`(select sha256 from stored_file order by sha256 limit 1)`
  const reopened = sql`update report set status = 'Scheduled', failure_code = null, failure_reason = null, updated_at = now() - interval '1 minute' where batch_id = ${batchId}`
  const unmarked = sql`update report_batch set completed_at = null where id = ${batchId}`
  const openings = sql`update report_batch set maker_told_at = null, completed_at = now() where site_id = ${siteId}`
  return {
    'generate-reports': { payload: { siteId, batchId }, due: [reopened, unmarked] },
    'sweep-reports': { payload: {}, due: [reopened, unmarked] },
    'tell-batch-makers': { payload: {}, due: [openings] },
    'send-mails': {
      payload: {},
      due: [
        sql`insert into mail_outbox (recipient, subject, body_text, dedupe_key) select 'person' || n || '@bank.example', 'News', 'Words', 'fault ' || n from generate_series(1, 4) n`,
      ],
    },
    'forget-waiting-files': {
      payload: {},
      due: [
        sql`insert into service_request_file (institution_id, site_id, user_id, upload_name, extension, file_sha256, size_bytes, created_at)
          select ${clientBank}, 1, ${client}, 'never sent', 'pdf', ${anyFile}, 1, now() - interval '3 days' from generate_series(1, 3)`,
      ],
    },
    'tell-due-batches': {
      payload: {},
      due: [
        sql`insert into file_batch (site_id, batch, due_at) values (1, 'fault', now() - interval '1 minute')`,
        sql`insert into file_notice (site_id, batch, kind, file_id) values (1, 'fault', 'REPORT', ${paper})`,
      ],
    },
    'send-digests': {
      payload: {},
      due: [
        sql`update user_account set mail_frequency = 'DAILY' where id = ${client}`,
        sql`insert into digest_entry (user_id, site_id, kind, file_id, noticed_at) values (${client}, 1, 'REPORT', ${paper}, now() - interval '3 days')`,
      ],
    },
    'mail-bells': {
      payload: {},
      due: [
        sql`insert into notification_choice (user_id, kind, delivery) values (${managerId}, 'REQUEST_CAME', 'DAILY')`,
        sql`insert into notification (user_id, site_id, kind, subject, title, link) select ${managerId}, ${siteId}, 'REQUEST_CAME', 'fault ' || n, 'A request came', '/service-requests/1' from generate_series(1, 3) n`,
      ],
    },
    'send-reset-link': { payload: { userId: managerId } },
    'keep-house': {
      payload: {},
      due: [
        sql`update user_session set last_seen_at = now() - interval '3 days'`,
        sql`update client_report set deleted_at = now() - interval '40 days' where id = ${paper}`,
      ],
    },
    'look-into-inbox': { payload: {} },
    'read-carrier-file': { payload: { siteId, fileId: waiting } },
    'settle-arrived-file': { payload: { siteId, fileId: arrived } },
    'sweep-carrier-files': {
      payload: {},
      due: [sql`update carrier_file set received_at = now() - interval '1 hour' where id = ${waiting}`],
    },
    'salesforce.pull': { payload: { siteId, id: pulls.values } },
    'salesforce.accept': { payload: { siteId, id: pulls.accepted } },
    'read-files': {
      payload: {},
      due: [
        sql`update file_text set status = 'PENDING', attempts = 0 where sha256 in (select sha256 from file_text where extension = 'pdf' order by sha256 limit 4)`,
      ],
    },
    'make-board-book': { payload: book },
    'scan-held-files': {
      payload: {},
      due: [
        sql`update stored_file set safety = 'HELD' where sha256 in (select file_sha256 from client_report where origin = 'UPLOADED' order by id limit 3)`,
      ],
    },
    'tell-service-teams': {
      payload: {},
      due: [
        sql`insert into bank_upload (institution_id, site_id, user_id, upload_batch, upload_name, extension, file_sha256, size_bytes, created_at)
          select ${clientBank}, 1, ${client}, gen_random_uuid(), 'Statement', 'pdf', ${anyFile}, 1, now() - interval '1 hour' from generate_series(1, 2)`,
      ],
    },
    'run-report-schedules': {
      payload: {},
      due: [
        sql`insert into report_schedule (site_id, name, report_type, business_day, institution_ids, starts_on)
          values (${siteId}, 'Month end', 'AssetReport', 1, ${institutionIds}::int[], current_date - 40)`,
      ],
    },
    'remind-of-questionnaires': { payload: {}, due: [sql`update questionnaire set next_reminder_on = current_date where status = 1`] },
    'file-questionnaires': { payload: {} },
    'audit-month': { payload: { siteId, runId } },
    'audit-each-night': { payload: {}, due: [sql`update site set status = 'INACTIVE' where id <> ${siteId}`] },
    'tell-assignees': {
      payload: {},
      due: [
        sql`update audit_exception set assigned_to = (select id from user_account where email = 'staff@corridor.example'), due_on = current_date
          where id in (select id from audit_exception where status = 'OPEN' order by id limit 3)`,
      ],
    },
    onboarding: {
      payload: { siteId, id: imported, userId: managerId, does: 'IMPORT' },
      due: [sql`update onboarding_import set status = 'WRITING', purpose = 'IMPORT', started_by = ${managerId} where id = ${imported}`],
    },
  }
}

/** Two files of a month: one that arrived by itself and is checked, one that waits to be read; two more lie in the inbox. */
async function receiveFeeds(server: TestServer, { siteId, carrierCodes, period }: TestBook): Promise<[number, number]> {
  const { ownerDb: db, kernel, configuration } = server
  const next = addMonthEnds(period, 1)
  const [own = '', other = ''] = carrierCodes
  await sql`insert into carrier_arrival (site_id, carrier_code, posts_by_itself) values (${siteId}, ${own}, true)`.execute(db)
  const textOf = async (carrier: string, words: string) =>
    feedText(
      (await policiesOf(db, carrier, next)).map((policy) => soundLine(policy, next)),
      { preamble: [words] },
    )
  const { id: arrived } = await receiveFile(
    kernel,
    scopeOfSystem(siteId),
    {
      content: Buffer.from(await textOf(own, 'First')),
      fileName: 'feed.csv',
      carrierCode: own,
      receivedBy: null,
      arrival: { way: 'INBOX', name: own },
    },
    async () => {},
  )
  const { sha256, sizeBytes } = await kernel.files.put(Buffer.from(await textOf(other, 'Second')))
  await sql`insert into stored_file (sha256, size_bytes, media_type, safety) values (${sha256}, ${sizeBytes}, 'text/csv', 'PASSED')`.execute(
    db,
  )
  const waiting = await db
    .insertInto('carrierFile')
    .values({ siteId, carrierCode: other, fileName: 'large.csv', sha256, sizeBytes, mediaType: 'text/csv' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const folder = join(configuration.dataDirectory, INBOX, `site-${siteId}`, other)
  mkdirSync(folder, { recursive: true })
  for (const name of ['one.csv', 'two.csv']) {
    writeFileSync(join(folder, name), await textOf(other, name))
    writeFileSync(join(folder, `${name}.done`), '')
  }
  return [arrived, waiting.id]
}

/** A pull of values that waits, and one of banks that was accepted. */
async function askForPulls(server: TestServer, cookie: string): Promise<{ values: number; accepted: number }> {
  const pull = async (type: PullType, object: string): Promise<number> => {
    const { proposed } = (await server.callAs(cookie, getOrgObject, { object, type })).body
    await server.callAs(cookie, saveMapping, { type, object, fields: proposed, version: 0 })
    const { body } = await server.callAs(cookie, startPull, { type })
    return body.records[0]?.id ?? 0
  }
  const accepted = await pull('institutions', 'Account')
  const job = JOBS.find(({ name }) => name === 'salesforce.pull')
  const { siteId } = await server.ownerDb.selectFrom('salesforcePull').select('siteId').where('id', '=', accepted).executeTakeFirstOrThrow()
  await job?.run(server.kernel, { siteId, id: accepted }, { id: '', attempt: 1, lastAttempt: true, signal: new AbortController().signal })
  const { status, error } = await server.callAs(cookie, acceptPull, { id: accepted })
  if (status !== 202) throw new Error(`the pull was not accepted: ${error.message}`)
  return { accepted, values: await pull('valuations', 'Policy_Value__c') }
}

async function handInBook(server: TestServer, cookie: string): Promise<number> {
  const { id } = (await server.callAs(cookie, startOnboarding, { name: 'Northbound' })).body
  const content = await workbookOf(firmBook({ banks: 2, policies: 6, months: 3 }))
  const { status } = await uploadFile(server, cookie, `/api/onboarding/${id}/files`, { name: 'Book.xlsx', content })
  if (status !== 200) throw new Error(`the book was answered with ${status}`)
  return id
}

/** A book of the first papers of the demo's bank, in its own name. */
async function orderBoardBook(server: TestServer): Promise<object> {
  const { ownerDb: db } = server
  const { id: userId, institutionId } = await db
    .selectFrom('userAccount')
    .select(['id', 'institutionId'])
    .where('email', '=', 'client@firstcoastal.example')
    .executeTakeFirstOrThrow()
  const cookie = await signIn(db, userId, { siteId: 1, institutionId: institutionId ?? 0 })
  const papers = await db
    .selectFrom('clientReport')
    .select('id')
    .where('institutionId', '=', institutionId)
    .where('siteId', '=', 1)
    .where('extension', '=', 'pdf')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(3)
    .execute()
  const parts = papers.map(({ id }) => ({ kind: 'REPORT' as const, id }))
  const { body, error, status } = await server.callAs(cookie, createBoardBook, { name: 'October board', period: '2026-09-30', parts })
  if (status !== 201) throw new Error(`the board book was answered with ${error.message}`)
  return { institutionId, id: body.id, siteId: 1 }
}
