import {
  acceptPolicies,
  acceptWarnings,
  discardFile,
  downloadFile,
  getFile,
  listChoices,
  listRows,
  postFile,
  rejectRows,
  restoreRows,
  setMapping,
} from '@corridor/contract/data-feeds.ts'
import { expect, test } from 'vitest'
import { type Permissions, signedInAs } from '../../test/builders.ts'
import { feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const { period } = feeds

test('open errors block posting until the row is rejected with a reason; what was rejected has no value, and an exception says so', async () => {
  const file = await feeds.handedIn(feedText(feeds.changed(1, { cashSurrenderValue: -5 })))
  expect(await feeds.rulesOf(file.id)).toEqual(
    expect.arrayContaining([
      ['V5', 3],
      ['M1', 3],
    ]),
  )
  const blocked = await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  expect([blocked.status, blocked.error.code]).toEqual([409, 'open_errors'])
  expect((await feeds.server.callAs(feeds.staff, rejectRows, { id: file.id, lines: [3], reason: 'no' })).status).toBe(400)
  expect((await feeds.server.callAs(feeds.staff, rejectRows, { id: file.id, lines: [99], reason: 'Not there at all' })).status).toBe(400)
  const rejected = await feeds.server.callAs(feeds.staff, rejectRows, {
    id: file.id,
    lines: [3],
    reason: 'Sign is wrong, carrier asked',
  })
  expect(rejected.body).toMatchObject({ rejected: 1, matched: feeds.policies.length - 1, openErrors: 0 })
  const restored = await feeds.server.callAs(feeds.staff, restoreRows, { id: file.id, lines: [3] })
  expect(restored.body.rejected).toBe(0)
  expect(restored.body.openErrors).toBeGreaterThan(0)
  await feeds.server.callAs(feeds.staff, rejectRows, { id: file.id, lines: [3], reason: 'Sign is wrong, carrier asked' })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).body).toMatchObject({
    posted: feeds.policies.length - 1,
    exceptions: 3,
  })
  const exceptions = await feeds.server.ownerDb
    .selectFrom('auditException')
    .select(['ruleCode', 'policyId', 'period', 'status'])
    .where('carrierCode', '=', feeds.carrier)
    .execute()
  // The policy without a value, and what follows from it: one fewer posted than the carrier sent and than last month leads to expect.
  expect(exceptions.toSorted((one, other) => (one.ruleCode < other.ruleCode ? -1 : 1))).toEqual([
    { ruleCode: 'P1', policyId: null, period, status: 'OPEN' },
    { ruleCode: 'P2', policyId: null, period, status: 'OPEN' },
    { ruleCode: 'V1', policyId: feeds.policies[1]?.policyId, period, status: 'OPEN' },
  ])
  // The corrected row comes in a file of its own: the exception is resolved.
  const rest = await feeds.handedIn(feedText([feeds.sound()[1] ?? {}]))
  for (const { id } of await feeds.findingsOf(rest.id, { status: ['OPEN'] }))
    await feeds.server.callAs(feeds.staff, acceptWarnings, { id: rest.id, findings: [id], reason: 'A correction of one row only' })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: rest.id })).body).toMatchObject({ posted: 1, exceptions: 0 })
  expect(
    (await feeds.server.ownerDb.selectFrom('auditException').select('status').where('carrierCode', '=', feeds.carrier).execute()).map(
      ({ status }) => status,
    ),
  ).toEqual(['RESOLVED', 'RESOLVED', 'RESOLVED'])
})

test('errors that no reason can settle are not accepted', async () => {
  const file = await feeds.handedIn(feedText(feeds.changed(0, { cashSurrenderValue: 'abc' })))
  const [finding] = await feeds.findingsOf(file.id, { status: ['OPEN'] })
  expect(finding).toMatchObject({
    ruleCode: 'VALUE',
    lineNumber: 2,
    columnName: 'CSV',
    value: 'abc',
    settle: 'reject',
    message: 'Cash surrender value: “abc” is not an amount of money.',
  })
  const answer = await feeds.server.callAs(feeds.staff, acceptWarnings, {
    id: file.id,
    findings: [finding?.id ?? 0],
    reason: 'It will be fine',
  })
  expect([answer.status, answer.error.meta]).toEqual([400, { findings: [expect.stringContaining('VALUE cannot be accepted')] }])
})

test('a finding of another file is not accepted with this one', async () => {
  const file = await feeds.handedIn(feedText(feeds.changed(0, { deathBenefit: 1_000_000_000 })))
  const [own] = await feeds.findingsOf(file.id, { status: ['OPEN'] })
  const other = await feeds.handedIn(feedText(feeds.changed(1, { deathBenefit: 1_000_000_000 })))
  const [theirs] = await feeds.findingsOf(other.id, { status: ['OPEN'] })
  const findings = [own?.id ?? 0, theirs?.id ?? 0]
  const answer = await feeds.server.callAs(feeds.staff, acceptWarnings, { id: file.id, findings, reason: 'Raised with the carrier' })
  expect(answer.error.code).toBe('not_found')
  expect(await feeds.findingsOf(file.id, { status: ['ACCEPTED'] })).toEqual([])
})

