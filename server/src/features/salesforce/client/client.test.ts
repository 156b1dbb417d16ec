import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SalesforceSettings } from '../../../platform/salesforce-settings.ts'
import { MODIFIED, policyObject, policyValueObject, recordId, startOrganization } from '../../../test/salesforce-org.ts'
import { isoInstant } from '../read-records.ts'
import { bulkRecords } from './bulk.ts'
import { type Client, createClient } from './client.ts'
import { SalesforceFault } from './faults.ts'
import { describeObject, listObjects } from './objects.ts'
import { countRecords, plainNumber, queryRecords } from './query.ts'
import { sinceOf, soqlOf } from './soql.ts'

const RECORDS = 25
const FIELDS = ['Id', 'SystemModstamp', 'Policy__r.Name', 'Cash_Surrender_Value__c']
const SOQL = soqlOf({ object: 'Policy_Value__c', fields: FIELDS })
const value = (index: number) => ({
  policyNumber: index === 3 ? 'a "quoted",\nnumber' : `P-${index}`,
  carrier: 'NMLI',
  date: '2026-10-31',
  cashSurrenderValue: index === 4 ? null : index === 5 ? 12_345_678.9 : 1000.25 + index,
  deathBenefit: 5000,
  ...(index === 7 ? { deleted: true } : {}),
  ...(index === 8 ? { modified: '2026-11-20T08:00:00.000Z' } : {}),
})
type Organization = Awaited<ReturnType<typeof startOrganization>>
const started: { organization?: Organization } = {}
const organization = (): Organization => {
  if (!started.organization) throw new Error('started before all tests')
  return started.organization
}
beforeAll(async () => {
  started.organization = await startOrganization(
    { Policy_Value__c: policyValueObject(RECORDS, value), Policy__c: policyObject },
    { pageSize: 10 },
  )
})
afterAll(() => started.organization?.double.close())
afterEach(() => organization().double.healAll())

const signal = new AbortController().signal
const connect = (settings: SalesforceSettings = organization().byKey, silence = 5_000): Client =>
  createClient({ publicUrl: 'http://localhost:3000' }, settings, { now: () => new Date(), pauses: [0, 0, 0], silence })
const bulkOptions = { signal, pageSize: 10, pollEvery: [0] }

async function all(pages: AsyncIterable<string[][]>): Promise<string[][]> {
  const rows: string[][] = []
  for await (const page of pages) rows.push(...page)
  return rows
}
const byQuery = (client = connect()) => all(queryRecords(client, SOQL, FIELDS, { signal }))
const byJob = (client = connect()) => all(bulkRecords(client, SOQL, FIELDS, bulkOptions))
const faultOf = (work: Promise<unknown>): Promise<SalesforceFault> =>
  work.then(
    () => Promise.reject(new Error('it went well')),
    (cause: unknown) => (cause instanceof SalesforceFault ? cause : Promise.reject(cause)),
  )

