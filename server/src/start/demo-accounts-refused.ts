/** Production opens no database that began as the demo: everybody knows its accounts and their password, and its policies and banks are invented. */
import type pg from 'pg'
import { StartRefused } from '../platform/start-refused.ts'
import { DEMO_ACCOUNTS } from '../shared/people/demo-accounts.ts'
import { hasTable } from './key-checks.ts'

/** Deactivated ones and those with another password count as well: what lies beside them is invented all the same. @throws StartRefused */
export async function refuseDemoAccounts(client: pg.ClientBase): Promise<void> {
  if (!(await hasTable(client, 'user_account'))) return
  const { rows } = await client.query<{ email: string }>('select email from user_account where lower(email) = any($1) order by id', [
    DEMO_ACCOUNTS.map(({ email }) => email),
  ])
  if (rows.length === 0) return
  throw new StartRefused(
    `This database holds accounts of the demo, whose password is public: ${rows.map(({ email }) => email).join(', ')}. Production does not open it. Set DATABASE_URL or DATA_DIR to an empty one and begin with create-manager.`,
  )
}
