/** Proposals for columns that nothing reads: the file's first rows beside the policies whose numbers they hold. */
import { matchKey, readText } from '@corridor/domain/data-feeds/cell-values.ts'
import { isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import { isPersonal } from '@corridor/domain/data-feeds/headers.ts'
import { type CellsOfColumn, type MappingProposal, proposeMapping } from '@corridor/domain/data-feeds/mapping-proposals.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
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

export async function proposeForFile(trx: Trx, scope: Scope, id: number): Promise<{ records: MappingProposal[]; rows: number }> {
  const file = await trx
    .selectFrom('carrierFile')
    .select(['headers', 'mapping', 'carrierCode', 'period', 'status'])
    .where('id', '=', id)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  if (!file) throw new AppError('not_found')
  const mapping = asMapping(file.mapping)
  const open = file.headers.filter((header) => !mapping[header] && !isPersonal(header, null))
  if (open.length === 0 || file.status === 'POSTED' || file.status === 'REJECTED') return { records: [], rows: 0 }
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
    taken: Object.values(mapping).filter((field) => field !== null && isFeedField(field)),
    book,
    month,
    isCarrier: (cell) => findCarrier(directory, readText(cell)) !== null,
    isInstitution: (cell) =>
      findInstitution(directory, { institutionId: '', fdicCertificate: '', institutionName: readText(cell) }) !== null,
  })
  return { records, rows: rows.length }
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
