/** Messages of a process to the terminal: plain lines for a person at the demo, one JSON object a line in production. */
import { inspect } from 'node:util'
import type { Log } from './lifecycle.ts'

export function processLog(json: boolean): Log {
  // Whoever read the log is gone: each line would be a failure nobody caught, which is logged, and so on without end. The banks are served all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  const write = (level: 'info' | 'error', message: string, cause?: unknown) => {
    const line = json
      ? JSON.stringify({ level, time: new Date().toISOString(), message, ...(cause === undefined ? {} : { cause: textOf(cause) }) })
      : cause === undefined
        ? message
        : `${message}\n${textOf(cause)}`
    process[level === 'info' ? 'stdout' : 'stderr'].write(`${line}\n`)
  }
  return { info: (message) => write('info', message), error: (message, cause) => write('error', message, cause) }
}

/** An error with its causes and stacks; whatever else was thrown, as Node shows it. */
const textOf = (cause: unknown): string => inspect(cause, { depth: 4, breakLength: 160 })
