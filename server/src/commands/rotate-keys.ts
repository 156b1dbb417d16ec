/** `corridor rotate-keys`: everything under ENCRYPTION_KEY sealed anew, every SSN hashed anew, in one transaction; then the old keys are of no use. */
import { type RawBuilder, sql } from 'kysely'
import { authenticatorPurpose } from '../features/second-factor/codes.ts'
import { secretPurpose } from '../features/single-sign-on/provider.ts'
import { recordSystemActivity } from '../platform/audit-log/activity.ts'
import { resealHead } from '../platform/audit-log/chain.ts'
import type { Db, Trx } from '../platform/database/database.ts'
import { seal, unseal } from '../platform/security/encryption.ts'
import type { Keys } from '../platform/security/keys.ts'
import { hashSsn, openSsn } from '../platform/security/ssn.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { rebindKeys } from '../start/key-checks.ts'

interface SealedRow {
  /** The address of the row, as text: `ctid` within the locked table. */
  place: string
  sealed: Buffer
  purpose: string
}

/** Every column that holds something sealed under ENCRYPTION_KEY; a test looks for columns that are not here. */
export const SEALED_COLUMNS: readonly { table: string; column: string; select: RawBuilder<SealedRowParts> }[] = [
  { table: 'insured', column: 'ssn_encrypted', select: sql`'ssn' as kind, '0' as one, '0' as two` },
  { table: 'mfa_method', column: 'sealed_secret', select: sql`'authenticator' as kind, user_id::text as one, '0' as two` },
  { table: 'mfa_challenge', column: 'sealed_secret', select: sql`'authenticator' as kind, user_id::text as one, '0' as two` },
  {
    table: 'identity_provider',
    column: 'sealed_secret',
    select: sql`'provider' as kind, institution_id::text as one, site_id::text as two`,
  },
]
interface SealedRowParts {
  kind: 'ssn' | 'authenticator' | 'provider'
  one: string
  two: string
}

const PURPOSES: Record<SealedRowParts['kind'], (one: number, two: number) => string> = {
  ssn: () => '',
  authenticator: (userId) => authenticatorPurpose(userId),
  provider: (institutionId, siteId) => secretPurpose({ institutionId, siteId }),
}

export interface Rotated {
  sealed: number
  hashed: number
  /** API keys that ended: they are found by a hash that nobody can make anew without their secrets. */
  apiKeysEnded: number
}

/** @throws StartRefused when something does not open under the present key; nothing is then changed */
export async function rotateKeys(ownerDb: Db, before: Keys, after: Keys): Promise<Rotated> {
  return ownerDb.transaction().execute(async (trx) => {
    await refuseRunning(trx)
    await resealHead(trx, before, after).catch((cause: unknown) => {
      throw new StartRefused('The head of the activity log was not made under the present ENCRYPTION_KEY. Run verify-log first.', { cause })
    })
    let sealed = 0
    for (const { table, column, select } of SEALED_COLUMNS) {
      await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(trx)
      for (const row of await rowsOf(trx, table, column, select)) {
        const text = opened(before, row, `${table}.${column}`)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${seal(after, text, row.purpose)} where ctid = ${row.place}::tid`.execute(
          trx,
        )
        sealed += 1
      }
    }
    const hashed = await hashAnew(trx, after)
    // Keyed with the old key and soon forgotten anyway: failed attempts, codes under way.
    await trx.deleteFrom('signInFailure').execute()
    await trx.deleteFrom('mfaChallenge').where('codeHash', 'is not', null).execute()
    const { numUpdatedRows } = await trx
      .updateTable('apiKey')
      .set({ revokedAt: sql`now()`, formerHash: null, formerUntil: null })
      .where('revokedAt', 'is', null)
      .executeTakeFirstOrThrow()
    const apiKeysEnded = Number(numUpdatedRows)
    await rebindKeys(trx, after)
    await recordSystemActivity(trx, { action: 'keys.rotated', after: { sealed, hashed, apiKeysEnded } })
    return { sealed, hashed, apiKeysEnded }
  })
}

/** A server that goes on under the old keys would seal with them again. Each holds a connection by this name (create-kernel.ts). */
async function refuseRunning(trx: Trx): Promise<void> {
  const { rows } =
    await sql`select 1 from pg_stat_activity where application_name = 'corridor owner' and datname = current_database() limit 1`.execute(
      trx,
    )
  if (rows.length > 0) throw new StartRefused('A server or worker is running on this database. Stop all of them first.')
}

async function rowsOf(trx: Trx, table: string, column: string, select: RawBuilder<SealedRowParts>): Promise<SealedRow[]> {
  const { rows } = await sql<
    SealedRowParts & { place: string; sealed: Buffer }
  >`select ctid::text as place, ${sql.ref(column)} as sealed, ${select}
    from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(trx)
  return rows.map(({ place, sealed, kind, one, two }) => ({ place, sealed, purpose: PURPOSES[kind](Number(one), Number(two)) }))
}

function opened(keys: Keys, { sealed, purpose, place }: SealedRow, where: string): string {
  try {
    return unseal(keys, sealed, purpose)
  } catch (cause) {
    throw new StartRefused(`A value of ${where} (row ${place}) does not open under the present ENCRYPTION_KEY. Nothing was changed.`, {
      cause,
    })
  }
}

/** A hash without the number behind it could never be found again under the new key. */
async function hashAnew(trx: Trx, after: Keys): Promise<number> {
  const { rows: bare } = await sql`select 1 from insured where ssn_hash is not null and ssn_encrypted is null limit 1`.execute(trx)
  if (bare.length > 0)
    throw new StartRefused(
      'Some insureds have the hash of an SSN without the number itself, so the hash cannot be made anew. Nothing was changed.',
    )
  const { rows } = await sql<{
    place: string
    sealed: Buffer
  }>`select ctid::text as place, ssn_encrypted as sealed from insured where ssn_hash is not null`.execute(trx)
  for (const { place, sealed } of rows)
    await sql`update insured set ssn_hash = ${hashSsn(after, openSsn(after, sealed))} where ctid = ${place}::tid`.execute(trx)
  return rows.length
}
