/** People of the register: what is personal, for those who may see it; consents judged by what the papers say. */
import { consents, insureds } from '@corridor/contract/register.ts'
import { getInsured, listChanges } from '@corridor/contract/register-policies.ts'
import { beforeAll, expect, test } from 'vitest'
import { hashSsn, openSsn } from '../../platform/security/ssn.ts'
import { buildBook } from '../../test/book.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { insuredInput } from '../../test/insured-input.ts'

const server = useServer()
const world = { id: 0, level1: '', level2: '' }

beforeAll(async () => {
  const { siteId, institutionIds } = await buildBook(server.ownerDb, { institutions: 1, policiesEach: 6, months: 1 })
  world.id = institutionIds[0] ?? 0
  world.level1 = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 1 } })
  world.level2 = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 2 } })
})

const insured = (overrides: Parameters<typeof insuredInput>[1] = {}) => insuredInput(world.id, overrides)

test('a social security number is kept sealed and hashed, names one insured only, and is never shown whole; level 1 sees nothing personal; each look is logged', async () => {
  const ssn = '900-12-3456'
  const made = await server.callAs(world.level2, insureds.endpoints.create, insured({ ssn }))
  expect(made.status).toBe(201)
  const row = await server.ownerDb.selectFrom('insured').selectAll().where('id', '=', made.body.id).executeTakeFirstOrThrow()
  const { keys } = server.configuration
  expect(row.ssnHash?.equals(hashSsn(keys, '900123456'))).toBe(true)
  expect(row.ssnEncrypted && openSsn(keys, row.ssnEncrypted)).toBe('900123456')
  const twice = await server.callAs(world.level2, insureds.endpoints.create, insured({ firstName: 'Other', ssn: '900123456' }))
  expect([twice.status, twice.error.meta]).toEqual([400, { ssn: ['Rosa Quill is already insured here under this number.'] }])
  expect((await server.callAs(world.level2, insureds.endpoints.create, insured({ ssn: '000123456' }))).error.meta).toHaveProperty('ssn')
  const full = await server.callAs(world.level2, getInsured, { id: world.id, insuredId: made.body.id })
  expect(full.body.record).toMatchObject({ ssnLast4: '3456', dateOfBirth: '1975-03-04', annualCompensationCents: 18_000_000 })
  const narrow = await server.callAs(world.level1, getInsured, { id: world.id, insuredId: made.body.id })
  expect(narrow.body.record).toMatchObject({ ssnLast4: null, dateOfBirth: null, annualCompensationCents: null, lastName: 'Quill' })
  for (const { bytes } of [full, narrow]) expect(bytes.toString()).not.toContain('900123456')
  const saved = await server.callAs(world.level2, insureds.endpoints.update, {
    id: world.id,
    recordId: made.body.id,
    dateOfBirth: '1975-03-05',
    reason: 'Passport copy',
    updatedAt: made.body.updatedAt,
  })
  expect(saved.status).toBe(200)
  const birth = async (cookie: string) =>
    (await server.callAs(cookie, listChanges, { id: world.id, insuredId: made.body.id })).body.records[0]?.fields
  expect(await birth(world.level2)).toEqual([{ field: 'dateOfBirth', before: '1975-03-04', after: '1975-03-05' }])
  expect(await birth(world.level1)).toEqual([{ field: 'dateOfBirth', before: '•••', after: '•••' }])
  const log = await server.ownerDb
    .selectFrom('activity')
    .select(['action', 'before', 'after'])
    .where('entityId', '=', String(made.body.id))
    .where('entity', '=', 'register.insured')
    .orderBy('id')
    .execute()
  expect(log.map(({ action }) => action)).toEqual(['register.entered', 'insured.viewed', 'insured.viewed', 'register.corrected'])
  for (const secret of ['900123456', '1975-03', '18000000']) expect(JSON.stringify(log)).not.toContain(secret)
})

