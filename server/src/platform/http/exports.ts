/**
 * A list call with `format` answers its records as a file: the list's own handler is called for piece after piece of one moment's rows, and its
 * contract parses each, so that a file shows nothing that the list would not. Rows lie on the disk until the file is made of them, and others get their turn in between.
 */

import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { listFields } from '@corridor/contract/kernel/list-cells.ts'
import type { Session } from '@corridor/contract/session.ts'
import { listTitle } from '@corridor/domain/audit-log/list-titles.ts'
import { formatMonth, isPlainDate } from '@corridor/domain/primitives/period.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { recordActivity } from '../audit-log/activity.ts'
import type { Trx } from '../database/database.ts'
import { clockOf, zoneName } from '../formats/clock.ts'
import { CSV_TYPE } from '../formats/csv.ts'
import { type AboutRow, type ListFile, writeList } from '../formats/list-file.ts'
import { XLSX_TYPE } from '../formats/xlsx-writer.ts'
import type { ActivityEvent, Kernel } from '../kernel.ts'
import { flatRecord, type ListColumn, onClock, titleOf, watchColumns, wordsOf } from './list-columns.ts'
import { type ColumnSums, watchSums } from './list-sums.ts'
import { refuseTooLong, type WholeList, wholeList } from './lists.ts'
import { inScope, type Scope } from './scope.ts'
import { sendStream } from './send-file.ts'
import { leavingOf, placeFor } from './turns.ts'

interface Asked {
  input: unknown
  session: Session
  scope: Scope
  kernel: Kernel
  request: FastifyRequest
  reply: FastifyReply
}
/** One piece of the list, as its handler answers it. */
type ReadPiece = (call: {
  trx: Trx
  record: (event: ActivityEvent) => Promise<void>
  page: { take: number; skip: number }
}) => Promise<unknown>

/** Lists that are not read by `pageOf` come in pages of so many rows; the first is of one row, for the count that comes with it. */
const PAGE = 10_000
/** Rows that are parsed and written before others get their turn. */
const TURN = 250

export function exportFormat(input: unknown): ListFile['format'] | undefined {
  const format = typeof input === 'object' && input !== null && 'format' in input && 'take' in input ? input.format : undefined
  return format === 'xlsx' || format === 'csv' ? format : undefined
}

/** @throws AppError too_many_requests; input for a list that is too long or a column that it does not have */
export async function sendList(asked: Asked, endpoint: Endpoint, format: ListFile['format'], read: ReadPiece): Promise<FastifyReply> {
  const { kernel, request, reply } = asked
  const left = leavingOf(reply)
  let end = () => {}
  try {
    const leave = await placeFor(request, left)
    end = leave
    const folder = await mkdtemp(join(tmpdir(), 'corridor-export-'))
    end = () => {
      leave()
      rm(folder, { recursive: true, force: true }).catch((cause: unknown) =>
        kernel.log.error('the files of an export could not be removed', cause),
      )
    }
    const [rowsPath, path] = [join(folder, 'rows'), join(folder, 'list')]
    const gathered = await inScope(
      kernel.exportDb,
      asked.scope,
      (trx) => gather(asked, endpoint, format, read, trx, rowsPath, left),
      'one moment',
    )
    const name = listNameOf(endpoint, asked.input)
    const { timeZone } = asked.session
    const now = clockOf(timeZone)(kernel.now().toISOString())
    const list: ListFile = {
      format,
      title: name.title,
      about: aboutOf(asked, endpoint, gathered, now),
      columns: gathered.columns,
      timeZone,
      totals: gathered.sums.totals,
      rows: { path: rowsPath, pieces: gathered.pieces },
      date: now.slice(0, 10),
      path,
    }
    await writeList(list, left)
    reply.header('content-length', (await stat(path)).size)
    const stream = createReadStream(path).once('close', () => end())
    return sendStream(reply, stream, {
      fileName: `${name.file}-${list.date}.${format}`,
      mediaType: format === 'csv' ? CSV_TYPE : XLSX_TYPE,
    })
  } catch (cause) {
    end()
    // Nobody reads what would be said.
    if (left.aborted) return reply.hijack()
    throw cause
  }
}

const answered = z.looseObject({ records: z.array(z.unknown()), page: z.looseObject({ totalRecords: z.int() }) })
const parsed = z.looseObject({ records: z.array(z.record(z.string(), z.unknown())) })

