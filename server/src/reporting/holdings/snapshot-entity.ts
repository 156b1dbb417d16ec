/** Other holdings of the legal entities of a group of reports: through other portals, in other owners' names, with other vendors. Sums alone (docs/adr/0040). */

import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import {
  type HoldingElsewhere,
  type HoldingsStated,
  holdingsStated,
  type SnapshotEntity,
} from '@corridor/domain/reports/asset-report/entity-holdings.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type EntityHoldingRow, selectEntityHoldings, selectStatedHoldings } from '../../shared/institutions/entity-figures.ts'
import { portalsById } from '../../shared/institutions/portals.ts'
import { selectSubsidiaries } from './snapshot-queries.ts'

export interface EntityBook {
  /** Holdings of every portal and owner, in a fixed order. */
  holdings: ReadonlyMap<number, (HoldingElsewhere & { day: PlainDate })[]>
  stated: ReadonlyMap<number, HoldingsStated>
}

/** At a date, and at earlier ones where they are asked for. */
export async function readEntities(
  trx: Trx,
  ids: readonly number[],
  date: PlainDate,
  earlier: readonly PlainDate[] = [],
): Promise<EntityBook> {
  const rows = await selectEntityHoldings(trx, ids, [...earlier, date])
  const portals = await portalsById(trx, [...new Set(rows.map(({ siteId }) => siteId))])
  const owners = rows.some(({ subsidiaryId }) => subsidiaryId !== null) ? await selectSubsidiaries(trx, [...ids]) : []
  const carriers = await selectCarrierNames(trx, [...new Set(rows.map(({ carrierCode }) => carrierCode))])
  const holding = (row: EntityHoldingRow): HoldingElsewhere & { day: PlainDate } => {
    const { institutionId, subsidiaryId, siteId, day, carrierCode, policies, missing, cashSurrenderValue } = row
    const site = portals.get(siteId)
    if (!site) throw new Error(`no site ${siteId}`)
    const owner = subsidiaryId === null ? undefined : owners.find((one) => one.institutionId === institutionId && one.id === subsidiaryId)
    return {
      day,
      site,
      owner: owner ? { id: owner.id, legalName: owner.legalName } : null,
      carrierCode,
      carrierName: carriers.get(carrierCode) ?? carrierCode,
      policies,
      missing,
      cashSurrenderValue,
    }
  }
  const stated = await selectStatedHoldings(trx, ids, date)
  return {
    holdings: new Map(
      [...Map.groupBy(rows, ({ institutionId }) => institutionId)].map(([institutionId, theirs]) => [institutionId, theirs.map(holding)]),
    ),
    stated: new Map(
      stated.flatMap((row) => (row.holds === null && row.holdings.length === 0 ? [] : [[row.institutionId, holdingsStated(row)]])),
    ),
  }
}

/** Holdings of one report. @param own whether the report itself shows a holding */
export function entityOf(
  book: EntityBook,
  institutionId: number,
  day: PlainDate,
  own: (held: HoldingElsewhere) => boolean,
  ofSubsidiaries: Cents = cents(0),
): SnapshotEntity {
  return {
    elsewhere: holdingsAt(book, institutionId, day).filter((held) => !own(held)),
    stated: book.stated.get(institutionId) ?? null,
    ofSubsidiaries,
  }
}

export const holdingsAt = (book: EntityBook, institutionId: number, day: PlainDate): HoldingElsewhere[] =>
  (book.holdings.get(institutionId) ?? []).flatMap(({ day: of, ...held }) => (of === day ? [held] : []))

async function selectCarrierNames(trx: Trx, codes: readonly string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const rows = await trx
    .selectFrom('carrier')
    .select(['code', 'shortName'])
    .where('code', '=', sql<string>`any(${[...codes]}::text[])`)
    .execute()
  return new Map(rows.map(({ code, shortName }) => [code, shortName]))
}