test('headers nobody knows are mapped once: the file is read again, rejections stay, the next file of the carrier is understood', async () => {
  const strange = { ...HEADERS, policyNumber: 'Ref', cashSurrenderValue: 'Wert A', deathBenefit: 'Wert B' }
  const file = await feeds.handedIn(feedText(feeds.sound(), { headers: strange }))
  expect(file.status).toBe('PARSED')
  const detail = (await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body
  expect(detail).toMatchObject({ missingFields: ['policyNumber', 'cashSurrenderValue', 'deathBenefit'], mappingSource: 'recognised' })
  expect(detail.unmappedHeaders).toEqual(['Ref', 'Wert A', 'Wert B'])
  expect(detail.samples['Wert A']?.length).toBeGreaterThan(0)
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).error.code).toBe('wrong_status')
  await feeds.server.callAs(feeds.staff, rejectRows, { id: file.id, lines: [2], reason: 'Rejected before mapping' })
  const mapping = { ...detail.mapping, Ref: 'policyNumber', 'Wert A': 'cashSurrenderValue', 'Wert B': 'deathBenefit' } as const
  const stale = await feeds.server.callAs(feeds.staff, setMapping, { id: file.id, mapping, updatedAt: file.updatedAt })
  expect([stale.status, stale.error.code]).toEqual([409, 'conflict'])
  const { updatedAt } = (await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body
  const twice = await feeds.server.callAs(feeds.staff, setMapping, {
    id: file.id,
    mapping: { ...mapping, AV: 'cashSurrenderValue' },
    updatedAt,
  })
  expect([twice.status, Object.keys(twice.error.meta ?? {})]).toEqual([400, ['mapping.Wert A']])
  const mapped = await feeds.server.callAs(feeds.staff, setMapping, { id: file.id, mapping, updatedAt })
  expect(mapped.body).toMatchObject({ status: 'VALIDATED', rejected: 1, matched: feeds.policies.length - 1, openErrors: 0 })
  const next = await feeds.handedIn(feedText(feeds.changed(0, { premium: 0, status: 'In Force' }), { headers: strange }))
  expect((await feeds.server.callAs(feeds.staff, getFile, { id: next.id })).body).toMatchObject({
    status: 'VALIDATED',
    mappingSource: 'kept',
    matched: feeds.policies.length,
  })
  // Without the carrier named, the layout itself tells whose mapping it is.
  const unnamed = await feeds.handedIn(
    feedText(
      feeds.sound().map((line) => ({ ...line, carrier: feeds.carrier })),
      { headers: { ...strange, carrier: 'Carrier' } },
    ),
    {},
  )
  expect((await feeds.server.callAs(feeds.staff, getFile, { id: unnamed.id })).body).toMatchObject({
    status: 'VALIDATED',
    mappingSource: 'kept',
    carriers: [feeds.carrier],
  })
  // Each says which version of its carrier's mapping it was read by.
  const read = await feeds.server.ownerDb
    .selectFrom('carrierFile')
    .select('mappingVersion')
    .where('id', 'in', [file.id, next.id, unnamed.id])
    .orderBy('id')
    .execute()
  expect(read.map(({ mappingVersion }) => mappingVersion)).toEqual([1, 1, 1])
})

test('a policy twice in a file is an error until one of the two lines is rejected, whichever', async () => {
  const lines = [...feeds.sound(), ...feeds.sound().slice(0, 1)]
  const file = await feeds.handedIn(feedText(lines))
  const last = lines.length + 1
  expect(await feeds.rulesOf(file.id)).toEqual([['P5', last]])
  expect(file.unmatched).toBe(1)
  const rejected = await feeds.server.callAs(feeds.staff, rejectRows, { id: file.id, lines: [2], reason: 'The second line is right' })
  expect(rejected.body).toMatchObject({ openErrors: 0, unmatched: 0, matched: feeds.policies.length, rejected: 1 })
  const restored = await feeds.server.callAs(feeds.staff, restoreRows, { id: file.id, lines: [2] })
  expect(restored.body).toMatchObject({ openErrors: 1, unmatched: 1 })
})

