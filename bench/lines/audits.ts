/** Line 16: all rules of the five audits asked of a month, beside one plain SQL pass over the same rows. */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestCluster } from '@corridor/server/test/test-cluster.ts'
import type { BenchLine } from '../line.ts'

interface Audited {
  policies: number
  opened: number
  asked: number
  seconds: number
  cpuSeconds: number
  before: number
  peak: number
}

/** Megabytes that are enough for a month of any size. */
const HEAP = 128

export const line: BenchLine = {
  number: 16,
  name: 'audits',
  title: 'Audit of a month of 100,000 policies',
  target: 'within 60 s on 2 processors',
  run: async ({ quick, say }) => {
    const cluster = await startTestCluster()
    const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-audits-'))
    const ask = <Message>(what: string, size = 0, options: string[] = []) =>
      program<Message>([what, cluster.ownerUrl, cluster.appUrl, folder, String(size)], options)
    try {
      await ask('prepare', quick ? 4_000 : 100_000)
      say('the book is made')
      const first = await ask<Audited>('audit')
      say(`${first.policies} policies in ${first.seconds.toFixed(1)} s, ${first.opened} exceptions`)
      const again = await ask<Audited>('audit', 0, [`--max-old-space-size=${HEAP}`])
      const pass = await ask<{ seconds: number }>('pass')
      const figures = ({ policies, seconds, cpuSeconds, before, peak }: Audited) => ({
        'policies a second': policies / seconds,
        'CPU s': cpuSeconds,
        'RSS MB': peak,
        'more than before, MB': peak - before,
      })
      return {
        subjects: [
          { name: 'Corridor: every rule asked, exceptions and coverage kept', value: first.seconds, more: figures(first) },
          { name: `The same with the heap of old objects held to ${HEAP} MB`, value: again.seconds, more: figures(again) },
          { name: 'One SQL pass: four sums over the month joined to its policies', value: pass.seconds },
        ],
        unit: 's',
        lessIsBetter: true,
        reached: first.seconds <= 60,
        remarks: [
          `${first.policies.toLocaleString('en-US')} policies in force, of ${quick ? 20 : 500} institutions, 13 posted months; ${first.asked.toLocaleString('en-US')} times a rule was asked of a policy, and ${first.opened.toLocaleString('en-US')} exceptions were opened.`,
          'Corridor reads each policy’s value, line, flows, register and two months before, and commits some thousand policies at a time. RSS is the peak of the whole process, server kernel included; it collects garbage late while there is room, and the second run shows what it needs. CPU is Corridor’s, without PostgreSQL’s.',
          'The pass is the second of two, by the tables’ owner: no row-level security, nothing leaves PostgreSQL but one row.',
        ],
      }
    } finally {
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function program<Message>(args: string[], execArgv: string[]): Promise<Message> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('../peers/audits-program.ts', import.meta.url), args, {
      execArgv,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (message: Message) => resolve(message))
    child.on('exit', (code) => reject(new Error(`the program ended with ${code}`)))
  })
}
