/** Cells of a carrier's file are corrected before posting, with a reason: the line as received is kept, and both are told wherever the figure is followed back. */
import { getFile, listFindings, listRows, postFile, rejectRows, restoreRows, setMapping } from '@corridor/contract/data-feeds.ts'
import { checkFileAgain, correctCells, getFileLine } from '@corridor/contract/feed-lines.ts'
import { getPolicy } from '@corridor/contract/register-policies.ts'
import { isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import { addMonthEnds, plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { dollars, feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const REASON = 'Read off the carrier’s statement of October'
const lineOf = async (id: number, line: number) => (await feeds.server.callAs(feeds.staff, getFileLine, { id, line })).body
const correct = (id: number, line: number, cells: { header: string; value: string | null }[], more: object = {}) =>
  feeds.server.callAs(feeds.staff, correctCells, { id, line, cells, reason: REASON, ...more })
const rawOf = async (id: number, lineNumber: number) =>
  (await feeds.server.callAs(feeds.staff, listRows, { id, lineNumber })).body.records[0]?.raw
const swapped = (text: string) => `${text.slice(0, 3)}${text[4]}${text[3]}${text.slice(5)}`

test('a value with two digits exchanged is offered as the rest of the line has it, corrected, posted, and told with both values', async () => {
  const meant = dollars(Number(feeds.sound()[0]?.cashSurrenderValue))
  const file = await feeds.handedIn(feedText(feeds.changed(0, { cashSurrenderValue: swapped(meant) })))
  expect(file.openErrors).toBeGreaterThan(0)
  const before = await lineOf(file.id, 2)
  expect(before.likely).toContainEqual({
    header: 'CSV',
    value: meant,
    reason: 'The line’s account value less its surrender charge, with two digits exchanged.',
  })
  const corrected = await correct(file.id, 2, [{ header: 'CSV', value: meant }], { updatedAt: file.updatedAt })
  expect(corrected.body).toMatchObject({ status: 'VALIDATED', openErrors: 0 })
  expect((await rawOf(file.id, 2))?.CSV).toBe(swapped(meant))
  const listed = async (input: object) => (await feeds.server.callAs(feeds.staff, listRows, { id: file.id, ...input })).body.records
  const told = { header: 'CSV', received: swapped(meant), value: meant, reason: REASON, correctedBy: expect.stringMatching(/\S/) }
  expect(await lineOf(file.id, 2)).toMatchObject({ corrections: [told], likely: [] })
  expect((await listed({ corrected: true })).map(({ line, corrections }) => [line, corrections])).toMatchObject([[2, [told]]])
  expect((await listed({ corrected: false })).length).toBe((await listed({})).length - 1)
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(200)
  const [policy] = feeds.policies
  const posted = await feeds.server.ownerDb
    .selectFrom('policyValuation')
    .select('cashSurrenderValueCents')
    .where('fileId', '=', file.id)
    .where('policyId', '=', policy?.policyId ?? 0)
    .executeTakeFirstOrThrow()
  expect(dollars(posted.cashSurrenderValueCents)).toBe(meant)
  const traced = await feeds.server.callAs(feeds.staff, getPolicy, { id: policy?.institutionId ?? 0, policyId: policy?.policyId ?? 0 })
  expect(traced.body.line).toMatchObject({ asOfDate: feeds.period, version: 1, raw: { CSV: swapped(meant) }, corrections: [told] })
})

test('an interest with a digit too many is offered with one less, and the account value that agrees with last month is not overwritten', async () => {
  const meant = Number(feeds.sound()[0]?.interest)
  const file = await feeds.handedIn(feedText(feeds.changed(0, { interest: meant * 10 })))
  const { findings, likely, following } = await lineOf(file.id, 2)
  expect(findings.map(({ columnName, ruleCode }) => `${columnName} ${ruleCode}`)).toEqual(
    expect.arrayContaining(['AV M4', 'Interest RATE']),
  )
  const reason = expect.stringMatching(/^Read with one digit less, the line foots/)
  expect(likely[0]).toEqual({ header: 'Interest', value: dollars(meant), reason })
  expect(likely.filter(({ header }) => header === 'AV')).toEqual([])
  expect(following).toEqual([{ header: 'AV', reason: `Account value foots once interest credited is ${dollars(meant)}.` }])
  expect((await correct(file.id, 2, [{ header: 'Interest', value: dollars(meant) }])).body.openErrors).toBe(0)
  expect((await lineOf(file.id, 2)).findings).toEqual([])
})

test('a correction is kept when the file is read again, and taken back with null or with what was received', async () => {
  const file = await feeds.handedIn(feedText(feeds.changed(0, { deathBenefit: '#REF!' })))
  const meant = dollars(feeds.policies[0]?.deathBenefitCents ?? 0)
  const fixed = await correct(file.id, 2, [{ header: 'DB', value: meant }])
  expect(fixed.body.openErrors).toBe(0)
  const { mapping } = (await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body
  const fields = Object.fromEntries(
    Object.entries(mapping).map(([header, field]) => [header, field !== null && isFeedField(field) ? field : null]),
  )
  const again = await feeds.server.callAs(feeds.staff, setMapping, { id: file.id, mapping: fields, updatedAt: fixed.body.updatedAt })
  expect(again.body.openErrors).toBe(0)
  expect((await correct(file.id, 2, [{ header: 'DB', value: '#REF!' }])).body.openErrors).toBe(1)
  expect((await lineOf(file.id, 2)).corrections).toEqual([])
  await correct(file.id, 2, [{ header: 'DB', value: meant }])
  expect((await correct(file.id, 2, [{ header: 'DB', value: null }])).body.openErrors).toBe(1)
})

test('a correction that cannot be read is refused with the reason at its cell, and nothing of it is kept', async () => {
  const file = await feeds.handedIn(feedText(feeds.changed(0, { valuationDate: '10/32/2026' })))
  const meant = dollars(feeds.policies[0]?.deathBenefitCents ?? 0)
  const cells = [{ header: 'Val Date', value: '2/30/2026' }]
  const refused = await correct(file.id, 2, [...cells, { header: 'DB', value: `${meant}0` }])
  expect([refused.status, refused.error.meta]).toEqual([400, { 'cells.Val Date': [expect.stringContaining('2/30/2026')] }])
  expect((await lineOf(file.id, 2)).corrections).toEqual([])
  expect((await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body.updatedAt).toBe(file.updatedAt)
  expect((await correct(file.id, 2, [{ header: 'Val Date', value: '10/31/2026' }])).body.openErrors).toBe(0)
})

test('a policy number without its zeros is offered with them, and its policy’s values with it', async () => {
  const [policy] = feeds.policies
  await feeds.server.ownerDb
    .updateTable('policy')
    .set({ policyNumber: '00455', matchKey: '00455' })
    .where('id', '=', policy?.policyId ?? 0)
    .where('institutionId', '=', policy?.institutionId ?? 0)
    .execute()
  const file = await feeds.handedIn(feedText(feeds.changed(0, { policyNumber: '455' })))
  expect((await lineOf(file.id, 2)).likely).toEqual([
    { header: 'Policy No', value: '00455', reason: 'The register has it with its leading zeros.' },
  ])
  expect((await correct(file.id, 2, [{ header: 'Policy No', value: '00455' }])).body).toMatchObject({ openErrors: 0, newPolicies: 0 })
})

test('a number that is one slip away from the only policy of the carrier that the file lacks is offered with the reason; of two, none is', async () => {
  const number = async (at: number, policyNumber: string) =>
    await feeds.server.ownerDb
      .updateTable('policy')
      .set({ policyNumber, matchKey: policyNumber })
      .where('id', '=', feeds.policies[at]?.policyId ?? 0)
      .where('institutionId', '=', feeds.policies[at]?.institutionId ?? 0)
      .execute()
  await number(0, '429408')
  const lines = feeds.changed(0, { policyNumber: '429480' })
  const file = await feeds.handedIn(feedText(lines))
  const offered = async (id: number) => (await lineOf(id, 2)).likely.filter(({ header }) => header === 'Policy No')
  expect(await offered(file.id)).toEqual([
    { header: 'Policy No', value: '429408', reason: '429408 is missing from the file, and two neighboring characters are exchanged.' },
  ])
  expect((await correct(file.id, 2, [{ header: 'Policy No', value: '429408' }])).body.newPolicies).toBe(0)
  // Its institution has another policy in the file: one of which nothing came is no slip.
  await number(3, '429481')
  const two = await feeds.handedIn(feedText(lines.filter((_, at) => at !== 3)))
  expect(await offered(two.id)).toEqual([])
})

test('a row of another month is offered the month end of most rows', async () => {
  const lines = [...feeds.sound(), ...feeds.sound()]
    .slice(0, 6)
    .map((line, at) => (at === 0 ? { ...line, valuationDate: addMonthEnds(feeds.period, -1) } : line))
  const file = await feeds.handedIn(feedText(lines))
  expect((await lineOf(file.id, 2)).likely).toContainEqual({
    header: 'Val Date',
    value: feeds.period,
    reason: 'The month end of most rows of the file.',
  })
})

test.each([
  ['an unknown column', 2, 'Nonsense', '1.00', 400],
  ['a line that is not in the file', 99, 'CSV', '1.00', 404],
  ['what is read already', 2, 'DB', null, 400],
])('%s is refused', async (_, line, header, value, status) => {
  const file = await feeds.handedIn(feedText(feeds.sound()))
  expect((await correct(file.id, line, [{ header, value }])).status).toBe(status)
})

test('a column that is not used, and a line that does not fit the header, are refused with what to do', async () => {
  const file = await feeds.handedIn(
    feedText(
      feeds.sound().map((line) => ({ ...line, note: 'x' })),
      { headers: { ...HEADERS, note: 'Remark' }, trailer: ['P-1,a,b'] },
    ),
  )
  expect((await correct(file.id, 2, [{ header: 'Remark', value: 'y' }])).error.meta).toEqual({
    'cells.Remark': ['This column is not used. Choose its field under Column mapping first.'],
  })
  const ragged = (await feeds.findingsOf(file.id, { ruleCode: 'RAGGED' }))[0]?.line ?? 0
  expect((await correct(file.id, ragged, [{ header: 'CSV', value: '1.00' }])).error.meta).toEqual({
    cells: [expect.stringMatching(/does not fit the header/)],
  })
})

test('once posted nothing is corrected any more', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound()))
  await feeds.server.callAs(feeds.staff, postFile, { id: file.id })
  expect((await correct(file.id, 2, [{ header: 'CSV', value: '1.00' }])).error.code).toBe('wrong_status')
  expect((await lineOf(file.id, 2)).cells.some(({ correctable }) => correctable)).toBe(false)
})

test('a date of birth is neither shown nor corrected without the right to personal data, nor written into the activity log', async () => {
  const lines = feeds.sound().map((line) => ({ ...line, born: '1970-01-01' }))
  const file = await feeds.handedIn(feedText(lines, { headers: { ...HEADERS, born: 'DOB' } }))
  await correct(file.id, 2, [{ header: 'DOB', value: '1970-01-02' }])
  const few = await signedInAs(feeds.server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 2 } })
  const seen = (await feeds.server.callAs(few, getFileLine, { id: file.id, line: 2 })).body
  expect(JSON.stringify(seen)).not.toContain('1970')
  const { records } = (await feeds.server.callAs(few, listRows, { id: file.id, corrected: true })).body
  expect(records).toMatchObject([{ line: 2, corrections: [{ header: 'DOB', received: '•••', value: '•••' }] }])
  expect(JSON.stringify(records)).not.toContain('1970')
  const refused = await feeds.server.callAs(few, correctCells, {
    id: file.id,
    line: 2,
    cells: [{ header: 'DOB', value: '1971-01-01' }],
    reason: REASON,
  })
  expect(refused.status).toBe(400)
  const log = await feeds.server.ownerDb
    .selectFrom('activity')
    .select(['before', 'after'])
    .where('action', '=', 'feed.cells.corrected')
    .where('entityId', '=', String(file.id))
    .execute()
  expect(log).toHaveLength(1)
  expect(JSON.stringify(log)).not.toContain('1970')
})

