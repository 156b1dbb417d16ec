/** The FFIEC's bulk files of Call Reports (cdr.ffiec.gov, "Call Reports -- Single Period", tab delimited): found by name, streamed, and read bank by bank. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { FILED_ITEMS, type FiledItem, type FiledItemName } from '@corridor/domain/calculations/call-report.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { formatLongDate, isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'

/** A file that cannot be taken as it is: where, what, and what to do. */
export class CallReportProblem extends Error {
  override name = 'CallReportProblem'
}

export interface FiledBank {
  idRssd: number
  fdicCert: number | null
  name: string
  city: string | null
  stateCode: string | null
  /** 031, 041 or 051. */
  form: string | null
  items: Partial<Record<FiledItemName, Cents>>
}

export interface ReportingDate {
  date: PlainDate
  /** By kind: POR, and the schedules in their parts. */
  files: { kind: string; path: string; part: number; parts: number }[]
}

const NAME = /^FFIEC CDR Call (?:Bulk (POR)|Schedule ([A-Z]+)) (\d{2})(\d{2})(\d{4})(?:\s*\((\d+) of (\d+)\))?\.txt$/i
/** Schedule RC-R was one file until 2013; since then its part I holds the capital. */
const KINDS: Readonly<Record<string, FiledItem['schedule'] | 'POR'>> = { POR: 'POR', RC: 'RC', RCF: 'RCF', RCR: 'RCR', RCRI: 'RCR' }
const NEEDED = ['POR', 'RC', 'RCF', 'RCR'] as const
const FILE_OF: Readonly<Record<(typeof NEEDED)[number], string>> = {
  POR: 'FFIEC CDR Call Bulk POR',
  RC: 'FFIEC CDR Call Schedule RC',
  RCF: 'FFIEC CDR Call Schedule RCF',
  RCR: 'FFIEC CDR Call Schedule RCRI',
}
const DOWNLOAD = 'Download “Call Reports -- Single Period” as tab delimited from cdr.ffiec.gov and unpack all of it into the folder.'

/**
 * The reporting dates whose files lie in a folder or below it, earliest first.
 * @throws CallReportProblem when there is none, or the folder cannot be read
 */
