/** Records from Salesforce, from the mapping to the posted figure; what fails leaves nothing behind. */
import { getFile, listFiles, listRows, postFile } from '@corridor/contract/data-feeds.ts'
import {
  acceptPull,
  cancelPull,
  getOrgObject,
  getSalesforce,
  listDeletions,
  listOrgObjects,
  listPullProblems,
  listPulls,
  previewMapping,
  saveMapping,
  settleDeletion,
  startPull,
} from '@corridor/contract/salesforce.ts'
import { describe, expect, test } from 'vitest'
import { buildSite, signedInAs } from '../../test/builders.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { MODIFIED, recordId } from '../../test/salesforce-org.ts'
import { usePulls } from '../../test/salesforce-server.ts'

const { double, feeds, callAs, as, valuesOf, holds, changed, mapped, pulled, ended, nobody } = await usePulls()
const files = async () => (await callAs(as(), listFiles, {})).body.records

test('the connection, the objects and fields of the organization are told, and a mapping is proposed from them', async () => {
  const { connection, types } = (await callAs(as(), getSalesforce, {})).body
  expect(connection).toEqual({ host: double.host, user: 'integration@firm.example', apiVersion: '62.0', isTest: true })
  expect(types).toContainEqual({
    type: 'valuations',
    label: 'Valuations',
    object: null,
    mappingVersion: null,
    lastPull: null,
    openDeletions: 0,
  })
  expect((await callAs(as(), listOrgObjects, {})).body.records).toContainEqual({ name: 'Policy_Value__c', label: 'Policy Value' })
  const { proposed } = (await callAs(as(), getOrgObject, { object: 'Policy_Value__c', type: 'valuations' })).body
  expect(proposed).toMatchObject({
    policyNumber: 'Policy__r.Name',
    asOfDate: 'Valuation_Date__c',
    grossCreditingRate: 'Gross_Crediting_Rate__c',
  })
})

test('a preview shows the first records with every error, and keeps nothing', async () => {
  holds([...changed(1, { cashSurrenderValue: null }), { ...(valuesOf()[0] ?? nobody), policyNumber: 'NOT-OURS' }])
  const mapping = await mapped()
  // Findings of a file that waits are no findings of the preview.
  const waiting = await feeds.handedIn(feedText(feeds.changed(0, { deathBenefit: 'n.a.' })))
  expect((await feeds.findingsOf(waiting.id)).length).toBeGreaterThan(0)
  const { rows, findings, total } = (await callAs(as(), previewMapping, { type: 'valuations', ...mapping })).body
  expect([total, rows.length]).toEqual([5, 5])
  expect(rows[1]?.recordId).toBe(recordId('a0V', 1))
  expect(findings.filter(({ severity }) => severity === 'error').map(({ line, column }) => [line, column])).toEqual([
    [3, 'Cash_Surrender_Value__c'],
    [6, 'Policy__r.Name'],
  ])
  expect((await files()).map(({ id }) => id)).toEqual([waiting.id])
})

test('a pull is a file of rows that waits to be accepted; posted, its figures name the record they come from', async () => {
  await mapped()
  const pull = await pulled()
  expect(pull).toMatchObject({ status: 'DONE', failure: null, recordsRead: 4, recordsExpected: 4, since: null, fileStatus: 'VALIDATED' })
  const file = (await callAs(as(), getFile, { id: pull.fileId ?? 0 })).body
  expect(file).toMatchObject({ status: 'VALIDATED', openErrors: 0, rowCount: 4, matched: 4, receivedBy: expect.any(String) })
  expect(file.mapping).toMatchObject({ Id: null, SystemModstamp: null, Cash_Surrender_Value__c: 'cashSurrenderValue' })
  const posted = await callAs(as(), postFile, { id: file.id })
  expect([posted.status, posted.body.status]).toEqual([200, 'POSTED'])
  const [row] = (await callAs(as(), listRows, { id: file.id })).body.records
  expect(row?.raw).toMatchObject({ Id: recordId('a0V', 0), SystemModstamp: MODIFIED, Gross_Crediting_Rate__c: '4.05' })
  const { rate } = await feeds.server.ownerDb
    .selectFrom('policyValuation')
    .select('grossCreditingRate as rate')
    .where('fileId', '=', file.id)
    .executeTakeFirstOrThrow()
  expect(rate).toBeCloseTo(0.0405, 10)
})

test('the next pull takes changes alone, and what was deleted there is told and not done here', async () => {
  await mapped()
  const first = await pulled()
  await callAs(as(), postFile, { id: first.fileId ?? 0 })
  const later = '2026-11-20T08:00:00.000Z'
  holds(
    changed(2, { modified: later, deathBenefit: 999_999.99 }).map((value, index) =>
      index === 3 ? { ...value, deleted: true, modified: later } : value,
    ),
  )
  // The others were changed before the quarter of an hour that is read again.
  const second = await pulled()
  expect(second).toMatchObject({ status: 'DONE', since: '2026-11-02T13:50:09.000Z' })
  expect(second.fileId).not.toBe(first.fileId)
  const deletions = (await callAs(as(), listDeletions, { open: 'true' })).body.records
  expect(deletions).toMatchObject([
    { recordId: recordId('a0V', 3), name: feeds.policies[3]?.policyNumber, fileId: first.fileId, settledAt: null },
  ])
  const stays = await feeds.server.ownerDb.selectFrom('policyValuation').select('policyId').where('fileId', '=', first.fileId).execute()
  expect(stays.length).toBe(4)
  await callAs(as(), settleDeletion, { type: 'valuations', recordId: recordId('a0V', 3), reason: 'Entered twice in Salesforce.' })
  expect((await callAs(as(), listDeletions, { open: 'true' })).body.records).toEqual([])
})