describe('signing in', () => {
  test('an assertion signed with the key opens the organization', async () => expect((await byQuery()).length).toBe(RECORDS - 1))
  test('so do client credentials', async () => expect((await byQuery(connect(organization().bySecret))).length).toBe(RECORDS - 1))
  test.each([
    [
      'another key',
      () => ({
        ...organization().byKey,
        credentials: { kind: 'key' as const, privateKey: strangeKey(), user: 'integration@firm.example' },
      }),
      'SALESFORCE_PRIVATE_KEY',
    ],
    [
      'another secret',
      () => ({ ...organization().bySecret, credentials: { kind: 'secret' as const, clientSecret: 'guessed' } }),
      'SALESFORCE_CLIENT_SECRET',
    ],
    ['an unknown app', () => ({ ...organization().byKey, clientId: 'unknown' }), 'SALESFORCE_CLIENT_ID'],
    [
      'a user who was not approved',
      () => ({ ...organization().byKey, credentials: { ...organization().byKey.credentials, user: 'somebody@firm.example' } }),
      'pre-authorized',
    ],
  ])('%s is refused with a sentence that says what to set, and not tried again', async (_, settings, named) => {
    const before = organization().double.calls.length
    expect((await faultOf(byQuery(connect(settings())))).message).toContain(named)
    expect(organization().double.calls.length).toBe(before + 1)
  })
  test('an assertion made by a clock that is wrong names the clock', async () => {
    const late = createClient({ publicUrl: 'http://localhost:3000' }, organization().byKey, {
      now: () => new Date('2020-01-01'),
      pauses: [],
    })
    expect((await faultOf(byQuery(late))).message).toContain('clock of this server')
  })
  test('a session that expires is renewed once, within a pull', async () => {
    const pages: string[][] = []
    for await (const page of queryRecords(connect(), SOQL, FIELDS, { signal })) {
      organization().double.endSessions()
      pages.push(...page)
    }
    expect(pages.length).toBe(RECORDS - 1)
  })
  test('a session that is refused at once again stops the pull', async () => {
    organization().double.fault({ on: '/query', kind: 'refuse', status: 401, errorCode: 'INVALID_SESSION_ID', times: 5 })
    const fault = await faultOf(byQuery())
    expect([fault.code, organization().double.calls.filter((call) => call.includes('/query')).length > 2]).toEqual([
      'INVALID_SESSION_ID',
      true,
    ])
  })
})

describe.each([
  ['page by page', byQuery],
  ['by a bulk job', byJob],
])('records %s', (_, read) => {
  test('come whole, in the order of the fields, deleted ones left out', async () => {
    const rows = await read()
    expect(rows.map(([id]) => id)).toEqual([...Array(RECORDS).keys()].filter((index) => index !== 7).map((index) => recordId('a0V', index)))
    expect(rows[3]?.with(1, isoInstant(rows[3][1] ?? ''))).toEqual([recordId('a0V', 3), MODIFIED, 'a "quoted",\nnumber', '1003.25'])
    expect(rows[4]?.[3]).toBe('')
    expect(plainNumber(rows[5]?.[3] ?? '')).toBe('12345678.9')
  })
  test('are asked for again when an answer breaks off in the middle, and none comes twice', async () => {
    organization().double.fault({ on: '/query', kind: 'cut', after: 1, times: 2 })
    expect((await read()).length).toBe(RECORDS - 1)
  })
  test('are asked for again after a 503 in the middle', async () => {
    organization().double.fault({ on: '/query', kind: 'refuse', status: 503, after: 1, times: 3 })
    expect((await read()).length).toBe(RECORDS - 1)
  })
  test('are given up with a sentence when it stays away', async () => {
    organization().double.fault({ on: '/query', kind: 'refuse', status: 503, after: 1, times: 99 })
    expect((await faultOf(read())).message).toContain('not available at the moment')
  })
  test('stop at once when the requests of the day are used up', async () => {
    organization().double.fault({
      on: '/query',
      kind: 'refuse',
      status: 403,
      errorCode: 'REQUEST_LIMIT_EXCEEDED',
      message: 'TotalRequests Limit exceeded.',
      after: 1,
    })
    expect((await faultOf(read())).message).toContain('used up its API requests of 24 hours')
  })
  test('wait when too many requests run at once', async () => {
    organization().double.fault({
      on: '/query',
      kind: 'refuse',
      status: 403,
      errorCode: 'REQUEST_LIMIT_EXCEEDED',
      message: 'ConcurrentRequests Limit exceeded.',
      after: 1,
    })
    expect((await read()).length).toBe(RECORDS - 1)
  })
  test('are given up when Salesforce says nothing', async () => {
    organization().double.fault({ on: '/query', kind: 'silent', times: 99 })
    expect((await faultOf(read(connect(organization().byKey, 20)))).message).toContain('stopped answering')
  })
  test('are not fetched from where a redirect leads', async () => {
    organization().double.fault({ on: '/query', kind: 'elsewhere' })
    expect((await faultOf(read())).message).toContain('firm.example.com, which is not followed')
  })
})

