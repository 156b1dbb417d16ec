/** How each state taxes banks, by period: the rows that combined rates and tax-equivalent yields take over. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { states } from '@corridor/contract/states.ts'
import { CAPITAL_BASIS_NAMES } from '@corridor/domain/calculations/concentration.ts'
import { TAX_BASES, TAX_BASIS_NAMES, TREATMENT_NAMES } from '@corridor/domain/calculations/state-tax.ts'
import { STATE_TREATMENTS } from '@corridor/domain/primitives/insurance-terms.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { dateText } from '../../shared/dated-terms/dated-words.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { dateColumn, dayColumn, linkColumn, percentColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { REVIEW } from './state-fields.tsx'

const of = states.endpoints
type Row = ReplyOf<typeof of.list>['records'][number]
export const crumbs = <Breadcrumbs steps={[{ label: 'Report Configuration', to: paths.reportConfiguration() }]} />

export function StatesPage() {
  const mayChange = useCan(of.create.access)
  const list = useList({
    endpoint: of.list,
    label: 'States',
    noun: 'state row',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ stateName, effectiveFrom }) => `${stateName} from ${dateText(effectiveFrom)}`,
    defaultSort: 'stateName',
    filters: [
      { key: 'taxBasis', label: 'Tax type', many: true, options: TAX_BASES.map((value) => ({ value, label: TAX_BASIS_NAMES[value] })) },
      {
        key: 'boliGrowthTreatment',
        label: 'BOLI treatment',
        many: true,
        options: STATE_TREATMENTS.map((value) => ({ value, label: TREATMENT_NAMES[value] })),
      },
      {
        key: 'reviewStatus',
        label: 'Review',
        many: true,
        options: Object.entries(REVIEW).map(([value, { label }]) => ({ value, label })),
      },
    ],
  })
  return (
    <ListPage
      crumbs={crumbs}
      title="State Config"
      note="Figures as published for the tax year shown. Rows not reviewed may not reflect current law."
      actions={mayChange ? <LinkButton to={paths.state('new')}>New state row</LinkButton> : null}
      list={list}
      empty={{
        title: 'No state rows',
        why: 'Tax profiles then use their own figures.',
        next: mayChange ? <Link to={paths.state('new')}>Add the first state row</Link> : null,
      }}
      {...(mayChange
        ? {
            bulk: (chosen, done) => (
              <BulkActions
                resource={states}
                chosen={chosen}
                onDone={done}
                actions={{ delete: 'A row that tax profiles use is not deleted. A deleted row can be restored for 30 days.' }}
              />
            ),
          }
        : {})}
    />
  )
}

const shareOf = (fraction: number | null) => (fraction === null ? MISSING : `${Number((fraction * 100).toFixed(4))}%`)
const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0')
const nothing = (text: string | null) => text ?? MISSING

const COLUMNS: readonly Column<Row>[] = [
  linkColumn('stateName', 'State', ({ id }) => paths.state(id), { sortable: true }),
  textColumn('stateCode', 'Code', { sortable: true, startsHidden: true }),
  { key: 'taxBasis', header: 'Tax type', sortable: true, cell: ({ taxBasis }) => unbroken(TAX_BASIS_NAMES[taxBasis]) },
  textColumn('taxName', 'Tax', { startsHidden: true }),
  percentColumn('financialInstitutionRate', 'Bank rate', { sortable: true }),
  percentColumn('corporateRate', 'Corporate rate', { startsHidden: true }),
  {
    key: 'boliGrowthTreatment',
    header: 'BOLI treatment',
    sortable: true,
    help: 'How the state’s tax treats the growth of cash surrender value',
    cell: ({ boliGrowthTreatment }) => unbroken(TREATMENT_NAMES[boliGrowthTreatment]),
  },
  {
    key: 'limits',
    header: 'Limits',
    help: 'Of state-chartered banks, for one carrier and for all',
    exportAs: ['stateCharteredLimitPerCarrierFraction', 'stateCharteredLimitAggregateFraction', 'limitBasis'],
    cell: ({ stateCharteredLimitPerCarrierFraction: one, stateCharteredLimitAggregateFraction: all, limitBasis }) =>
      limitBasis === null ? MISSING : unbroken(`${shareOf(one)} / ${shareOf(all)} of ${CAPITAL_BASIS_NAMES[limitBasis]}`),
  },
  dateColumn('effectiveFrom', 'Effective from', { sortable: true }),
  dateColumn('effectiveTo', 'Until', { startsHidden: true }),
  textColumn('figuresYear', 'Tax year', { numeric: true, sortable: true }),
  {
    key: 'reviewedAt',
    header: 'Last reviewed',
    sortable: true,
    exportAs: ['reviewedAt', 'reviewStatus'],
    cell: ({ reviewedAt, reviewStatus }) =>
      reviewStatus === 'REVIEWED' ? formatDay(reviewedAt) : <StatusBadge status={reviewStatus} table={REVIEW} />,
  },
  { key: 'reviewedBy', header: 'By', oneLine: true, startsHidden: true, cell: ({ reviewedBy }) => nothing(reviewedBy) },
  textColumn('taxProfiles', 'Used by', {
    numeric: true,
    startsHidden: true,
    help: 'Tax profiles of this site that take their figures from it',
  }),
  textColumn('sourceCitation', 'Source', { startsHidden: true }),
  dayColumn('updatedAt', 'Changed', { sortable: true, startsHidden: true }),
]
