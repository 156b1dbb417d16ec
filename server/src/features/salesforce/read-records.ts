/** Records of one object, as Salesforce has them, into a file of rows: its headers are Salesforce’s own fields, after the record’s id and its SystemModstamp. */
import { open } from 'node:fs/promises'
import { formOfType, mappingProblems, type OrgField, pullFields, recordTypeOfPull } from '@corridor/domain/onboarding/salesforce.ts'
import { MAX_FEED_BYTES } from '../../platform/formats/reading/open.ts'
import { MAX_ROWS } from '../../platform/formats/reading/refusal.ts'
import { bulkRecords } from './client/bulk.ts'
import type { Client } from './client/client.ts'
import { SalesforceFault } from './client/faults.ts'
import { describeObject } from './client/objects.ts'
import { countRecords, plainNumber, queryRecords } from './client/query.ts'
import { countOf, soqlOf } from './client/soql.ts'
import type { Mapping } from './mappings.ts'

/** The columns that say where a row came from; the first of every file. */
export const LINEAGE = ['Id', 'SystemModstamp'] as const
const CURRENCY = 'CurrencyIsoCode'
const NUMBERS = new Set(['currency', 'double', 'percent', 'int', 'long'])

/** Up to here pages of the REST API take less time than a bulk job needs to begin; Salesforce’s own advice. */
const FEW = 2_000

export interface ReadOptions {
  client: Client
  signal: AbortSignal
  /** An empty place on this machine. */
  path: string
  /** Changes since this instant alone, by Salesforce’s clock. */
  since?: string | undefined
  /** The first so many alone. */
  most?: number
  counted?: (expected: number) => Promise<void>
  progress?: (read: number) => Promise<void>
}
export interface RecordFile {
  rows: number
  /** The number of records that Salesforce counted before. */
  total: number
  /** The newest SystemModstamp of the rows; null where there are none. */
  newest: string | null
  /** As the file’s columns are to be read. */
  reading: { mapping: Record<string, string | null>; forms: Record<string, string> }
  columns: { field: string; label: string; path: string }[]
}

/** @throws SalesforceFault; the file is then of no use */
export async function readRecords(
  mapping: Pick<Mapping, 'type' | 'object' | 'fields'>,
  { client, signal, path, since, most, counted, progress }: ReadOptions,
): Promise<RecordFile> {
  const { fields: offered, severalCurrencies } = await describeObject(client, mapping.object, signal)
  refuseMissing(mapping, offered)
  const columns = chosenColumns(mapping)
  const paths = [...LINEAGE, ...columns.map((column) => column.path).filter((one) => !isLineage(one))]
  const asked = severalCurrencies && !paths.includes(CURRENCY) ? [...paths, CURRENCY] : paths
  const query = { object: mapping.object, fields: asked, since, most }
  const total = await countRecords(client, countOf(query), { signal })
  await counted?.(total)
  refuseTooMany(Math.min(total, most ?? total))

  const types = asked.map((one) => offered.find((field) => field.path === one)?.type ?? '')
  const ofBook = recordTypeOfPull(mapping.type) !== undefined
  const currencyAt = severalCurrencies ? asked.indexOf(CURRENCY) : -1
  const soql = soqlOf(query)
  const pages =
    Math.min(total, most ?? total) > FEW ? bulkRecords(client, soql, asked, { signal }) : queryRecords(client, soql, asked, { signal })
  const file = await open(path, 'w')
  let rows = 0
  let bytes = 0
  let newest: string | null = null
  const write = async (lines: readonly (readonly string[])[]) => {
    const text = lines.map(lineOf).join('')
    bytes += Buffer.byteLength(text)
    if (bytes > MAX_FEED_BYTES) throw tooLarge()
    await file.write(text)
  }
  try {
    await write([asked])
    for await (const page of pages) {
      signal.throwIfAborted()
      for (const cells of page) {
        refuseOtherCurrency(cells, currencyAt)
        for (const [place, type] of types.entries()) if (NUMBERS.has(type)) cells[place] = numberCell(cells[place] ?? '', type, ofBook)
        const modified = isoInstant(cells[1] ?? '')
        cells[1] = modified
        if (newest === null || modified > newest) newest = modified
      }
      await write(page)
      rows += page.length
      await progress?.(rows)
    }
  } finally {
    await file.close()
  }
  return { rows, total, newest, columns, reading: readingOf(asked, columns, offered) }
}

