/** Records by the REST API, page after page: for few, where a bulk job would take longer to begin than to read. */
import { z } from 'zod'
import type { Client } from './client.ts'
import { SalesforceFault } from './faults.ts'

const answer = z.looseObject({
  totalSize: z.int(),
  done: z.boolean(),
  nextRecordsUrl: z.string().optional(),
  records: z.array(z.record(z.string(), z.unknown())).default([]),
})

export interface QueryOptions {
  signal: AbortSignal
  /** Deleted records too (queryAll). */
  all?: boolean
}

export async function countRecords(client: Client, soql: string, { signal, all = false }: QueryOptions): Promise<number> {
  return (await client.ask({ path: address(client, soql, all), signal }, answer)).totalSize
}

/** Rows of cells, in the order of `fields`; one page is in memory at a time. @throws SalesforceFault */
export async function* queryRecords(
  client: Client,
  soql: string,
  fields: readonly string[],
  { signal, all = false }: QueryOptions,
): AsyncGenerator<string[][]> {
  const paths = fields.map((field) => field.split('.'))
  let path: string | undefined = address(client, soql, all)
  let read = 0
  while (path !== undefined) {
    const page: z.output<typeof answer> = await client.ask({ path, signal }, answer)
    read += page.records.length
    yield page.records.map((record) => paths.map((steps) => cellOf(record, steps)))
    if (page.done && read < page.totalSize)
      throw new SalesforceFault(
        'INCOMPLETE',
        `Salesforce counted ${page.totalSize} records and gave ${read}. Nothing was taken in. Pull again.`,
      )
    if (!page.done && page.nextRecordsUrl === undefined)
      throw new SalesforceFault(
        'INCOMPLETE',
        'Salesforce says that there are more records, but not where. Nothing was taken in. Pull again.',
      )
    path = page.done ? undefined : page.nextRecordsUrl
  }
}

const address = (client: Client, soql: string, all: boolean) => `${client.data}/${all ? 'queryAll' : 'query'}?q=${encodeURIComponent(soql)}`

/** As the bulk API writes the same value; a record that refers to none has none of its fields. */
function cellOf(record: unknown, steps: readonly string[]): string {
  let value: unknown = record
  for (const step of steps) value = isRecord(value) ? fieldOf(value, step) : undefined
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : typeof value === 'number' ? plainNumber(String(value)) : JSON.stringify(value)
}

/** Salesforce answers in its own spelling of a name, whatever the query's. */
const fieldOf = (record: Record<string, unknown>, name: string): unknown => {
  if (name in record) return record[name]
  const own = Object.keys(record).find((key) => key.toLowerCase() === name.toLowerCase())
  return own === undefined ? undefined : record[own]
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** 1.2345678E7 as 12345678, digit by digit: large numbers come as powers of ten, and the exact cents count. */
export function plainNumber(text: string): string {
  const found = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,2})$/.exec(text)
  if (!found) return text
  const [, sign = '', whole = '', fraction = '', power = '0'] = found
  const digits = whole + fraction
  const point = whole.length + Number(power)
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0')
  const at = Math.max(point, 1)
  const decimals = padded.slice(at).replace(/0+$/, '')
  return `${sign}${padded.slice(0, at).replace(/^0+(?=\d)/, '')}${decimals ? `.${decimals}` : ''}`
}
