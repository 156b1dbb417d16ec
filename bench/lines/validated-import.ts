/** Line 5: a carrier's extract of policy values, parsed, checked against the book, kept line by line, committed. */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestCluster } from '@corridor/server/test/test-cluster.ts'
import type { BenchLine } from '../line.ts'

interface Imported {
  id: number
  rows: number
  seconds: number
  postSeconds: number
  cpuSeconds: number
  before: number
  peak: number
  stall: number
}

export const line: BenchLine = {
  number: 5,
  name: 'import',
  title: 'Validated import of policy values',
  target: 'at least 100,000 rows a second (parse, check, lineage, commit), memory (RSS) at most 300 MB',
  run: async ({ quick, say }) => {
    const cluster = await startTestCluster()
    const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-import-'))
    const urls = [cluster.ownerUrl, cluster.appUrl, cluster.superuserUrl, folder]
    try {
      const { siteId } = await program<{ siteId: number }>(['prepare', ...urls, String(quick ? 5_000 : 100_000)])
      say('book and extract made')
      const own = await program<Imported>(['import', ...urls, String(siteId)])
      say(`${own.rows} rows in ${own.seconds.toFixed(2)} s`)
      const peer = await program<{ seconds: number }>(['copy', ...urls, String(own.id)])
      const perSecond = own.rows / own.seconds
      return {
        subjects: [
          {
            name: 'Corridor: read, check, keep, commit',
            value: perSecond,
            more: { s: own.seconds, 'CPU s': own.cpuSeconds, 'RSS MB': own.peak, 'longest stall ms': own.stall },
          },
          { name: 'COPY of the same rows into the same indexed table', value: own.rows / peer.seconds, more: { s: peer.seconds } },
          { name: 'Corridor: posting the file as valuations', value: own.rows / own.postSeconds, more: { s: own.postSeconds } },
        ],
        unit: 'rows a second',
        lessIsBetter: false,
        reached: perSecond >= 100_000 && own.peak <= 300,
        remarks: [
          'One CSV of 16 columns, three carriers, 100 institutions; every row matched to its policy and checked by all rules against the book and last month. From the file on disk to the commit, storing and hashing the file included.',
          `RSS is the peak of the whole process, server kernel and reading thread included; ${own.before.toFixed(0)} MB before the import. CPU is Corridor’s, without PostgreSQL’s.`,
          'COPY is PostgreSQL’s binary form of the finished rows, by a superuser: no reading of text, no checks, no row-level security.',
        ],
      }
    } finally {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function program<Message>(args: string[]): Promise<Message> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('../peers/import-program.ts', import.meta.url), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.on('message', (message: Message) => resolve(message))
    child.on('exit', (code) => reject(new Error(`the program ended with ${code}`)))
  })
}
