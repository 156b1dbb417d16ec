/**
 * Tells institutions of files that came: one mail per recipient and batch, or an entry in their digest. A batch is told when its sender says that
 * it is done, else some minutes after its last file. Nobody is told of what was withdrawn, deleted or held before the mail went.
 */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { inScope, type Scope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import { tellPeople } from './bell.ts'
import { filesFor, type Recipient, selectRecipients, selectTellable, type TellableFile, wantsMail } from './file-mail-recipients.ts'
import { placeOf, titleOf, writeFileMail } from './file-mail-text.ts'
import { MAIL_TYPES, selectServiceTeams, selectTemplateInUse } from './mail-templates.ts'

export interface FilesThatCame {
  /** The upload batch or release: the upload's id, or a name of the feature's own. */
  batch: string
  files: readonly { kind: 'REPORT' | 'DOCUMENT'; id: number /** its own page, where that is not its viewer */; place?: string }[]
  /** Nothing more is to come: told now. Files of this call may be none. */
  done?: boolean
  /** The page of the whole batch; without it mails about several files lead to the list of what is new. */
  place?: string
  /** However often files are added to the batch, a recipient hears of it once. */
  once?: boolean
}

type Needs = Pick<Kernel, 'configuration' | 'jobs' | 'now'>

/**
 * Called in the transaction that stores or releases the files, of staff or the product. Calls with the same batch gather.
 * @returns how many mails were queued: 0 unless `done`
 */
export async function announceFiles(
  kernel: Needs,
  trx: Trx,
  scope: Scope,
  { batch, files, done = false, place, once = false }: FilesThatCame,
): Promise<number> {
  if (scope.side !== 'staff') throw new Error('institutions are told of files by staff and by the product')
  const dueAt = new Date(kernel.now().getTime() + (done ? 0 : GATHERED_WITHIN)).toISOString()
  // A key of one institution tells that one alone, and adds to no batch of others.
  const only = scope.institutionId || null
  if (files.length > 0) {
    await sql`insert into file_batch (site_id, batch, institution_id, place, sent_by, due_at)
      values (${scope.siteId}, ${batch}, ${only}, ${place ?? null}, ${scope.userId || null}, ${dueAt})
      on conflict (site_id, batch) do update set due_at = excluded.due_at`.execute(trx)
    await sql`insert into file_notice (site_id, batch, institution_id, kind, file_id, place)
      select ${scope.siteId}, ${batch}, ${only}::int, n.kind, n.id, n.place from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as n (kind text, id int, place text)
      on conflict do nothing`.execute(trx)
  }
  return done ? tellBatch(kernel, trx, scope.siteId, batch, once) : 0
}

/** Batches whose sender never said that they were done, and those with files that waited for their check. */
export const tellDueBatches: JobDefinition<Record<string, never>> = {
  name: 'tell-due-batches',
  title: 'Mails about new files',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 1,
  schedule: '* * * * *',
  run: async (kernel, _, { signal }) => {
    const due = await kernel.ownerDb
      .selectFrom('fileBatch')
      .select(['siteId', 'batch'])
      .where('dueAt', '<=', kernel.now().toISOString())
      .orderBy('dueAt')
      .orderBy('batch')
      .limit(500)
      .execute()
    for (const { siteId, batch } of due) {
      if (signal.aborted) return
      await inScope(kernel.db, scopeOfSystem(siteId), (trx) => tellBatch(kernel, trx, siteId, batch, false))
    }
    const old = new Date(kernel.now().getTime() - REMEMBERED_FOR).toISOString()
    await kernel.ownerDb.deleteFrom('fileBatch').where('createdAt', '<', old).execute()
  },
}

const MINUTE = 60_000
const GATHERED_WITHIN = 3 * MINUTE
const LOOKED_AGAIN_AFTER = MINUTE
const REMEMBERED_FOR = 400 * 24 * 60 * MINUTE

/** In the caller's transaction, which holds the batch's row: whoever comes second finds nothing left to tell. */
async function tellBatch(kernel: Needs, trx: Trx, siteId: number, batch: string, once: boolean): Promise<number> {
  const found = await trx
    .selectFrom('fileBatch')
    .select(['place', 'sentBy', 'rounds'])
    .where('siteId', '=', siteId)
    .where('batch', '=', batch)
    .forUpdate()
    .executeTakeFirst()
  const waiting = await trx
    .selectFrom('fileNotice')
    .select(['kind', 'fileId as id', 'place'])
    .where('siteId', '=', siteId)
    .where('batch', '=', batch)
    .where('settledAt', 'is', null)
    .execute()
  if (!found || waiting.length === 0) return 0
  const there = await selectTellable(trx, siteId, waiting)
  const held = there.filter(({ safety }) => safety === 'HELD')
  const ready = there.filter(({ safety }) => safety !== 'HELD')
  const now = kernel.now()
  await sql`update file_notice n set settled_at = ${now.toISOString()}::timestamptz
    where n.site_id = ${siteId} and n.batch = ${batch} and n.settled_at is null
      and not exists (select from jsonb_to_recordset(${JSON.stringify(held.map(({ kind, id }) => ({ kind, id })))}::jsonb) as h (kind text, id int) where h.kind = n.kind and h.id = n.file_id)`.execute(
    trx,
  )
  const round = found.rounds + (ready.length > 0 ? 1 : 0)
  await trx
    .updateTable('fileBatch')
    .set({ rounds: round, dueAt: held.length > 0 ? new Date(now.getTime() + LOOKED_AGAIN_AFTER).toISOString() : null })
    .where('siteId', '=', siteId)
    .where('batch', '=', batch)
    .execute()
  if (ready.length === 0) return 0
  const suffix = once || round === 1 ? '' : ` ${round}`
  return tell(kernel, trx, {
    siteId,
    files: ready,
    place: found.place,
    sentBy: found.sentBy,
    keyOf: (userId) => `${batch} ${userId}${suffix}`,
  })
}

interface Telling {
  siteId: number
  files: readonly TellableFile[]
  place: string | null
  sentBy: number | null
  keyOf: (userId: number) => string
}

async function tell(kernel: Needs, trx: Trx, { siteId, files, place, sentBy, keyOf }: Telling): Promise<number> {
  const owners = [...new Set(files.flatMap(({ institutionId }) => institutionId ?? []))]
  const forAll = files.some(({ institutionId }) => institutionId === null)
  const people = await selectRecipients(trx, siteId, { institutionIds: forAll ? 'all' : owners })
  const told = people.map((person) => ({ person, theirs: filesFor(person, files) })).filter(({ theirs }) => theirs.length > 0)
  for (const { person, theirs } of told) await ring(trx, person, theirs, keyOf(person.userId), place)
  const mailed = told.filter(({ person }) => wantsMail(person))
  const atOnce = mailed.filter(({ person }) => person.mailFrequency === 'EACH_BATCH')
  await keepForDigests(
    kernel,
    trx,
    siteId,
    mailed.filter((one) => !atOnce.includes(one)),
  )
  if (atOnce.length === 0) return 0
  const template = await selectTemplateInUse(trx, siteId, MAIL_TYPES.FILES)
  const team = await selectServiceTeams(trx, siteId, [...new Set(atOnce.map(({ person }) => person.institutionId))], sentBy)
  const mails = atOnce.map(({ person, theirs }) =>
    writeFileMail({
      publicUrl: kernel.configuration.publicUrl,
      siteId,
      template,
      person,
      files: theirs,
      place,
      team: team.get(person.institutionId) ?? [],
      dedupeKey: keyOf(person.userId),
    }),
  )
  return queueMails(kernel, trx, mails)
}

/** The bell, whatever mails the person chose. What is withdrawn later stays told, as in a mail that went. */
async function ring(trx: Trx, person: Recipient, files: readonly TellableFile[], subject: string, place: string | null): Promise<void> {
  await tellPeople(trx, [person.userId], {
    kind: 'FILES_CAME',
    subject,
    title: titleOf(person, files),
    link: placeOf(files, place),
    institutionId: person.institutionId,
  })
}

async function keepForDigests(
  { now }: Pick<Kernel, 'now'>,
  trx: Trx,
  siteId: number,
  told: readonly { person: Recipient; theirs: readonly TellableFile[] }[],
): Promise<void> {
  const entries = told.flatMap(({ person, theirs }) =>
    theirs.map(({ kind, id, place }) => ({ userId: person.userId, siteId, kind, fileId: id, place, noticedAt: now().toISOString() })),
  )
  if (entries.length === 0) return
  await sql`insert into digest_entry (user_id, site_id, kind, file_id, place, noticed_at)
    select e."userId", e."siteId", e.kind, e."fileId", e.place, e."noticedAt"
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e ("userId" int, "siteId" int, kind text, "fileId" int, place text, "noticedAt" timestamptz)
    on conflict do nothing`.execute(trx)
}
