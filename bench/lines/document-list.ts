/** Line 4: a page of 25 of a million documents, asked for by a member of staff and by a client, beside bare Fastify and pg on the same rows. */
import { fork } from 'node:child_process'
import type { BenchLine, Subject } from '../line.ts'
import { type Loaded, loaded } from '../load.ts'
import type { Serving } from '../peers/document-list-program.ts'

const CONNECTIONS = 20
/** Measured before on a machine of this kind, at 20 connections; it is not installed for the run. */
const DIRECTUS = { perSecond: 180, p99: 216 }

export const line: BenchLine = {
  number: 4,
  name: 'document-list',
  title: 'List of 25 of 1,000,000 documents',
  target:
    'at least 8 times Directus’ rate at the same query, p99 at most a sixth of its; with session, permission, row-level security and total',
  run: async ({ quick, say }) => {
    const [institutions, documents, seconds] = quick ? [20, 20_000, 1] : [500, 1_000_000, 10]
    const { child, serving } = await serve(institutions, documents)
    try {
      say(`${documents} documents of ${institutions} institutions are in`)
      const list = '/api/documents?take=25&sort=createdAt&desc=true'
      const asked = [
        ['Corridor, staff: all of the site', serving.corridor, list, serving.staffCookie],
        ['Corridor, client: what the bank may see', serving.corridor, list, serving.clientCookie],
        ['Bare Fastify and pg: the page alone', serving.bare, '/page', undefined],
        ['Bare Fastify and pg: the page, and all rows counted each time', serving.bare, '/page-and-count', undefined],
      ] as const
      const subjects: Subject[] = []
      for (const [name, address, path, cookie] of asked) {
        const found = await loaded({
          address,
          path,
          connections: CONNECTIONS,
          seconds,
          ...(cookie ? { headers: { cookie } } : {}),
          check: has25,
        })
        subjects.push({ name, value: found.perSecond, more: figures(found) })
        say(`${name}: ${found.perSecond.toFixed(0)} a second, p99 ${found.p99.toFixed(0)} ms`)
      }
      const [own] = subjects
      return {
        subjects: [
          ...subjects,
          { name: 'Directus (measured before)', value: DIRECTUS.perSecond, more: { 'median ms': '-', 'p99 ms': DIRECTUS.p99 } },
        ],
        unit: 'answers a second',
        lessIsBetter: false,
        reached: own !== undefined && own.value >= 8 * DIRECTUS.perSecond && Number(own.more?.['p99 ms']) <= DIRECTUS.p99 / 6,
        remarks: [
          `${documents.toLocaleString('en-US')} documents of ${institutions} institutions, one in a hundred a carrier’s and one a vendor’s; ${CONNECTIONS} connections kept open; database, servers and the asking share the processors.`,
          'Each answer of Corridor finds the session, its permissions and membership, opens a transaction under row-level security, reads 25 rows with names, file state and author, and tells the total. Totals above 10,000 are remembered for 10 s for the same person and filter.',
          'Bare: no session, no permission, no row-level security, no names of others; a superuser’s connection and prepared statements.',
          'Directus stands in the table as it was measured before on such a machine; it is not installed for this run.',
        ],
      }
    } finally {
      child.disconnect()
    }
  },
}

const figures = ({ median, p99 }: Loaded) => ({ 'median ms': median, 'p99 ms': p99 })

function has25(body: Buffer): void {
  const { records }: { records?: unknown[] } = JSON.parse(body.toString())
  if (records?.length !== 25) throw new Error(`a page has ${records?.length} rows`)
}

function serve(institutions: number, documents: number) {
  const child = fork(new URL('../peers/document-list-program.ts', import.meta.url), [String(institutions), String(documents)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise<{ child: typeof child; serving: Serving }>((resolve, reject) => {
    child.once('message', (serving: Serving) => resolve({ child, serving }))
    child.once('exit', (code) => reject(new Error(`the servers ended with ${code}`)))
  })
}
