/** The columns of each audit's exceptions: whose policy, the figures that the audit compares, the rule, and how far it is settled. */
import type { ExceptionRecord } from '@corridor/contract/auditing.ts'
import type { AuditCheck } from '@corridor/domain/auditing/rules.ts'
import { firstNamed } from '@corridor/domain/primitives/counted.ts'
import { cents, formatAmount, formatDecimal, formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { paths } from '../../paths.ts'
import { DUE } from '../../shared/exceptions/ExceptionList.tsx'
import { basisPointsOf, differenceOf, EXCEPTION_BADGES, figureOf, SEVERITY_BADGES } from '../../shared/exceptions/words.ts'
import { RowOfBook } from '../../shared/ImportedWithBook.tsx'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { institutionColumn } from '../../shared/RecordName.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { countColumn, nameColumn, openColumn, personColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import css from './auditing.module.css'

type Row = ExceptionRecord

const numberOf = (stored: string | number | null | undefined): number | null => (typeof stored === 'number' ? stored : null)
const amount = (figure: number | null): string => formatAmount(figure === null ? null : cents(Math.round(figure)))
const rate = (figure: number | null): string => formatPercent(figure, 3)
const points = (figure: number | null): string => (figure === null ? MISSING : formatDecimal(figure))

/** A heading that the table breaks, and the room in which even the longest takes two lines. */
const LONG = 24
const TWO_LINES = 168

/** A figure that the audit kept beside the exception. */
const figure =
  (show: (figure: number | null) => string) =>
  (name: string, header: string): Column<Row> => ({
    key: `figures.${name}`,
    header,
    numeric: true,
    ...(header.length > LONG ? { width: TWO_LINES } : {}),
    cell: ({ figures }) => show(numberOf(figures[name])),
  })
const money = figure(amount)
const percent = figure(rate)
const basisPoints = figure(points)
const date = (name: string, header: string): Column<Row> => ({
  key: `figures.${name}`,
  header,
  oneLine: true,
  cell: ({ figures }) => {
    const stored = figures[name]
    return typeof stored === 'string' && isPlainDate(stored) ? formatDate(stored) : MISSING
  },
})
/** A figure worked out from others of the row. */
const made = (key: string, header: string, of: (row: Row) => string, exportAs: readonly string[] = []): Column<Row> => ({
  key,
  header,
  numeric: true,
  exportAs,
  cell: of,
})
/** The rule’s own expectation, where it is this figure. */
const expectedBy =
  (rules: readonly string[], show: (figure: number | null) => string, otherwise: (row: Row) => number | null = () => null) =>
  (row: Row) =>
    show(rules.includes(row.ruleCode) && row.expected !== null ? Number(row.expected) : otherwise(row))

/** A name, as of a product, takes two lines; dates of birth are the only data of a policy that a list keeps back. */
function sideOf({ ruleCode, unit }: Row, side: string | null) {
  if (ruleCode === 'V12' && side === null)
    return <span title="Dates of birth open with the exception, for those who may see them.">withheld</span>
  return unit === 'words' && side !== null ? <span className={css.said}>{side}</span> : figureOf(unit, side)
}
const expected: Column<Row> = {
  key: 'expected',
  header: 'Expected',
  numeric: true,
  cell: (row) => sideOf(row, row.expected),
}
const actual: Column<Row> = { key: 'actual', header: 'Actual', numeric: true, cell: (row) => sideOf(row, row.actual) }
const difference: Column<Row> = {
  key: 'differenceCents',
  header: 'Difference',
  numeric: true,
  sortable: true,
  cell: differenceOf,
}

/** A charge above what was expected lessens the value: its difference is told as that. */
const isEffect = ({ unit, expected, actual, differenceCents }: Row) =>
  unit === 'cents' && ![expected, actual, differenceCents].includes(null) && differenceCents !== Number(actual) - Number(expected)

const FIGURES: Readonly<Record<AuditCheck, readonly Column<Row>[]>> = {
  'client-exceptions': [
    {
      ...expected,
      help: 'By rule: the carrier’s figure (V3, V4), the month end (V7), last month’s (V8), what the account leaves (V9), the register’s (V10, V12)',
    },
    { ...actual, help: 'The figure posted; of V7, V10 and V12 what the carrier’s file says' },
    { ...difference, help: 'Actual less expected' },
    money('fedCashSurrenderValueCents', 'Feed cash surrender value ($)'),
    money('postedCashSurrenderValueCents', 'Posted cash surrender value ($)'),
    money('fedDeathBenefitCents', 'Feed death benefit ($)'),
    money('postedDeathBenefitCents', 'Posted death benefit ($)'),
    date('valuationDate', 'Valuation date'),
  ],
  'cash-surrender-exceptions': [
    money('priorCashSurrenderValueCents', 'Prior cash surrender value ($)'),
    money('premiumsCents', 'Premiums ($)'),
    money('withdrawalsCents', 'Withdrawals ($)'),
    money('interestCents', 'Interest ($)'),
    money('tabledInterestCents', 'Interest by rate table ($)'),
    money('costOfInsuranceCents', 'COI ($)'),
    money('tabledCostOfInsuranceCents', 'COI by table ($)'),
    money('expensesCents', 'Expenses ($)'),
    money('cashSurrenderValueCents', 'Current cash surrender value ($)'),
    money('increaseCents', 'Increase ($)'),
    percent('increaseFraction', 'Increase'),
    textColumn('compared', 'Compared', { help: 'Expected and Actual are of this' }),
    expected,
    actual,
    {
      key: 'variance',
      header: 'Variance',
      numeric: true,
      exportAs: ['differenceCents'],
      cell: (row) => (
        <span className={css.variance}>
          {differenceOf(row)}
          {isEffect(row) ? <small>effect on the value</small> : null}
        </span>
      ),
      help: 'Actual less expected; of a cost of insurance, its effect on the value',
    },
    money('priorDeathBenefitCents', 'Prior death benefit ($)'),
    money('deathBenefitCents', 'Current death benefit ($)'),
    made('deathBenefitChange', 'Change in death benefit ($)', ({ figures }) => {
      const [prior, now] = [numberOf(figures.priorDeathBenefitCents), numberOf(figures.deathBenefitCents)]
      return prior === null || now === null ? MISSING : amount(now - prior)
    }),
  ],
  'policy-count-exceptions': [
    { ...expected, help: 'By rule: policies in the carrier’s file (P1), last month’s rolled forward (P2), none (P4)' },
    { ...actual, help: 'By rule: policies posted (P1, P2), posted policies missing from the file (P4)' },
    { ...difference, help: 'Actual less expected' },
  ],
  'beginning-year-balance': [
    date('yearEnd', 'Prior year end'),
    money('openingBalanceCents', 'Opening balance in use ($)'),
    money('postedYearEndCents', 'Posted year end ($)'),
    money('statementCents', 'Carrier statement cash surrender value ($)'),
    difference,
    money('yearToDateReportedCents', 'YTD increase reported ($)'),
    money('yearToDateRecomputedCents', 'YTD recomputed ($)'),
    made('yearToDateDifference', 'YTD difference ($)', ({ figures }) => {
      const [told, again] = [numberOf(figures.yearToDateReportedCents), numberOf(figures.yearToDateRecomputedCents)]
      return told === null || again === null ? MISSING : amount(told - again)
    }),
    date('restatedOn', 'Restated on'),
  ],
  'yield-exceptions': [
    { key: 'figures.product', header: 'Product', isName: true, cell: ({ figures }) => figures.product ?? MISSING },
    money('cashSurrenderValueCents', 'Cash surrender value ($)'),
    percent('grossRate', 'Gross rate'),
    percent('declaredRate', 'Declared rate'),
    basisPoints('costOfInsuranceBps', 'COI (bps)'),
    basisPoints('expenseBps', 'Expenses (bps)'),
    expected,
    actual,
    made('impliedNet', 'Implied net', expectedBy(['Y1'], rate)),
    percent('currentNetYield', 'Current net yield'),
    percent('yieldBeforeCharges', 'Yield before charges'),
    made(
      'priorNet',
      'Prior net yield',
      expectedBy(['Y2', 'Y6'], rate, ({ figures }) => numberOf(figures.priorNetYield)),
    ),
    made(
      'cohortMedian',
      'Cohort median',
      expectedBy(['Y3'], rate, ({ figures }) => numberOf(figures.cohortMedianYield)),
    ),
    made('variance', 'Variance (bps)', (row) => points(basisPointsOf(row)), ['expected', 'actual']),
    date('lastReset', 'Last rate reset'),
  ],
}

/** The columns of a table until somebody chooses otherwise: as many as stand beside each other at 1,280 pixels. An exception opens with all its figures. */
const SHOWN: Readonly<Record<AuditCheck, ReadonlySet<string>>> = {
  'client-exceptions': new Set(['expected', 'actual', 'differenceCents']),
  'cash-surrender-exceptions': new Set(['compared', 'expected', 'actual', 'variance']),
  'policy-count-exceptions': new Set(['carrierName', 'expected', 'actual', 'differenceCents']),
  'beginning-year-balance': new Set(['figures.openingBalanceCents', 'figures.postedYearEndCents', 'differenceCents']),
  'yield-exceptions': new Set(['expected', 'actual', 'variance']),
}
const ALWAYS = new Set(['ruleCode', 'severity', 'institutionName', 'policyNumber', 'status'])

export const columnsOf = (check: AuditCheck, open: (row: Row) => void): readonly Column<Row>[] =>
  allOf(check, open).map((column) => ({ ...column, startsHidden: !ALWAYS.has(column.key) && !SHOWN[check].has(column.key) }))

const allOf = (check: AuditCheck, open: (row: Row) => void): readonly Column<Row>[] => [
  openColumn('ruleCode', 'Rule', open, ({ ruleCode, ruleTitle }) => `${ruleCode}, ${ruleTitle}`, {
    sortable: true,
    exportAs: ['ruleCode', 'ruleTitle', 'message'],
  }),
  statusColumn('severity', 'Severity', SEVERITY_BADGES, { sortable: true }),
  // Rules take two lines, so may names.
  institutionColumn({ sortable: true, isName: false }),
  nameColumn('carrierName', 'Carrier', { sortable: true }),
  {
    key: 'policyNumber',
    header: 'Policy',
    sortable: true,
    oneLine: true,
    // One of a client and a carrier has no policy of its own, and may name some.
    exportAs: check === 'policy-count-exceptions' ? ['policyNumber', 'policyNumbers'] : ['policyNumber'],
    cell: ({ policyNumber, policyNumbers }) => policyNumber ?? (firstNamed(policyNumbers, 1) || MISSING),
  },
  personColumn('insuredName', 'Insured'),
  ...FIGURES[check],
  {
    key: 'line',
    header: 'File and line',
    exportAs: ['fileName', 'sheet', 'lineNumber'],
    cell: ({ fileId, policyNumber, sheet, lineNumber, bookRow }) =>
      bookRow ? (
        <RowOfBook bookRow={bookRow} />
      ) : fileId === null ? (
        MISSING
      ) : (
        <Link to={paths.dataFeed(fileId, { policy: policyNumber })}>
          {lineNumber === null ? 'the file' : lineOfFile({ sheet, lineNumber })}
        </Link>
      ),
  },
  countColumn('ageDays', 'Age (days)'),
  statusColumn('status', 'Status', EXCEPTION_BADGES, { sortable: true }),
  personColumn('assignedToName', 'Assigned to'),
  { ...DUE, sortable: true },
]
