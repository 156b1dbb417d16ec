/** The firm's own totals of each institution and month, beside what the book will hold. */
import { listOnboardingTotals, type OnboardingDetail, type OnboardingTotal } from '@corridor/contract/onboarding.ts'
import { countColumn, dateColumn, moneyColumn, nameColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge, type StatusTable } from '../../ui/states/StatusBadge.tsx'

const TIES: StatusTable<'ties' | 'differs' | 'unstated'> = {
  ties: { label: 'Ties out', tone: 'good' },
  differs: { label: 'Differs', tone: 'bad' },
  unstated: { label: 'Not stated', tone: 'quiet' },
}

const COLUMNS: Column<OnboardingTotal>[] = [
  nameColumn('institutionName', 'Institution', { sortable: true }),
  dateColumn('monthEnd', 'Month end', { sortable: true }),
  {
    key: 'differs',
    header: 'Result',
    sortable: true,
    cell: ({ differs, statedPolicies }) => (
      <StatusBadge status={differs ? 'differs' : statedPolicies === null ? 'unstated' : 'ties'} table={TIES} />
    ),
  },
  countColumn('statedPolicies', 'Stated policies'),
  countColumn('policies', 'Policies', { sortable: true }),
  moneyColumn('statedCashSurrenderValueCents', 'Stated cash surrender value'),
  moneyColumn('cashSurrenderValueCents', 'Cash surrender value', { sortable: true }),
  moneyColumn('statedDeathBenefitCents', 'Stated death benefit'),
  moneyColumn('deathBenefitCents', 'Death benefit', { sortable: true }),
]

export function Totals({ book }: { book: OnboardingDetail }) {
  const list = useList({
    endpoint: listOnboardingTotals,
    input: { id: book.id },
    label: 'Totals by institution and month',
    noun: 'total',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    defaultSort: 'institutionName',
    filters: [
      {
        key: 'differs',
        label: 'Result',
        options: [
          { value: '1', label: 'Differs' },
          { value: '0', label: 'Ties out or not stated' },
        ],
      },
    ],
  })
  return (
    <ListPanel
      list={list}
      toneOf={({ differs }) => (differs ? 'attention' : undefined)}
      empty={{ title: 'No totals', why: 'The files hold no month-end values and no control totals.' }}
    />
  )
}
