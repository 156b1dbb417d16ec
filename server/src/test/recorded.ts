/**
 * Whether what changes something leaves a row in the activity log. Every test file that calls through `callAs` helps: an endpoint that changed
 * something in it, and never left a row, fails the file.
 */
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** Calls that change nothing another person could ask about, each with its reason. */
export const UNRECORDED: Readonly<Record<string, string>> = {
  'POST /api/reports/search': 'reads; required to be a POST',
  'POST /api/sites/menu/types': 'reads; required to be a POST',
  'POST /api/session/password/link': 'reads what a link is for; a POST keeps the token out of addresses',
  'POST /api/session/email-change/link': 'reads what a link is for; a POST keeps the token out of addresses',
  'POST /api/session/single-sign-on': 'sends the browser to the bank’s provider; what comes of it is recorded',
  'POST /api/reports/names': 'reads; a POST because the names are many',
  'POST /api/uploads': 'bytes on their way, their sender’s alone; the call that keeps them is recorded',
  'POST /api/uploads/:uploadId/parts/:start': 'bytes on their way',
  'DELETE /api/uploads/:uploadId': 'bytes on their way, given up',
  'POST /api/announcements/search': 'reads; required to be a POST',
  'POST /api/announcements/audience': 'counts people; a POST because a list of institutions is long',
  'POST /api/service-requests/:id/read': 'what a person has read, kept beside the conversation',
  'POST /api/announcements/:id/dismiss': 'what a person has read, theirs alone',
  'POST /api/email-templates/preview': 'shows what is typed; a POST because a text is long',
  'POST /api/audit-tolerances/preview': 'counts what a tolerance would find, and takes it back',
  'POST /api/rate-table/rates/preview': 'compares a file with the rate table; a POST because a file is long',
  'POST /api/rate-table/charges/preview': 'compares a file with a table; a POST because a file is long',
  'POST /api/etl/jobs/notices': 'what a person was told, theirs alone',
  'POST /api/etl/Salesforce/mappings/:type/preview': 'reads records and keeps none; a POST because a mapping is long',
  'POST /api/asset-reports/:batch/release/preview': 'reads; a POST because a selection is long',
  'POST /api/8925-reports/:batch/release/preview': 'reads; a POST because a selection is long',
  'POST /api/annual-boli-review/:batch/release/preview': 'reads; a POST because a selection is long',
  'PUT /api/drafts/:key': 'what a person is typing, theirs alone',
  'DELETE /api/drafts/:key': 'what a person was typing, theirs alone',
  'POST /api/notifications/read': 'what a person has read, theirs alone',
  'PUT /api/profile/settings': 'how a person’s own frame of the portal looks',
}

export interface Recorder {
  /** After a call that succeeded. */
  note: (endpoint: Endpoint, requestId: unknown) => Promise<void>
  /** Endpoints that changed something and left no row. */
  silent: () => string[]
}

export function watchRecords(ownerDb: () => Db): Recorder {
  const rows = new Map<string, number>()
  return {
    note: async (endpoint, requestId) => {
      const name = `${endpoint.method} ${endpoint.path}`
      if (endpoint.method === 'GET' || name in UNRECORDED || endpoint.path.startsWith('/api/test/') || typeof requestId !== 'string') return
      const { rows: found } = await sql<{ count: string }>`select count(*) from activity where request_id = ${requestId}`.execute(ownerDb())
      rows.set(name, (rows.get(name) ?? 0) + Number(found[0]?.count))
    },
    silent: () => [...rows].filter(([, count]) => count === 0).map(([name]) => name),
  }
}
