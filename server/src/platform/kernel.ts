/** The parts of a running server: built once (create-kernel.ts), passed to every feature. */
import type { Access } from '@corridor/domain/access/access.ts'
import type { RawBuilder } from 'kysely'
import type { JsonValue } from '../db/schema.ts'
import type { Configuration } from './configuration.ts'
import type { Db, Trx } from './database/database.ts'
import type { FileStore } from './files/file-store.ts'
import type { FoundKey, FoundSession } from './http/found-session.ts'
import type { Scope } from './http/scope.ts'
import type { Letterhead } from './mail/mail-html.ts'

export interface Kernel {
  configuration: Configuration
  /** Runtime connections as corridor_app, which owns nothing; used through a Scope. */
  db: Db
  /** The same, apart so that no other call waits for those who export long lists (exports.ts). */
  exportDb: Db
  /** The owner's connections: sessions' housekeeping, jobs, sealing. Never in a request handler on client data. */
  ownerDb: Db
  /** The owner's too, apart so that signing in waits for no job; only password-hashes.ts asks it. */
  signInDb: Db
  /** Opens nothing that is held or refused (guarded-files.ts). */
  files: FileStore
  jobs: Jobs
  events: Events
  /** Answers of the rooms above, which know people, institutions and carriers by their tables. */
  business: Business
  /** One line of the process's log each; requests log through Fastify. */
  log: Log
  /** The only clock; tests set it. */
  now: () => Date
}

/** The platform names no table of the business; it asks these (start/business.ts gives them). */
export interface Business {
  /** Everything a request must know of its caller, or undefined when the session no longer counts. */
  findSession: (kernel: Kernel, idHash: Buffer) => Promise<FoundSession | undefined>
  /** The same of an API key, by the hash of its secret: its maker's reach at this moment, cut down to its scopes. */
  findKey: (kernel: Kernel, hash: string) => Promise<FoundKey | undefined>
  /** That a key called, at most once a minute. */
  keyUsed: (kernel: Kernel, found: FoundKey, from: string) => Promise<void>
  /** Counts a call of a key, over all nodes: how many there were in its present minute, this one among them, and when that began. */
  countCall: (kernel: Kernel, keyId: number) => Promise<{ calls: number; since: number }>
  /** A person arrives at an institution. */
  noteVisit: (db: Db | Trx, visitor: Visitor, now: Date) => Promise<void>
  /** In the sender's transaction, right before a mail goes. @param tellsOf as it was queued @returns why it must not go */
  recallMail: (trx: Trx, tellsOf: JsonValue | null) => Promise<string | undefined>
  /** Firm and bank that the head of a mail to this address names. */
  letterheadOf: (trx: Trx, recipient: string) => Promise<Letterhead>
  /** Whether a carrier sent these bytes, or a firm its book: kept as they came, and never scanned for that. */
  isFed: (sha256: string) => RawBuilder<boolean>
}
export interface Visitor {
  userId: number
  siteId: number
  /** 0 for staff, who visit nobody. */
  institutionId: number
}

export interface Log {
  info: (message: string) => void
  error: (message: string, cause?: unknown) => void
}

/** Work queued in the transaction that causes it, run by pg-boss in this process or a worker. */
export interface Jobs {
  /**
   * Enqueues in `trx`: the job exists exactly when the transaction commits. Equal jobs, those of one `singletonKey`,
   * fold into the one that waits; one that runs already does not stop the next from waiting behind it.
   */
  send: <Payload extends object>(trx: Trx, job: JobAsked<Payload>, payload: Payload, options?: SendOptions) => Promise<void>
  /** The same for many payloads in one statement. */
  sendAll: <Payload extends object>(
    trx: Trx,
    job: JobAsked<Payload>,
    payloads: { payload: Payload; options?: SendOptions }[],
  ) => Promise<void>
}
export interface SendOptions {
  singletonKey?: string
  startAfterSeconds?: number
  /** Higher first; 0 unless said. */
  priority?: number
}

