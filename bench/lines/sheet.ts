/** Line 6: a list of 100,000 rows as XLSX with formats, to the last byte. */
import { fork } from 'node:child_process'
import type { BenchLine, Subject } from '../line.ts'

const PROGRAMS = [
  ['Corridor (platform/formats/xlsx-writer.ts, streamed)', 'corridor'],
  ['exceljs, streaming writer', 'exceljs'],
  ['write-excel-file', 'write-excel-file'],
] as const

export const line: BenchLine = {
  number: 6,
  name: 'sheet',
  title: 'XLSX of 100,000 rows with formats',
  target: 'at most 4 s to the last byte, memory (RSS) + 100 MB',
  run: async ({ quick, say }) => {
    const subjects: Subject[] = []
    for (const [name, program] of PROGRAMS) {
      const { seconds, cpuSeconds, megabytes, bytes } = await measured(program, quick ? 5000 : 100_000)
      subjects.push({ name, value: seconds, more: { 'CPU s': cpuSeconds, 'RSS + MB': megabytes, MB: bytes / 1e6 } })
      say(`${name}: ${seconds.toFixed(2)} s`)
    }
    const own = subjects[0]
    return {
      subjects,
      unit: 's to the last byte',
      lessIsBetter: true,
      reached: own !== undefined && own.value <= 4 && Number(own.more?.['RSS + MB']) <= 100,
      remarks: [
        'Ten columns: count, three texts, date, two amounts, two percentages, time. Each subject in a process of its own; RSS is the peak over the start of writing.',
      ],
    }
  },
}

function measured(program: string, rows: number): Promise<{ seconds: number; cpuSeconds: number; megabytes: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('../peers/sheet-program.ts', import.meta.url), [program, String(rows)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    child.on('message', (message: { seconds: number; cpuSeconds: number; megabytes: number; bytes: number }) => resolve(message))
    child.on('exit', (code) => (code === 0 ? undefined : reject(new Error(`${program} ended with ${code}`))))
  })
}
