/** Proposals for columns that nothing reads, from the file's first rows beside the policies whose numbers they hold; and for its carrier, from all of them. */
import { type CarrierProposal, type CountedNumbers, proposeCarrier } from '@corridor/domain/data-feeds/carrier-proposal.ts'
import { matchKey, readText } from '@corridor/domain/data-feeds/cell-values.ts'
import { isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import { isPersonal } from '@corridor/domain/data-feeds/headers.ts'
import { type CellsOfColumn, type MappingProposal, proposeMapping } from '@corridor/domain/data-feeds/mapping-proposals.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { readBooked } from './booked.ts'
import { findCarrier, findInstitution } from './checking/directory.ts'
import { asMapping, readDirectory } from './directory-query.ts'

/** Rows enough to tell columns apart, and few enough to compare while somebody waits. */
const SAMPLE_ROWS = 400
/** Longer cells are no policy numbers. */
const LONGEST_NUMBER = 60

export async function proposeForFile(
  trx: Trx,
  scope: Scope,
  id: number,
): Promise<{ records: MappingProposal[]; rows: number; carrier: CarrierProposal | null }> {
  const file = await trx
    .selectFrom('carrierFile')
    .select(['headers', 'mapping', 'carrierCode', 'period', 'status'])
    .where('id', '=', id)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  if (!file) throw new AppError('not_found')
  const mapping = asMapping(file.mapping)
  const open = file.headers.filter((header) => !mapping[header] && !isPersonal(header, null))
  if (file.status === 'POSTED' || file.status === 'REJECTED') return { records: [], rows: 0, carrier: null }
  const namesCarrier = file.carrierCode !== null || Object.values(mapping).includes('carrierCode')
  const carrier = namesCarrier ? null : proposeCarrier(await countNumbers(trx, scope, id))
  if (open.length === 0) return { records: [], rows: 0, carrier }
  const rows = await trx
    .selectFrom('carrierFileRow')
    .select(['raw', 'period'])
    .where('fileId', '=', id)
    .where('siteId', '=', scope.siteId)
    .orderBy('lineNumber')
    .limit(SAMPLE_ROWS)
    .execute()
  const columnOf = (header: string): CellsOfColumn => {
    const place = file.headers.indexOf(header)
    return { header, cells: rows.map(({ raw }) => raw[place] ?? '') }
  }
  const numberHeader = file.headers.find((header) => mapping[header] === 'policyNumber')
  const policyNumbers = numberHeader === undefined ? null : columnOf(numberHeader)
  const columns = open.map(columnOf)
  const keys = keysOf(policyNumbers ? [policyNumbers] : columns)
  const { book, month } = await readBooked(trx, scope, keys, file.carrierCode, mostOf(rows.map(({ period }) => period)) ?? file.period)
  const directory = await readDirectory(trx, scope)
  const records = proposeMapping({
    open: columns,
    policyNumbers,
    read: file.headers.flatMap((header) => {
      const field = mapping[header]
      return field && isFeedField(field) ? [{ ...columnOf(header), field }] : []
    }),
    book,
    month,
    isCarrier: (cell) => findCarrier(directory, readText(cell)) !== null,
    isInstitution: (cell) =>
      findInstitution(directory, { institutionId: '', fdicCertificate: '', institutionName: readText(cell) }) !== null,
  })
  return { records, rows: rows.length, carrier }
}

/** The policy numbers of all rows beside those of the site's policies. */
async function countNumbers(trx: Trx, scope: Scope, id: number): Promise<CountedNumbers> {
  const { rows } = await sql<CountedNumbers>`
    with numbers as (select distinct match_key from carrier_file_row where file_id = ${id} and site_id = ${scope.siteId} and match_key is not null),
      found as (select distinct p.match_key, p.carrier_code from policy p join numbers using (match_key) where p.site_id = ${scope.siteId}),
      counts as (select c.code, c.short_name as name, count(*)::int as numbers from found join carrier c on c.code = found.carrier_code group by c.code, c.short_name)
    select (select count(*)::int from numbers) as "all", (select count(distinct match_key)::int from found) as found,
      coalesce((select jsonb_agg(to_jsonb(counts) order by code) from counts), '[]') as carriers`.execute(trx)
  return rows[0] ?? { all: 0, found: 0, carriers: [] }
}

const keysOf = (columns: readonly CellsOfColumn[]): string[] => [
  ...new Set(
    columns.flatMap(({ cells }) =>
      cells.flatMap((cell) => (cell === '' || cell.length > LONGEST_NUMBER ? [] : [matchKey(readText(cell))])),
    ),
  ),
]

/** The month of most rows, and of two with as many the earlier: one row that is dated wrongly would otherwise choose the values that all are compared with. */
function mostOf(months: readonly (PlainDate | null)[]): PlainDate | null {
  const counts = [...Map.groupBy(months, (month) => month)].flatMap(([month, same]) =>
    month === null ? [] : [{ month, rows: same.length }],
  )
  const [most] = counts.toSorted((one, other) => other.rows - one.rows || (one.month < other.month ? -1 : 1))
  return most?.month ?? null
}
