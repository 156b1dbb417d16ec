/** How a process ends: on a signal in order and within a time limit, on a crash with its reason, at once on a second signal. */
import { setTimeout as delay } from 'node:timers/promises'
import { StartRefused } from '../start-refused.ts'

export type Log = { info: (message: string) => void; error: (message: string, cause?: unknown) => void }

export type Lifecycle = {
  /**
   * Registers what must be undone at the end. Steps run in the reverse order of registration, as a stack unwinds:
   * register PostgreSQL first, then pools, jobs, the listening server; requests then finish while the database is still there.
   */
  onStop: (name: string, stop: () => unknown, options?: { milliseconds?: number }) => void
  /** Ends the process in order; the first reason counts. */
  stop: (reason: string, exitCode?: number) => Promise<never>
  /** True once the end began: `/readyz` answers 503 from then on. */
  stopping: () => boolean
}

type StartingLifecycle = Lifecycle & {
  /** Runs the start. An end asked for meanwhile waits until the start has noticed, so that nothing it made is left behind. */
  begin: (start: () => Promise<void>) => Promise<void>
}

const STEP_LIMIT = 20_000
/** How long an end waits for a start that is under way. */
const START_LIMIT = 15_000
/** Ctrl-C reaches every process of a terminal, and npm and the launcher pass it on: what arrives this soon is one press. */
const ONE_PRESS = 1000

/**
 * Runs a program under the lifecycle: signals and crashes from here on end it in order.
 * A StartRefused prints its sentence alone and exits 1; any other failure of `begin` is logged with its stack.
 */
export async function runProgram(log: Log, begin: (lifecycle: Lifecycle) => Promise<void>): Promise<void> {
  const lifecycle = createLifecycle(log)
  let firstSignal = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      firstSignal ||= Date.now()
      if (!lifecycle.stopping()) void lifecycle.stop(signal)
      else if (Date.now() - firstSignal > ONE_PRESS) {
        log.error(`${signal} again: ending at once`)
        process.exit(130)
      }
    })
  }
  // The launcher (tools/start.mjs) holds a channel: it closes when the launcher is killed, and its server must not run on unseen.
  process.once('disconnect', () => void lifecycle.stop('the launcher ended'))
  process.channel?.unref()
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (cause: unknown) => {
      if (lifecycle.stopping()) return log.error('a failure while stopping', cause)
      log.error('a failure nobody caught', cause)
      void lifecycle.stop(event, 1)
    })
  }
  try {
    await lifecycle.begin(() => begin(lifecycle))
  } catch (cause) {
    if (cause instanceof StartRefused) log.error(cause.message)
    else if (!lifecycle.stopping()) log.error('the start failed', cause)
    await lifecycle.stop('the start failed', 1)
  }
}

export function createLifecycle(log: Log, exit: (code: number) => never = (code) => process.exit(code)): StartingLifecycle {
  const steps: { name: string; stop: () => unknown; milliseconds: number }[] = []
  let ending: Promise<never> | undefined
  let started: Promise<unknown> = Promise.resolve()
  const end = async (reason: string, exitCode: number): Promise<never> => {
    if (steps.length > 0) log.info(`Stopping (${reason})`)
    let code = exitCode
    await within(START_LIMIT, () => started).catch(() => log.error('the start is still under way; stopping what it made so far'))
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await within(step.milliseconds, step.stop)
      } catch (cause) {
        code ||= 1
        log.error(`stopping ${step.name} failed`, cause)
      }
    }
    return exit(code)
  }
  return {
    onStop: (name, stop, { milliseconds = STEP_LIMIT } = {}) => {
      steps.push({ name, stop, milliseconds })
      if (ending) throw new Error('the end began during the start')
    },
    stop: (reason, exitCode = 0) => {
      ending ??= end(reason, exitCode)
      return ending
    },
    stopping: () => ending !== undefined,
    begin: async (start) => {
      const work = start()
      started = work.catch(() => {})
      await work
    },
  }
}

async function within(milliseconds: number, work: () => unknown): Promise<void> {
  const limit = new AbortController()
  try {
    await Promise.race([
      (async () => work())(),
      delay(milliseconds, undefined, { signal: limit.signal }).then(() => {
        throw new Error(`not done after ${milliseconds / 1000} s`)
      }),
    ])
  } finally {
    limit.abort()
  }
}
