/** Names at the head of a mail: the firm whose site the reader uses, and the reader's bank. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Letterhead } from '../../platform/mail/mail-html.ts'

/** Somebody on several sites could be written to for any of them: no firm is named then, and none to an address without an account. */
export async function letterheadOf(trx: Trx, recipient: string): Promise<Letterhead> {
  const { rows } = await sql<Letterhead>`
    select i.name as bank, (
      select case when count(*) = 1 then min(s.display_name) end from user_site x join site s on s.id = x.site_id where x.user_id = u.id
    ) as firm
    from user_account u left join institution i on i.id = u.institution_id
    where lower(u.email) = lower(${recipient})`.execute(trx)
  const [found, ...others] = rows
  return found && others.length === 0 ? found : { firm: null, bank: null }
}
