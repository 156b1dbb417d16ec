/** Line 2: a batch of 1,000 one-page reports as the product makes them, beside Typst alone in a loop. */
import { fork } from 'node:child_process'
import os from 'node:os'
import type { BenchLine, Subject } from '../line.ts'

const SUBJECTS = [
  ['Corridor: job, query, PDF, fsync, hash, row', 'engine'],
  ['Printing alone, one worker a processor', 'pool'],
  ['Bare Typst in a loop on one thread, pages prepared beforehand', 'typst'],
] as const

interface Measured {
  reports: number
  seconds: number
  cpuSeconds: number
  megabytes: number
}

export const line: BenchLine = {
  number: 2,
  name: 'report-batch',
  title: 'Batch of 1,000 one-page reports',
  target: 'at least 100 reports a second on 2 processors',
  run: async ({ quick, say }) => {
    const subjects: Subject[] = []
    for (const [name, subject] of SUBJECTS) {
      const { reports, seconds, cpuSeconds, megabytes } = await measured(subject, quick ? 40 : 1000)
      subjects.push({
        name,
        value: reports / seconds,
        more: { 'CPU ms a report': (cpuSeconds * 1000) / reports, 's in all': seconds, 'RSS MB': megabytes },
      })
      say(`${name}: ${(reports / seconds).toFixed(1)} a second`)
    }
    return {
      subjects,
      unit: 'reports a second',
      lessIsBetter: false,
      reached: (subjects[0]?.value ?? 0) >= 100,
      remarks: [
        `Summary asset reports of institutions with 3 policies on 3 carriers and 15 posted months, embedded PostgreSQL with fsync on, files on the local disk, ${os.availableParallelism()} processors for database, server and printing together.`,
        'CPU is that of the measuring process with its threads; PostgreSQL works beside it.',
      ],
    }
  },
}

function measured(subject: string, reports: number): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('../peers/report-batch-program.ts', import.meta.url), [subject, String(reports)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (message: Measured) => resolve(message))
    child.on('exit', (code) => (code === 0 ? undefined : reject(new Error(`${subject} ended with ${code}`))))
  })
}
