/** Debian's own PostgreSQL server: the newest that is installed, else fetched by apt where this process may. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PROGRAMS = '/usr/lib/postgresql'

/** @returns the folder of its programs; undefined where there is none and none can be had */
export function debianPostgres(): string | undefined {
  return (
    installed() ??
    (process.getuid?.() === 0 && existsSync('/etc/debian_version') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
      ? (fetchIt(), installed())
      : undefined)
  )
}

function installed(): string | undefined {
  const majors = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).filter((name) => existsSync(join(PROGRAMS, name, 'bin', 'initdb'))) : []
  const newest = majors.toSorted((a, b) => Number(b) - Number(a))[0]
  return newest && join(PROGRAMS, newest, 'bin')
}

function fetchIt(): void {
  // The programs are wanted, not a cluster of the machine's own, which the package would make and start.
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
  writeFileSync('/etc/postgresql-common/createcluster.d/corridor-tests.conf', 'create_main_cluster = false\n')
  const quiet = {
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], quiet)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], quiet)
}
