/** The service team hears of what was sent together in one mail: when the sender says that it is all, else some minutes after the last file. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { queueMails } from '../../platform/mail/mail.ts'
import { selectServing } from '../../shared/people/serving.ts'
import { lockSending } from './queries.ts'

const QUIET_MINUTES = 5
/** Files that a mail names. */
const NAMED = 30

/** Sendings whose sender never said that they were done: a closed browser, a cut line. */
export const tellServiceTeams: JobDefinition<Record<string, never>> = {
  name: 'tell-service-teams',
  title: 'Mails about banks’ uploads',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 1,
  schedule: '* * * * *',
  run: async (kernel, _, { signal }) => {
    const before = new Date(kernel.now().getTime() - QUIET_MINUTES * 60_000).toISOString()
    const due = await kernel.ownerDb
      .selectFrom('bankUpload')
      .select(['siteId', 'institutionId', 'uploadBatch'])
      .where('toldAt', 'is', null)
      .groupBy(['siteId', 'institutionId', 'uploadBatch'])
      .having(({ fn }) => fn.max('createdAt'), '<', before)
      .orderBy('uploadBatch')
      .limit(200)
      .execute()
    for (const { siteId, institutionId, uploadBatch } of due) {
      if (signal.aborted) return
      await inScope(kernel.db, scopeOfSystem(siteId), (trx) => mailTeam(kernel, trx, siteId, institutionId, uploadBatch))
    }
  },
}

/** In a transaction with the rights of staff. Whoever comes second finds nothing left to tell. @returns who was told, by name */
export async function mailTeam(kernel: Kernel, trx: Trx, siteId: number, institutionId: number, uploadBatch: string): Promise<string[]> {
  await lockSending(trx, uploadBatch)
  const files = await trx
    .selectFrom('bankUpload as b')
    .innerJoin('storedFile as f', 'f.sha256', 'b.fileSha256')
    .innerJoin('userAccount as u', 'u.id', 'b.userId')
    .innerJoin('institution as i', 'i.id', 'b.institutionId')
    .select([
      'b.uploadName',
      'b.note',
      'b.status',
      'f.safety',
      sql<string>`u.first_name || ' ' || u.last_name`.as('sender'),
      'u.email',
      'i.name',
    ])
    .where('b.siteId', '=', siteId)
    .where('b.institutionId', '=', institutionId)
    .where('b.uploadBatch', '=', uploadBatch)
    .where('b.toldAt', 'is', null)
    .orderBy('b.id')
    .forUpdate('b')
    .execute()
  await trx
    .updateTable('bankUpload')
    .set({ toldAt: kernel.now().toISOString() })
    .where('siteId', '=', siteId)
    .where('institutionId', '=', institutionId)
    .where('uploadBatch', '=', uploadBatch)
    .where('toldAt', 'is', null)
    .execute()
  const there = files.filter(({ status, safety }) => status === 'SENT' && safety !== 'REFUSED')
  const [first] = there
  const team = first ? await selectServing(trx, siteId, institutionId) : []
  if (!first || team.length === 0) return []
  const names = there
    .slice(0, NAMED)
    .map(({ uploadName, safety }) => `- ${uploadName}${safety === 'HELD' ? ' (being checked for viruses)' : ''}`)
  const more = there.length > NAMED ? [`- and ${there.length - NAMED} more`] : []
  const count = there.length === 1 ? 'a file' : `${there.length} files`
  await queueMails(kernel, trx, [
    {
      recipient: team.map(({ email }) => email).join(', '),
      subject: `${first.name} sent ${count}`,
      bodyText: [
        `${first.sender} of ${first.name} sent ${count} to the service team:`,
        [...names, ...more].join('\n'),
        ...(first.note === null ? [] : [`Their note:\n${first.note}`]),
        `Take and open them here: ${kernel.configuration.publicUrl}/bank-uploads?institutionId=${institutionId}`,
        `Answer to ${first.email}.`,
      ].join('\n\n'),
      dedupeKey: `bank-upload ${siteId} ${institutionId} ${uploadBatch}`,
    },
  ])
  return team.map(({ name }) => name)
}