export async function reportingDatesIn(folder: string): Promise<ReportingDate[]> {
  const dates = new Map<PlainDate, ReportingDate>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new CallReportProblem(`${folder} cannot be read: name the folder into which the FFIEC’s files were unpacked.`, { cause })
  })
  for (const entry of entries) {
    const [, por, schedule, month, day, year, part = '1', parts = '1'] = NAME.exec(entry.name) ?? []
    const kind = KINDS[(por ?? schedule ?? '').toUpperCase()]
    const date = `${year}-${month}-${day}`
    if (!entry.isFile() || kind === undefined || !isPlainDate(date)) continue
    const known = dates.get(date) ?? { date, files: [] }
    known.files.push({ kind, path: join(entry.parentPath, entry.name), part: Number(part), parts: Number(parts) })
    dates.set(date, known)
  }
  if (dates.size === 0) throw new CallReportProblem(`${folder} holds no file such as “FFIEC CDR Call Bulk POR 12312019.txt”. ${DOWNLOAD}`)
  return [...dates.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

/** Everything of one date, and the SHA-256 over its files: the same bytes are the same import. */
export async function readReportingDate({ date, files }: ReportingDate): Promise<{ banks: FiledBank[]; sha256: string }> {
  for (const kind of NEEDED) requireWhole(kind, date, files)
  const inOrder = files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  const banks = new Map<number, FiledBank>()
  const digest = createHash('sha256')
  for (const { path } of inOrder.filter(({ kind }) => kind === 'POR')) await readBanks(path, banks, digest)
  for (const schedule of ['RC', 'RCF', 'RCR'] as const) {
    const parts = inOrder.filter(({ kind }) => kind === schedule)
    const found = new Set<FiledItemName>()
    for (const { path } of parts) for (const name of await readSchedule(path, schedule, banks, digest)) found.add(name)
    for (const [name, item] of itemsOf(schedule))
      if (!found.has(name))
        throw new CallReportProblem(
          `${parts.map(({ path }) => basename(path)).join(', ')}: no column is named ${codesOf(item).join(' or ')} (${item.label.toLowerCase()}). The file is not Schedule ${schedule} of this date as the FFIEC publishes it. ${DOWNLOAD}`,
        )
  }
  return { banks: [...banks.values()], sha256: digest.digest('hex') }
}

function requireWhole(kind: (typeof NEEDED)[number], date: PlainDate, files: ReportingDate['files']): void {
  const own = files.filter((file) => file.kind === kind)
  const whose = `${FILE_OF[kind]} ${date.slice(5, 7)}${date.slice(8, 10)}${date.slice(0, 4)}`
  if (own.length === 0) throw new CallReportProblem(`${formatLongDate(date)} lacks “${whose}.txt”. ${DOWNLOAD}`)
  const parts = Math.max(...own.map((file) => file.parts))
  const missing = Array.from({ length: parts }, (_, index) => index + 1).filter((part) => !own.some((file) => file.part === part))
  if (missing.length > 0)
    throw new CallReportProblem(`${formatLongDate(date)} lacks “${whose}(${missing[0]} of ${parts}).txt”. ${DOWNLOAD}`)
}

const itemsOf = (schedule: FiledItem['schedule']): [FiledItemName, FiledItem][] =>
  ITEM_NAMES.flatMap((name): [FiledItemName, FiledItem][] => (FILED_ITEMS[name].schedule === schedule ? [[name, FILED_ITEMS[name]]] : []))
const ITEM_NAMES: readonly FiledItemName[] = ['totalAssets', 'lifeGeneral', 'lifeSeparate', 'lifeHybrid', 'tier1', 'totalCapital']
const codesOf = ({ prefixes, code }: FiledItem): string[] => prefixes.map((prefix) => `${prefix}${code}`)

interface Line {
  /** From 1, as editors count. */
  number: number
  cells: string[]
}

/** Line by line, so that a file of any size takes little memory. The first names the columns; a second without a number in front describes them. */
async function* linesOf(path: string, digest: Digest): AsyncGenerator<Line> {
  digest.update(basename(path))
  let [number, rest] = [0, '']
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const text = String(chunk)
    digest.update(text)
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      number += 1
      if (isToRead(line, number)) yield { number, cells: cellsOf(line, number) }
    }
  }
  if (isToRead(rest, number + 1)) yield { number: number + 1, cells: cellsOf(rest, number + 1) }
}

// Blank lines at the end, and the line of descriptions, tell nothing.
const isToRead = (line: string, number: number): boolean => line.trim() !== '' && !(number === 2 && /^\s*"?"?\t/.test(line))
const cellsOf = (line: string, number: number): string[] =>
  (number === 1 ? line.replace(/^\uFEFF/, '') : line).replace(/\r$/, '').split('\t')

const unquoted = (cell: string | undefined): string =>
  (cell ?? '')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
const textOf = (cell: string | undefined): string | null => unquoted(cell) || null

const problemAt = (path: string, line: number, what: string): CallReportProblem =>
  new CallReportProblem(`${basename(path)}, line ${line}: ${what} Download the file again; nothing of this date was imported.`)

function rssdOf(path: string, { number, cells }: Line): number {
  const text = unquoted(cells[0])
  if (!/^\d{1,9}$/.test(text)) throw problemAt(path, number, `“${text.slice(0, 40)}” stands where a bank’s RSSD number belongs.`)
  return Number(text)
}

const COLUMNS = {
  fdicCert: 'FDIC Certificate Number',
  name: 'Financial Institution Name',
  city: 'Financial Institution City',
  stateCode: 'Financial Institution State',
  form: 'Financial Institution Filing Type',
} as const

