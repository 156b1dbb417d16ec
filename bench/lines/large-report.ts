/** Line 3: one report of 4,000 policies, its time and the memory it takes, in a process of its own. */
import { fork } from 'node:child_process'
import type { BenchLine, Subject } from '../line.ts'

const SUBJECTS = [
  ['Corridor, detail and entries by policy', 'whole'],
  ['Corridor, detail only', 'detail'],
] as const

export const line: BenchLine = {
  number: 3,
  name: 'large-report',
  title: '4,000-policy asset report',
  target: 'at most 3 s, RSS of the worker at most 400 MB',
  run: async ({ quick, say }) => {
    const subjects: Subject[] = []
    for (const [name, variant] of SUBJECTS) {
      const { seconds, cpuSeconds, megabytes, pages, bytes } = await measured(variant, quick ? 200 : 4000)
      subjects.push({ name, value: seconds, more: { 'CPU s': cpuSeconds, 'RSS MB': megabytes, pages: String(pages), MB: bytes / 1e6 } })
      say(`${name}: ${seconds.toFixed(2)} s, ${megabytes.toFixed(0)} MB`)
    }
    const own = subjects[0]
    return {
      subjects,
      unit: 's',
      lessIsBetter: true,
      reached: own !== undefined && own.value <= 3 && Number(own.more?.['RSS MB']) <= 400,
      remarks: ['The second report of a fresh process (the first starts the worker); RSS is the peak of the whole process, Node included.'],
    }
  },
}

interface Measured {
  seconds: number
  cpuSeconds: number
  megabytes: number
  pages: number
  bytes: number
}

function measured(variant: string, policies: number): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('../peers/large-report-program.ts', import.meta.url), [variant, String(policies)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (message: Measured) => resolve(message))
    child.on('exit', (code) => (code === 0 ? undefined : reject(new Error(`the report program ended with ${code}`))))
  })
}
