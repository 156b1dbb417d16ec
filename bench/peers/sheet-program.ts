/** Writes the same list as XLSX with one of the writers, and tells time and memory to the parent process. */
import { PassThrough, Readable, Writable } from 'node:stream'
import { type SheetColumn, type SheetValue, sheetOf } from '@corridor/server/platform/formats/xlsx-writer.ts'

const [program, count] = process.argv.slice(2)
const COLUMNS: SheetColumn[] = [
  { label: 'Id', kind: 'count' },
  { label: 'Insured', kind: 'text' },
  { label: 'Policy number', kind: 'text' },
  { label: 'Issued', kind: 'date' },
  { label: 'Cash surrender value', kind: 'money' },
  { label: 'Death benefit', kind: 'money' },
  { label: 'Gross rate', kind: 'percent' },
  { label: 'Net yield', kind: 'percent' },
  { label: 'Changed', kind: 'instant' },
  { label: 'State', kind: 'text' },
]
function* rowsOf(length: number): Generator<SheetValue[]> {
  for (let id = 0; id < length; id++)
    yield [
      id,
      `Insured ${id}`,
      `P-${540_000 + id}`,
      '2015-03-04',
      (id * 1_234_567) % 900_000_000,
      (id * 7_654_321) % 900_000_000,
      0.0345,
      0.03 + (id % 100) / 1e4,
      '2026-09-30T12:00:00Z',
      'NC',
    ]
}
const dated = (row: SheetValue[]) =>
  row.map((value, index) =>
    index === 3 || index === 8 ? new Date(String(value)) : index === 4 || index === 5 ? Number(value) / 100 : value,
  )
const FORMATS = ['#,##0', '@', '@', 'mm/dd/yyyy', '$#,##0.00', '$#,##0.00', '0.00%', '0.00%', 'mm/dd/yyyy hh:mm', '@']

let bytes = 0
let peak = 0
const sink = () =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      peak = Math.max(peak, process.memoryUsage.rss())
      done()
    },
  })

const writers: Record<string, (length: number) => Promise<void>> = {
  corridor: async (length) => {
    for await (const chunk of sheetOf(COLUMNS, rowsOf(length), { name: 'Policies', date: '2026-09-30' })) {
      bytes += chunk.length
      peak = Math.max(peak, process.memoryUsage.rss())
    }
  },
  exceljs: async (length) => {
    const { default: ExcelJS } = await import('exceljs')
    const stream = new PassThrough()
    const out = stream.pipe(sink())
    const ended = new Promise((resolve) => out.on('finish', resolve))
    const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
    const sheet = workbook.addWorksheet('Policies')
    sheet.columns = COLUMNS.map(({ label }, index) => ({ header: label, width: 16, style: { numFmt: FORMATS[index] ?? '@' } }))
    for (const row of rowsOf(length)) sheet.addRow(dated(row)).commit()
    sheet.commit()
    await workbook.commit()
    await ended
  },
  'write-excel-file': async (length) => {
    // Named at run time only: types are checked where the peers are not installed, too.
    const peer = 'write-excel-file/node'
    const { default: writeXlsxFile }: { default: (...args: unknown[]) => unknown } = await import(peer)
    const kinds = COLUMNS.map(({ kind }) => (kind === 'text' ? String : kind === 'date' || kind === 'instant' ? Date : Number))
    const data: object[][] = [COLUMNS.map(({ label }) => ({ value: label, fontWeight: 'bold' }))]
    for (const row of rowsOf(length))
      data.push(
        dated(row).map((value, index) => ({ value, type: kinds[index], ...(kinds[index] === String ? {} : { format: FORMATS[index] }) })),
      )
    peak = Math.max(peak, process.memoryUsage.rss())
    const made: unknown = await Reflect.apply(writeXlsxFile, undefined, [data, {}])
    const stream: unknown =
      made instanceof Object && 'toStream' in made && typeof made.toStream === 'function' ? await made.toStream() : made
    if (!(stream instanceof Readable)) throw new Error('write-excel-file gave no stream')
    for await (const chunk of stream) {
      bytes += chunk.length
      peak = Math.max(peak, process.memoryUsage.rss())
    }
  },
}

const write = writers[program ?? '']
if (!write) throw new Error(`no writer ${program}`)
await write(1000)
bytes = 0
const before = process.memoryUsage.rss()
peak = before
const cpu = process.cpuUsage()
const started = performance.now()
await write(Number(count))
const used = process.cpuUsage(cpu)
process.send?.(
  { seconds: (performance.now() - started) / 1000, cpuSeconds: (used.user + used.system) / 1e6, megabytes: (peak - before) / 1e6, bytes },
  () => process.exit(0),
)
