/** Doubts about a sheet as a whole, gathered row by row: columns named twice over, figures above them, a month that no row is of, a rate that loans may bear. */

import { normalizeHeader } from '@corridor/domain/data-feeds/headers.ts'
import { periodOf } from '@corridor/domain/data-feeds/row-checks.ts'
import type { RuleCode, Severity } from '@corridor/domain/data-feeds/rules.ts'
import { formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { lineOf } from '../../../platform/formats/reading/lines.ts'
import type { RawRow } from '../../../platform/formats/reading/refusal.ts'
import { columnOf } from './batch.ts'
import { type FoundHeader, headerAgain, holdsData, type Mapping } from './header.ts'
import type { ReadRow } from './read-row.ts'

export interface SheetFinding {
  ruleCode: RuleCode
  field: string | null
  message: string
  severity?: Severity
}

export interface SheetDoubts {
  /** Whether the row names the columns once more: it is no policy then. */
  isHeader: (raw: RawRow, line: number) => boolean
  see: (row: ReadRow) => void
  found: (say: (line: number) => string) => SheetFinding[]
}

/** @param said the month that the lines above the header, or the sheet's name, say of its values */
export function watchDoubts(header: FoundHeader, wanted: Mapping, said: PlainDate | null): SheetDoubts {
  const { fields, headers, table } = header
  const valueColumn = columnOf(fields, 'cashSurrenderValue') ?? columnOf(fields, 'deathBenefit')
  const rate = columnOf(fields, 'grossCreditingRate')
  const rateHeader = rate === null ? '' : (headers[rate] ?? '')
  const mayBeLent = columnOf(fields, 'loanBalance') !== null && isOfLoanToo(rateHeader, wanted)
  let [turnedAt, other]: [number | null, PlainDate | null] = [null, null]
  let [isOfSaid, isLent] = [said === null, false]
  return {
    isHeader: (raw, line) => {
      const again = headerAgain(raw.cells, header, valueColumn)
      if (again === 'other') turnedAt ??= line
      return again !== null
    },
    see: ({ values }) => {
      if (mayBeLent && (values.loanBalance ?? 0) > 0) isLent = true
      if (isOfSaid || values.asOfDate === null) return
      const period = periodOf(values.asOfDate)
      if (period === said) isOfSaid = true
      else other ??= period
    },
    found: (say) => {
      const found: SheetFinding[] = []
      if (turnedAt !== null)
        found.push({
          ruleCode: 'FILE',
          field: null,
          message: `${say(turnedAt)} names the columns again, in another order. The lines below it were read by the first header: ask the carrier for one table, or for a sheet of its own for each.`,
        })
      if (holdsData(header.preamble))
        found.push({
          ruleCode: 'NOTE',
          field: null,
          message: `lines above the header hold figures, and are not read. The header is in ${say(lineOf(table.place, header.line))}.`,
        })
      if (said !== null && !isOfSaid && other !== null)
        found.push({
          ruleCode: 'PERIOD',
          field: null,
          message: `the lines above the rows, or its name, say ${formatMonth(said)}, and no row is dated so. The rows are read as dated, ${formatMonth(other)}: accept if that is right.`,
        })
      if (isLent)
        found.push({
          ruleCode: 'RATE',
          field: rateHeader,
          message: `“${rateHeader}” stands beside loans: is it the rate credited to the policies, or the one that the loans bear? Choose its field under Column mapping.`,
        })
      return found
    },
  }
}

/** “Interest Rate” is the loan’s with some carriers, and the account’s with others; a mapping settles it. */
const isOfLoanToo = (header: string, wanted: Mapping): boolean =>
  normalizeHeader(header) === 'interest rate' && !Object.keys(wanted).some((each) => normalizeHeader(each) === 'interest rate')
