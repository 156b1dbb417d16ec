/** Policy by policy (or carrier by carrier) what explains the difference of one figure: a list with search, filters and export. */
import type { ChangedLine, ComparisonReply } from '@corridor/contract/report-changes.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { nameColumn, personColumn, textColumn } from '../ui/list/columns.tsx'
import type { Column } from '../ui/list/DataTable.tsx'
import { ListPanel } from '../ui/list/ListPage.tsx'
import { useList } from '../ui/list/use-list.ts'
import { amountText, differenceText, subjectOf } from './change-words.ts'
import type { ReportPages } from './family.ts'

interface ChangedLinesProps {
  family: ReportPages
  /** Which two reports, and which figure. */
  input: Readonly<Record<string, unknown>>
  measure: ComparisonReply['measures'][number]
  comparison: ComparisonReply
}

export function ChangedLines({ family, input, measure, comparison }: ChangedLinesProps) {
  const byPolicy = measure.by === 'policy'
  const { noun, list: label, unchanged } = subjectOf(measure)
  const list = useList({
    endpoint: family.calls.listChanges,
    label,
    noun,
    columns: columnsOf(measure, comparison, byPolicy),
    idOf: ({ id }) => id,
    nameOf: ({ policyNumber, carrier }) => policyNumber ?? carrier,
    defaultSort: 'order',
    perPage: 100,
    filters: [
      {
        key: 'cause',
        label: 'Cause',
        options: [...measure.causes.map(({ key, label }) => ({ value: key, label })), { value: 'unexplained', label: 'Unexplained' }],
      },
    ],
    input,
    variant: `${family.reportType}_${measure.key}`,
  })
  return (
    <ListPanel
      title={`${measure.label} by ${measure.by}`}
      note={`US dollars. Without ${unchanged}; the amounts of a row add up to its difference.`}
      list={list}
      toneOf={({ unexplainedCents }) => (unexplainedCents === 0 ? undefined : 'attention')}
      empty={{ title: 'Nothing changed', why: `This figure is the same in both reports, ${measure.by} by ${measure.by}.` }}
    />
  )
}

function columnsOf(
  measure: ChangedLinesProps['measure'],
  { between, from, to }: ComparisonReply,
  byPolicy: boolean,
): Column<ChangedLine>[] {
  const side = (one: ComparisonReply['from']) => (between === 'versions' ? `Version ${one.version}` : formatDate(plainDate(one.period)))
  const money = (key: 'fromCents' | 'toCents', header: string): Column<ChangedLine> => ({
    key,
    header,
    numeric: true,
    sortable: true,
    cell: (line) => amountText('money', line[key]),
  })
  const difference = (key: 'differenceCents' | 'unexplainedCents', header: string): Column<ChangedLine> => ({
    key,
    header,
    numeric: true,
    sortable: true,
    cell: (line) => differenceText('money', line[key]),
  })
  const who: Column<ChangedLine>[] = [
    textColumn('policyNumber', 'Policy number', { sortable: true }),
    personColumn('insured', 'Insured', { sortable: true }),
  ]
  const carrier: Column<ChangedLine> = nameColumn('carrier', 'Carrier', { sortable: true })
  const standing: Column<ChangedLine> = textColumn('standing', 'Standing')
  return [
    ...(byPolicy ? [...who, carrier, standing] : [carrier]),
    money('fromCents', side(from)),
    money('toCents', side(to)),
    difference('differenceCents', 'Difference'),
    ...measure.causes.map(
      ({ key, label, text }): Column<ChangedLine> => ({
        key: `by.${key}Cents`,
        header: label,
        help: text,
        numeric: true,
        cell: ({ by }) => {
          const amount = by[`${key}Cents`] ?? 0
          return amount === 0 ? '' : differenceText('money', amount)
        },
      }),
    ),
    difference('unexplainedCents', 'Unexplained'),
  ]
}
