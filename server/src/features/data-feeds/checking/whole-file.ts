/** Issues of a file as a whole: columns it lacks, totals that differ, checks that its columns do not allow. */
import { type FeedField, REQUIRED_FIELDS } from '@corridor/domain/data-feeds/columns.ts'
import { FEED_RULES, type RuleCode } from '@corridor/domain/data-feeds/rules.ts'
import { cents, formatCount, formatMoney } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, formatDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { FeedRefusal } from '../../../platform/formats/reading/refusal.ts'
import type { ControlTotals } from './control-totals.ts'
import { type FoundHeader, labelOf } from './header.ts'
import type { ReadRow } from './read-row.ts'
import type { Coverage, Unexpected } from './reconcile.ts'

export interface SkippedCheck {
  ruleCode: RuleCode
  reason: string
}

/** Columns without which no row can be valued. */
export function columnFindings(
  fields: ReadonlySet<FeedField>,
  { hasCarrier, hasPeriod }: { hasCarrier: boolean; hasPeriod: boolean },
): { field: FeedField; message: string }[] {
  const missing: { field: FeedField; message: string }[] = REQUIRED_FIELDS.filter((field) => !fields.has(field)).map((field) => ({
    field,
    message: `No ${labelOf(field).toLowerCase()} column found. Choose the column under Column mapping.`,
  }))
  if (!hasCarrier && !fields.has('carrierCode'))
    missing.push({
      field: 'carrierCode',
      message: 'The file does not name its carrier. Choose the carrier under Column mapping, or the column that names it.',
    })
  if (!hasPeriod && !fields.has('asOfDate'))
    missing.push({
      field: 'asOfDate',
      message:
        'No period was found: no valuation date in the rows or above them. Choose the month under Column mapping, or the column with the date.',
    })
  return missing
}

/** Fields that no row does without, unless the whole file was given them. */
export const isNeeded = (field: FeedField): boolean =>
  REQUIRED_FIELDS.some((needed) => needed === field) || field === 'asOfDate' || field === 'carrierCode'

/** Columns of which each could be one field, with what each says first: somebody who knows the file chooses. */
export function contestFindings(
  { headers, contests }: Pick<FoundHeader, 'headers' | 'contests'>,
  samples: Readonly<Record<string, readonly string[]>>,
): { names: string; message: string }[] {
  return contests.map(({ field, columns, chosen }) => {
    const names = columns.map((column) => headers[column] ?? '')
    const first = names.map(
      (name) =>
        `“${name}” begins with ${
          samples[name]
            ?.find((cell) => cell.trim() !== '')
            ?.trim()
            .slice(0, 40) ?? 'nothing'
        }`,
    )
    const label = labelOf(field).toLowerCase()
    return {
      names: names.join(', '),
      message:
        chosen === null
          ? `More than one column could be the ${label}: ${list(first)}. None of them is read. Choose under Column mapping which one it is.`
          : `“${headers[chosen]}” was chosen as the ${label}, and another column could be it too: ${list(first)}. Confirm the choice under Column mapping, or change it.`,
    }
  })
}

export interface FileTotals {
  rows: number
  cashSurrenderValueCents: number
  deathBenefitCents: number
}

export const noTotals = (): FileTotals => ({ rows: 0, cashSurrenderValueCents: 0, deathBenefitCents: 0 })

/** Sums what the carrier sent: a cell that staff corrected counts as received. @throws FeedRefusal when the sums leave what is counted exactly */
export function addToTotals(totals: FileTotals, { line, values, sent = values }: ReadRow, say: (line: number) => string = String): void {
  totals.rows++
  totals.cashSurrenderValueCents += sent.cashSurrenderValue ?? 0
  totals.deathBenefitCents += sent.deathBenefit ?? 0
  if (!Number.isSafeInteger(totals.cashSurrenderValueCents) || !Number.isSafeInteger(totals.deathBenefitCents))
    throw new FeedRefusal(`Up to ${say(line)} the amounts add up to more than all life insurance in existence. Is this the right file?`)
}

