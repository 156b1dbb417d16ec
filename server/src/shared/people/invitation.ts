/** How far a person's invitation is. */
import type { invitationStatus } from '@corridor/contract/users.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'

/** Whether the person `t` has a password, or signs in at the bank's own provider, so has answered. With the rights of staff. */
export const INVITATION: RawBuilder<z.output<typeof invitationStatus>> = sql`case
  when t.has_password or exists (select from user_identity x where x.user_id = t.id) then 'accepted'
  else coalesce((select case when x.used_at is not null then 'accepted' when x.expires_at > now() then 'sent' else 'expired' end
    from single_use_token x where x.user_id = t.id and x.purpose = 'invite' order by x.expires_at desc limit 1), 'none') end`
