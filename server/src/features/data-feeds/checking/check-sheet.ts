/** One sheet of a feed, or a text file as its only one: which columns it has, whose rows they are and of when, and what is said of it as a whole. */

import { isUnreadable, readMoney } from '@corridor/domain/data-feeds/cell-values.ts'
import { type FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { isPersonal, isSocialSecurity } from '@corridor/domain/data-feeds/headers.ts'
import type { Severity } from '@corridor/domain/data-feeds/rules.ts'
import { formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { lineOf } from '../../../platform/formats/reading/lines.ts'
import type { OpenFeed, RawRow } from '../../../platform/formats/reading/refusal.ts'
import { FIELD } from '../../../shared/auditing/register-month.ts'
import { columnOf, headerOf, lastFour } from './batch.ts'
import type { FormsTracker } from './column-forms.ts'
import { type ControlTotals, isTotalLine, mergeTotals, readTotals } from './control-totals.ts'
import { type Corrections, correctedRow } from './corrected-cells.ts'
import { type Directory, namedBy } from './directory.ts'
import { type FoundHeader, labelOf, type Mapping, type PassedSheet } from './header.ts'
import { type ReadRow, rowReader, type SentAmounts } from './read-row.ts'
import { type SheetFinding, watchDoubts } from './sheet-doubts.ts'
import { institutionOf, monthInName, monthInPreamble, monthOfValues } from './sheets.ts'
import { unreadFinding, watchUnread } from './unread-columns.ts'
import { addToTotals, columnFindings, contestFindings, noTotals, totalsFindings } from './whole-file.ts'

/** Columns of which each could be the field; read is the one chosen, if any. */
export interface Contest {
  field: FeedField
  headers: string[]
  chosen: string | null
  sheet: string | null
}
export interface SheetSummary {
  name: string
  isRead: boolean
  /** A person may choose it, or leave it out. */
  mayBeRead: boolean
  /** In words, of a sheet that is not read. */
  reason: string | null
  headers: string[]
  rows: number
  period: string | null
  institutionName: string | null
}

export type CheckedSheet = ReturnType<typeof openSheet>

interface Surroundings {
  feed: OpenFeed
  options: { carrierCode: string | null; period: PlainDate | null; directory: Directory; corrections: Corrections }
  wanted: Mapping
  /** Headers of all sheets: the cells of a row are kept in their order. */
  columns: readonly string[]
  forms: FormsTracker
  isOnly: boolean
}

export function openSheet(header: FoundHeader, { feed, options, wanted, columns, forms, isOnly }: Surroundings) {
  const { table, fields } = header
  // A workbook with one sheet, or a text, needs no question which sheet is meant.
  const name = feed.sheets === null ? null : table.name
  const ofSheet = (message: string) =>
    name === null ? `${message.slice(0, 1).toUpperCase()}${message.slice(1)}` : `Sheet “${name}”: ${message}`
  const seen = new Set<FeedField>(fields.values())
  const own = ownPeriod(header, name, options.period)
  const defaultPeriod = isOnly ? (options.period ?? own) : (own ?? options.period)
  const institutionName = institutionOf(name, header.preamble, options.directory)
  const personal = new Set(header.headers.flatMap((each, column) => (isPersonal(each, fields.get(column)) ? [column] : [])))
  const secret = header.headers.flatMap((each, column) =>
    isSocialSecurity(each) && fields.get(column) !== 'insuredSsnLast4' ? [column] : [],
  )
  const undecided = header.contests.flatMap(({ field, chosen }) => (chosen === null ? [field] : []))
  const missing = columnFindings(new Set([...seen, ...undecided]), {
    hasCarrier: options.carrierCode !== null,
    hasPeriod: defaultPeriod !== null,
  })
  const findings: SheetFinding[] = [
    ...header.repeated.map((each) => ({
      ruleCode: 'NOTE' as const,
      field: each,
      message: ofSheet(`More than one column is headed “${each}”. Only one can hold a field; look at them under Column mapping.`),
    })),
    ...missing.map(({ field, message }) => ({ ruleCode: 'COLUMN' as const, field: labelOf(field), message: ofSheet(message) })),
    ...periodInDoubt(own, options.period, defaultPeriod, seen).map((message) => ({
      ruleCode: 'PERIOD' as const,
      field: null,
      message: ofSheet(message),
    })),
  ]
  const readRow = rowReader(header, feed.mediaType !== 'text/csv', forms)
  const policyColumn = columnOf(fields, 'policyNumber') ?? undefined
  const doubts = watchDoubts(header, wanted, monthOfValues(header.preamble) ?? (name === null ? null : monthInName(name, options.period)))
  const unread = watchUnread(header, wanted)
  const totals = noTotals()
  const places = header.headers.map((each) => columns.indexOf(each))
  const isInOrder = places.length === columns.length && places.every((place, column) => place === column)
  const hiddenRows: number[] = []
  let control: ControlTotals | null = null

  return {
    name,
    seen,
    missing,
    undecided,
    findings,
    defaultPeriod,
    personal,
    contested: header.contests.map(
      ({ field, columns: among, chosen }): Contest => ({
        field,
        headers: among.map((column) => header.headers[column] ?? ''),
        chosen: headerOf(header.headers, chosen),
        sheet: name,
      }),
    ),
    fieldOf: (each: string): FeedField | undefined => fields.get(header.headers.indexOf(each)),
    /** A row of the sheet's policies; null for blank lines, those above, and totals. */
    read: (raw: RawRow): ReadRow | null => {
      if (raw.line <= header.line || raw.cells.every((cell) => cell.trim() === '')) return null
      const line = lineOf(table.place, raw.line)
      if (doubts.isHeader(raw, line)) return null
      if (isTotalLine(raw.cells, policyColumn)) {
        control = mergeTotals(control, readTotals(line, raw.cells, header))
        return null
      }
      const { row: corrected, received } = correctedRow(raw, options.corrections.get(line), header.headers)
      const row = readRow(corrected, line)
      if (received.size > 0) row.received = received
      if (corrected !== raw) row.sent = sentAmounts(raw, row.values, fields)
      if (institutionName !== null && namedBy(row.texts) === '') row.texts.institutionName = institutionName
      addToTotals(totals, row)
      if (raw.isHidden) hiddenRows.push(raw.line)
      if (!row.ragged) unread.see(row.cells, line)
      doubts.see(row)
      return row
    },
    sample: (row: ReadRow, samples: Record<string, string[]>, most: number): void => {
      for (const [column, each] of header.headers.entries()) {
        const own = (samples[each] ??= [])
        if (own.length < most) own.push(personal.has(column) ? '•••' : (row.cells[column] ?? ''))
      }
    },
    /** The cells to be kept, in the order of all columns; of a social security number its last four digits. */
    rawOf: ({ cells, received }: ReadRow): string => {
      for (const [column, cell] of received ?? []) cells[column] = cell
      for (const column of secret) cells[column] = lastFour(cells[column] ?? '')
      if (isInOrder) return cells.join(FIELD)
      const placed = columns.map(() => '')
      for (const [column, place] of places.entries()) placed[place] = cells[column] ?? ''
      return placed.join(FIELD)
    },
    /** The result of reading the whole of it. @param isComplete no column is missing: what is not used is not the column that is looked for */
    close: (samples: Readonly<Record<string, string[]>>, isComplete: boolean, say: (line: number) => string): SheetFinding[] => [
      ...hiddenFindings(
        hiddenRows,
        [...table.hiddenColumns].flatMap((column) => (fields.has(column) ? [header.headers[column] ?? ''] : [])),
      ).map((message) => ({
        ruleCode: 'NOTE' as const,
        field: null,
        message: ofSheet(message),
      })),
      ...(isComplete ? unread.found() : []).map((column) => unreadFinding(column, say)),
      ...doubts.found(say).map((found) => ({ ...found, message: ofSheet(found.message) })),
      ...contestFindings(header, samples).map(({ names, message }) => ({
        ruleCode: 'HEADERS' as const,
        field: names,
        message: ofSheet(message),
      })),
      ...totalsFindings(totals, control, say).map(({ field, message }) => ({ ruleCode: 'V13' as const, field, message })),
    ],
    control: () => control,
    told: (): SheetSummary => ({
      name: table.name,
      isRead: true,
      mayBeRead: true,
      reason: null,
      headers: header.headers,
      rows: totals.rows,
      period: own,
      institutionName,
    }),
  }
}

/** An amount that cannot be read adds nothing to the carrier's rows, whatever staff corrected it to. */
function sentAmounts({ cells }: RawRow, values: SentAmounts, fields: FoundHeader['fields']): SentAmounts {
  const sent = (field: keyof SentAmounts) => {
    const column = columnOf(fields, field)
    const amount = column === null ? values[field] : readMoney(cells[column] ?? '')
    return isUnreadable(amount) ? null : amount
  }
  return { cashSurrenderValue: sent('cashSurrenderValue'), deathBenefit: sent('deathBenefit') }
}

/** The month that the sheet says above its header or in its name. */
function ownPeriod({ preamble }: FoundHeader, name: string | null, near: PlainDate | null): PlainDate | null {
  return monthInPreamble(preamble) ?? (name === null ? null : monthInName(name, near))
}

/** A month chosen for the whole file, where the lines above the rows say another, and the rows none. */
function periodInDoubt(own: PlainDate | null, asked: PlainDate | null, taken: PlainDate | null, seen: ReadonlySet<FeedField>): string[] {
  if (own === null || asked === null || taken === null || own === asked || seen.has('asOfDate')) return []
  return [
    `the file was uploaded for ${formatMonth(asked)}, and says ${formatMonth(own)} itself. Its rows are read as of ${formatMonth(taken)}: accept if that is right, or choose the month under Column mapping.`,
  ]
}

function hiddenFindings(rows: readonly number[], columns: readonly string[]): string[] {
  const [first] = rows
  return [
    ...(first === undefined
      ? []
      : [
          `${rows.length === 1 ? 'One row is' : `${rows.length.toLocaleString('en-US')} rows are`} hidden in the workbook (${rows.length === 1 ? '' : 'the first is '}row ${first.toLocaleString('en-US')}), and read like the others.`,
        ]),
    ...(columns.length === 0 ? [] : [`Hidden in the workbook, and read: ${columns.map((column) => `“${column}”`).join(', ')}.`]),
  ]
}

const REASONS: Record<PassedSheet['reason'], string> = {
  empty: 'it is empty',
  hidden: 'it is hidden in the workbook',
  noHeader: 'no line in it names the columns',
  noPolicies: 'none of its columns holds policy numbers',
  noCells: 'it holds no cells',
  notChosen: 'somebody chose other sheets of the workbook',
}
export const passedSheet = ({ name, reason, mayBeRead }: PassedSheet): SheetSummary => ({
  name,
  isRead: false,
  mayBeRead,
  reason: REASONS[reason],
  headers: [],
  rows: 0,
  period: null,
  institutionName: null,
})

/** A sheet with data that is not read is a warning, a cover sheet a note; an empty one is only listed. */
export const passedFindings = (passed: readonly PassedSheet[]): { message: string; severity: Severity }[] =>
  passed.flatMap(({ name, reason, holdsData }) =>
    reason === 'empty' || reason === 'noCells'
      ? []
      : [
          {
            message: `Sheet “${name}” is not read: ${REASONS[reason]}.`,
            severity: holdsData && reason !== 'notChosen' ? ('warning' as const) : ('info' as const),
          },
        ],
  )

/** The carrier's totals of the whole file: of its only sheet, or of all together where each has some. */
export function controlOf(sheets: readonly CheckedSheet[]): ControlTotals | null {
  const controls = sheets.map((sheet) => sheet.control())
  const [first, ...others] = controls
  if (!first) return null
  return others.reduce<ControlTotals | null>(
    (sum, each) =>
      sum &&
      each && {
        line: each.line,
        rows: added(sum.rows, each.rows),
        cashSurrenderValueCents: added(sum.cashSurrenderValueCents, each.cashSurrenderValueCents),
        deathBenefitCents: added(sum.deathBenefitCents, each.deathBenefitCents),
      },
    first,
  )
}
const added = (one: number | null, other: number | null): number | null => (one === null || other === null ? null : one + other)