function chosenColumns({ type, fields }: Pick<Mapping, 'type' | 'fields'>): RecordFile['columns'] {
  return pullFields(type).flatMap(({ name, label }) => {
    const path = fields[name]
    return path === undefined ? [] : [{ field: name, label, path }]
  })
}

/** Our field of each column of a file that was read by a mapping, by its header. */
export const columnsOf = (mapping: Pick<Mapping, 'type' | 'fields'>): Record<string, string | null> =>
  Object.fromEntries(chosenColumns(mapping).map(({ path, field }) => [path, field]))

const isLineage = (path: string): boolean => LINEAGE.some((name) => name === path)

/** A percentage is told as one where the file’s form does not say it. */
const numberCell = (cell: string, type: string, ofBook: boolean): string =>
  type === 'percent' && ofBook && cell !== '' ? `${plainNumber(cell)}%` : plainNumber(cell)

/** Columns that are none of ours are shown with the row and read as nothing, whatever their names. */
function readingOf(asked: readonly string[], columns: RecordFile['columns'], offered: readonly OrgField[]): RecordFile['reading'] {
  const mapping = Object.fromEntries(asked.map((path) => [path, columns.find((column) => column.path === path)?.field ?? null]))
  const forms = columns.flatMap(({ path }) => {
    const form = formOfType(offered.find((field) => field.path === path)?.type ?? '')
    return form ? [[path, form]] : []
  })
  return { mapping, forms: Object.fromEntries(forms) }
}

/** The object’s own description tells of a field that is gone before a query does, and of all of them at once. */
function refuseMissing({ type, fields, object }: Pick<Mapping, 'type' | 'object' | 'fields'>, offered: readonly OrgField[]): void {
  const gone = Object.entries(mappingProblems(type, fields, offered))
  if (gone.length === 0) return
  const names = gone.map(([name]) => `“${fields[name]}”`)
  throw new SalesforceFault(
    'INVALID_FIELD',
    gone.every(([name]) => !offered.some((field) => field.path === fields[name]))
      ? `Salesforce has no field ${names.join(', ')} on ${object}: it was renamed or deleted, or the integration user may not see it. Choose another field in the mapping, or give the user access to it.`
      : `The mapping cannot be read: ${gone.map(([, problem]) => problem).join('; ')}.`,
  )
}

function refuseOtherCurrency(cells: readonly string[], currencyAt: number): void {
  const currency = currencyAt < 0 ? 'USD' : (cells[currencyAt] ?? '')
  if (currency !== 'USD' && currency !== '')
    throw new SalesforceFault('CURRENCY', `Record ${cells[0]} is kept in ${currency}. Amounts are US dollars here: nothing was taken in.`)
}

const tooLarge = () =>
  new SalesforceFault(
    'TOO_LARGE',
    `The records make more than ${MAX_FEED_BYTES / 1_000_000} MB or ${MAX_ROWS.toLocaleString('en-US')} rows, which one file does not hold. Pull changes only, or map fewer fields.`,
  )
function refuseTooMany(rows: number): void {
  if (rows >= MAX_ROWS) throw tooLarge()
}

/** Salesforce writes instants as 2026-11-02T14:05:09.000+0000 in JSON and with a Z in CSV. */
export function isoInstant(text: string): string {
  const instant = Date.parse(text.replace(/\+0000$/, 'Z'))
  if (Number.isNaN(instant))
    throw new SalesforceFault('UNREADABLE', `Salesforce’s SystemModstamp “${text.slice(0, 40)}” is not a valid time. Nothing was taken in.`)
  return new Date(instant).toISOString()
}

const lineOf = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\n`
const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