test('rows with dates of birth that were shown are in the activity log by their lines; a page without rows, or without the right, leaves none', async () => {
  const lines = feeds.sound().map((line) => ({ ...line, born: '1970-01-01' }))
  const file = await feeds.handedIn(feedText(lines, { headers: { ...HEADERS, born: 'DOB' } }))
  const few = await signedInAs(feeds.server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 2 } })
  await feeds.server.callAs(few, listRows, { id: file.id })
  await feeds.server.callAs(feeds.staff, listRows, { id: file.id, search: 'no such policy' })
  await feeds.server.callAs(feeds.staff, listRows, { id: file.id, take: 2 })
  await feeds.server.callAs(few, getFileLine, { id: file.id, line: 4 })
  await feeds.server.callAs(feeds.staff, getFileLine, { id: file.id, line: 4 })
  const log = feeds.server.ownerDb.selectFrom('activity').select('after').where('action', '=', 'feed.rows.viewed')
  const shown = await log.where('entityId', '=', String(file.id)).execute()
  expect(shown.map(({ after }) => JSON.stringify(after)).toSorted()).toEqual(['{"lines":[2,3]}', '{"lines":[4]}'])
  const plain = await feeds.handedIn(feedText(feeds.sound()))
  await feeds.server.callAs(feeds.staff, getFileLine, { id: plain.id, line: 2 })
  expect(await log.where('entityId', '=', String(plain.id)).execute()).toEqual([])
})

