/** "Why can, or can't, this person see this?" never disagrees with the server: for people of every kind, each sampled call and each record is asked for real. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import { getFile } from '@corridor/contract/data-feeds.ts'
import { institutions } from '@corridor/contract/institutions.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { explainRecord, findRecords, getAccessFacts, type RecordKind } from '@corridor/contract/rights.ts'
import { type Level, MEMBERSHIP_TYPES, PERMISSION_CODES, type PermissionCode, ROLES, type Role } from '@corridor/domain/access/access.ts'
import { explainAccess, opens } from '@corridor/domain/access/explanation.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepFile } from '../../platform/files/files.ts'
import { boundEndpoints } from '../../platform/http/route.ts'
import { closeStreams } from '../../platform/jobs/events.ts'
import { buildCarrier, buildInstitution, buildSite, buildUser, next, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
afterAll(closeStreams)
const world = { site: 0, elsewhere: 0, banks: [] as number[], closed: 0, sha256: '', manager: '' }
interface Asked {
  kind: RecordKind
  id: number
  call: (cookie: string) => Promise<boolean>
}
const records: Asked[] = []
const period = '2026-09-30' as PlainDate
const TYPES = [...new Set(Object.values(MEMBERSHIP_TYPES).flat()), 'LEG']
const EVERYTHING = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))

beforeAll(async () => {
  const { ownerDb } = server
  world.site = await buildSite(ownerDb)
  world.elsewhere = await buildSite(ownerDb)
  await ownerDb.deleteFrom('reportType').execute()
  for (const [order, code] of TYPES.entries())
    await ownerDb.insertInto('reportType').values({ code, name: code, displayOrder: order }).execute()
  const { sha256, sizeBytes } = await server.kernel.files.put(Buffer.from('a small file'))
  await keepFile(ownerDb, { sha256, sizeBytes }, 'text/plain')
  world.sha256 = sha256
  world.banks = [await bank(['MBR', 'SMB', 'LEG']), await bank(['SMB']), await bank(TYPES)]
  world.closed = await bank(TYPES, 'INACTIVE')
  world.manager = await signedInAs(ownerDb, 'd', { siteId: world.site, permissions: EVERYTHING })
})

/** An institution with reports in every condition, records of two types, and itself as a record. */
async function bank(reportTypes: string[], status: 'ACTIVE' | 'INACTIVE' = 'ACTIVE'): Promise<number> {
  const { ownerDb } = server
  const institutionId = await buildInstitution(ownerDb, { sites: [world.site], reportTypes, status })
  const key = { institutionId, siteId: world.site }
  const now = '2026-10-10T12:00:00Z'
  for (const [reportType, ends] of [
    ['AssetReport', period],
    ['AssetSummaryReport', period],
  ] as const) {
    const { id: batchId } = await ownerDb
      .insertInto('reportBatch')
      .values({ siteId: world.site, reportType, batchName: `Batch ${next()}`, period: ends })
      .returning('id')
      .executeTakeFirstOrThrow()
    const conditions = [
      {},
      { releasedVersion: 1, releasedAt: now },
      { releasedVersion: 1, releasedAt: now, withdrawnAt: now },
      { releasedVersion: 1, releasedAt: now, deletedAt: now },
    ]
    for (const [month, condition] of conditions.entries()) {
      const { id } = await ownerDb
        .insertInto('report')
        .values({
          ...key,
          reportType,
          period: `2026-0${month + 1}-28` as PlainDate,
          batchId,
          status: 'Ready',
          currentVersion: 1,
          ...condition,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await ownerDb
        .insertInto('reportVersion')
        .values({
          ...key,
          reportId: id,
          version: 1,
          batchId,
          snapshot: sql`'{}'::jsonb`,
          snapshotSha256: world.sha256,
          preparedOn: period,
          released: 'releasedVersion' in condition,
          controlTotals: sql`'{"rows": 1, "cashSurrenderValueCents": 1, "deathBenefitCents": 1, "increaseCents": null}'::jsonb`,
        })
        .execute()
      records.push({
        kind: 'assetReport',
        id,
        call: async (cookie) => {
          const { status, body } = await server.callAs(cookie, assetReports.listReports, { batch: 0, ReportType: reportType, take: 1000 })
          return status === 200 && body.records.some((one) => one.id === id)
        },
      })
    }
  }
  for (const typeCode of ['MBR', 'LEG', 'USR'])
    for (const withdrawnAt of [null, now]) {
      const name = `file-${next()}`
      const { id } = await ownerDb
        .insertInto('clientReport')
        .values({
          ...key,
          typeCode,
          withdrawnAt,
          uploadName: `${name}.txt`,
          yearOverride: 2026,
          name,
          displayName: name,
          extension: 'txt',
          path: name,
          fileSha256: world.sha256,
          sizeBytes: 12,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      records.push({
        kind: 'clientReport',
        id,
        call: async (cookie) => {
          const { status } = await server.callAs(cookie, reportFile, { id })
          const listed = (await server.callAs(cookie, searchReports, {})).body
          // The list and the file are one rule; the body of a refusal has no records.
          expect('records' in listed && listed.records.some((one) => one.id === id)).toBe(status === 200)
          return status === 200
        },
      })
    }
  records.push({
    kind: 'institution',
    id: institutionId,
    call: async (cookie) => (await server.callAs(cookie, institutions.endpoints.get, { id: institutionId })).status === 200,
  })
  const { id } = await ownerDb
    .insertInto('carrierFile')
    .values({
      siteId: world.site,
      carrierCode: await buildCarrier(ownerDb),
      period,
      fileName: `feed-${next()}.csv`,
      sha256: world.sha256,
      sizeBytes: 3,
      mediaType: 'text/csv',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  records.push({ kind: 'carrierFile', id, call: async (cookie) => (await server.callAs(cookie, getFile, { id })).status === 200 })
  return institutionId
}

const level = fc.constantFrom<Level>(0, 1, 2)
const anyPerson = fc.record({
  role: fc.constantFrom<Role>(...ROLES),
  status: fc.constantFrom(1, 1, 1, 0),
  onSite: fc.constantFrom(true, true, true, false),
  bank: fc.constantFrom(0, 0, 1, 2, 3),
  second: fc.constantFrom(0, 1, 2),
  ownTypes: fc.option(fc.subarray(TYPES), { nil: null }),
  permissions: fc.dictionary(fc.constantFrom<PermissionCode>(...PERMISSION_CODES), level, { maxKeys: 12 }),
  everything: fc.constantFrom(false, false, true),
})

test('every verdict is what the server answers', { timeout: 60_000 }, async () => {
  const guarded = boundEndpoints(server.kernel).filter(
    ({ access, kind, path }) => access.kind !== 'public' && kind !== 'events' && !path.startsWith('/api/session/'),
  )
  const people = fc.sample(anyPerson, { numRuns: 30, seed: 20_261_121 })
  const tally = { calls: 0, records: 0, open: 0 }
  const differences: string[] = []
  for (const [turn, person] of people.entries()) {
    const banks = [...world.banks, world.closed]
    const home = banks[person.bank] ?? 0
    const own = person.role === 'a' || person.role === 'c'
    const staff = person.role === 'b' || person.role === 'd'
    const theirs = [...new Set([home, world.banks[person.second] ?? 0])]
    const userId = await buildUser(server.ownerDb, person.role, {
      sites: person.onSite ? [world.site] : [world.elsewhere],
      status: person.status,
      institutionId: own ? home : null,
      institutions: person.role === 'e' ? theirs : [],
      permissions: person.everything ? EVERYTHING : person.permissions,
    })
    if (person.ownTypes && !staff)
      await server.ownerDb
        .insertInto('membership')
        .values({ institutionId: home, siteId: world.site, userId, reportTypeCodes: person.ownTypes })
        .execute()
    const cookie = await signIn(server.ownerDb, userId, { siteId: world.site, institutionId: staff ? 0 : home })
    const acting = person.role === 'e' && home !== world.closed ? { institutionId: home } : {}
    const facts = await server.callAs(world.manager, getAccessFacts, { id: userId, ...acting })
    const sampled = fc.sample(fc.constantFrom(...guarded), { numRuns: 24, seed: turn })
    // A representative whose closed institution was chosen has no session; the explanation would take another of theirs.
    if (person.role === 'e' && home === world.closed) continue
    if (!person.onSite) expect([facts.status, await lets(cookie, sampled[0])]).toEqual([404, false])
    if (!person.onSite) continue
    for (const endpoint of sampled) {
      const verdict = opens(explainAccess(facts.body, endpoint.access))
      const answer = await lets(cookie, endpoint)
      tally.calls += 1
      if (verdict) tally.open += 1
      if (verdict !== answer)
        differences.push(`${person.role} and ${endpoint.method} ${endpoint.path}: explained ${verdict}, answered ${answer}`)
    }
    for (const record of fc.sample(fc.constantFrom(...records), { numRuns: 14, seed: turn })) {
      const { body } = await server.callAs(world.manager, explainRecord, { id: userId, kind: record.kind, record: record.id, ...acting })
      const answer = await record.call(cookie)
      tally.records += 1
      if (body.opens) tally.open += 1
      if (body.opens !== answer)
        differences.push(
          `${JSON.stringify(person)} and ${record.kind} ${record.id}: explained ${body.opens} (${body.reasons.at(-1)?.sentence}), answered ${answer}`,
        )
    }
  }
  expect(differences).toEqual([])
  // Enough was asked, and both verdicts came up.
  expect(tally.calls).toBeGreaterThan(350)
  expect(tally.records).toBeGreaterThan(200)
  expect(tally.open).toBeGreaterThan(80)
})

/** Whether access lets a call pass; what it then finds wrong with an empty input is another matter. */
async function lets(cookie: string, endpoint: Endpoint | undefined): Promise<boolean> {
  if (!endpoint) throw new Error('no endpoint to ask')
  const response = await server.app.inject({
    method: endpoint.method,
    url: endpoint.path.replace(/:kind/, 'institution').replace(/:\w+/g, '2147483000'),
    cookies: { sid: cookie },
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.kind === 'multipart' ? {} : { payload: {} }),
  })
  const code: unknown = /json/.test(String(response.headers['content-type'])) ? response.json().code : undefined
  return response.statusCode !== 401 && !(response.statusCode === 403 && code === 'forbidden')
}

test('only what the asker may see themselves can be found and asked about', async () => {
  const weak = await signedInAs(server.ownerDb, 'b', { siteId: world.site, permissions: { USERS: 1, ASSET_SUMMARY_REPORT: 1 } })
  const found = async (cookie: string, kind: RecordKind) => (await server.callAs(cookie, findRecords, { kind })).body.records.length
  for (const kind of ['institution', 'carrierFile'] as const)
    expect([kind, await found(weak, kind), (await found(world.manager, kind)) > 0]).toEqual([kind, 0, true])
  const [report] = records
  const userId = await buildUser(server.ownerDb, 'c', { sites: [world.site], institutionId: world.banks[0] ?? 0 })
  const ask = async (cookie: string) =>
    (await server.callAs(cookie, explainRecord, { id: userId, kind: 'assetReport', record: report?.id ?? 0 })).status
  expect([await ask(weak), await ask(world.manager)]).toEqual([404, 200])
})

test('a representative is explained at the institutions they represent, the first by name unless said, and at no other', async () => {
  const { ownerDb } = server
  const [one = 0, two = 0, three = 0] = world.banks
  for (const [id, name] of [
    [one, 'Alder Bank'],
    [two, 'Birch Bank'],
    [three, 'Aspen Bank'],
  ] as const)
    await ownerDb.updateTable('institution').set({ name }).where('id', '=', id).execute()
  const id = await buildUser(ownerDb, 'e', { sites: [world.site], institutions: [one, two] })
  await buildUser(ownerDb, 'e', { sites: [world.site], institutions: [three] })
  const at = async (institutionId?: number) => {
    const { status, body } = await server.callAs(world.manager, getAccessFacts, { id, ...(institutionId ? { institutionId } : {}) })
    return status === 200 ? body.institution?.name : status
  }
  expect([await at(), await at(one), await at(two), await at(three)]).toEqual(['Alder Bank', 'Alder Bank', 'Birch Bank', 404])
  await ownerDb.deleteFrom('userInstitution').where('userId', '=', id).execute()
  expect(await at()).toBeUndefined()
})