/** The rows of the list, flat, into a file, and what was learned on the way. */
async function gather(
  asked: Asked,
  endpoint: Endpoint,
  format: ListFile['format'],
  read: ReadPiece,
  trx: Trx,
  path: string,
  left: AbortSignal,
) {
  const whole: WholeList = { trx }
  const seen = watchColumns()
  const fields = listFields(endpoint.reply)
  const sums = watchSums([...fields].flatMap(([key, { isSummed }]) => (isSummed ? [key] : [])))
  const wordOf = wordsOf(fields)
  const pieces: number[] = []
  let [count, total] = [0, 0]
  const record = (event: ActivityEvent) => recordActivity(trx, asked, event)
  const file = await open(path, 'wx', 0o600)
  try {
    for (let isFirst = true; isFirst || count < total; isFirst = false) {
      const page = { take: isFirst ? 1 : PAGE, skip: count }
      // A handler notes each view once.
      const value = answered.parse(await wholeList.run(whole, () => read({ trx, record: isFirst ? record : async () => undefined, page })))
      total = value.page.totalRecords
      refuseTooLong(total)
      if (value.records.length === 0) break
      for (let at = 0; at < value.records.length; at += TURN) {
        left.throwIfAborted()
        const { records } = parsed.parse(endpoint.reply.parse({ ...value, records: value.records.slice(at, at + TURN) }))
        const rows = records.map((one) => flatRecord(one, wordOf))
        for (const row of rows) {
          seen.add(row)
          sums.add(row)
        }
        const bytes = Buffer.from(JSON.stringify(rows))
        await file.writeFile(bytes)
        pieces.push(bytes.length)
        count += rows.length
        await setImmediate()
      }
    }
  } finally {
    await file.close()
  }
  if (count < total) throw new Error(`${endpoint.path} told of ${total} rows and gave ${count}`)
  const columns = onClock(seen.columns(columnsAsked(asked.input), [...fields.keys()]), asked.session.timeZone)
  const { told } = listNameOf(endpoint, asked.input)
  await record({
    action: 'list.exported',
    entity: endpoint.path,
    after: { format, rows: total, filter: filterOf(asked.input, WAYS), list: told },
  })
  return { count, columns, pieces, sums: sums.of(columns) }
}

/** A list by its own name, with the month that it is of, for its file and for the activity log; its file by the last part of its path where it has none. */
function listNameOf({ path, listName, reply }: Endpoint, input: unknown): { title: string; file: string; told: string } {
  if (listName === null) {
    const title = listTitle(path)
    return { title, file: path.split('/').findLast((one) => one !== '' && !one.startsWith(':')) ?? 'list', told: title }
  }
  const filter = filterOf(input, WAYS)
  const wordOf = wordsOf(listFields(reply))
  const words = listName.replaceAll(/:(\w+)/g, (_, key: string) => String(wordOf(key, text(filter[key])) ?? '')).trim()
  const title = words.charAt(0).toUpperCase() + words.slice(1)
  const month = text(filter.period)
  return {
    title,
    file: [...words.toLowerCase().matchAll(/[a-z\d]+/g), ...(month === null ? [] : [month])].join('-'),
    told: month !== null && isPlainDate(month) ? `${title}, ${formatMonth(month)}` : title,
  }
}
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const WAYS = ['take', 'skip', 'sort', 'desc', 'format', 'columns']
const filterOf = (input: unknown, without: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input ?? {}).filter(([name, item]) => item !== undefined && !without.includes(name)))

interface Gathered {
  count: number
  columns: readonly ListColumn[]
  sums: ColumnSums
}

/** The source of the rows, and the totals to check them with: their number, and the sum of each column that has one. */
function aboutOf({ input, session }: Asked, endpoint: Endpoint, { count, columns, sums }: Gathered, now: string): ListFile['about'] {
  const { path, reply } = endpoint
  const wordOf = wordsOf(listFields(reply))
  // In an address 0 stands for all, which is no filter; ReportType is the required name of the field that records call reportType.
  const filter = Object.entries(filterOf(input, WAYS))
    .filter(([key, asked]) => asked !== 0 || !path.includes(`:${key}/`))
    .map(
      ([key, asked]) =>
        `${titleOf(key)}: ${[asked]
          .flat()
          .map((one) => (typeof one === 'boolean' ? (one ? 'Yes' : 'No') : wordOf(key === 'ReportType' ? 'reportType' : key, String(one))))
          .join(', ')}`,
    )
  const named = (key: string) => columns.find((column) => column.key === key)?.label ?? titleOf(key)
  const { sort, desc } = z.looseObject({ sort: z.string().optional(), desc: z.boolean().optional() }).parse(input)
  return [
    ['List', listNameOf(endpoint, input).told],
    ['Site', session.siteName],
    ['Institution', session.institutionName || 'All'],
    ['Filters', filter.join('; ') || 'None'],
    ['Order', sort === undefined ? 'As on the page' : `${named(sort)}, ${desc ? 'descending' : 'ascending'}`],
    ['Times', `${zoneName(session.timeZone)} (${session.timeZone}), as on the pages`],
    ['Control total: rows', count, 'count'],
    ...columns.flatMap((column) => controlTotal(column, sums)),
    ['Made by', `${session.firstName} ${session.lastName}`],
    ['Made at', now, 'instant'],
  ]
}

function controlTotal({ key, label, kind }: ListColumn, { totals, missing, tooLarge }: ColumnSums): AboutRow[] {
  const sum = totals.get(key)
  if (sum === undefined) return tooLarge.has(key) ? [[`Control total: ${label}`, 'Too large to be stated to the cent']] : []
  const without = missing.get(key) ?? 0
  return [[`Control total: ${label}`, sum, kind], ...(without > 0 ? [[`Rows without ${label}`, without, 'count'] satisfies AboutRow] : [])]
}

const columnsAsked = (input: unknown): string[] | undefined =>
  z.looseObject({ columns: z.array(z.string()).optional() }).parse(input).columns
