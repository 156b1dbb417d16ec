import {
  acceptPolicies,
  acceptWarnings,
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
  restoreRows,
  setMapping,
  uploadFile,
} from '@corridor/contract/data-feeds.ts'
import { errorReply } from '@corridor/contract/kernel/errors.ts'
import { addMonthEnds } from '@corridor/domain/period.ts'
import ExcelJS from 'exceljs'
import { beforeEach, expect, test } from 'vitest'
import { buildBook, TEST_PERIOD, type TestBook } from '../../test/book.ts'
import { buildSite, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { type FeedPolicy, feedText, formOf, HEADERS, policiesOf, soundLine } from './feed-fixture.ts'

const server = useServer()
const period = addMonthEnds(TEST_PERIOD, 1)

let book: TestBook
let carrier: string
let policies: FeedPolicy[]
let staff: string
beforeEach(async () => {
  book = await buildBook(server.ownerDb, { institutions: 2, policiesEach: 6, months: 2 })
  carrier = book.carrierCodes[0] ?? ''
  policies = await policiesOf(server.ownerDb, carrier, period)
  staff = await signedInAs(server.ownerDb, 'b', { siteId: book.siteId, permissions: { ASSET_REPORT: 2, INSTITUTIONS: 2 } })
})

const sound = () => policies.map((policy) => soundLine(policy, period))
const changed = (index: number, change: Record<string, string | number>): Record<string, string | number>[] =>
  sound().map((line, at) => (at === index ? { ...line, ...change } : line))

async function upload(
  content: Buffer | string,
  { fields = {}, cookie = staff, fileName = 'feed.csv' }: { fields?: Record<string, string>; cookie?: string; fileName?: string } = {},
) {
  const { payload, headers } = formOf(content, fileName, fields)
  const answer = await server.app.inject({ method: 'POST', url: '/api/etl/files', payload, headers, cookies: { sid: cookie } })
  return { status: answer.statusCode, json: answer.json() as unknown }
}
const handedIn = async (content: Buffer | string, fields: Record<string, string> = { carrierCode: carrier }) => {
  const { status, json } = await upload(content, { fields })
  expect([status, status === 201 ? '' : JSON.stringify(json)]).toEqual([201, ''])
  return uploadFile.reply.parse(json)
}
const findingsOf = async (id: number, more: object = {}) =>
  (await server.callAs(staff, listFindings, { id, take: 1000, ...more })).body.records
const rulesOf = async (id: number) => (await findingsOf(id, { status: ['OPEN'] })).map(({ ruleCode, lineNumber }) => [ruleCode, lineNumber])
const valuesAt = (fileId: number) =>
  server.ownerDb
    .selectFrom('policyValuation')
    .select(['policyId', 'version', 'status', 'cashSurrenderValueCents', 'restatementReason'])
    .where('fileId', '=', fileId)
    .orderBy('policyId')
    .execute()

test('a sound file is checked before the answer, posted, and posting again changes nothing and says so', async () => {
  const file = await handedIn(feedText(sound()))
  expect(file).toMatchObject({
    status: 'VALIDATED',
    carrierCode: carrier,
    period,
    rowCount: policies.length,
    matched: policies.length,
    openErrors: 0,
    openWarnings: 0,
    duplicateOf: null,
  })
  expect(await rulesOf(file.id)).toEqual([])
  const posted = await server.callAs(staff, postFile, { id: file.id, updatedAt: file.updatedAt })
  expect(posted.body).toMatchObject({ status: 'POSTED', posted: policies.length, unchanged: 0, restated: 0, exceptions: 0 })
  expect((await server.callAs(staff, postFile, { id: file.id })).body).toMatchObject({
    status: 'POSTED',
    posted: 0,
    unchanged: policies.length,
  })
  const again = await handedIn(feedText(sound()))
  expect(again).toMatchObject({ id: file.id, duplicateOf: file.id, status: 'POSTED' })
  expect((await valuesAt(file.id)).map(({ version }) => version)).toEqual(policies.map(() => 1))
})

test('the same figures in another file are unchanged; a corrected file restates with a reason, and the earlier value is kept', async () => {
  const first = await handedIn(feedText(sound()))
  await server.callAs(staff, postFile, { id: first.id })
  const same = await handedIn(feedText(sound(), { preamble: ['Second delivery'] }))
  expect((await server.callAs(staff, postFile, { id: same.id })).body).toMatchObject({ posted: 0, unchanged: policies.length })
  const line = sound()[0]
  if (!line) throw new Error('no policies')
  const corrected = await handedIn(
    feedText(
      changed(0, {
        interest: line.interest + 100,
        accountValue: line.accountValue + 100,
        cashSurrenderValue: line.cashSurrenderValue + 100,
      }),
    ),
  )
  expect(await rulesOf(corrected.id)).toEqual([])
  const refused = await server.callAs(staff, postFile, { id: corrected.id })
  expect([refused.status, refused.error.meta]).toEqual([
    400,
    { restatementReason: [expect.stringContaining('One value that is posted already would change')] },
  ])
  expect((await server.callAs(staff, postFile, { id: corrected.id, restatementReason: 'Carrier corrected interest' })).body).toMatchObject({
    posted: 1,
    restated: 1,
    unchanged: policies.length - 1,
  })
  const versions = await server.ownerDb
    .selectFrom('policyValuation')
    .select(['version', 'status', 'fileId', 'restatementReason'])
    .where('policyId', '=', policies[0]?.policyId ?? 0)
    .where('asOfDate', '=', period)
    .orderBy('version')
    .execute()
  expect(versions).toEqual([
    { version: 1, status: 'SUPERSEDED', fileId: first.id, restatementReason: null },
    { version: 2, status: 'POSTED', fileId: corrected.id, restatementReason: 'Carrier corrected interest' },
  ])
})

test('open errors block posting until the row is rejected with a reason; what was rejected has no value, and an exception says so', async () => {
  const file = await handedIn(feedText(changed(1, { cashSurrenderValue: -5 })))
  expect(await rulesOf(file.id)).toEqual(
    expect.arrayContaining([
      ['V5', 3],
      ['M1', 3],
    ]),
  )
  const blocked = await server.callAs(staff, postFile, { id: file.id })
  expect([blocked.status, blocked.error.code]).toEqual([409, 'open_errors'])
  expect((await server.callAs(staff, rejectRows, { id: file.id, lines: [3], reason: 'no' })).status).toBe(400)
  expect((await server.callAs(staff, rejectRows, { id: file.id, lines: [99], reason: 'Not there at all' })).status).toBe(400)
  const rejected = await server.callAs(staff, rejectRows, { id: file.id, lines: [3], reason: 'Sign is wrong, carrier asked' })
  expect(rejected.body).toMatchObject({ rejected: 1, matched: policies.length - 1, openErrors: 0 })
  const restored = await server.callAs(staff, restoreRows, { id: file.id, lines: [3] })
  expect(restored.body.rejected).toBe(0)
  expect(restored.body.openErrors).toBeGreaterThan(0)
  await server.callAs(staff, rejectRows, { id: file.id, lines: [3], reason: 'Sign is wrong, carrier asked' })
  expect((await server.callAs(staff, postFile, { id: file.id })).body).toMatchObject({ posted: policies.length - 1, exceptions: 1 })
  const exceptions = await server.ownerDb
    .selectFrom('auditException')
    .select(['ruleCode', 'policyId', 'period', 'status'])
    .where('carrierCode', '=', carrier)
    .execute()
  expect(exceptions).toEqual([{ ruleCode: 'V1', policyId: policies[1]?.policyId, period, status: 'OPEN' }])
  // The corrected row comes in a file of its own: the exception is resolved.
  const rest = await handedIn(feedText([sound()[1] ?? {}]))
  for (const { id } of await findingsOf(rest.id, { status: ['OPEN'] }))
    await server.callAs(staff, acceptWarnings, { id: rest.id, findings: [id], reason: 'A correction of one row only' })
  expect((await server.callAs(staff, postFile, { id: rest.id })).body).toMatchObject({ posted: 1, exceptions: 0 })
  expect((await server.ownerDb.selectFrom('auditException').select('status').where('carrierCode', '=', carrier).execute())[0]?.status).toBe(
    'RESOLVED',
  )
})

test('errors that no reason can settle are not accepted', async () => {
  const file = await handedIn(feedText(changed(0, { cashSurrenderValue: 'abc' })))
  const [finding] = await findingsOf(file.id, { status: ['OPEN'] })
  expect(finding).toMatchObject({
    ruleCode: 'VALUE',
    lineNumber: 2,
    columnName: 'CSV',
    value: 'abc',
    settle: 'reject',
    message: 'Cash surrender value: “abc” is not an amount of money.',
  })
  const answer = await server.callAs(staff, acceptWarnings, { id: file.id, findings: [finding?.id ?? 0], reason: 'It will be fine' })
  expect([answer.status, answer.error.meta]).toEqual([400, { findings: [expect.stringContaining('VALUE cannot be accepted')] }])
})

test('headers nobody knows are mapped once: the file is read again, rejections stay, the next file of the carrier is understood', async () => {
  const strange = { ...HEADERS, policyNumber: 'Ref', cashSurrenderValue: 'Wert A', deathBenefit: 'Wert B' }
  const file = await handedIn(feedText(sound(), { headers: strange }))
  expect(file.status).toBe('PARSED')
  const detail = (await server.callAs(staff, getFile, { id: file.id })).body
  expect(detail).toMatchObject({ missingFields: ['policyNumber', 'cashSurrenderValue', 'deathBenefit'], mappingSource: 'recognised' })
  expect(detail.unmappedHeaders).toEqual(['Ref', 'Wert A', 'Wert B'])
  expect(detail.samples['Wert A']?.length).toBeGreaterThan(0)
  expect((await server.callAs(staff, postFile, { id: file.id })).error.code).toBe('wrong_status')
  await server.callAs(staff, rejectRows, { id: file.id, lines: [2], reason: 'Rejected before mapping' })
  const mapping = { ...detail.mapping, Ref: 'policyNumber', 'Wert A': 'cashSurrenderValue', 'Wert B': 'deathBenefit' } as const
  const stale = await server.callAs(staff, setMapping, { id: file.id, mapping, updatedAt: file.updatedAt })
  expect([stale.status, stale.error.code]).toEqual([409, 'conflict'])
  const { updatedAt } = (await server.callAs(staff, getFile, { id: file.id })).body
  const twice = await server.callAs(staff, setMapping, { id: file.id, mapping: { ...mapping, AV: 'cashSurrenderValue' }, updatedAt })
  expect([twice.status, Object.keys(twice.error.meta ?? {})]).toEqual([400, ['mapping.Wert A']])
  const mapped = await server.callAs(staff, setMapping, { id: file.id, mapping, updatedAt })
  expect(mapped.body).toMatchObject({ status: 'VALIDATED', rejected: 1, matched: policies.length - 1, openErrors: 0 })
  const next = await handedIn(feedText(changed(0, { premium: 0, status: 'In Force' }), { headers: strange }))
  expect((await server.callAs(staff, getFile, { id: next.id })).body).toMatchObject({
    status: 'VALIDATED',
    mappingSource: 'kept',
    matched: policies.length,
  })
  // Without the carrier named, the layout itself tells whose mapping it is.
  const unnamed = await handedIn(
    feedText(
      sound().map((line) => ({ ...line, carrier })),
      { headers: { ...strange, carrier: 'Carrier' } },
    ),
    {},
  )
  expect((await server.callAs(staff, getFile, { id: unnamed.id })).body).toMatchObject({
    status: 'VALIDATED',
    mappingSource: 'kept',
    carriers: [carrier],
  })
})

test('one file may hold several carriers, institutions and month ends; totals below the rows are compared, not read as policies', async () => {
  const other = book.carrierCodes[1] ?? ''
  const theirs = await policiesOf(server.ownerDb, other, period)
  const lines = [...policies, ...theirs].map((policy) => ({ ...soundLine(policy, period), carrier: policy.carrierCode }))
  const total = lines.reduce((sum, line) => sum + line.cashSurrenderValue, 0)
  const columns = { ...HEADERS, carrier: 'Carrier' }
  const trailer = `Total ${lines.length} policies${','.repeat(12)}${(total / 100).toFixed(2)}${','.repeat(3)}`
  const file = await handedIn(feedText(lines, { headers: columns, trailer: [trailer] }), {})
  expect(await rulesOf(file.id)).toEqual([])
  expect((await server.callAs(staff, getFile, { id: file.id })).body).toMatchObject({
    carriers: [carrier, other].sort(),
    periods: [period],
    rowCount: lines.length,
    controlTotals: { rows: lines.length, cashSurrenderValueCents: total, deathBenefitCents: null },
    carrierCode: null,
  })
  const wrong = await handedIn(
    feedText(lines, {
      headers: columns,
      trailer: [trailer.replace(`Total ${lines.length}`, `Total ${lines.length + 1}`).replace(/\d+\.\d\d/, '1.00')],
    }),
    {},
  )
  expect(await rulesOf(wrong.id)).toEqual([
    ['V13', null],
    ['V13', null],
  ])
})

test('a policy twice in a file is an error until one of the two lines is rejected, whichever', async () => {
  const lines = [...sound(), ...sound().slice(0, 1)]
  const file = await handedIn(feedText(lines))
  const last = lines.length + 1
  expect(await rulesOf(file.id)).toEqual([['P5', last]])
  expect(file.unmatched).toBe(1)
  const rejected = await server.callAs(staff, rejectRows, { id: file.id, lines: [2], reason: 'The second line is right' })
  expect(rejected.body).toMatchObject({ openErrors: 0, unmatched: 0, matched: policies.length, rejected: 1 })
  const restored = await server.callAs(staff, restoreRows, { id: file.id, lines: [2] })
  expect(restored.body).toMatchObject({ openErrors: 1, unmatched: 1 })
})

test('a policy missing from the file is named, settles with a reason, and the counts settle with it', async () => {
  const file = await handedIn(feedText(sound().slice(1)))
  const found = await findingsOf(file.id, { status: ['OPEN'] })
  expect(found.map(({ ruleCode, policyNumber }) => [ruleCode, policyNumber])).toEqual(
    expect.arrayContaining([
      ['P1', null],
      ['P4', policies[0]?.policyNumber],
    ]),
  )
  const missing = found.filter(({ ruleCode }) => ruleCode === 'P4').map(({ id }) => id)
  const accepted = await server.callAs(staff, acceptWarnings, { id: file.id, findings: missing, reason: 'Carrier sends it next week' })
  expect(accepted.body.openErrors).toBe(0)
  expect((await findingsOf(file.id)).map(({ ruleCode, status }) => [ruleCode, status])).toEqual(
    expect.arrayContaining([
      ['P1', 'RESOLVED'],
      ['P4', 'ACCEPTED'],
    ]),
  )
  expect((await server.callAs(staff, postFile, { id: file.id })).body).toMatchObject({ posted: policies.length - 1, exceptions: 1 })
})

test('a new policy is shown with what the row says of it, and taken into the book only complete', async () => {
  const institution = await server.ownerDb
    .selectFrom('institution')
    .selectAll()
    .where('id', '=', book.institutionIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  await server.ownerDb.updateTable('institution').set({ fdicCert: '00777' }).where('id', '=', institution.id).execute()
  const [line] = sound()
  if (!line) throw new Error('no policies')
  const extra = {
    face: 500_000_000,
    basis: 100_000_000,
    issue: '10/05/2026',
    product: '',
    cert: '777',
    first: 'Ada',
    last: 'Neumann',
    dob: '02/03/1971',
    sex: 'F',
  }
  const headers = {
    ...HEADERS,
    face: 'Face',
    basis: 'Cost Basis',
    issue: 'Issue Dt',
    product: 'Product',
    cert: 'FDIC Cert',
    first: 'First Name',
    last: 'Last Name',
    dob: 'DOB',
    sex: 'Sex',
  }
  const file = await handedIn(feedText([...sound(), { ...line, policyNumber: 'N-9001', insured: '', ...extra }], { headers }))
  const added = policies.length + 2
  expect(await rulesOf(file.id)).toEqual(
    expect.arrayContaining([
      ['V2', added],
      ['P1', null],
    ]),
  )
  expect(file.newPolicies).toBe(1)
  const rows = (await server.callAs(staff, listRows, { id: file.id, matchStatus: ['NEW'] })).body.records
  expect(rows[0]).toMatchObject({
    lineNumber: added,
    institutionId: institution.id,
    policyNumber: 'N-9001',
    insuredName: 'Neumann, Ada',
    master: { issueDate: '2026-10-05', insuredDateOfBirth: '1971-02-03', faceAmountCents: 500_000_000, productId: null },
  })
  const choices = (await server.callAs(staff, listChoices, { id: file.id })).body
  const lacking = await server.callAs(staff, acceptPolicies, { id: file.id, policies: [{ line: added, institutionId: institution.id }] })
  expect([lacking.status, lacking.error.meta]).toEqual([400, { [`line ${added}`]: ['Choose a product of the carrier.'] }])
  const product = choices.products.find((one) => one.carrierCode === carrier)
  const weak = await signedInAs(server.ownerDb, 'b', { siteId: book.siteId, permissions: { ASSET_REPORT: 2, INSTITUTIONS: 1 } })
  const policy = { line: added, institutionId: institution.id, productId: product?.id ?? 0 }
  expect((await server.callAs(weak, acceptPolicies, { id: file.id, policies: [policy] })).status).toBe(403)
  expect((await server.callAs(staff, acceptPolicies, { id: file.id, policies: [{ ...policy, institutionId: 999_999 }] })).status).toBe(404)
  const accepted = await server.callAs(staff, acceptPolicies, { id: file.id, policies: [policy] })
  expect(accepted.body).toMatchObject({ newPolicies: 0, matched: policies.length + 1, openErrors: 0 })
  expect((await server.callAs(staff, postFile, { id: file.id })).body).toMatchObject({ posted: policies.length + 1, exceptions: 0 })
  const made = await server.ownerDb.selectFrom('policy').selectAll().where('matchKey', '=', 'N9001').executeTakeFirstOrThrow()
  expect(made).toMatchObject({
    institutionId: institution.id,
    carrierCode: carrier,
    issueDate: '2026-10-05',
    faceAmountCents: 500_000_000,
    costBasisCents: 100_000_000,
  })
  // Dates of birth are for those who may change institutions.
  const masked = (await server.callAs(weak, listRows, { id: file.id, lineNumber: added })).body.records[0]
  expect([masked?.raw.DOB, masked?.raw.Sex]).toEqual(['•••', 'F'])
  expect((await server.callAs(weak, downloadFile, { id: file.id })).status).toBe(403)
  expect((await server.callAs(staff, downloadFile, { id: file.id })).bytes.toString()).toContain('02/03/1971')
})

test('a status the carrier reports is a proposal: accepted, it changes the book; the flow of the value released is recorded', async () => {
  const file = await handedIn(
    feedText(
      changed(2, {
        status: 'Surrendered',
        cashSurrenderValue: 0,
        accountValue: 0,
        deathBenefit: 0,
        begin: 0,
        interest: 0,
        costOfInsurance: 0,
        expense: 0,
      }),
    ),
  )
  expect(await rulesOf(file.id)).toEqual(expect.arrayContaining([['V10', 4]]))
  const proposals = (await findingsOf(file.id, { status: ['OPEN'] })).filter(({ settle }) => settle === 'accept').map(({ id }) => id)
  await server.callAs(staff, acceptWarnings, { id: file.id, findings: proposals, reason: 'Surrender confirmed by the bank' })
  expect((await server.callAs(staff, postFile, { id: file.id })).body).toMatchObject({ posted: policies.length - 1, exceptions: 0 })
  const policyId = policies[2]?.policyId ?? 0
  expect(
    await server.ownerDb.selectFrom('policy').select(['policyStatus', 'statusDate']).where('id', '=', policyId).executeTakeFirst(),
  ).toEqual({ policyStatus: 'SURRENDERED', statusDate: period })
  expect(
    await server.ownerDb
      .selectFrom('policyTransaction')
      .select(['type', 'amountCents', 'fileId'])
      .where('policyId', '=', policyId)
      .execute(),
  ).toEqual([{ type: 'SURRENDER', amountCents: policies[2]?.priorCents, fileId: file.id }])
})

test('premiums, withdrawals and rate changes become transactions once, however often they are reported', async () => {
  const [line] = sound()
  if (!line) throw new Error('no policies')
  const value = line.accountValue + 1_000_000
  const lines = changed(0, { premium: 1_000_000, accountValue: value, cashSurrenderValue: value, rate: '4.25%' })
  const file = await handedIn(feedText(lines))
  await server.callAs(staff, postFile, { id: file.id })
  const again = await handedIn(
    feedText(lines.map((one, index) => (index === 0 ? { ...one, premium: 900_000, interest: line.interest + 100_000 } : one))),
  )
  expect((await server.callAs(staff, postFile, { id: again.id, restatementReason: 'Premium was misreported' })).body).toMatchObject({
    restated: 1,
  })
  const flows = await server.ownerDb
    .selectFrom('policyTransaction')
    .select(['type', 'amountCents', 'transactionDate', 'note'])
    .where('policyId', '=', policies[0]?.policyId ?? 0)
    .orderBy('type')
    .execute()
  expect(flows).toEqual([
    { type: 'PREMIUM', amountCents: 900_000, transactionDate: period, note: null },
    { type: 'RATE_RESET', amountCents: null, transactionDate: period, note: '4.05 % to 4.25 %' },
  ])
})

test('a locked month is not posted to', async () => {
  const file = await handedIn(feedText(sound()))
  await server.ownerDb.insertInto('periodLock').values({ siteId: book.siteId, periodEnd: period }).execute()
  const answer = await server.callAs(staff, postFile, { id: file.id })
  expect([answer.status, answer.error.code, answer.error.message]).toEqual([
    409,
    'period_locked',
    'October 2026 is locked. A manager can unlock it.',
  ])
  expect(await valuesAt(file.id)).toEqual([])
})

test('when the book changed after the check, posting checks again first and keeps what it found', async () => {
  const file = await handedIn(feedText(sound()))
  await server.ownerDb
    .updateTable('policy')
    .set({ policyStatus: 'LAPSED', updatedAt: new Date(Date.now() + 1000).toISOString() })
    .where('id', '=', policies[0]?.policyId ?? 0)
    .execute()
  const answer = await server.callAs(staff, postFile, { id: file.id })
  expect([answer.status, answer.error.code]).toEqual([409, 'open_errors'])
  expect(await rulesOf(file.id)).toEqual(expect.arrayContaining([['V10', 2]]))
})

test('two people post one file at once: it is posted once', async () => {
  const file = await handedIn(feedText(sound()))
  const answers = await Promise.all([1, 2, 3].map(() => server.callAs(staff, postFile, { id: file.id })))
  expect(answers.map(({ body }) => body.posted).sort((a, b) => a - b)).toEqual([0, 0, policies.length])
  expect((await valuesAt(file.id)).length).toBe(policies.length)
})

test('two people hand in one file at once: it is entered once', async () => {
  const text = feedText(sound())
  const answers = await Promise.all([handedIn(text), handedIn(text), handedIn(text)])
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(answers.filter(({ duplicateOf }) => duplicateOf === null)).toHaveLength(1)
})

test('another site’s staff see nothing of a file, whatever they call', async () => {
  const file = await handedIn(feedText(sound()))
  const site = await buildSite(server.ownerDb)
  const stranger = await signedInAs(server.ownerDb, 'b', { siteId: site, permissions: { ASSET_REPORT: 2, INSTITUTIONS: 2 } })
  const id = file.id
  const calls = await Promise.all([
    server.callAs(stranger, getFile, { id }),
    server.callAs(stranger, listFindings, { id }),
    server.callAs(stranger, listRows, { id }),
    server.callAs(stranger, downloadFile, { id }),
    server.callAs(stranger, postFile, { id }),
    server.callAs(stranger, rejectRows, { id, lines: [2], reason: 'Not mine at all' }),
    server.callAs(stranger, discardFile, { id }),
    server.callAs(stranger, setMapping, { id, mapping: {}, updatedAt: file.updatedAt }),
    server.callAs(stranger, listChoices, { id }),
  ])
  expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 404))
  expect((await server.callAs(stranger, listFiles, {})).body.records).toEqual([])
  expect((await server.callAs(stranger, listClientsToPolicies, {})).body.records).toEqual([])
  expect((await server.callAs(staff, listClientsToPolicies, { carrierFilter: carrier })).body.page.totalRecords).toBe(policies.length)
})