export function totalsFindings(
  totals: FileTotals,
  control: ControlTotals | null,
  say: (line: number) => string,
): { field: string | null; message: string }[] {
  if (!control) return []
  const where = sentence(say(control.line))
  const found: { field: string | null; message: string }[] = []
  if (control.rows !== null && control.rows !== totals.rows)
    found.push({
      field: null,
      message: `${where} counts ${formatCount(control.rows)} policies; ${formatCount(totals.rows)} were read. Rows may have been lost in transit.`,
    })
  for (const [field, tolerance] of [
    ['cashSurrenderValue', 1],
    ['deathBenefit', 100],
  ] as const) {
    const said = control[`${field}Cents`]
    const summed = totals[`${field}Cents`]
    if (said !== null && Math.abs(said - summed) > tolerance)
      found.push({
        field: labelOf(field),
        message: `${where} gives a total ${labelOf(field).toLowerCase()} of ${formatMoney(cents(said))}; the rows add up to ${formatMoney(cents(summed))}, ${formatMoney(cents(summed - said))} off.`,
      })
  }
  return found
}

/** Rules that could not be tried, and why: an absent component skips its check, and says so. */
export function skippedChecks(
  fields: ReadonlySet<FeedField>,
  control: ControlTotals | null,
  coverage: readonly Coverage[],
  monthsInFile: readonly PlainDate[] = [],
): SkippedCheck[] {
  const skipped: SkippedCheck[] = []
  const needs = (ruleCode: RuleCode, wanted: readonly FeedField[]) => {
    const absent = wanted.filter((field) => !fields.has(field))
    if (absent.length > 0)
      skipped.push({
        ruleCode,
        reason: `${FEED_RULES[ruleCode].title}: the file has no column for ${list(absent.map((field) => labelOf(field).toLowerCase()))}.`,
      })
  }
  needs('V7', ['asOfDate'])
  needs('V9', ['accountValueEnd', 'surrenderCharge'])
  if (fields.has('netSurrenderValue')) needs('V9', ['loanBalance'])
  needs('V10', ['policyStatus'])
  if (!fields.has('insuredShare')) needs('V11', ['insuredShare'])
  if (
    !['issueDate', 'faceAmount', 'productName', 'insuredDateOfBirth', 'insuredGender', 'mecIndicator'].some((field) =>
      [...fields].some((have) => have === field),
    )
  )
    skipped.push({
      ruleCode: 'V12',
      reason: `${FEED_RULES.V12.title}: the file has no column for issue date, face amount, product, date of birth, gender or MEC indicator.`,
    })
  if (!control) skipped.push({ ruleCode: 'V13', reason: `${FEED_RULES.V13.title}: the file ends without a total line.` })
  needs('M4', [
    'accountValueBegin',
    'premiumPaid',
    'withdrawals',
    'interestCredited',
    'costOfInsurance',
    'expenseCharge',
    'accountValueEnd',
  ])
  needs('M6', ['accountValueBegin'])
  if (!fields.has('grossCreditingRate') && !fields.has('netCreditingRate')) needs('V8', ['grossCreditingRate'])
  for (const { carrierName, book } of coverage)
    if (book.policies.size > 0 && book.withPrior.size === 0 && !monthsInFile.includes(addMonthEnds(book.period, -1)))
      for (const ruleCode of ['V8', 'M1', 'M2', 'M3', 'M5', 'M6', 'Y4', 'P2', 'P3'] as const)
        if (!skipped.some((check) => check.ruleCode === ruleCode))
          skipped.push({
            ruleCode,
            reason: `${FEED_RULES[ruleCode].title}: nothing was posted for ${carrierName} at ${formatDate(addMonthEnds(book.period, -1))}.`,
          })
  const left = (why: Unexpected) => coverage.reduce((sum, { unexpected }) => sum + unexpected[why], 0)
  const parts = (['firstMonths', 'market', 'claim'] as const).flatMap((why) =>
    left(why) > 0 ? [`${policies(left(why))} ${WITHOUT[why]}`] : [],
  )
  if (parts.length > 0) skipped.push({ ruleCode: 'M2', reason: `${FEED_RULES.M2.title}: not tried for ${list(parts)}.` })
  return skipped
}

const WITHOUT: Record<Unexpected, string> = {
  firstMonths: 'without values at both month ends before, which are needed for last month’s yield',
  market: 'of separate accounts without a stable value wrap, which follow the market',
  claim: 'under a pending death claim',
}
const policies = (count: number): string => (count === 1 ? '1 policy' : `${formatCount(count)} policies`)

const sentence = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
const list = (words: string[]): string => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`)
