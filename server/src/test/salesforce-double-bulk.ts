/** Query jobs of the Bulk API 2.0, as the double answers them. */

import { Refused, type Selected, selected, valueOf } from './salesforce-double-soql.ts'
import type { DoubleAnswer, DoubleObject } from './salesforce-double-types.ts'

export interface BulkJob {
  id: string
  query: string
  all: boolean
  state: 'UploadComplete' | 'InProgress' | 'JobComplete' | 'Aborted' | 'Failed'
  errorMessage?: string
  found?: Selected
}

const PATH = /^\/jobs\/query(?:\/(\w+))?(\/results)?$/

/** @returns undefined when the call is none of these */
export function answerBulk(
  method: string | undefined,
  path: string,
  query: URLSearchParams,
  body: string,
  objects: Map<string, DoubleObject>,
  jobs: Map<string, BulkJob>,
): DoubleAnswer | undefined {
  const read = PATH.exec(path)
  if (!read) return undefined
  if (read[1] === undefined) {
    if (method !== 'POST') throw new Refused(405, 'METHOD_NOT_ALLOWED', 'HTTP Method not allowed')
    const asked = JSON.parse(body)
    const id = `750${String(jobs.size + 1).padStart(15, '0')}`
    const job: BulkJob = { id, query: String(asked.query), all: asked.operation === 'queryAll', state: 'UploadComplete' }
    jobs.set(id, job)
    return { status: 200, body: told(job) }
  }
  const job = jobs.get(read[1])
  if (!job) throw new Refused(404, 'NOT_FOUND', 'The requested resource does not exist')
  // A job that was deleted is kept, so that tests see what became of it.
  if (method === 'PATCH' || method === 'DELETE') {
    if (method === 'PATCH') job.state = 'Aborted'
    return method === 'PATCH' ? { status: 200, body: told(job) } : { status: 204, body: '' }
  }
  if (read[2]) return resultsOf(job, query)
  advance(job, objects)
  return { status: 200, body: told(job) }
}

const told = (job: BulkJob) => ({
  id: job.id,
  operation: job.all ? 'queryAll' : 'query',
  object: /FROM (\w+)/.exec(job.query)?.[1],
  state: job.state,
  contentType: 'CSV',
  apiVersion: 62,
  lineEnding: 'LF',
  columnDelimiter: 'COMMA',
  ...(job.state === 'JobComplete' ? { numberRecordsProcessed: job.found?.matches.length ?? 0, retries: 0, totalProcessingTime: 12 } : {}),
  ...(job.errorMessage === undefined ? {} : { errorMessage: job.errorMessage }),
})

function resultsOf({ state, found }: BulkJob, query: URLSearchParams): DoubleAnswer {
  if (state !== 'JobComplete' || !found) throw new Refused(400, 'INVALIDJOBSTATE', 'Results are available only when the job is complete')
  const { fields = [], object, matches } = found
  const from = Number(Buffer.from(query.get('locator') ?? 'MA', 'base64url').toString())
  const until = Math.min(from + Number(query.get('maxRecords') ?? 50_000), matches.length)
  const lines = [fields.map((field) => `"${field}"`).join(',')]
  const numeric = new Set(object.fields.filter(({ type }) => NUMBERS.has(type)).map(({ name }) => name))
  for (const index of matches.slice(from, until)) {
    const record = object.record(index)
    lines.push(fields.map((field) => cell(valueOf(record, field), numeric.has(field))).join(','))
  }
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=UTF-8',
      'sforce-locator': until < matches.length ? Buffer.from(String(until)).toString('base64url') : 'null',
      'sforce-numberofrecords': String(until - from),
    },
    body: `${lines.join('\n')}\n`,
  }
}

/** One look later it is in progress, the next it is done or has failed. */
function advance(job: BulkJob, objects: Map<string, DoubleObject>): void {
  if (job.state === 'UploadComplete') job.state = 'InProgress'
  else if (job.state === 'InProgress') {
    try {
      job.found = selected(objects, job.query, job.all)
      job.state = 'JobComplete'
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause
      job.state = 'Failed'
      job.errorMessage = `${cause.errorCode}: ${cause.message}`
    }
  }
}

const NUMBERS = new Set(['currency', 'double', 'percent'])

/** Salesforce's CSV quotes every cell, and writes large numbers as powers of ten, as Java does. */
function cell(value: unknown, numeric: boolean): string {
  if (value === null || value === undefined) return '""'
  const text =
    numeric && typeof value === 'number' && Math.abs(value) >= 1e7
      ? value.toExponential().replace('e+', 'E')
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  return `"${text.replaceAll('"', '""')}"`
}
