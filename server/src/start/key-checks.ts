/** A database belongs to its keys: whoever comes with others is refused before anything is written. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { isHeadOf } from '../platform/audit-log/chain.ts'
import type { Configuration } from '../platform/configuration.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Keys } from '../platform/security/keys.ts'
import { hashSsn, openSsn } from '../platform/security/ssn.ts'
import { StartRefused } from '../platform/start-refused.ts'

/** By which a key is told from another; the key cannot be found from it. */
export const keyChecksOf = (keys: Keys): { encryption: Buffer; ssnHash: Buffer } => ({
  encryption: checkOf(keys.encryption),
  ssnHash: checkOf(keys.ssnHash),
})
const checkOf = (key: Buffer): Buffer => createHmac('sha256', key).update('Corridor key check').digest()

/**
 * Before anything else is done with a database, migrations included. One that was not bound yet (new, or of a version before this) is judged by what lies in
 * it: a social security number, else the head of the activity log.
 *
 * @throws StartRefused
 */
export async function refuseOtherKeys(client: pg.ClientBase, { keys, mode }: Pick<Configuration, 'keys' | 'mode'>): Promise<void> {
  const wrong = (await boundElsewhere(client, keys)) ?? (await madeElsewhere(client, keys))
  if (wrong.length === 0) return
  const [is, key] = wrong.length === 1 ? ['is', 'the key'] : ['are', 'the keys']
  const where = mode === 'demo' ? ' Without these settings the demo takes them from keys.json in DATA_DIR.' : ''
  throw new StartRefused(
    `${wrong.join(' and ')} ${is} not ${key} that this database was set up with; nothing was changed. Set the right one, after rotate-keys the new one, or the address of another database.${where}`,
  )
}

/** After the migrations, and again by whoever is first: from then on no other key opens it. @throws StartRefused when another process was first with other keys */
export async function bindKeys(client: pg.ClientBase, configuration: Pick<Configuration, 'keys' | 'mode'>): Promise<void> {
  const { encryption, ssnHash } = keyChecksOf(configuration.keys)
  await client.query('insert into key_check (encryption, ssn_hash) values ($1, $2) on conflict do nothing', [encryption, ssnHash])
  await refuseOtherKeys(client, configuration)
}

/** In the transaction that seals everything anew. */
export async function rebindKeys(trx: Trx, after: Keys): Promise<void> {
  const { encryption, ssnHash } = keyChecksOf(after)
  await sql`insert into key_check (encryption, ssn_hash) values (${encryption}, ${ssnHash})
    on conflict (only_row) do update set encryption = excluded.encryption, ssn_hash = excluded.ssn_hash, bound_at = now()`.execute(trx)
}

type Wrong = ('ENCRYPTION_KEY' | 'SSN_HASH_KEY')[]

/** Undefined when it was not bound yet. */
async function boundElsewhere(client: pg.ClientBase, keys: Keys): Promise<Wrong | undefined> {
  if (!(await hasTable(client, 'key_check'))) return undefined
  const { rows } = await client.query<{ encryption: Buffer; ssn_hash: Buffer }>('select encryption, ssn_hash from key_check')
  const own = keyChecksOf(keys)
  return rows[0] && wrongOf(rows[0].encryption.equals(own.encryption), rows[0].ssn_hash.equals(own.ssnHash))
}

async function madeElsewhere(client: pg.ClientBase, keys: Keys): Promise<Wrong> {
  if (!(await hasTable(client, 'activity_head'))) return []
  const { rows: insured } = await client.query<{ sealed: Buffer; hash: Buffer }>(
    'select ssn_encrypted as sealed, ssn_hash as hash from insured where ssn_encrypted is not null and ssn_hash is not null limit 1',
  )
  if (insured[0]) {
    const ssn = opened(keys, insured[0].sealed)
    // Under another ENCRYPTION_KEY the number is not known, and so neither is what its hash would be.
    return ssn === undefined ? ['ENCRYPTION_KEY'] : wrongOf(true, hashSsn(keys, ssn).equals(insured[0].hash))
  }
  const { rows: heads } = await client.query<{ sequence: string; seal: Buffer; mac: Buffer }>(
    'select sequence, seal, mac from activity_head',
  )
  const head = heads[0]
  return wrongOf(!head || head.mac.length === 0 || isHeadOf(keys, { ...head, sequence: Number(head.sequence) }), true)
}

const wrongOf = (encryption: boolean, ssnHash: boolean): Wrong => [
  ...(encryption ? [] : (['ENCRYPTION_KEY'] as const)),
  ...(ssnHash ? [] : (['SSN_HASH_KEY'] as const)),
]

function opened(keys: Keys, sealed: Buffer): string | undefined {
  try {
    return openSsn(keys, sealed)
  } catch {
    return undefined
  }
}

export async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [`public.${name}`])
  return rows[0]?.there === true
}
