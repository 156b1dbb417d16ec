/** Line 24: a pull from Salesforce by the Bulk API 2.0, into a file of rows, beside plain fetch of the same pages. */
import { type ChildProcess, fork } from 'node:child_process'
import type { BenchLine } from '../line.ts'

interface Read {
  rows: number
  seconds: number
  before: number
  peak: number
}

export const line: BenchLine = {
  number: 24,
  name: 'salesforce',
  title: 'A pull from Salesforce',
  target: 'half a million records by the Bulk API 2.0, memory (RSS) under 300 MB',
  run: async ({ quick, say }) => {
    const count = quick ? 20_000 : 500_000
    const double = start(['double', String(count)])
    try {
      const settings = JSON.stringify(await told<object>(double))
      const own = await told<Read>(start(['pull', settings]))
      say(`${own.rows.toLocaleString('en-US')} records in ${own.seconds.toFixed(1)} s`)
      const peer = await told<Read>(start(['fetch', settings]))
      const subject = (name: string, read: Read) => ({
        name,
        value: read.rows / read.seconds,
        more: { s: read.seconds, 'RSS MB': read.peak },
      })
      return {
        subjects: [
          subject('Corridor: read, check whole, write a file of rows', own),
          subject('fetch of the same pages, bytes dropped', peer),
        ],
        unit: 'records a second',
        lessIsBetter: false,
        reached: own.rows === count && own.peak < 300,
        remarks: [
          `${count.toLocaleString('en-US')} records of seven fields from the double of Salesforce on the same cores, which makes each page as it is asked for: most of the time of both is the double’s.`,
          `RSS is the peak of the reading process; ${own.before.toFixed(0)} MB before.`,
        ],
      }
    } finally {
      double.kill()
    }
  },
}

const start = (args: string[]): ChildProcess =>
  fork(new URL('../peers/salesforce-program.ts', import.meta.url), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

function told<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: Message) => resolve(message))
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)))
  })
}