test('the same records again are the same file, entered once', async () => {
  await mapped()
  const first = await pulled()
  const again = await pulled('valuations', true)
  expect([again.status, again.fileId]).toEqual(['DONE', first.fileId])
  expect((await files()).length).toBe(1)
})

test('a pull without a change makes no file', async () => {
  holds([])
  await mapped()
  expect(await pulled()).toMatchObject({ status: 'DONE', recordsRead: 0, fileId: null })
})

test('a mapping that changed reads every record again, and says why', async () => {
  const { fields } = await mapped()
  await pulled()
  const { grossCreditingRate: _, ...fewer } = fields
  await callAs(as(), saveMapping, { type: 'valuations', object: 'Policy_Value__c', fields: fewer, version: 1 })
  expect(await pulled()).toMatchObject({ since: null, wholeBecause: 'the mapping has changed since the last pull', mappingVersion: 2 })
})

describe('a pull that fails says why, and leaves nothing', () => {
  test.each([
    [
      'the requests of the day are used up in the middle',
      {
        on: '/query',
        kind: 'refuse',
        status: 403,
        errorCode: 'REQUEST_LIMIT_EXCEEDED',
        message: 'TotalRequests Limit exceeded.',
        after: 1,
      },
      'used up its API requests',
    ],
    ['the credentials are refused', { on: 'oauth2/token', kind: 'refuse', status: 400 }, 'refused to sign the portal in'],
  ] as const)('%s', async (_, fault, sentence) => {
    await mapped()
    double.fault(fault)
    const pull = await pulled()
    expect([pull.status, pull.fileId]).toEqual(['FAILED', null])
    expect(pull.failure).toContain(sentence)
    expect(await files()).toEqual([])
    double.healAll()
    expect((await pulled()).status).toBe('DONE')
  })
  test('a field was renamed since it was mapped', async () => {
    await mapped()
    const values = double.objects.get('Policy_Value__c')
    if (values)
      double.objects.set('Policy_Value__c', { ...values, fields: values.fields.filter(({ name }) => name !== 'Death_Benefit__c') })
    expect((await pulled()).failure).toContain('no field “Death_Benefit__c” on Policy_Value__c')
  })
  test('an answer that broke off in the middle is asked for again', async () => {
    await mapped()
    double.fault({ on: '/query', kind: 'cut', after: 1 })
    expect(await pulled()).toMatchObject({ status: 'DONE', recordsRead: 4 })
  })
})

test('a pull that runs is canceled, keeps nothing, and lets the next begin; a second at once is refused', async () => {
  await mapped()
  double.fault({ on: '/query', kind: 'slow', milliseconds: 400, times: 2 })
  const { body } = await callAs(as(), startPull, { type: 'valuations' })
  expect((await callAs(as(), startPull, { type: 'valuations' })).error).toMatchObject({
    code: 'already_running',
    message: 'Valuations are being pulled already.',
  })
  const id = body.records[0]?.id ?? 0
  expect((await callAs(as(), cancelPull, { id })).body.status).toBe('CANCELED')
  double.healAll()
  expect((await pulled()).status).toBe('DONE')
  expect((await ended(id)).fileId).toBe(null)
  expect((await callAs(as(), cancelPull, { id })).status).toBe(409)
})

test.each([
  [{ policyNumber: 'Policy__r.Name' }, 'cashSurrenderValue', 'a row cannot be read without it'],
  [{ policyNumber: 'Name', insuredName: 'Name' }, 'insuredName', 'Name is chosen twice'],
  [{ nonsense: 'Name' }, 'nonsense', 'not a field of the portal'],
])('a mapping that cannot be read by is refused: %j', async (fields, field, sentence) => {
  const { status, error } = await callAs(as(), saveMapping, { type: 'valuations', object: 'Policy_Value__c', fields, version: 0 })
  expect([status, JSON.stringify(error.meta?.[field])]).toEqual([400, expect.stringContaining(sentence)])
})
test('a version that somebody else saved meanwhile is not overwritten', async () => {
  const { object, fields } = await mapped()
  expect((await callAs(as(), saveMapping, { type: 'valuations', object, fields, version: 0 })).status).toBe(409)
})
test('viewing is enough to preview and not to pull', async () => {
  const { object, fields } = await mapped()
  const viewer = await signedInAs(feeds.server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 1 } })
  expect((await callAs(viewer, previewMapping, { type: 'valuations', object, fields })).status).toBe(200)
  expect((await callAs(viewer, startPull, {})).status).toBe(403)
})

test('another portal’s pull is not there', async () => {
  await mapped()
  const { id } = await pulled()
  const siteId = await buildSite(feeds.server.ownerDb)
  const elsewhere = await signedInAs(feeds.server.ownerDb, 'd', { siteId, permissions: { ASSET_REPORT: 2, INSTITUTIONS: 2 } })
  const answers = [
    await callAs(elsewhere, cancelPull, { id }),
    await callAs(elsewhere, acceptPull, { id }),
    await callAs(elsewhere, listPullProblems, { id }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await callAs(elsewhere, listPulls, {})).body.records).toEqual([])
})
