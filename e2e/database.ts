/** The database behind the stories: for time that must pass and people no page makes yet. Only stories use it, and only their own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Runs one statement as the cluster's superuser, whom row-level security does not concern. */
export async function inDatabase(
  statement: string,
  values: readonly unknown[] = [],
  folder = process.env.E2E_DATA_DIR,
): Promise<Record<string, unknown>[]> {
  if (!folder) throw new Error('E2E_DATA_DIR names no data folder: the harness sets it when its server is up.')
  const kept: { cluster: string; superuserPassword: string } = JSON.parse(readFileSync(join(folder, 'postgres.json'), 'utf8'))
  const cluster = kept.cluster.startsWith('/') ? kept.cluster : join(folder, kept.cluster)
  const [, , , port] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: 'postgres',
    password: kept.superuserPassword,
    database: 'corridor',
  })
  await client.connect()
  try {
    return (await client.query(statement, [...values])).rows
  } finally {
    await client.end()
  }
}
