/** A PostgreSQL of somebody else's, as DATABASE_URL names one: a cluster of its own under a temporary folder, run by given programs, on loopback. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { postgresUser } from '../platform/database/postgres-binaries.ts'
import { postgresEnvironment, spawnAs } from '../platform/database/postgres-cluster.ts'
import { freePort } from '../platform/database/postmaster.ts'
import { endWithThisProcess, inDatabase, inSession } from './test-cluster.ts'

export interface OutsidePostgres {
  superuserUrl: string
  /** Statements of whoever looks after that server, one after the other. */
  asAdministrator: (...statements: string[]) => Promise<void>
  /** Makes a login role with an empty database of its own. @returns the address of that role in that database */
  makeDatabase: (owner: string, attributes?: string) => Promise<string>
  /** As a power cut: connections are cut, nothing is written down. */
  crash: () => Promise<void>
  start: () => Promise<void>
  remove: () => Promise<void>
}

/** @param programs the folder of `initdb` and `pg_ctl` */
export async function startOutsidePostgres(programs: string): Promise<OutsidePostgres> {
  const user = postgresUser()
  const folder = mkdtempSync(join(tmpdir(), 'corridor-outside-'))
  chmodSync(folder, 0o711)
  const cluster = join(folder, 'postgres')
  mkdirSync(cluster, { mode: 0o700 })
  const [password, passwordFile, log] = [randomBytes(18).toString('base64url'), join(folder, 'password'), join(folder, 'postgres.log')]
  writeFileSync(passwordFile, password, { mode: 0o600 })
  writeFileSync(log, '')
  if (user) for (const path of [cluster, passwordFile, log]) chownSync(path, user.uid, user.gid)
  const run = async (program: string, ...args: string[]) => {
    await promisify(execFile)(join(programs, program), args, { ...spawnAs(user), env: { ...postgresEnvironment(), PGDATA: cluster } })
  }
  await run(
    'initdb',
    ...['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  )
  const port = await freePort()
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=120`
  const start = () => run('pg_ctl', 'start', '-w', '-l', log, '-o', settings)
  await start()
  const letGo = endWithThisProcess(folder)

  const superuserUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const asAdministrator = (...statements: string[]) => inSession(superuserUrl, ...statements)
  return {
    superuserUrl,
    asAdministrator,
    makeDatabase: async (owner, attributes = 'createrole') => {
      await asAdministrator(`create role ${owner} login ${attributes} password '${password}'`, `create database ${owner} owner ${owner}`)
      const address = new URL(inDatabase(superuserUrl, owner))
      address.username = owner
      return address.href
    },
    crash: () => run('pg_ctl', 'stop', '-w', '-m', 'immediate'),
    start,
    remove: async () => {
      await run('pg_ctl', 'stop', '-w', '-m', 'immediate')
      rmSync(folder, { recursive: true, force: true })
      letGo()
    },
  }
}
