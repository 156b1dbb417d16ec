/** All that is read, compared with the portal, checked and tied out of a book before anything is written. */
import { formatMonth } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { dayOfSite } from '../site-day.ts'
import { BINDINGS, FILES_TYPE, TOTALS_TYPE, VALUES_TYPE } from './bindings.ts'
import { fillCapital, fillInstitutions } from './call-reports.ts'
import { checkStaged } from './checks.ts'
import { checkByDomain } from './domain-checks.ts'
import { countList, gatherList } from './lists.ts'
import { type LockPlan, makeLocking, planLocks } from './locks.ts'
import { followed, type OnboardingOrder } from './order.ts'
import { checkPapers, paperParts } from './papers.ts'
import { keepProblems } from './problems.ts'
import { matchRecords, resolveReferences } from './resolving.ts'
import { type BookPart, makeStagedTable, type Staging, stagePart } from './staging.ts'
import { tieOut } from './totals.ts'
import { compareMonths, stagedMonths, type ValueMonth } from './value-months.ts'
import { makeStagedValues, readDirectory, stageValues } from './values.ts'
import { countStaged, type Written } from './writing.ts'

export interface Checked {
  problems: number
  stated: number
  differences: number
  counts: Record<string, Written>
  months: ValueMonth[]
  locks: LockPlan
}

export async function checkBook(order: OnboardingOrder, importId: number, trx: Trx, client: PoolClient): Promise<Checked> {
  const { scope, keys, book } = order
  const told = order.told ?? (() => undefined)
  // An earlier attempt may have found some before its worker died.
  await sql`delete from onboarding_problem where import_id = ${importId}`.execute(trx)
  await sql`delete from onboarding_total where import_id = ${importId}`.execute(trx)
  await sql`delete from onboarding_file where import_id = ${importId} and not is_written`.execute(trx)
  const problems = keepProblems(trx, scope, importId)
  await problems.add(book.problems)
  for (const { type, list } of BINDINGS) await makeStagedTable(trx, type, list ? [list.column] : [])
  for (const type of [...LISTS, ...WITHOUT_BINDING]) await makeStagedTable(trx, type)
  await makeStagedValues(trx)
  const isFiles = (part: BookPart) => part.type.code === FILES_TYPE.code
  const papers = book.papers ?? []
  const parts = [
    ...book.parts.filter((part) => !isFiles(part)),
    ...paperParts(book.parts.filter(isFiles), papers, order.now().getUTCFullYear()),
  ]
  const staging = (words: string): Staging => ({
    client,
    keys,
    problems: problems.hear,
    progress: async (rows) => {
      order.signal?.throwIfAborted()
      told(`Reading ${words}`, rows)
    },
  })
  const readParts = async (
    ofType: (part: BookPart) => boolean,
    read: (part: BookPart, origin: number, first: number) => Promise<number>,
  ) => {
    let first = 0
    for (const part of parts.filter(ofType)) {
      first += await read(part, await sourceOf(trx, scope, importId, part.name), first)
      await problems.flush()
    }
    return first
  }
  const counts: Record<string, Written> = {}
  for (const type of [...BINDINGS.flatMap(({ type, list }) => (list ? [type, list.type] : type)), ...WITHOUT_BINDING])
    await readParts(
      (part) => part.type.code === type.code,
      (part, origin, first) => stagePart(staging(type.words[1]), part, origin, first),
    )
  for (const binding of BINDINGS) {
    const { type } = binding
    told(`Comparing ${type.words[1]} with the book`)
    if (type.code === 'capital') await fillCapital(trx)
    await resolveReferences(trx, scope, type)
    if (binding.list) await resolveReferences(trx, scope, binding.list.type)
    if (binding.list) await gatherList(trx, type, binding.list)
    await matchRecords(trx, scope, binding)
    if (type.code === 'institutions') await fillInstitutions(trx)
    counts[type.code] = await countStaged(trx, binding)
    if (binding.list) counts[binding.list.type.code] = await countList(trx, binding, binding.list)
  }
  for (const type of WITHOUT_BINDING) await resolveReferences(trx, scope, type)
  const today = await dayOfSite(order, trx, scope.siteId)
  told('Checking what the sheets say')
  problems.kept(await checkStaged(trx, scope, importId))
  await checkByDomain(trx, scope, today, problems.add)
  const directory = await readDirectory(trx, scope, today)
  const valuesRead = await readParts(
    (part) => part.type.code === VALUES_TYPE.code,
    (part, origin) => stageValues(staging(VALUES_TYPE.words[1]), part, origin, directory),
  )
  await makeLocking(trx, scope)
  const found = await compareMonths(trx, scope, await stagedMonths(trx), problems, async (month) =>
    told(`Comparing the values of ${formatMonth(month)}`),
  )
  const locks = await planLocks(trx, scope, today, problems)
  const sum = (of: (month: ValueMonth) => number) => found.reduce((total, month) => total + of(month), 0)
  counts[VALUES_TYPE.code] = {
    read: valuesRead,
    added: sum(({ added }) => added),
    changed: sum(({ changed }) => changed),
    same: sum(({ same }) => same),
  }
  counts[FILES_TYPE.code] = await checkPapers(trx, {
    scope,
    importId,
    papers,
    problems,
    examining: order.examining,
    now: order.now(),
    progress: followed(order, 'Checking reports and documents'),
  })
  told('Tying out the totals')
  const { stated, differences } = await tieOut(
    trx,
    scope,
    importId,
    found.map(({ month }) => month),
  )
  return { problems: problems.count(), stated, differences, counts, months: found, locks }
}

const LISTS = BINDINGS.flatMap(({ list }) => list?.type ?? [])
const WITHOUT_BINDING = [TOTALS_TYPE, FILES_TYPE]

/** A part has one source, also when an attempt before this one died: values that it posted name it. */
async function sourceOf(trx: Trx, { siteId }: Scope, importId: number, name: string): Promise<number> {
  const known = await trx
    .selectFrom('onboardingSource')
    .select('id')
    .where('importId', '=', importId)
    .where('siteId', '=', siteId)
    .where('name', '=', name)
    .where('fileSha256', 'is', null)
    .executeTakeFirst()
  if (known) return known.id
  const { id } = await trx.insertInto('onboardingSource').values({ importId, siteId, name }).returning('id').executeTakeFirstOrThrow()
  return id
}
