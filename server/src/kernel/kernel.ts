/** What a running server has at hand: built once in app.ts, passed to every feature. */
import type { Configuration } from './configuration.ts'
import type { Db, Trx } from './database.ts'
import type { FileStore } from './files.ts'

export interface Kernel {
  configuration: Configuration
  /** Runtime connections as corridor_app, which owns nothing; used through a Scope. */
  db: Db
  /** The owner's connections: sessions' housekeeping, jobs, sealing. Never in a request handler on client data. */
  ownerDb: Db
  files: FileStore
  jobs: Jobs
  events: Events
  /** The only clock; tests set it. */
  now: () => Date
}

/** Work queued in the transaction that causes it, run by pg-boss in this process or a worker. */
export interface Jobs {
  /** Enqueues in `trx`: the job exists exactly when the transaction commits. `singletonKey` folds equal jobs. */
  send: <Payload extends object>(trx: Trx, job: JobDefinition<Payload>, payload: Payload, options?: { singletonKey?: string; startAfterSeconds?: number; priority?: number }) => Promise<void>
}

/** A job is a name, a parsed payload and a handler; definitions are listed in app.ts. */
export interface JobDefinition<Payload extends object> {
  name: string
  parse: (payload: unknown) => Payload
  /** Runs at least once: must be able to run again after dying anywhere. */
  run: (kernel: Kernel, payload: Payload, job: { id: string; attempt: number; lastAttempt: boolean; signal: AbortSignal }) => Promise<void>
  /** How many of this kind run at once in one process. */
  concurrency: number
  retryLimit: number
}

/** Live progress: published with the transaction (NOTIFY), heard by every node's open streams of the same site. */
export interface Events {
  publish: (trx: Trx, event: LiveEvent) => Promise<void>
  subscribe: (siteId: number, listener: (event: LiveEvent) => void) => () => void
}
export interface LiveEvent { siteId: number; institutionId?: number; type: 'batch' | 'report' | 'file'; batchId?: number; reportId?: number; fileId?: number; status?: string }

/** What happened, who did it; written in the causing transaction. Secrets and personal data are masked by the caller. */
export interface ActivityEvent { action: string; entity?: string; entityId?: number | string; institutionId?: number; before?: unknown; after?: unknown }

export type Record_ = (trx: Trx, scope: Scope, event: ActivityEvent) => Promise<void>