/** As much of a job as whoever queues it needs. */
type JobAsked<Payload extends object> = Pick<JobDefinition<Payload>, 'name' | 'parse'>

/** A job is a name, a parsed payload and a handler; definitions are listed in app.ts. */
export interface JobDefinition<Payload extends object> extends JobOnPage {
  name: string
  parse: (payload: unknown) => Payload
  /**
   * Runs at least once: must be able to run again after dying anywhere. `signal` aborts when the claim on the job was lost or the process is
   * to stop: a long job then ends at its next safe place and queues what is left. Where a person canceled the job, the reason is a JobCanceled.
   */
  run: (kernel: Kernel, payload: Payload, job: { id: string; attempt: number; lastAttempt: boolean; signal: AbortSignal }) => Promise<void>
  /** How many of this kind run at once in one process. */
  concurrency: number
  /** Attempts after the first; a worker that died mid-job used one. */
  retryLimit: number
  /** Five-field cron in UTC: runs once per occurrence on all nodes together, with the payload {}. */
  schedule?: string
  /** A NOTIFY channel of the database (of a trigger, say): its messages queue the job with the payload {}, many at once as one. */
  notice?: string
  /** After a canceled job has ended in whichever process had it in hand: says so in the rows of the business. */
  canceled?: (kernel: Kernel, payload: Payload, by: number) => Promise<void>
}

/** Facts of a kind of job for the page of jobs (features/jobs). Without `rows` the page lists what the queue holds of it. */
export interface JobOnPage {
  /** The kind's name on the page: "Carrier file check". */
  title: string
  /** The access that canceling and retrying this kind asks for beside that of the page itself; without it the page's own is enough. */
  access?: Access
  /** A statement under staff's role, with the columns of JOB_COLUMNS (shared/jobs.ts): where the business's own rows say how far the work is. */
  rows?: RawBuilder<unknown>
  /** How many of the parts that are done could not be made, of a row of that statement aliased r; left out where no part fails alone. */
  failed?: RawBuilder<number>
  /** Ends the work on a row for good, in the caller's transaction; where a process has it in hand, it hears of it by its signal. */
  cancel?: (change: JobChange) => Promise<void>
  /** Begins the work on a row that failed or was canceled anew. */
  retry?: (change: JobChange) => Promise<void>
  /** Queues the work on a row that stopped with its worker, once more. False: its job is in the queue still, or nothing is left to do. */
  resume?: (change: JobChange) => Promise<boolean>
}
export interface JobChange {
  kernel: Pick<Kernel, 'jobs' | 'events' | 'now' | 'configuration'>
  trx: Trx
  scope: Scope
  id: number
}

/** Live progress: published with the transaction (NOTIFY), heard by every node's open streams of the same site. */
export interface Events {
  publish: (trx: Trx, event: LiveEvent) => Promise<void>
  /** Server-side listening, of all institutions of a site; open streams filter by session (`openStream`). */
  subscribe: (siteId: number, listener: (event: LiveEvent) => void) => () => void
  /** Hears what the database itself tells on a channel of a job (`JobDefinition.notice`). */
  onNotice: (channel: string, listener: () => void) => () => void
}
export const EVENT_TYPES = ['batch', 'report', 'file', 'upload', 'questionnaire', 'audit', 'request', 'job'] as const
export interface LiveEvent {
  siteId: number
  institutionId?: number | undefined
  type: (typeof EVENT_TYPES)[number]
  batchId?: number | undefined
  reportId?: number | undefined
  fileId?: number | undefined
  /** Whom it is for in particular. */
  userId?: number | undefined
  status?: string | undefined
}

/** The event and its actor; written in the causing transaction. Secrets and personal data are masked by the caller. */
export interface ActivityEvent {
  action: string
  entity?: string
  entityId?: number | string
  institutionId?: number
  before?: unknown
  after?: unknown
}