test('a policy missing from the file is named, settles with a reason, and the counts settle with it', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound().slice(1)))
  const found = await feeds.findingsOf(file.id, { status: ['OPEN'] })
  expect(found.map(({ ruleCode, policyNumber }) => [ruleCode, policyNumber])).toEqual(
    expect.arrayContaining([
      ['P1', null],
      ['P4', feeds.policies[0]?.policyNumber],
    ]),
  )
  const missing = found.filter(({ ruleCode }) => ruleCode === 'P4').map(({ id }) => id)
  const accepted = await feeds.server.callAs(feeds.staff, acceptWarnings, {
    id: file.id,
    findings: missing,
    reason: 'Carrier sends it next week',
  })
  expect(accepted.body.openErrors).toBe(0)
  // Accepted once more, it keeps the reason that was given first.
  await feeds.server.callAs(feeds.staff, acceptWarnings, { id: file.id, findings: missing, reason: 'Another reason' })
  expect((await feeds.findingsOf(file.id)).find(({ id }) => id === missing[0])?.resolution).toBe('Carrier sends it next week')
  expect((await feeds.findingsOf(file.id)).map(({ ruleCode, status }) => [ruleCode, status])).toEqual(
    expect.arrayContaining([
      ['P1', 'RESOLVED'],
      ['P4', 'ACCEPTED'],
    ]),
  )
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).body).toMatchObject({
    posted: feeds.policies.length - 1,
    exceptions: 2,
  })
})

test('a new policy is shown with what the row says of it, and taken into the register only complete', async () => {
  const institution = await feeds.server.ownerDb
    .selectFrom('institution')
    .selectAll()
    .where('id', '=', feeds.book.institutionIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  await feeds.server.ownerDb.updateTable('institution').set({ fdicCert: '00777' }).where('id', '=', institution.id).execute()
  const [line] = feeds.sound()
  if (!line) throw new Error('no policies')
  const extra = {
    face: 500_000_000,
    basis: 100_000_000,
    issue: '10/25/2026',
    product: '',
    cert: '777',
    first: 'Ada',
    last: 'Neumann',
    dob: '02/23/1971',
    sex: 'F',
    mec: 'N',
    // Without the interest on what is loaned the value does not roll forward.
    interest: line.interest - 50_000,
    loaned: '500.00',
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
    mec: 'MEC',
    loaned: 'TotalIntLoanedFundAmt',
  }
  const file = await feeds.handedIn(feedText([...feeds.sound(), { ...line, policyNumber: 'N-9001', insured: '', ...extra }], { headers }))
  const added = feeds.policies.length + 2
  expect(await feeds.rulesOf(file.id)).toEqual(
    expect.arrayContaining([
      ['V2', added],
      ['P1', null],
    ]),
  )
  expect(file.newPolicies).toBe(1)
  const rows = (await feeds.server.callAs(feeds.staff, listRows, { id: file.id, matchStatus: ['NEW'] })).body.records
  expect(rows[0]).toMatchObject({
    lineNumber: added,
    institutionId: institution.id,
    policyNumber: 'N-9001',
    insuredName: 'Neumann, Ada',
    master: {
      issueDate: '2026-10-25',
      insuredDateOfBirth: '1971-02-23',
      faceAmountCents: 500_000_000,
      productId: null,
      mecIndicator: false,
    },
  })
  const choices = (await feeds.server.callAs(feeds.staff, listChoices, { id: file.id })).body
  const lacking = await feeds.server.callAs(feeds.staff, acceptPolicies, {
    id: file.id,
    policies: [{ line: added, institutionId: institution.id }],
  })
  expect([lacking.status, lacking.error.meta]).toEqual([400, { [`line ${added}`]: ['Choose a product of the carrier.'] }])
  const product = choices.products.find((one) => one.carrierCode === feeds.carrier)
  const policy = { line: added, institutionId: institution.id, productId: product?.id ?? 0 }
  const staffWith = (permissions: Permissions) => signedInAs(feeds.server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions })
  const weak = await staffWith({ ASSET_REPORT: 2, INSTITUTIONS: 1 })
  for (const cookie of [weak, await staffWith({ ASSET_REPORT: 1, INSTITUTIONS: 2 })])
    expect((await feeds.server.callAs(cookie, acceptPolicies, { id: file.id, policies: [policy] })).status).toBe(403)
  expect(
    (await feeds.server.callAs(feeds.staff, acceptPolicies, { id: file.id, policies: [{ ...policy, institutionId: 999_999 }] })).status,
  ).toBe(404)
  for (const other of [2, added + 1]) {
    const none = await feeds.server.callAs(feeds.staff, acceptPolicies, { id: file.id, policies: [policy, { ...policy, line: other }] })
    expect([none.status, none.error.meta]).toEqual([400, { [`line ${other}`]: ['This line is not a new policy.'] }])
  }
  const accepted = await feeds.server.callAs(feeds.staff, acceptPolicies, { id: file.id, policies: [policy] })
  expect(accepted.body).toMatchObject({ newPolicies: 0, matched: feeds.policies.length + 1, openErrors: 0 })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).body).toMatchObject({
    posted: feeds.policies.length + 1,
    exceptions: 0,
  })
  const made = await feeds.server.ownerDb.selectFrom('policy').selectAll().where('matchKey', '=', 'N9001').executeTakeFirstOrThrow()
  expect(made).toMatchObject({
    institutionId: institution.id,
    carrierCode: feeds.carrier,
    issueDate: '2026-10-25',
    faceAmountCents: 500_000_000,
    mec: false,
    costBasisCents: 100_000_000,
  })
  // Dates of birth are for those who may change institutions.
  const masked = (await feeds.server.callAs(weak, listRows, { id: file.id, lineNumber: added })).body.records[0]
  expect([masked?.raw.DOB, masked?.raw.Sex]).toEqual(['•••', 'F'])
  expect((await feeds.server.callAs(weak, downloadFile, { id: file.id })).status).toBe(403)
  expect((await feeds.server.callAs(feeds.staff, downloadFile, { id: file.id })).bytes.toString()).toContain('02/23/1971')
})