test('a finding about a date of birth shows both dates to those who may see them, which is recorded; nobody else, and no file of the list, has them', async () => {
  const [policy] = feeds.policies
  const db = feeds.server.ownerDb
  const { insuredId } = await db
    .selectFrom('policy')
    .select('insuredId')
    .where('id', '=', policy?.policyId ?? 0)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('insured')
    .set({ dateOfBirth: plainDate('1965-11-10') })
    .where('id', '=', insuredId)
    .execute()
  const lines = feeds.sound().map((line, at) => (at === 0 ? { ...line, born: '11-OCT-1965' } : line))
  const file = await feeds.handedIn(feedText(lines, { headers: { ...HEADERS, born: 'DOB' } }))
  const few = await signedInAs(db, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 2 } })
  const datesOf = async (cookie: string) =>
    (await feeds.server.callAs(cookie, listFindings, { id: file.id, ruleCode: 'V12' })).body.records.map(({ birthDates }) => birthDates)
  expect(await datesOf(few)).toEqual([null])
  expect(await datesOf(feeds.staff)).toEqual([{ carrier: '1965-10-11', register: '1965-11-10' }])
  const exported = await feeds.server.app.inject({ url: `/api/etl/files/${file.id}/findings?format=csv`, cookies: { sid: feeds.staff } })
  expect(exported.statusCode).toBe(200)
  expect(exported.body).not.toContain('1965')
  await correct(file.id, 2, [{ header: 'DOB', value: '1965-11-11' }])
  expect(await datesOf(feeds.staff)).toEqual([{ carrier: '1965-11-11', register: '1965-11-10' }])
  const log = db.selectFrom('activity').select('after').where('action', '=', 'feed.rows.viewed').where('entityId', '=', String(file.id))
  expect(await log.execute()).toEqual([{ after: { lines: [2] } }, { after: { lines: [2] } }])
})

