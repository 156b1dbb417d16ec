import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  discardFile,
  downloadFile,
  getFile,
  listChoices,
  listClientsToPolicies,
  listFiles,
  listFindings,
  listRows,
  postFile,
  rejectRows,
  setMapping,
  uploadFile,
} from '@corridor/contract/data-feeds.ts'
import { errorReply } from '@corridor/contract/kernel/errors.ts'
import { addMonthEnds } from '@corridor/domain/primitives/period.ts'
import ExcelJS from 'exceljs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scopeOfSystem } from '../../platform/http/scope.ts'
import { buildSite, signedInAs } from '../../test/builders.ts'
import { feedText, formOf, HEADERS, policiesOf, soundLine } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { importFile } from './import.ts'

const feeds = useFeeds()
const { period } = feeds

test('one file may hold several carriers, institutions and month ends; totals below the rows are compared, not read as policies', async () => {
  const other = feeds.book.carrierCodes[1] ?? ''
  const theirs = await policiesOf(feeds.server.ownerDb, other, period)
  const lines = [...feeds.policies, ...theirs].map((policy) => ({ ...soundLine(policy, period), carrier: policy.carrierCode }))
  const total = lines.reduce((sum, line) => sum + line.cashSurrenderValue, 0)
  const columns = { ...HEADERS, carrier: 'Carrier' }
  const trailer = `Total ${lines.length} policies${','.repeat(12)}${(total / 100).toFixed(2)}${','.repeat(3)}`
  const file = await feeds.handedIn(feedText(lines, { headers: columns, trailer: [trailer] }), {})
  expect(await feeds.rulesOf(file.id)).toEqual([])
  const codes = [feeds.carrier, other].sort()
  const names = await feeds.server.ownerDb.selectFrom('carrier').select('shortName').where('code', 'in', codes).orderBy('code').execute()
  expect((await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body).toMatchObject({
    carriers: codes,
    carrierNames: names.map(({ shortName }) => shortName),
    periods: [period],
    rowCount: lines.length,
    controlTotals: { rows: lines.length, cashSurrenderValueCents: total, deathBenefitCents: null },
    carrierCode: null,
  })
  const wrong = await feeds.handedIn(
    feedText(lines, {
      headers: columns,
      trailer: [trailer.replace(`Total ${lines.length}`, `Total ${lines.length + 1}`).replace(/\d+\.\d\d/, '1.00')],
    }),
    {},
  )
  expect(await feeds.rulesOf(wrong.id)).toEqual([
    ['V13', null],
    ['V13', null],
  ])
})

test.each(['oldest first', 'newest first', 'policy by policy'])(
  'a later month is checked against the earlier one in the same file, %s',
  async (order) => {
    const later = addMonthEnds(period, 1)
    const first = feeds.sound()
    const second = first.map((line, index) => {
      const grown = line.accountValue + 300_000
      // The second policy's value has two digits exchanged: 12 % more than the month before, which nobody would have grown.
      const value = index === 1 ? Math.round(line.accountValue * 1.12) : grown
      return {
        ...line,
        valuationDate: later,
        begin: line.accountValue,
        accountValue: grown,
        cashSurrenderValue: value,
        surrenderCharge: grown - value,
      }
    })
    // The third is missing from the first month and there in the second.
    const months = [first.filter((_line, index) => index !== 2), second]
    const lines =
      order === 'oldest first'
        ? months.flat()
        : order === 'newest first'
          ? months.toReversed().flat()
          : months
              .flat()
              .toSorted((a, b) =>
                a.policyNumber < b.policyNumber ? -1 : a.policyNumber > b.policyNumber ? 1 : a.valuationDate < b.valuationDate ? 1 : -1,
              )
    const file = await feeds.handedIn(feedText(lines))
    const found = (await feeds.findingsOf(file.id)).map(({ ruleCode, lineNumber, policyNumber }) => {
      const line = lineNumber === null ? undefined : lines[lineNumber - 2]
      return `${ruleCode} ${line ? `${line.policyNumber} ${line.valuationDate}` : policyNumber}`
    })
    const [, risen, gap] = first.map(({ policyNumber }) => policyNumber)
    expect(found).toContain(`M3 ${risen} ${later}`)
    expect(found).toContain(`P3 ${gap} ${later}`)
    // Against the posted month, two months of growth would have looked like one; all other policies are sound.
    expect(found.filter((one) => /^(M1|M3|M6|P3)/.test(one)).toSorted()).toEqual([`M3 ${risen} ${later}`, `P3 ${gap} ${later}`])
  },
)

test('two people upload one file at once: it is entered once', async () => {
  const text = feedText(feeds.sound())
  const answers = await Promise.all([feeds.handedIn(text), feeds.handedIn(text), feeds.handedIn(text)])
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers.filter(({ duplicateOf }) => duplicateOf === null)).toHaveLength(1)
})