test('who may not see dates of birth cannot see them by reading the column as something else, or as nothing', async () => {
  const lines = feeds.sound().map((line) => ({ ...line, dob: '12/31/1958', born: '06/30/1957' }))
  const file = await feeds.handedIn(feedText(lines, { headers: { ...HEADERS, dob: 'DOB', born: 'Came into the world' } }))
  const { id } = file
  const weak = await signedInAs(feeds.server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 2, INSTITUTIONS: 1 } })
  const before = (await feeds.server.callAs(weak, getFile, { id })).body
  const mapped = (cookie: string, change: Record<string, 'planName' | 'insuredDateOfBirth' | null>, updatedAt: string) =>
    feeds.server.callAs(cookie, setMapping, { id, mapping: change, keep: false, updatedAt })
  expect((await mapped(weak, { DOB: 'planName' }, before.updatedAt)).status).toBe(400)
  // Nothing reads it now, but its name says what it holds.
  const unread = await mapped(weak, { DOB: null }, before.updatedAt)
  expect(unread.status).toBe(200)
  const shown = async () =>
    JSON.stringify([await feeds.server.callAs(weak, listRows, { id }), await feeds.server.callAs(weak, getFile, { id })])
  expect(await shown()).not.toContain('1958')
  expect((await feeds.server.callAs(weak, downloadFile, { id })).status).toBe(403)
  // A column that only the mapping calls personal stays so for whoever may not see it.
  const told = await mapped(feeds.staff, { DOB: null, 'Came into the world': 'insuredDateOfBirth' }, unread.body.updatedAt)
  expect(told.status).toBe(200)
  expect((await mapped(weak, { DOB: null, 'Came into the world': null }, told.body.updatedAt)).status).toBe(400)
  expect(await shown()).not.toMatch(/195[78]/)
})

test('a discarded file no longer counts, and may be uploaded again', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound()))
  expect((await feeds.server.callAs(feeds.staff, discardFile, { id: file.id, reason: 'Sent twice by the carrier' })).status).toBe(204)
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).error.code).toBe('wrong_status')
  expect((await feeds.handedIn(feedText(feeds.sound()))).id).not.toBe(file.id)
})

test('who comes while a file is being worked on is told, not kept waiting', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound()))
  const answer = await feeds.server.ownerDb.transaction().execute(async (trx) => {
    await trx.selectFrom('carrierFile').select('id').where('id', '=', file.id).forUpdate().execute()
    return feeds.server.callAs(feeds.staff, rejectRows, { id: file.id, lines: [2], reason: 'While it is read again' })
  })
  expect([answer.status, answer.error.code]).toEqual([409, 'already_running'])
})

test('findings sorted by urgency: what is open before what is settled, and errors before warnings in each', async () => {
  const spoilt = feeds
    .sound()
    .map((line, at) => (at === 1 ? { ...line, surrenderCharge: 5_000_00 } : at < 3 ? { ...line, cashSurrenderValue: -5 } : line))
  const { id } = await feeds.handedIn(feedText(spoilt))
  await feeds.server.callAs(feeds.staff, rejectRows, { id, lines: [2], reason: 'Sign is wrong, carrier asked' })
  const sorted = await feeds.findingsOf(id, { sort: 'urgency' })
  const marks = sorted.map(({ status, severity }) => `${status === 'OPEN' ? 'open' : 'settled'} ${severity}`)
  expect(marks).toEqual([...marks].sort())
  expect([marks[0], sorted[0]?.lineNumber, marks.at(-1)?.startsWith('settled')]).toEqual(['open error', 4, true])
  expect(marks).toContain('open warning')
})
