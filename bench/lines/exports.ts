/** Line 16: how long another bank's person waits for a session call while one person asks for 20 exports of a long log at once, beside nobody exporting. */
import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchLine, Subject } from '../line.ts'
import { quantile } from '../load.ts'
import type { ServingLog } from '../peers/exports-program.ts'

const EXPORTS = 20
const AT_MOST_MS = 300
const AT_MOST_MB = 100

export const line: BenchLine = {
  number: 16,
  name: 'exports',
  title: '20 exports of a log of 90,000 rows at once, by one person',
  target: `p99 of another person’s session call at most ${AT_MOST_MS} ms meanwhile, memory (RSS) + ${AT_MOST_MB} MB`,
  run: async ({ quick, say }) => {
    const rows = quick ? 9_000 : 90_000
    const { child, serving } = await serve(rows)
    try {
      /** Status 0: no answer came. */
      const ask = async (path: string, cookie: string) => {
        const began = performance.now()
        const status = await fetch(`${serving.corridor}${path}`, { headers: { cookie } }).then(
          async (answer) => answer.arrayBuffer().then(() => answer.status),
          () => 0,
        )
        return { status, took: performance.now() - began }
      }
      const session = () => ask('/api/session', serving.other)
      /** Asked again and again while something else goes on. */
      const watched = async (during: Promise<unknown>) => {
        const seen: Awaited<ReturnType<typeof session>>[] = []
        let goesOn = true
        const ended = during.finally(() => {
          goesOn = false
        })
        let peak = memoryOf(child)
        const before = peak
        const looking = setInterval(() => {
          peak = Math.max(peak, memoryOf(child))
        }, 20)
        while (goesOn) {
          seen.push(await session())
          await delay(20)
        }
        clearInterval(looking)
        await ended
        const times = seen.map(({ took }) => took)
        return {
          p99: quantile(times, 0.99),
          median: quantile(times, 0.5),
          longest: Math.max(...times),
          failed: seen.filter(({ status }) => status !== 200).length,
          megabytes: (peak - before) / 1e6,
        }
      }
      const file = (format: string) => ask(`/api/activity?format=${format}`, serving.exporter)
      const subjects: Subject[] = []
      const measure = async (name: string, during: Promise<unknown>, more: () => Record<string, number>) => {
        const found = await watched(during)
        const { p99, median, longest, failed, megabytes } = found
        const figures = {
          'median ms': median,
          'longest ms': longest,
          'RSS + MB': megabytes,
          'session calls that failed': failed,
          ...more(),
        }
        subjects.push({ name, value: p99, more: figures })
        say(`${name}: p99 ${p99.toFixed(0)} ms, longest ${longest.toFixed(0)} ms, RSS + ${megabytes.toFixed(0)} MB`)
      }
      await watched(delay(1_000))
      await file('csv')
      const seconds = quick ? 3 : 15
      for (const format of ['xlsx', 'csv']) {
        let [refused, others, had] = [0, 0, 0]
        const began = performance.now()
        let took = 0
        /** A refused call is made again, until each of the 20 has its file. */
        const each = async () => {
          for (;;) {
            const { status } = await file(format)
            if (status === 200) had += 1
            else if (status === 429) refused += 1
            else others += 1
            if (status !== 429) break
            await delay(1_000)
          }
          took = (performance.now() - began) / 1000
        }
        await measure(`Corridor, 20 exports as ${format.toUpperCase()}`, Promise.all(Array.from({ length: EXPORTS }, each)), () => ({
          'files had': had,
          'answers 429': refused,
          'other failures': others,
          's until all are there': took,
        }))
      }
      await measure('Corridor, nobody exports', delay(seconds * 1_000), () => ({}))
      const busy = subjects.slice(0, 2)
      return {
        subjects,
        unit: 'ms, p99 of the other person’s session call',
        lessIsBetter: true,
        reached: busy.every(({ value, more }) => value <= AT_MOST_MS && Number(more?.['RSS + MB']) <= AT_MOST_MB),
        remarks: [
          `${rows.toLocaleString('en-US')} rows, 19 columns. One person asks for 20 files at the same moment and, where refused, again a second later; meanwhile a client of a bank asks for its session, 20 ms after each answer. Database, server and the asking share the processors.`,
          'RSS is that of the server’s process with its threads, at its highest, over what it was before the first of the 20 was asked for; one export has warmed it up.',
        ],
      }
    } finally {
      child.disconnect()
    }
  },
}

/** Bytes in memory; Linux only. */
const memoryOf = ({ pid }: ChildProcess): number => {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

function serve(rows: number): Promise<{ child: ChildProcess; serving: ServingLog }> {
  const child = fork(new URL('../peers/exports-program.ts', import.meta.url), [String(rows)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    child.once('message', (serving: ServingLog) => resolve({ child, serving }))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
}
