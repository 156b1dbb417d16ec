/** Builds the kernel of a process: connections, files, events, jobs; and takes it down in reverse. */

import type { Configuration } from '../platform/configuration.ts'
import { connect } from '../platform/database/database.ts'
import { openFiles } from '../platform/files/files.ts'
import { guardFiles } from '../platform/files/guarded.ts'
import { MADE_AT_ONCE } from '../platform/http/turns.ts'
import { type EventHub, startEvents } from '../platform/jobs/events.ts'
import { type AnyJob, type JobRunner, startJobs } from '../platform/jobs/jobs.ts'
import type { Kernel, Log } from '../platform/kernel.ts'
import { BUSINESS } from './business.ts'

export interface RunningKernel extends Kernel {
  jobs: JobRunner
  events: EventHub
}

export interface KernelOptions {
  ownerUrl: string
  appUrl: string
  definitions: readonly AnyJob[]
  log: Log
  now?: () => Date
  /** Connections for requests; PostgreSQL serves all nodes and workers together. */
  poolSize?: number
  /** See StopOptions of jobs.ts. */
  lastCall?: () => Promise<void>
}

export async function createKernel(
  configuration: Configuration,
  { ownerUrl, appUrl, definitions, log, now = () => new Date(), poolSize = 20, lastCall }: KernelOptions,
): Promise<{ kernel: RunningKernel; close: () => Promise<void> }> {
  const app = connect(appUrl, { max: poolSize, applicationName: 'corridor' })
  const exports = connect(appUrl, { max: MADE_AT_ONCE, applicationName: 'corridor exports' })
  const owner = connect(ownerUrl, { max: 6, applicationName: 'corridor owner' })
  const signIn = connect(ownerUrl, { max: 2, applicationName: 'corridor sign-in' })
  const events = await startEvents(ownerUrl, (cause) =>
    log.error(`the connection for live events broke, opening it again: ${cause instanceof Error ? cause.message : String(cause)}`),
  )
  const jobs = await startJobs(ownerUrl, definitions, log, lastCall ? { lastCall } : {})
  return {
    kernel: {
      configuration,
      db: app.db,
      exportDb: exports.db,
      ownerDb: owner.db,
      signInDb: signIn.db,
      files: guardFiles(openFiles(configuration), owner.db, BUSINESS.isFed),
      business: BUSINESS,
      jobs,
      events,
      log,
      now,
    },
    close: async () => {
      await jobs.stop()
      await events.stop()
      await Promise.all([app.close(), exports.close(), owner.close(), signIn.close()])
    },
  }
}
