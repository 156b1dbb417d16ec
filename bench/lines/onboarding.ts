/** Line 23: a firm's whole book from CSV files into the portal: read, checked, tied out, posted, every value with its source. */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestCluster } from '@corridor/server/test/test-cluster.ts'
import type { BenchLine } from '../line.ts'

interface Imported {
  values: number
  records: number
  checkSeconds: number
  seconds: number
  peak: number
  before: number
}

/** Banks, policies and months: 600 banks and ten years of 100,000 policies are twelve million values. */
const SIZES = { quick: [20, 1_000, 12], standard: [600, 100_000, 12], full: [600, 100_000, 120] } as const

export const line: BenchLine = {
  number: 23,
  name: 'onboarding',
  title: 'A firm’s whole book',
  target: '12 million month-end values with all that they stand on in 10 minutes (20,000 values a second), memory (RSS) under 1 GB',
  run: async ({ quick, full, say }) => {
    const cluster = await startTestCluster()
    const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-book-'))
    const size = full ? SIZES.full : quick ? SIZES.quick : SIZES.standard
    const urls = [cluster.ownerUrl, cluster.appUrl, cluster.superuserUrl, folder, ...size.map(String)]
    try {
      await program<object>(['prepare', ...urls])
      say(`files of ${size[0]} banks, ${size[1].toLocaleString('en-US')} policies and ${size[2]} months made`)
      const own = await program<Imported>(['import', ...urls])
      say(
        `${own.values.toLocaleString('en-US')} values and ${own.records.toLocaleString('en-US')} other records in ${own.seconds.toFixed(1)} s`,
      )
      const peer = await program<{ seconds: number }>(['copy', ...urls])
      const perSecond = own.values / own.seconds
      return {
        subjects: [
          {
            name: 'Corridor: read, check, tie out, write',
            value: perSecond,
            more: { s: own.seconds, 'of them to check s': own.checkSeconds, 'RSS MB': own.peak },
          },
          {
            name: 'COPY of the same values into a table without indexes, keys and checks',
            value: own.values / peer.seconds,
            more: { s: peer.seconds },
          },
        ],
        unit: 'values a second',
        lessIsBetter: false,
        reached: perSecond >= 20_000 && own.peak < 1_000,
        remarks: [
          `${size[0]} banks, ${size[1].toLocaleString('en-US')} policies with insureds, consents and transactions, ${size[2]} month ends: ${own.values.toLocaleString('en-US')} values. The seconds are those of everything, from the files on disk to the last commit, the other ${own.records.toLocaleString('en-US')} records included. ${full ? '' : 'With --full the same over 120 month ends.'}`,
          `RSS is the peak of the importing process; ${own.before.toFixed(0)} MB before. PostgreSQL runs beside it on the same cores.`,
          'The limit is PostgreSQL’s COPY of the finished rows in binary form, by a superuser, into a table of the same columns: no reading of text, no indexes, no row-level security.',
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
    const child = fork(new URL('../peers/onboarding-program.ts', import.meta.url), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.on('message', (message: Message) => resolve(message))
    child.on('exit', (code) => reject(new Error(`the program ended with ${code}`)))
  })
}