test('who may only look hands nothing in and posts nothing', async () => {
  const viewer = await signedInAs(server.ownerDb, 'b', { siteId: book.siteId, permissions: { ASSET_REPORT: 1 } })
  expect((await upload(feedText(sound()), { cookie: viewer })).status).toBe(403)
  const file = await handedIn(feedText(sound()))
  expect((await server.callAs(viewer, postFile, { id: file.id })).status).toBe(403)
  expect((await server.callAs(viewer, getFile, { id: file.id })).status).toBe(200)
})

test('a file set aside no longer counts, and may be handed in again', async () => {
  const file = await handedIn(feedText(sound()))
  expect((await server.callAs(staff, discardFile, { id: file.id })).status).toBe(204)
  expect((await server.callAs(staff, postFile, { id: file.id })).error.code).toBe('wrong_status')
  expect((await handedIn(feedText(sound()))).id).not.toBe(file.id)
})

test.each<[string, () => Buffer | string, number, string]>([
  ['an empty file', () => '', 400, 'The file is empty'],
  ['a PDF', () => '%PDF-1.7 x', 415, 'This is a PDF document'],
  ['binary data', () => Buffer.from('Policy No,CSV,DB\nA,\0\0\n'), 201, 'binary data'],
  ['no header', () => '1,2,3\n4,5,6\n', 201, 'No line names the columns'],
  ['a header and nothing else', () => 'Policy No,CSV,DB\n', 201, 'the file holds no policies'],
  ['an open quotation mark', () => 'Policy No,CSV,DB\n"A-1,5,6\n', 201, 'never closed'],
  ['no period anywhere', () => 'Policy No,CSV,DB\nA-1,5,6\n', 201, 'There is no period anywhere'],
  ['a ragged line', () => feedText(sound()).replace('Active', 'Active,Active'), 201, 'Line 2 has 16 columns, the header 15'],
])('%s is answered with a sentence', async (_, content, status, sentence) => {
  const answer = await upload(content(), { fields: { carrierCode: carrier } })
  expect(answer.status).toBe(status)
  if (status !== 201) return expect(errorReply.parse(answer.json).message).toContain(sentence)
  const file = uploadFile.reply.parse(answer.json)
  expect([file.failure ?? '', ...(await findingsOf(file.id)).map(({ message }) => message)].join(' ')).toContain(sentence)
  expect((await server.callAs(staff, postFile, { id: file.id })).status).toBe(409)
})