test('another site’s staff see nothing of a file, whatever they call', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound()))
  const site = await buildSite(feeds.server.ownerDb)
  const stranger = await signedInAs(feeds.server.ownerDb, 'b', { siteId: site, permissions: { ASSET_REPORT: 2, INSTITUTIONS: 2 } })
  const id = file.id
  const calls = await Promise.all([
    feeds.server.callAs(stranger, getFile, { id }),
    feeds.server.callAs(stranger, listFindings, { id }),
    feeds.server.callAs(stranger, listRows, { id }),
    feeds.server.callAs(stranger, downloadFile, { id }),
    feeds.server.callAs(stranger, postFile, { id }),
    feeds.server.callAs(stranger, rejectRows, { id, lines: [2], reason: 'Not mine at all' }),
    feeds.server.callAs(stranger, discardFile, { id, reason: 'Sent twice by the carrier' }),
    feeds.server.callAs(stranger, setMapping, { id, mapping: {}, updatedAt: file.updatedAt }),
    feeds.server.callAs(stranger, listChoices, { id }),
  ])
  expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 404))
  expect((await feeds.server.callAs(stranger, listFiles, {})).body.records).toEqual([])
  expect((await feeds.server.callAs(stranger, listClientsToPolicies, {})).body.records).toEqual([])
  expect((await feeds.server.callAs(feeds.staff, listClientsToPolicies, { carrierFilter: feeds.carrier })).body.page.totalRecords).toBe(
    feeds.policies.length,
  )
})

test('who may only look uploads nothing and posts nothing', async () => {
  const viewer = await signedInAs(feeds.server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 1 } })
  expect((await feeds.upload(feedText(feeds.sound()), { cookie: viewer })).status).toBe(403)
  const file = await feeds.handedIn(feedText(feeds.sound()))
  expect((await feeds.server.callAs(viewer, postFile, { id: file.id })).status).toBe(403)
  expect((await feeds.server.callAs(viewer, getFile, { id: file.id })).status).toBe(200)
})

test.each<[string, () => Buffer | string, number, string]>([
  ['an empty file', () => '', 400, 'The file is empty'],
  ['a PDF', () => '%PDF-1.7 x', 415, 'This is a PDF document'],
  ['binary data', () => Buffer.from('Policy No,CSV,DB\nA,\0\0\n'), 201, 'binary data'],
  ['UTF-32', () => Buffer.concat([Buffer.from('fffe0000', 'hex'), Buffer.from('A\0\0\0', 'latin1')]), 201, 'encoded in UTF-32'],
  ['NUL inside UTF-16', () => Buffer.from(`\ufeff${feedText(feeds.sound()).replace('Active', 'Act\0ive')}`, 'utf16le'), 201, 'no text has'],
  ['an amount of 999999999999999', () => feedText(feeds.changed(0, { deathBenefit: '999999999999999' })), 201, 'larger than any amount'],
  [
    'amounts that add up to too much',
    () =>
      feedText(
        Array.from({ length: 100 }, (_, index) => ({ ...feeds.sound()[0], policyNumber: `X${index}`, deathBenefit: '999999999999.99' })),
      ),
    201,
    'more than all life insurance in existence',
  ],
  ['no header', () => '1,2,3\n4,5,6\n', 201, 'No line names the columns'],
  ['a header and nothing else', () => 'Policy No,CSV,DB\n', 201, 'has no policies below the header'],
  ['an open quotation mark', () => 'Policy No,CSV,DB\n"A-1,5,6\n', 201, 'never closed'],
  ['no period anywhere', () => 'Policy No,CSV,DB\nA-1,5,6\n', 201, 'No period was found'],
  ['a ragged line', () => feedText(feeds.sound()).replace('Active', 'Active,Active'), 201, 'Line 2 has 16 columns, the header 15'],
])('%s is answered with a sentence', async (_, content, status, sentence) => {
  const answer = await feeds.upload(content(), { fields: { carrierCode: feeds.carrier } })
  expect(answer.status).toBe(status)
  if (status !== 201) return expect(errorReply.parse(answer.json).message).toContain(sentence)
  const file = uploadFile.reply.parse(answer.json)
  expect([file.failure ?? '', ...(await feeds.findingsOf(file.id)).map(({ message }) => message)].join(' ')).toContain(sentence)
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(409)
})

test('of a line with more cells than the header none is lost: the rest stands in the last one', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound()).replace('Active', 'Active,and more'))
  const { raw } = await feeds.server.ownerDb
    .selectFrom('carrierFileRow')
    .select('raw')
    .where('fileId', '=', file.id)
    .orderBy('lineNumber')
    .limit(1)
    .executeTakeFirstOrThrow()
  const cells = Array.isArray(raw) ? raw.map(String) : []
  expect([cells.length, cells[4], cells.at(-1)]).toEqual([15, 'and more', expect.stringMatching(/^\d+\.\d\d \d+\.\d+%$/)])
})

