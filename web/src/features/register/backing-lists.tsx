/** Backing of the register's policies and plans: the funds of separate accounts as stated, the liabilities of plans, the illustrations. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { funds, illustrations, liabilities } from '@corridor/contract/register-backing.ts'
import { FUND_APPROACHES } from '@corridor/domain/policies/separate-account-funds.ts'
import { formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { paths } from '../../paths.ts'
import { choicesOf } from '../../ui/form/form-fields.ts'
import {
  dateColumn,
  linkColumn,
  moneyColumn,
  nameColumn,
  openColumn,
  percentColumn,
  personColumn,
  textColumn,
  wordColumn,
} from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge, type StatusTable } from '../../ui/states/StatusBadge.tsx'
import { fundForm, illustrationForm, liabilityForm, weightOf } from './backing-fields.tsx'
import { type ListProps, OpenRecord } from './OpenRecord.tsx'
import css from './register.module.css'
import { ofRegister, useOpened } from './use-opened.tsx'
import { dateOf } from './words.ts'

type FundRow = ReplyOf<typeof funds.endpoints.list>['records'][number]

const HOLDS: StatusTable<'newest'> = { newest: { label: 'Newest', tone: 'good' } }
const fundColumns = (open: (row: FundRow) => void): Column<FundRow>[] => [
  openColumn('fundName', 'Fund', open, (row) => row.fundName, { sortable: true }),
  {
    key: 'productName',
    header: 'Product',
    sortable: true,
    exportAs: ['productName', 'policyNumber'],
    cell: ({ productName, policyNumber }) => (
      <span className={css.why}>
        {productName}
        {policyNumber ? <small>Policy {policyNumber} only</small> : null}
      </span>
    ),
  },
  {
    key: 'asOfDate',
    header: 'Stated as of',
    sortable: true,
    cell: ({ asOfDate, newest }) => (
      <span className={css.badges}>
        {dateOf(asOfDate)}
        {newest ? <StatusBadge status="newest" table={HOLDS} /> : null}
      </span>
    ),
  },
  moneyColumn('marketValueCents', 'Market value ($)', { sortable: true }),
  moneyColumn('bookValueCents', 'Book value ($)', { sortable: true }),
  {
    key: 'ratio',
    header: 'Market to book',
    numeric: true,
    exportAs: [],
    cell: ({ marketValueCents, bookValueCents }) => formatPercent(marketValueCents / bookValueCents),
  },
  { key: 'weight', header: 'Fund weight', numeric: true, exportAs: [], cell: weightOf },
  wordColumn('approach', 'Approach', FUND_APPROACHES, { startsHidden: true }),
  {
    key: 'wrapEndsOn',
    header: 'Wrap',
    sortable: true,
    exportAs: ['wrapProvider', 'wrapRating', 'wrapEndsOn'],
    cell: ({ wrapProvider, wrapRating, wrapEndsOn }) =>
      wrapProvider === null ? (
        MISSING
      ) : (
        <span className={css.why}>
          {wrapRating ? `${wrapProvider} (${wrapRating})` : wrapProvider}
          <small>{wrapEndsOn ? `until ${dateOf(wrapEndsOn)}` : 'without an end'}</small>
        </span>
      ),
  },
  textColumn('source', 'Source', { startsHidden: true, exportAs: ['source', 'documentDate'] }),
]

export function FundList({ institutionId, register, locked }: ListProps) {
  const { open, setOpen, close, action } = useOpened<FundRow>(funds.endpoints.create, 'New statement')
  const list = useList({
    endpoint: funds.endpoints.list,
    label: 'Funds of separate accounts',
    noun: 'statement',
    columns: fundColumns(setOpen),
    defaultSort: 'asOfDate',
    desc: true,
    filters: [{ key: 'approach', label: 'Approach', many: true, options: choicesOf(FUND_APPROACHES) }],
    ...ofRegister(institutionId),
  })
  return (
    <>
      <OpenRecord
        open={open}
        kind="funds"
        entity="fund"
        institutionId={institutionId}
        calls={funds.endpoints}
        form={fundForm(register)}
        nameOf={(row) => `the statement of ${row.fundName} of ${dateOf(row.asOfDate)}`}
        submitLabel="Add statement"
        onClose={close}
      />
      <ListPanel
        title="Funds of separate accounts"
        note={`Reports use the latest statement by their date for a separate account’s risk weight; without a statement it is 100%. ${locked}`}
        actions={action}
        list={list}
        empty={{ title: 'No funds yet', why: 'Enter the carrier’s statement of the separate account.' }}
      />
    </>
  )
}

type LiabilityRow = ReplyOf<typeof liabilities.endpoints.list>['records'][number]

const liabilityColumns = (open: (row: LiabilityRow) => void): Column<LiabilityRow>[] => [
  openColumn('planName', 'Plan', open, (row) => row.planName, { sortable: true }),
  dateColumn('asOfDate', 'As of', { sortable: true }),
  moneyColumn('liabilityCents', 'Liability ($)', { sortable: true }),
  moneyColumn('cashSurrenderValueCents', 'Cash surrender value ($)', { sortable: true }),
  dateColumn('valuedOn', 'Valued'),
  {
    key: 'coverage',
    header: 'Coverage, gross',
    numeric: true,
    exportAs: [],
    cell: ({ cashSurrenderValueCents, liabilityCents }) =>
      formatPercent(cashSurrenderValueCents === null || liabilityCents === 0 ? null : cashSurrenderValueCents / liabilityCents),
  },
  textColumn('source', 'Source', { startsHidden: true }),
]

export function LiabilityList({ institutionId, register }: ListProps) {
  const { open, setOpen, close, action } = useOpened<LiabilityRow>(liabilities.endpoints.create, 'New liability')
  const list = useList({
    endpoint: liabilities.endpoints.list,
    label: 'Liabilities of plans',
    noun: 'liability',
    columns: liabilityColumns(setOpen),
    defaultSort: 'asOfDate',
    desc: true,
    filters: [{ key: 'planId', label: 'Plan', options: register.plans.map(({ id, name }) => ({ value: String(id), label: name })) }],
    ...ofRegister(institutionId),
  })
  return (
    <>
      <OpenRecord
        open={open}
        kind="liabilities"
        entity="liability"
        institutionId={institutionId}
        calls={liabilities.endpoints}
        form={liabilityForm(register)}
        nameOf={(row) => `the liability of ${row.planName} of ${dateOf(row.asOfDate)}`}
        submitLabel="Add liability"
        onClose={close}
      />
      <ListPanel
        title="Plan liabilities"
        note="What plans owe their participants, with the posted value of their policies at the last month end by then."
        actions={action}
        list={list}
        empty={{ title: 'No liabilities yet', why: 'Enter the plan administrator’s figures, at least as of each year end.' }}
      />
    </>
  )
}

type IllustrationRow = ReplyOf<typeof illustrations.endpoints.list>['records'][number]

const illustrationColumns = (institutionId: number, open: (row: IllustrationRow) => void): Column<IllustrationRow>[] => [
  linkColumn('policyNumber', 'Policy', ({ policyId }) => paths.registerPolicy(institutionId, policyId), { sortable: true, oneLine: true }),
  openColumn('illustratedOn', 'Illustrated on', open, (row) => dateOf(row.illustratedOn), { sortable: true, oneLine: true }),
  nameColumn('carrierName', 'Carrier'),
  personColumn('insuredName', 'Insured', { sortable: true }),
  dateColumn('issueDate', 'Issued'),
  percentColumn('illustratedYield', 'Illustrated yield', { sortable: true }),
  {
    key: 'years',
    header: 'Policy years',
    numeric: true,
    exportAs: [],
    cell: ({ yearlyValues }) => yearlyValues.length.toLocaleString('en-US'),
  },
  textColumn('source', 'Source', { startsHidden: true }),
]

export function IllustrationList({ institutionId, register }: ListProps) {
  const { open, setOpen, close, action } = useOpened<IllustrationRow>(illustrations.endpoints.create, 'New illustration')
  const list = useList({
    endpoint: illustrations.endpoints.list,
    label: 'Illustrations of policies',
    noun: 'illustration',
    columns: illustrationColumns(institutionId, setOpen),
    defaultSort: 'policyNumber',
    ...ofRegister(institutionId),
  })
  return (
    <>
      <OpenRecord
        open={open}
        kind="illustrations"
        entity="illustration"
        institutionId={institutionId}
        calls={illustrations.endpoints}
        form={illustrationForm(register)}
        nameOf={(row) => `the illustration of policy ${row.policyNumber} of ${dateOf(row.illustratedOn)}`}
        submitLabel="Add illustration"
        onClose={close}
      />
      <ListPanel
        title="Illustrations"
        note="What carriers illustrated when the policies were sold. The annual review uses each policy’s latest illustration by its date."
        actions={action}
        list={list}
        empty={{ title: 'No illustrations yet', why: 'Enter the carrier’s illustration of a policy: its yield, or values by policy year.' }}
      />
    </>
  )
}
