/** The demo's October feeds through the real import: the rows that the seeds enter directly are the rows that an import makes of the same files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getFile, rejectRows, setMapping } from '@corridor/contract/data-feeds.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { importFile, postFile } from '../../features/data-feeds/import.ts'
import { takeIntoBook } from '../../features/data-feeds/new-policies.ts'
import { poolOf } from '../../platform/database/database.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildBook } from './book.ts'
import { CARRIERS } from './carriers.ts'
import { feedStyleOf } from './feed-styles.ts'
import { copyBook, loading } from './load.ts'
import type { Book } from './rows.ts'
import { DEMO_NEXT_MONTH, demoTerms, UNPOSTED_CARRIER } from './terms.ts'

const server = useServer()
const terms = demoTerms(undefined)
const FEEDS = join(import.meta.dirname, '../../../../demo/feeds')
let demo: Book

beforeAll(async () => {
  demo = (await buildBook(terms)).book
  const september = await buildBook({ ...terms, posts: (_, month) => month <= terms.window.until })
  const client = await poolOf(server.ownerDb).connect()
  await loading(client, () => copyBook(client, september.book))
  client.release()
}, 90_000)

/** The carrier of each committed file, told by the name it gives its files. */
const feeds = () =>
  readdirSync(FEEDS).map((name) => {
    const carrier = CARRIERS.find(({ code }) => feedStyleOf(code).fileName(DEMO_NEXT_MONTH) === name)
    if (!carrier) throw new Error(`${name} is no carrier’s`)
    return { name, carrierCode: carrier.code, siteId: carrier.siteId, content: readFileSync(join(FEEDS, name)) }
  })

const findingsOf = async (fileId: number) =>
  (
    await sql<Finding>`select line_number, column_name, value, rule_code, severity, message, status from carrier_file_finding where file_id = ${fileId} order by rule_code, line_number`.execute(
      server.ownerDb,
    )
  ).rows
interface Finding {
  lineNumber: number | null
  columnName: string | null
  value: string | null
  ruleCode: string
  severity: string
  message: string
  status: string
}
/** Issues that the demo's register has from a file of October, before anybody settled them. */
const plantedIn = (carrierCode: string): Finding[] => {
  const file = demo.carrierFile.find((row) => row.carrierCode === carrierCode && row.period === DEMO_NEXT_MONTH)
  return demo.carrierFileFinding
    .filter(({ fileId }) => fileId === file?.id)
    .map(({ lineNumber = null, columnName = null, value = null, ruleCode, severity, message }) => ({
      lineNumber,
      columnName,
      value,
      ruleCode,
      severity,
      message,
      status: 'OPEN',
    }))
    .sort((a, b) => (a.ruleCode < b.ruleCode ? -1 : 1))
}

test('the eight feeds are committed, in CSV and XLSX, and made again byte for byte', async () => {
  const { demoFeeds } = await import('./demo-feeds.ts')
  const made = await demoFeeds()
  expect([...made.keys()].sort()).toEqual(readdirSync(FEEDS).sort())
  for (const [name, content] of made) expect(readFileSync(join(FEEDS, name)).equals(content), name).toBe(true)
  expect([...made.keys()].filter((name) => name.endsWith('.xlsx'))).toHaveLength(2)
})

test('seven files import with the planted findings only, and post to the very values that the demo book holds', async () => {
  const imported = new Map<string, number>()
  for (const { name, carrierCode, siteId, content } of feeds()) {
    if (carrierCode === UNPOSTED_CARRIER) continue
    const scope = scopeOfSystem(siteId)
    const { id } = await importFile(server.kernel, scope, { content, fileName: name, carrierCode, period: DEMO_NEXT_MONTH })
    expect(await findingsOf(id), name).toEqual(plantedIn(carrierCode))
    await acceptNewPolicies(id, siteId)
    const { posted, exceptions } = await postFile(server.kernel, scope, id)
    imported.set(carrierCode, id)
    const planned = demo.carrierFile.find((row) => row.carrierCode === carrierCode && row.period === DEMO_NEXT_MONTH)
    expect([posted, exceptions], name).toEqual([planned?.rowCount, 0])
    const row = await server.ownerDb.selectFrom('carrierFile').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([row.sha256, row.headers, row.headerLine, row.mapping, row.controlTotals, row.mediaType, row.rowCount, row.matched]).toEqual([
      planned?.sha256,
      planned?.headers,
      planned?.headerLine,
      parsed(planned?.mapping),
      parsed(planned?.controlTotals),
      planned?.mediaType,
      planned?.rowCount,
      planned?.matched,
    ])
  }
  expect(imported.size).toBe(7)
  await expectSameRows()
}, 90_000)

const parsed = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : null)