test.each([
  [
    'page by page',
    () =>
      all(queryRecords(connect(), soqlOf({ object: 'Policy_Value__c', fields: ['Id', 'Renamed__c'] }), ['Id', 'Renamed__c'], { signal })),
  ],
  [
    'by a bulk job',
    () =>
      all(bulkRecords(connect(), soqlOf({ object: 'Policy_Value__c', fields: ['Id', 'Renamed__c'] }), ['Id', 'Renamed__c'], bulkOptions)),
  ],
])('a field that was renamed is named, %s', async (_, read) =>
  expect((await faultOf(read())).message).toContain('no field “Renamed__c” on Policy_Value__c'),
)

test('an object that is gone is named', async () =>
  expect((await faultOf(countRecords(connect(), 'SELECT COUNT() FROM Gone__c', { signal }))).message).toContain('the object “Gone__c”'))

test('changes since an instant, and deleted records, can be asked for alone', async () => {
  const changed = soqlOf({ object: 'Policy_Value__c', fields: ['Id'], since: '2026-11-10T00:00:00.000Z' })
  const deleted = soqlOf({ object: 'Policy_Value__c', fields: ['Id'], deletedOnly: true })
  expect(await all(queryRecords(connect(), changed, ['Id'], { signal }))).toEqual([[recordId('a0V', 8)]])
  expect(await all(queryRecords(connect(), deleted, ['Id'], { signal, all: true }))).toEqual([[recordId('a0V', 7)]])
  expect(await all(bulkRecords(connect(), deleted, ['Id'], { ...bulkOptions, all: true }))).toEqual([[recordId('a0V', 7)]])
})
test('a quarter of an hour before the newest change is read again', () =>
  expect(sinceOf('2026-11-02T14:05:09.000Z')).toBe('2026-11-02T13:50:09.000Z'))
test('a query takes names of fields and nothing else', () =>
  expect(() => soqlOf({ object: 'Account', fields: ['Id FROM User'] })).toThrow('not the name of a field'))

test('a job that is left early is aborted at Salesforce', async () => {
  const from = organization().double.calls.length
  for await (const page of bulkRecords(connect(), SOQL, FIELDS, bulkOptions)) if (page.length > 0) break
  const cancel = new AbortController()
  organization().double.fault({ on: 'GET /services/data/v62.0/jobs/query/', kind: 'slow', milliseconds: 60 })
  const waiting = all(bulkRecords(connect(), SOQL, FIELDS, { ...bulkOptions, signal: cancel.signal }))
  cancel.abort(new Error('canceled'))
  await expect(waiting).rejects.toThrow()
  const calls = organization()
    .double.calls.slice(from)
    .map((call) => call.split(' ')[0])
  expect(calls.filter((method) => method === 'DELETE').length).toBeGreaterThan(0)
})

test('objects and fields are offered, with those of the records that are referred to', async () => {
  expect((await listObjects(connect(), signal)).map(({ name }) => name)).toEqual(['Policy_Value__c', 'Policy__c'])
  const { fields, severalCurrencies } = await describeObject(connect(), 'Policy_Value__c', signal)
  expect(fields.find(({ path }) => path === 'Policy__r.Carrier_Code__c')).toEqual({
    path: 'Policy__r.Carrier_Code__c',
    label: 'Policy: Carrier Code',
    type: 'string',
  })
  expect(severalCurrencies).toBe(false)
})

test.each([
  ['1.23456789E7', '12345678.9'],
  ['-1.5E3', '-1500'],
  ['1E-3', '0.001'],
  ['2.5e+10', '25000000000'],
  ['1234.50', '1234.50'],
])('%s is %s', (text, plain) => expect(plainNumber(text)).toBe(plain))

const strangeKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey
