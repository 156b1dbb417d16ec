/** Production opens no database into which everybody has a key: the demo's accounts, whose password is printed at its start. */
import type pg from 'pg'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts'
import { hasTable } from './key-checks.ts'
import { verifyPassword } from './passwords.ts'
import { StartRefused } from './start-refused.ts'

/** Deactivated ones count as well: a click would open them. @throws StartRefused */
export async function refuseDemoAccounts(client: pg.ClientBase): Promise<void> {
  if (!(await hasTable(client, 'user_account'))) return
  const { rows } = await client.query<{ email: string; password_hash: string }>(
    'select email, password_hash from user_account where lower(email) = any($1) and password_hash is not null order by id',
    [DEMO_ACCOUNTS.map(({ email }) => email)],
  )
  const open: string[] = []
  for (const { email, password_hash } of rows) if (await verifyPassword(password_hash, DEMO_PASSWORD)) open.push(email)
  if (open.length === 0) return
  throw new StartRefused(
    `This database holds accounts of the demo, whose password everybody knows: ${open.join(', ')}. Production does not open it. Set DATABASE_URL or DATA_DIR to an empty one and begin with create-manager; if this one is to stay, start it with CORRIDOR_MODE=demo and choose another password for each of them first.`,
  )
}
