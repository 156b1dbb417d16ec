/** Records by a query job of the Bulk API 2.0: many, as CSV, page by page, each counted against what Salesforce says it sent. */
import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { createTokenizer } from '../../../platform/formats/reading/delimited.ts'
import type { Client } from './client.ts'
import { faultOf, SalesforceFault } from './faults.ts'

const job = z.looseObject({
  id: z.string().regex(/^\w{15,18}$/),
  state: z.enum(['UploadComplete', 'InProgress', 'JobComplete', 'Aborted', 'Failed']),
  numberRecordsProcessed: z.int().default(0),
  errorMessage: z.string().nullish(),
})

export interface BulkOptions {
  signal: AbortSignal
  /** Deleted records too (queryAll). */
  all?: boolean
  /** Records of one page of results: what is read again when an answer breaks off. */
  pageSize?: number
  /** Milliseconds between two looks at a job that runs. */
  pollEvery?: readonly number[]
  /** Milliseconds that a job may take before it is given up. */
  longest?: number
}

const PAGE_SIZE = 20_000
/** Soon at first, for jobs that are done at once; then seldom: each look is a call of the organization's. */
const POLL_EVERY = [500, 1_000, 2_000, 5_000, 10_000]
const LONGEST = 20 * 60_000

/**
 * Rows of cells, in the order of `fields`, some hundreds at once. A page is held as text until it is known to be whole, and its cells are made as they are
 * handed over: half a million records leave no more behind than a few pages do.
 * A job that is not read to its end is aborted and deleted at Salesforce.
 * @throws SalesforceFault
 */
export async function* bulkRecords(
  client: Client,
  soql: string,
  fields: readonly string[],
  { signal, all = false, pageSize = PAGE_SIZE, pollEvery = POLL_EVERY, longest = LONGEST }: BulkOptions,
): AsyncGenerator<string[][]> {
  const jobs = `${client.data}/jobs/query`
  const body = { operation: all ? 'queryAll' : 'query', query: soql, contentType: 'CSV', columnDelimiter: 'COMMA', lineEnding: 'LF' }
  const { id } = await client.ask({ method: 'POST', path: jobs, body, signal }, job)
  let finished = false
  try {
    const total = await untilComplete(client, `${jobs}/${id}`, { signal, pollEvery, longest })
    finished = true
    let read = 0
    let locator: string | undefined
    do {
      const query = new URLSearchParams({ maxRecords: String(pageSize), ...(locator === undefined ? {} : { locator }) })
      const page = await client.read({ path: `${jobs}/${id}/results?${query.toString()}`, signal }, readPage)
      read += page.records
      yield* rowsOf(page, fields)
      locator = page.locator
    } while (locator !== undefined)
    if (read !== total)
      throw new SalesforceFault(
        'INCOMPLETE',
        `Salesforce’s job counted ${total} records and gave ${read}. Nothing was taken in. Pull again.`,
      )
  } finally {
    await tidy(client, `${jobs}/${id}`, finished)
  }
}

async function untilComplete(
  client: Client,
  path: string,
  { signal, pollEvery, longest }: { signal: AbortSignal; pollEvery: readonly number[]; longest: number },
): Promise<number> {
  const began = performance.now()
  for (let look = 0; ; look++) {
    const { state, numberRecordsProcessed, errorMessage } = await client.ask({ path, signal }, job)
    if (state === 'JobComplete') return numberRecordsProcessed
    if (state === 'Failed') throw failed(errorMessage ?? '')
    if (state === 'Aborted')
      throw new SalesforceFault(
        'ABORTED',
        'Somebody aborted the job in Salesforce (Setup, Bulk Data Load Jobs). Nothing was taken in. Pull again.',
      )
    if (performance.now() - began > longest)
      throw new SalesforceFault(
        'SLOW',
        `Salesforce did not finish the job within ${Math.round(longest / 60_000)} minutes. Nothing was taken in. Pull again at a quieter time.`,
      )
    await delay(pollEvery[Math.min(look, pollEvery.length - 1)] ?? 10_000, undefined, { signal })
  }
}

/** A failed job tells its reason as `INVALID_FIELD: … No such column …`. */
function failed(message: string): SalesforceFault {
  const [, errorCode = 'FAILED', said = message] = /\b([A-Z][A-Z_]{5,}):\s*(.*)/s.exec(message) ?? []
  return faultOf(400, [{ errorCode, message: said }])
}

interface Page {
  /** As it came. */
  texts: string[]
  header: string[]
  records: number
  locator: string | undefined
}

/** @throws SalesforceFault when the page is not whole: it is asked for again */
async function readPage(answer: IncomingMessage): Promise<Page> {
  const tokenizer = createTokenizer({ separator: ',', newline: '\n' })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const texts: string[] = []
  let header: string[] | undefined
  let records = 0
  let isEven = true
  const count = (found: { cells: string[] }[]) => {
    for (const { cells } of found) {
      if (header) records += 1
      header ??= cells
      isEven &&= cells.length === header.length
    }
  }
  const keep = (text: string) => {
    texts.push(text)
    count(tokenizer.push(text))
  }
  for await (const chunk of answer) keep(decoder.decode(chunk, { stream: true }))
  keep(decoder.decode())
  count(tokenizer.end())
  const said = Number(answer.headers['sforce-numberofrecords'])
  if (!answer.complete || said !== records || !isEven)
    throw new SalesforceFault(
      'BROKEN_OFF',
      'Salesforce’s answer broke off in the middle, several times. Nothing was taken in. Pull again later.',
      'again',
    )
  const locator = answer.headers['sforce-locator']
  return {
    texts,
    header: header ?? [],
    records,
    locator: typeof locator === 'string' && locator !== 'null' && locator !== '' ? locator : undefined,
  }
}

function* rowsOf({ texts, header, records }: Page, fields: readonly string[]): Generator<string[][]> {
  if (records === 0) return
  const tokenizer = createTokenizer({ separator: ',', newline: '\n' })
  let before = 1
  const rows = (found: { cells: string[] }[]): string[][] => {
    const kept = found.slice(before)
    before = Math.max(0, before - found.length)
    return inOrder(
      kept.map(({ cells }) => cells),
      header,
      fields,
    )
  }
  for (const text of texts) yield rows(tokenizer.push(text))
  yield rows(tokenizer.end())
}

/** Salesforce keeps the query's order of fields; where it does not, their names tell. */
function inOrder(rows: string[][], header: readonly string[], fields: readonly string[]): string[][] {
  const places = fields.map((field) => header.findIndex((name) => name.toLowerCase() === field.toLowerCase()))
  const missing = fields.find((_, index) => (places[index] ?? -1) < 0)
  if (missing !== undefined)
    throw new SalesforceFault('INCOMPLETE', `Salesforce’s result lacks the field ${missing}. Nothing was taken in. Pull again.`)
  if (places.every((place, index) => place === index) && header.length === fields.length) return rows
  return rows.map((cells) => places.map((place) => cells[place] ?? ''))
}

/** A job that cannot be taken away stops nothing: Salesforce deletes it after seven days. */
async function tidy(client: Client, path: string, finished: boolean): Promise<void> {
  const signal = AbortSignal.timeout(5_000)
  const nothing = z.unknown()
  try {
    if (!finished) await client.ask({ method: 'PATCH', path, body: { state: 'Aborted' }, signal }, nothing)
    await client.ask({ method: 'DELETE', path, signal }, nothing)
  } catch {
    // Neither the rows that were read nor the reason for stopping is worth less for it.
  }
}
