/** Messages of a process to the terminal: plain lines for a person at the demo, one JSON object a line in production. */
import { inspect } from 'node:util'
import type { Log } from './lifecycle.ts'

export function processLog(json: boolean): Log {
  // After the log's reader has ended, each line fails. Uncaught, that failure would be logged, fail again, and so on without end.
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
