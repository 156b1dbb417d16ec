/** The last look at a mail about files, right before it goes: what was withdrawn or deleted while it waited is not told. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { JsonValue } from '../../db/schema.ts'
import type { Trx } from '../../platform/database/database.ts'
import { selectTellable } from './file-mail-recipients.ts'

const tellsOf = z.object({
  siteId: z.int(),
  userId: z.int(),
  files: z.array(z.object({ kind: z.enum(['REPORT', 'DOCUMENT']), id: z.int(), place: z.string().nullable() })),
})
/** Subjects of a mail about files, kept with it. */
export type TellsOf = z.infer<typeof tellsOf>

/** In the sender's transaction. What is left of the mail is told with the next run of the digests. @returns why it must not go, or undefined when it may */
export async function recallMail(trx: Trx, stored: JsonValue | null): Promise<string | undefined> {
  if (stored === null) return undefined
  const { siteId, userId, files } = tellsOf.parse(stored)
  const there = await selectTellable(trx, siteId, files)
  if (there.length === files.length) return undefined
  const left = there.map(({ kind, id, place }) => ({ kind, id, place }))
  await sql`insert into digest_entry (user_id, site_id, kind, file_id, place, noticed_at)
    select u.id, ${siteId}, l.kind, l.id, l.place, '2000-01-01'
    from user_account u, jsonb_to_recordset(${JSON.stringify(left)}::jsonb) as l (kind text, id int, place text)
    where u.id = ${userId} on conflict do nothing`.execute(trx)
  return left.length === 0
    ? 'What it announced was withdrawn before it was sent.'
    : 'Some of what it announced was withdrawn before it was sent; the rest is announced again.'
}
