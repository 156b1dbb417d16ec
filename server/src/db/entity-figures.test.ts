/** Figures that cross from one portal to another: those of an institution that is on both, and nothing else, to nobody else. */
import { cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { inScope, scopeOfSession, scopeOfSystem } from '../platform/http/scope.ts'
import { selectEntityContracts, selectEntityHoldings, selectStatedHoldings } from '../shared/institutions/entity-figures.ts'
import { useDatabase } from '../test/database.ts'
import { useHoldings } from '../test/holdings.ts'
import { buildTwoPortals, ENTITY_PERIOD, type EntityPolicy, type TwoPortals } from '../test/two-portals.ts'

const database = useDatabase()
const book = useHoldings(() => database.ownerDb)
const usd = (dollars: number) => cents(dollars * 100)
const POLICIES: EntityPolicy[] = [
  { portal: 'boli', person: 'Ada', value: usd(100_000), deathBenefit: usd(300_000) },
  { portal: 'boli', person: 'Ben', carrier: 1, value: usd(50_000), deathBenefit: usd(120_000) },
  { portal: 'coli', person: 'Ada', value: usd(40_000), deathBenefit: usd(90_000), consent: { multiple: 2.5, salary: usd(61_234.57) } },
  { portal: 'coli', person: null, ofSubsidiary: true, value: null, deathBenefit: usd(70_000) },
]
let two: TwoPortals
beforeAll(async () => {
  two = await buildTwoPortals(database.ownerDb, POLICIES)
})
const onSite = <Row>(siteId: number, work: Parameters<typeof inScope<Row>>[2]) => inScope(database.db, scopeOfSystem(siteId), work)

test('of an institution on both portals each sees the same sums of both, by owner and carrier, with how many have no value', async () => {
  const of = (siteId: number) => onSite(siteId, (trx) => selectEntityHoldings(trx, [two.institutionId], [ENTITY_PERIOD]))
  const rows = await of(two.boli)
  expect(
    rows.map((row) => [
      row.siteId,
      row.subsidiaryId,
      two.carriers.indexOf(row.carrierCode),
      row.policies,
      row.missing,
      row.cashSurrenderValue,
    ]),
  ).toEqual([
    [two.boli, null, 0, 1, 0, usd(100_000)],
    [two.boli, null, 1, 1, 0, usd(50_000)],
    [two.coli, null, 0, 1, 0, usd(40_000)],
    [two.coli, two.subsidiaryId, 0, 1, 1, 0],
  ])
  expect(await of(two.coli)).toEqual(rows)
})

test('contracts of the other portal come as numbers: a person insured here is known by the entry here, a multiple of salary as dollars', async () => {
  const rows = await onSite(two.boli, (trx) =>
    selectEntityContracts(trx, [two.institutionId], ENTITY_PERIOD, addMonthEnds(ENTITY_PERIOD, -12)),
  )
  const ada = await database.ownerDb
    .selectFrom('policy')
    .select('insuredId')
    .where('id', '=', two.policyIds[0] ?? 0)
    .executeTakeFirstOrThrow()
  expect(rows).toMatchObject([
    {
      siteId: two.coli,
      contract: 1,
      here: [ada.insuredId],
      isIdentified: true,
      deathBenefit: usd(90_000),
      consents: [{ maxFaceDisclosed: 15_308_643, isOnFile: true }],
    },
    {
      siteId: two.coli,
      contract: 2,
      here: [],
      isIdentified: false,
      deathBenefit: null,
      earlierDeathBenefit: null,
      subsidiaryId: two.subsidiaryId,
    },
  ])
  const told = JSON.stringify([rows, await onSite(two.boli, (trx) => selectEntityHoldings(trx, [two.institutionId], [ENTITY_PERIOD]))])
  for (const secret of two.secrets.coli) expect(told).not.toContain(secret)
  expect(told).not.toMatch(/compensation|6123457|[0-9a-f]{64}/i)
})

test('nothing is told of an institution that is not on the active site, nor anything without a context', async () => {
  const asked = [two.institutionId, book.institutionId, book.stranger.institutionId]
  const since = addMonthEnds(ENTITY_PERIOD, -12)
  const told = await onSite(book.stranger.siteId, async (trx) => [
    ...(await selectEntityHoldings(trx, asked, [plainDate('2026-09-30')])),
    ...(await selectEntityContracts(trx, asked, ENTITY_PERIOD, since)),
    ...(await selectStatedHoldings(trx, asked, ENTITY_PERIOD)),
  ])
  expect([...new Set(told.map(({ institutionId }) => institutionId))]).toEqual([book.stranger.institutionId])
  const { rows } = await database.db.transaction().execute(async (trx) => {
    await sql`set local role corridor_staff`.execute(trx)
    return sql`select * from entity_holdings(${asked}::int[], ${[ENTITY_PERIOD]}::date[])`.execute(trx)
  })
  expect(rows).toEqual([])
})

test('client sessions, and the role that signs people in, cannot ask', async () => {
  const client = scopeOfSession({ userId: book.clientId, userRole: 'c', siteId: book.siteId, institutionId: book.institutionId })
  await expect(inScope(database.db, client, (trx) => selectEntityHoldings(trx, [book.institutionId], [ENTITY_PERIOD]))).rejects.toThrow(
    /permission denied/,
  )
  await expect(sql`select * from entity_form_8925('{1}', now()::date, now()::date)`.execute(database.db)).rejects.toThrow(
    /permission denied/,
  )
})

test('the role that they run as reads figures of the active site’s institutions: no name, number, salary of a list, or place of a document can be had from it by another statement', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text order by 1) as columns from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege('corridor_figures', c.oid, a.attname, 'select')
    where c.relkind in ('r', 'p') and not c.relispartition group by c.relname order by 1`.execute(database.ownerDb)
  expect(rows.map(({ table }) => table)).toEqual([
    'consent',
    'institution_site',
    'insured',
    'policy',
    'policy_status_history',
    'policy_valuation',
    'questionnaire',
    'questionnaire_answer',
    'register_change',
    'subsidiary',
  ])
  const readable = rows.flatMap(({ columns }) => columns)
  for (const column of [
    'first_name',
    'last_name',
    'policy_number',
    'match_key',
    'date_of_birth',
    'ssn_encrypted',
    'ssn_last4',
    'name',
    'note',
  ])
    expect(readable).not.toContain(column)
})