test('a form without a file, and a carrier nobody knows', async () => {
  const nothing = await server.app.inject({
    method: 'POST',
    url: '/api/etl/files',
    payload: '--x\r\ncontent-disposition: form-data; name="period"\r\n\r\n2026-10-31\r\n--x--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    cookies: { sid: staff },
  })
  expect([nothing.statusCode, errorReply.parse(nothing.json()).meta]).toEqual([400, { file: ['Choose a file to hand in.'] }])
  const unknown = await upload(feedText(sound()), { fields: { carrierCode: 'NOBODY' } })
  expect([unknown.status, errorReply.parse(unknown.json).meta]).toEqual([400, { carrierCode: ['No carrier has this code.'] }])
  const badMonth = await upload(feedText(sound()), { fields: { period: '2026-10-15' } })
  expect(badMonth.status).toBe(400)
})

test('a workbook is imported like text; a formula never computed is named by its cell', async () => {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('In force')
  sheet.addRow(['Carrier extract', carrier])
  sheet.addRow(['As of October 31, 2026'])
  sheet.addRow(['Policy No', 'CSV', 'DB', 'Credited Rate'])
  for (const [index, policy] of policies.entries()) {
    const line = soundLine(policy, period)
    const row = sheet.addRow([policy.policyNumber, line.cashSurrenderValue / 100, line.deathBenefit / 100, 0.0405])
    row.getCell(4).numFmt = '0.00%'
    if (index === 0) row.getCell(2).value = { formula: 'C9*2' }
  }
  const file = await handedIn(Buffer.from(await workbook.xlsx.writeBuffer()))
  expect(file).toMatchObject({ period, rowCount: policies.length })
  expect(
    (await findingsOf(file.id, { severity: ['error'] })).map(({ ruleCode, lineNumber, columnName, message }) => [
      ruleCode,
      lineNumber,
      columnName,
      message.slice(0, 50),
    ]),
  ).toContainEqual(['VALUE', 4, 'CSV', 'The cell holds a formula without a computed value.'])
  const detail = (await server.callAs(staff, getFile, { id: file.id })).body
  expect(detail.skippedChecks.map(({ ruleCode }) => ruleCode)).toEqual(expect.arrayContaining(['V7', 'V9', 'V10', 'M4', 'M6']))
})