test('a form without a file, and a carrier nobody knows', async () => {
  const nothing = await feeds.server.app.inject({
    method: 'POST',
    url: '/api/etl/files',
    payload: '--x\r\ncontent-disposition: form-data; name="period"\r\n\r\n2026-10-31\r\n--x--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    cookies: { sid: feeds.staff },
  })
  expect([nothing.statusCode, errorReply.parse(nothing.json()).meta]).toEqual([400, { file: ['Choose a file to upload.'] }])
  const unknown = await feeds.upload(feedText(feeds.sound()), { fields: { carrierCode: 'NOBODY' } })
  expect([unknown.status, errorReply.parse(unknown.json).meta]).toEqual([400, { carrierCode: ['No carrier has this code.'] }])
  const badMonth = await feeds.upload(feedText(feeds.sound()), { fields: { period: '2026-10-15' } })
  expect(badMonth.status).toBe(400)
})

test('a workbook is imported like text; a formula never computed is named by its cell', async () => {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('In force')
  sheet.addRow(['Carrier extract', feeds.carrier])
  sheet.addRow(['As of October 31, 2026'])
  sheet.addRow(['Policy No', 'CSV', 'DB', 'Credited Rate'])
  for (const [index, policy] of feeds.policies.entries()) {
    const line = soundLine(policy, period)
    const row = sheet.addRow([policy.policyNumber, line.cashSurrenderValue / 100, line.deathBenefit / 100, 0.0405])
    row.getCell(4).numFmt = '0.00%'
    if (index === 0) row.getCell(2).value = { formula: 'C9*2' }
  }
  const file = await feeds.handedIn(Buffer.from(await workbook.xlsx.writeBuffer()))
  expect(file).toMatchObject({ period, rowCount: feeds.policies.length })
  expect(
    (await feeds.findingsOf(file.id, { severity: ['error'] })).map(({ ruleCode, lineNumber, columnName, message }) => [
      ruleCode,
      lineNumber,
      columnName,
      message.slice(0, 50),
    ]),
  ).toContainEqual(['VALUE', 4, 'CSV', 'The cell holds a formula without a computed value.'])
  const detail = (await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body
  expect(detail.skippedChecks.map(({ ruleCode }) => ruleCode)).toEqual(expect.arrayContaining(['V7', 'V9', 'V10', 'M4', 'M6']))
})

test('no finding has a date of birth in its words or its value, readable or not', async () => {
  const lines = feeds.sound().map((line, index) => ({ ...line, birth: index === 0 ? '31/12/1958' : '12/31/1958' }))
  const file = await feeds.handedIn(feedText(lines, { headers: { ...HEADERS, birth: 'DOB' } }))
  const found = await feeds.findingsOf(file.id)
  expect(found.map(({ ruleCode }) => ruleCode)).toEqual(['MASTER', ...lines.slice(1).map(() => 'V12'), 'DATES'])
  expect(JSON.stringify(found.map(({ birthDates: _, ...finding }) => finding))).not.toContain('1958')
})

test('full social security numbers are not kept with the row, only their last four', async () => {
  const lines = feeds.sound().map((line) => ({ ...line, ssn: '123-45-6789' }))
  const file = await feeds.handedIn(feedText(lines, { headers: { ...HEADERS, ssn: 'SSN' } }))
  const kept = await feeds.server.ownerDb.selectFrom('carrierFileRow').select('raw').where('fileId', '=', file.id).execute()
  expect(kept[0]?.raw).toContain('•••-••-6789')
  expect(JSON.stringify(kept)).not.toContain('123-45')
})

/** A folder for temporary files that no other test uses. */
function ownTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-test-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a file over the limit is refused while it comes in, and leaves nothing behind', async () => {
  const folder = ownTemporaryFolder()
  const megabyte = Buffer.alloc(1_000_000, 'a,b\n')
  const endless = Readable.from(
    (function* () {
      for (let count = 0; count < 202; count++) yield megabyte
    })(),
  )
  const scope = scopeOfSystem(feeds.book.siteId)
  await expect(importFile(feeds.server.kernel, scope, { content: endless, fileName: 'huge.csv' })).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('larger than 200 MB'),
  })
  expect(readdirSync(folder)).toEqual([])
})

test('an upload that breaks off leaves no file, neither entered nor on disk', async () => {
  const folder = ownTemporaryFolder()
  const { payload, headers } = formOf(feedText(feeds.sound()), 'feed.csv', { carrierCode: feeds.carrier })
  const answer = await feeds.server.app.inject({
    method: 'POST',
    url: '/api/etl/files',
    payload: payload.subarray(0, payload.length - 60),
    headers,
    cookies: { sid: feeds.staff },
  })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(await feeds.server.ownerDb.selectFrom('carrierFile').select('id').where('siteId', '=', feeds.book.siteId).execute()).toEqual([])
  expect(readdirSync(folder)).toEqual([])
})

test('many files uploaded at once are all read, a few at a time', async () => {
  const answers = await Promise.all(
    Array.from({ length: 7 }, (_, index) => feeds.handedIn(feedText(feeds.sound(), { preamble: [`Delivery ${index}`] }))),
  )
  expect(answers.map(({ status, openErrors }) => [status, openErrors])).toEqual(answers.map(() => ['VALIDATED', 0]))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(7)
})