async function readBanks(path: string, banks: Map<number, FiledBank>, digest: Digest): Promise<void> {
  let at: Record<keyof typeof COLUMNS, number> | undefined
  for await (const line of linesOf(path, digest)) {
    if (!at) {
      const header = headerOf(path, line)
      const place = (column: string) => {
        const index = header.indexOf(column.toUpperCase())
        if (index === -1) throw problemAt(path, line.number, `no column is named “${column}”.`)
        return index
      }
      at = {
        fdicCert: place(COLUMNS.fdicCert),
        name: place(COLUMNS.name),
        city: place(COLUMNS.city),
        stateCode: place(COLUMNS.stateCode),
        form: place(COLUMNS.form),
      }
      continue
    }
    requireLength(path, line, Math.max(...Object.values(at)))
    const idRssd = rssdOf(path, line)
    if (banks.has(idRssd)) throw problemAt(path, line.number, `bank ${idRssd} stands in the file twice.`)
    const name = textOf(line.cells[at.name])
    if (name === null) throw problemAt(path, line.number, `bank ${idRssd} has no name.`)
    const certificate = Number(textOf(line.cells[at.fdicCert]) ?? 0)
    banks.set(idRssd, {
      idRssd,
      fdicCert: Number.isInteger(certificate) && certificate > 0 ? certificate : null,
      name,
      city: textOf(line.cells[at.city]),
      stateCode: textOf(line.cells[at.stateCode]),
      form: textOf(line.cells[at.form]),
      items: {},
    })
  }
  if (!at) throw problemAt(path, 1, 'the file is empty.')
}

/** @returns the items that the file has a column for */
async function readSchedule(
  path: string,
  schedule: FiledItem['schedule'],
  banks: ReadonlyMap<number, FiledBank>,
  digest: Digest,
): Promise<FiledItemName[]> {
  let places: { name: FiledItemName; label: string; columns: { index: number; code: string }[] }[] | undefined
  let last = 0
  for await (const line of linesOf(path, digest)) {
    if (!places) {
      const header = headerOf(path, line)
      places = itemsOf(schedule).flatMap(([name, item]) => {
        const columns = codesOf(item).flatMap((code) => (header.includes(code) ? { index: header.indexOf(code), code } : []))
        return columns.length > 0 ? [{ name, label: item.label, columns }] : []
      })
      last = Math.max(0, ...places.flatMap(({ columns }) => columns.map(({ index }) => index)))
      continue
    }
    if (places.length === 0) continue
    requireLength(path, line, last)
    // A bank that is not among the filers of the date is in no group of peers.
    const bank = banks.get(rssdOf(path, line))
    if (!bank) continue
    for (const { name, columns } of places) {
      const filled = columns.find(({ index }) => unquoted(line.cells[index]) !== '')
      if (!filled) continue
      const text = unquoted(line.cells[filled.index])
      if (!/^-?\d{1,12}$/.test(text))
        throw problemAt(
          path,
          line.number,
          `${filled.code} of bank ${bank.idRssd} is “${text.slice(0, 40)}”, not a whole number of thousands of dollars.`,
        )
      if (bank.items[name] !== undefined) throw problemAt(path, line.number, `bank ${bank.idRssd} stands in Schedule ${schedule} twice.`)
      bank.items[name] = cents(Number(text) * 100_000)
    }
  }
  if (!places) throw problemAt(path, 1, 'the file is empty.')
  return places.map(({ name }) => name)
}

interface Digest {
  update: (text: string) => unknown
}

function headerOf(path: string, { number, cells }: Line): string[] {
  const header = cells.map((cell) => unquoted(cell).toUpperCase())
  if (header[0] !== 'IDRSSD')
    throw problemAt(path, number, header.length === 1 ? 'the columns are not separated by tabs.' : 'the first column is not named IDRSSD.')
  return header
}

function requireLength(path: string, { number, cells }: Line, last: number): void {
  if (cells.length <= last) throw problemAt(path, number, `the line is cut off after ${cells.length} of at least ${last + 1} values.`)
}