async function acceptNewPolicies(fileId: number, siteId: number): Promise<void> {
  const fresh = await server.ownerDb
    .selectFrom('carrierFileRow')
    .select(['lineNumber', 'institutionId'])
    .where('fileId', '=', fileId)
    .where('matchStatus', '=', 'NEW')
    .execute()
  if (fresh.length === 0) return
  const scope = scopeOfSystem(siteId)
  await inScope(server.kernel.db, scope, async (trx) => {
    const policies = await Promise.all(
      fresh.map(async ({ lineNumber, institutionId }) => {
        const { planId, productId } = demo.policy.find(
          (policy) => policy.institutionId === institutionId && policy.issueDate > terms.window.until,
        ) ?? { planId: 0, productId: 0 }
        return { line: lineNumber, institutionId: institutionId ?? 0, planId, productId }
      }),
    )
    await takeIntoBook({ kernel: server.kernel, scope, trx, record: async () => {} }, { id: fileId, policies })
  })
}

/** Values and lines of October as imported and as seeded, by policy number: ids of what came in through the feed are the database's own. */
async function expectSameRows(): Promise<void> {
  const { rows } = await sql<{ policyNumber: string; lineNumber: number; raw: string[]; valuation: Record<string, unknown> }>`
    select r.policy_number, r.line_number, r.raw, to_jsonb(v) as valuation from carrier_file_row r
    join policy_valuation v on v.file_id = r.file_id and v.line_number = r.line_number and v.policy_id = r.policy_id where r.period = ${DEMO_NEXT_MONTH}`.execute(
    server.ownerDb,
  )
  const imported = new Map(rows.map((row) => [row.policyNumber, row]))
  const seeded = demo.policyValuation.filter(({ asOfDate }) => asOfDate === DEMO_NEXT_MONTH)
  const lines = new Map(demo.carrierFileRow.map((row) => [`${row.fileId} ${row.lineNumber}`, row]))
  expect(imported.size).toBe(seeded.length)
  for (const value of seeded) {
    const line = lines.get(`${value.fileId} ${value.lineNumber}`)
    const row = imported.get(line?.policyNumber ?? '')
    expect([row?.lineNumber, row?.raw], line?.policyNumber ?? '').toEqual([value.lineNumber, line?.raw])
    for (const [name, amount] of Object.entries(value)) {
      if (!name.endsWith('Cents') && !name.endsWith('Rate') && name !== 'valuationDate') continue
      expect(row?.valuation[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)], `${line?.policyNumber} ${name}`).toEqual(
        amount,
      )
    }
  }
}

test('the waiting file shows two errors; one is settled by a mapping, one by rejecting its row, and the bank it belongs to then lacks one value', async () => {
  const [waiting] = feeds().filter(({ carrierCode }) => carrierCode === UNPOSTED_CARRIER)
  if (!waiting) throw new Error('no waiting file')
  const scope = scopeOfSystem(waiting.siteId)
  const { id } = await importFile(server.kernel, scope, {
    content: waiting.content,
    fileName: waiting.name,
    carrierCode: waiting.carrierCode,
    period: DEMO_NEXT_MONTH,
  })
  const found = await findingsOf(id)
  expect(found.map(({ ruleCode, severity }) => `${ruleCode} ${severity}`)).toEqual(['COLUMN error', 'V12 warning', 'VALUE error'])
  const wrong = found.find(({ ruleCode }) => ruleCode === 'VALUE')
  expect(wrong).toMatchObject({ columnName: 'Net Death Ben', value: '#REF!', message: 'Death benefit: “#REF!” is not an amount of money.' })

  const asStaff = await signedInAs(server.ownerDb, 'b', { siteId: waiting.siteId, permissions: { ASSET_REPORT: 2 } })
  const file = await server.callAs(asStaff, getFile, { id })
  const mapped = await server.callAs(asStaff, setMapping, {
    id,
    mapping: { ...file.body.mapping, 'Contract Net Value EOM': 'cashSurrenderValue' },
    updatedAt: file.body.updatedAt,
  })
  expect([mapped.status, mapped.body.openErrors, mapped.body.status]).toEqual([200, 1, 'VALIDATED'])
  const rejected = await server.callAs(asStaff, rejectRows, {
    id,
    lines: [wrong?.lineNumber ?? 0],
    reason: 'Spreadsheet error; asked the carrier for the death benefit',
  })
  expect([rejected.status, rejected.body.openErrors]).toEqual([200, 0])
  const { posted, exceptions } = await postFile(server.kernel, scope, id)
  expect([posted, exceptions]).toEqual([file.body.rowCount - 1, 1])

  const { rows } = await sql<{ name: string; policies: number }>`
    select i.name, count(*)::int as policies from policy p join institution i on i.id = p.institution_id
    where p.policy_status in ('IN_FORCE', 'DEATH_CLAIM_PENDING') and not exists (select from policy_valuation v where v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${DEMO_NEXT_MONTH})
    group by i.name`.execute(server.ownerDb)
  expect(rows).toEqual([{ name: 'Lantern Lake Community Bank', policies: 1 }])
})
