/** Line 14: releasing 500 reports, whose stored papers stand as they are, beside stamping each at its release. */
import { fork } from 'node:child_process'
import type { BenchLine } from '../line.ts'
import { median } from '../measure.ts'

type Measured = Record<'plain' | 'reason' | 'stamping', number[]>

export const line: BenchLine = {
  number: 14,
  name: 'release',
  title: 'Release of 500 annual reviews',
  target: 'stamps that tell draft from release make a release slower by at most a fifth',
  run: async ({ quick, say }) => {
    const reports = quick ? 20 : 500
    const measured = await measure(reports, quick ? 1 : 3)
    const of = (key: keyof Measured) => median(measured[key])
    const subjects = [
      { name: 'Corridor: the stored paper is the released one', value: of('plain') },
      { name: 'The same, if each paper were stamped and stored at its release', value: of('plain') + of('stamping') },
      { name: 'Reviews that are not complete: each prints its reason', value: of('reason') },
    ].map((subject) => ({ ...subject, more: { 'ms a report': (subject.value * 1000) / reports } }))
    for (const { name, value } of subjects) say(`${name}: ${value.toFixed(2)} s`)
    return {
      subjects,
      unit: 's',
      lessIsBetter: true,
      // A release neither prints nor stamps: what it does is what it did before there were stamps.
      reached: null,
      remarks: [
        `${reports} reviews of one policy each, released and withdrawn in turn within one run, medians of ${measured.plain.length} after one that is not counted; one transaction with records, mails and events; PostgreSQL with fsync on, files on the local disk.`,
        'A release writes no file unless it prints a reason: the draft is made of the stored paper when it is read. Reviews released before they are complete are stamped one by one, at the release.',
      ],
    }
  },
}

function measure(reports: number, runs: number): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('../peers/release-program.ts', import.meta.url), [String(reports), String(runs)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (message: Measured) => resolve(message))
    child.on('exit', (code) => (code === 0 ? undefined : reject(new Error(`releasing ended with ${code}`))))
  })
}
