import { addMonthEnds, plainDate } from '@corridor/domain/primitives/period.ts'
import { beforeAll, expect, test } from 'vitest'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { buildBook, TEST_PERIOD, type TestBook } from '../../test/book.ts'
import { useServer } from '../../test/call.ts'
import { feedText, policiesOf, soundLine } from '../../test/feed-fixture.ts'
import { selectFileDetail } from './file-detail.ts'
import { importFile, postFile } from './import.ts'
import { selectFindings } from './queries.ts'

const server = useServer()
const period = addMonthEnds(TEST_PERIOD, 1)
let book: TestBook
beforeAll(async () => {
  book = await buildBook(server.ownerDb, { institutions: 2, policiesEach: 6 })
})
const scope = () => scopeOfSystem(book.siteId)
const detail = (id: number) => inScope(server.kernel.db, scope(), (trx) => selectFileDetail(trx, scope(), id))
const findings = async (id: number) =>
  (
    await inScope(server.kernel.db, scope(), (trx) =>
      selectFindings(trx, scope(), { id, take: 1000, skip: 0, sort: 'lineNumber', desc: false }, false),
    )
  ).records.map(({ ruleCode, lineNumber, message, status }) => ({ ruleCode, lineNumber, message, status }))

test('a sound feed is read, matched, checked without a finding, posted, and traced to its lines', async () => {
  const [carrier = ''] = book.carrierCodes
  const policies = await policiesOf(server.ownerDb, carrier, period)
  expect(policies.length).toBeGreaterThan(2)
  const lines = policies.map((policy) => soundLine(policy, period))
  const total = lines.reduce((sum, line) => sum + line.cashSurrenderValue, 0)
  const { id, duplicateOf } = await importFile(server.kernel, scope(), {
    content: Buffer.from(feedText(lines)),
    fileName: 'feed.csv',
    carrierCode: carrier,
  })
  expect(duplicateOf).toBeNull()
  expect(await findings(id)).toEqual([])
  expect(await detail(id)).toMatchObject({
    status: 'VALIDATED',
    carrierCode: carrier,
    period,
    rowCount: lines.length,
    matched: lines.length,
    openErrors: 0,
    totals: { rows: lines.length, cashSurrenderValueCents: total },
  })
  expect(await postFile(server.kernel, scope(), id)).toEqual({ posted: lines.length, unchanged: 0, restated: 0, exceptions: 0 })
  const valuations = await server.ownerDb
    .selectFrom('policyValuation')
    .selectAll()
    .where('asOfDate', '=', plainDate(period))
    .where('fileId', '=', id)
    .orderBy('policyId')
    .execute()
  expect(valuations.map((row) => [row.policyId, row.cashSurrenderValueCents, row.version, row.lineNumber])).toEqual(
    policies.map((policy, index) => [policy.policyId, lines[index]?.cashSurrenderValue, 1, index + 2]),
  )
  expect(await postFile(server.kernel, scope(), id)).toEqual({ posted: 0, unchanged: lines.length, restated: 0, exceptions: 0 })
})