test('a consent is judged policy by policy: missing, late, put right', async () => {
  const of = async () => (await server.callAs(world.level1, consents.endpoints.list, { id: world.id, search: 'last0001' })).body
  expect((await of()).records).toMatchObject([{ consentStatus: 'MISSING', reasons: 'No signed consent is on file.', policies: 1 }])
  const [person] = (await of()).records
  const made = await server.callAs(world.level2, consents.endpoints.create, {
    ...CONSENT,
    id: world.id,
    insuredId: person?.id ?? 0,
    consentDate: '2016-07-01',
  })
  expect(made.status).toBe(201)
  expect((await of()).records).toMatchObject([
    { consentStatus: 'DEFECTIVE', reasons: 'Signed after the policy was issued on 06/15/2016. The signed document is not on file.' },
  ])
  const corrected = await server.callAs(world.level2, consents.endpoints.update, {
    id: world.id,
    recordId: made.body.id,
    consentDate: '2016-06-01',
    reason: 'The paper says June',
    updatedAt: made.body.updatedAt,
  })
  expect((await of()).records).toMatchObject([{ consentStatus: 'DEFECTIVE', reasons: 'The signed document is not on file.' }])
  await server.callAs(world.level2, consents.endpoints.update, {
    id: world.id,
    recordId: made.body.id,
    keptAt: 'Consent binder',
    reason: 'Found',
    updatedAt: corrected.body.updatedAt,
  })
  expect((await of()).records).toMatchObject([{ consentStatus: 'VALID', reasons: null }])
  await server.callAs(world.level2, consents.endpoints.create, {
    ...CONSENT,
    id: world.id,
    insuredId: person?.id ?? 0,
    noticeDate: '2024-01-02',
    consentDate: '2024-01-03',
    keptAt: 'Consent binder',
  })
  expect((await of()).records, 'the consent that speaks for the policy, not the last one signed').toMatchObject([
    { consentStatus: 'VALID', consentDate: '2016-06-01', consents: 2 },
  ])
  const all = (await server.callAs(world.level1, consents.endpoints.list, { id: world.id })).body
  expect(all.totals).toMatchObject({ VALID: 1, MISSING: 5, DEFECTIVE: 0, NOT_REQUIRED: 0, NO_POLICY: 0, flaws: { MISSING: 5, LATE: 0 } })
  expect(
    (await server.callAs(world.level1, consents.endpoints.list, { id: world.id, consentStatus: ['VALID'] })).body.records,
  ).toHaveLength(1)
  const late = (await server.callAs(world.level1, consents.endpoints.list, { id: world.id, flaw: ['LATE'] })).body
  expect([late.records.length, late.totals.flaws.MISSING], 'narrowed to what is late, the others are still counted').toEqual([0, 5])
})
const CONSENT = {
  noticeDate: '2016-05-20',
  maxFaceDisclosedCents: 600_000_000,
  maxFaceSalaryMultiple: null,
  continueAfterTermination: true,
  beneficiaryDisclosed: true,
  statusAtIssue: 'DIRECTOR' as const,
  statusBasis: null,
  keptAt: null,
}

test('somebody employed without a policy is told to need a consent before one is issued, in the list of consents too; who left is not', async () => {
  const { body } = await server.callAs(world.level2, insureds.endpoints.create, insured({ lastName: 'Uninsured' }))
  const seen = async () => (await server.callAs(world.level1, getInsured, { id: world.id, insuredId: body.id })).body
  const needed = ['No policy yet: notice and consent are needed before issue.']
  expect((await seen()).consent).toEqual({ status: 'NO_POLICY', reasons: needed })
  await server.callAs(world.level2, consents.endpoints.create, {
    ...CONSENT,
    id: world.id,
    insuredId: body.id,
    consentDate: '2024-01-03',
    keptAt: 'Consent binder',
  })
  const list = (await server.callAs(world.level1, consents.endpoints.list, { id: world.id, search: 'Uninsured' })).body
  expect(list).toMatchObject({ records: [{ consentStatus: 'NO_POLICY', reasons: needed[0] }], totals: { NO_POLICY: 1, NOT_REQUIRED: 0 } })
  for (const left of [{ employmentStatus: 'RETIRED' }, { insuredRole: 'FORMER_DIRECTOR' }, { employmentStatus: 'DECEASED' }] as const) {
    await server.ownerDb
      .updateTable('insured')
      .set({ employmentStatus: 'ACTIVE', insuredRole: 'OFFICER', ...left })
      .where('id', '=', body.id)
      .execute()
    expect((await seen()).consent).toEqual({ status: 'NOT_REQUIRED', reasons: [] })
  }
})