test('a date of birth that cannot be read is shown as it stands, with no dates to compare', async () => {
  const lines = feeds.sound().map((line, at) => (at === 0 ? { ...line, born: '31-FEB-1965' } : line))
  const file = await feeds.handedIn(feedText(lines, { headers: { ...HEADERS, born: 'DOB' } }))
  const { records } = (await feeds.server.callAs(feeds.staff, listFindings, { id: file.id })).body
  expect(records.filter(({ columnName }) => columnName === 'DOB')).toMatchObject([{ lineNumber: 2, birthDates: null }])
})

test('checking again compares with the register as it stands by now; rows left out stay so', async () => {
  const file = await feeds.handedIn(feedText(feeds.changed(0, { policyNumber: 'NEW-77' })))
  expect((await feeds.rulesOf(file.id)).map(([rule]) => rule)).toContain('V2')
  const [policy] = feeds.policies
  await feeds.server.ownerDb
    .updateTable('policy')
    .set({ policyNumber: 'NEW-77', matchKey: 'NEW77' })
    .where('id', '=', policy?.policyId ?? 0)
    .where('institutionId', '=', policy?.institutionId ?? 0)
    .execute()
  await feeds.server.callAs(feeds.staff, rejectRows, { id: file.id, lines: [3], reason: REASON })
  const checked = await feeds.server.callAs(feeds.staff, checkFileAgain, { id: file.id })
  expect(checked.body).toMatchObject({ newPolicies: 0, rejected: 1 })
  expect((await feeds.server.callAs(feeds.staff, restoreRows, { id: file.id, lines: [3] })).body).toMatchObject({
    openErrors: 0,
    rejected: 0,
  })
})

test('what was found in a row that is left out stays settled when the file is checked again, and is open once the row is back', async () => {
  const file = await feeds.handedIn(feedText(feeds.changed(0, { deathBenefit: 'n.a.' })))
  const found = async () =>
    (await feeds.findingsOf(file.id)).filter(({ lineNumber }) => lineNumber === 2).map(({ status, resolution }) => [status, resolution])
  expect(await found()).toEqual([['OPEN', null]])
  await feeds.server.callAs(feeds.staff, rejectRows, { id: file.id, lines: [2], reason: REASON })
  const checked = await feeds.server.callAs(feeds.staff, checkFileAgain, { id: file.id })
  expect([checked.body.openErrors, await found()]).toEqual([0, [['RESOLVED', `Row excluded: ${REASON}`]]])
  await feeds.server.callAs(feeds.staff, restoreRows, { id: file.id, lines: [2] })
  expect(await found()).toEqual([['OPEN', null]])
})

test('a row that was excluded while that was called a rejection is open again once it is back', async () => {
  const file = await feeds.handedIn(feedText(feeds.changed(1, { deathBenefit: 'none' })))
  await feeds.server.callAs(feeds.staff, rejectRows, { id: file.id, lines: [3], reason: REASON })
  await feeds.server.ownerDb
    .updateTable('carrierFileFinding')
    .set({ resolution: `Row rejected: ${REASON}` })
    .where('fileId', '=', file.id)
    .where('status', '=', 'RESOLVED')
    .execute()
  const back = await feeds.server.callAs(feeds.staff, restoreRows, { id: file.id, lines: [3] })
  expect(back.body.openErrors).toBe(1)
})
