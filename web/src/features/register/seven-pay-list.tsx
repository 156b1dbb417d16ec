/** The 7-pay premiums that carriers state of policies, by 7-pay period (IRC 7702A): their list and the form of one. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { sevenPay } from '@corridor/contract/register-backing.ts'
import { paths } from '../../paths.ts'
import type { RecordFormData } from '../../ui/form/form-fields.ts'
import { dateColumn, linkColumn, moneyColumn, nameColumn, openColumn, personColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge, type StatusTable } from '../../ui/states/StatusBadge.tsx'
import { named, type Register } from './fields.ts'
import { type ListProps, OpenRecord } from './OpenRecord.tsx'
import css from './register.module.css'
import { ofRegister, useOpened } from './use-opened.tsx'
import { dateOf } from './words.ts'

const sevenPayForm = (register: Register): RecordFormData => ({
  fields: {
    policyId: { kind: 'dropdown', label: 'Policy', required: true, options: named(register.policies) },
    startsOn: {
      kind: 'date',
      label: 'Period begins',
      required: true,
      hint: 'The issue date, or the day on which a material change took effect',
    },
    annualPremiumCents: { kind: 'money', label: '7-pay premium', required: true, least: 1, hint: 'Per year, as the carrier states it' },
    statedOn: { kind: 'date', label: 'Stated on', required: true },
    paidCents: {
      kind: 'money',
      label: 'Paid, per the carrier',
      least: 0,
      hint: 'From the period’s beginning to the day it was stated. If empty, the register’s premiums and withdrawals are used.',
    },
    source: { kind: 'text', label: 'Source', required: true, most: 300, hint: 'The carrier’s letter or statement' },
  },
  sections: [
    {
      title: '7-pay premium',
      note: 'IRC 7702A. The annual review compares it with what was paid. A material change begins a new period; if benefits are reduced in the first seven years, correct the premium of the current period.',
      fields: ['policyId', 'startsOn', 'annualPremiumCents', 'statedOn', 'paidCents', 'source'],
    },
  ],
  initial: { paidCents: null },
})

type SevenPayRow = ReplyOf<typeof sevenPay.endpoints.list>['records'][number]

const REPLACED: StatusTable<'replaced'> = { replaced: { label: 'Replaced', tone: 'quiet' } }
const columns = (institutionId: number, open: (row: SevenPayRow) => void): Column<SevenPayRow>[] => {
  const startsOn = openColumn('startsOn', 'Period begins', open, (row) => dateOf(row.startsOn), { sortable: true, oneLine: true })
  return [
    linkColumn('policyNumber', 'Policy', ({ policyId }) => paths.registerPolicy(institutionId, policyId), {
      sortable: true,
      oneLine: true,
    }),
    {
      ...startsOn,
      cell: (row) => (
        <span className={css.badges}>
          {startsOn.cell(row)}
          {row.newest ? null : <StatusBadge status="replaced" table={REPLACED} />}
        </span>
      ),
    },
    nameColumn('carrierName', 'Carrier'),
    personColumn('insuredName', 'Insured', { sortable: true }),
    dateColumn('issueDate', 'Issued'),
    moneyColumn('annualPremiumCents', '7-pay premium ($)', { sortable: true }),
    moneyColumn('paidCents', 'Paid, by the carrier ($)'),
    dateColumn('statedOn', 'Stated on', { sortable: true }),
    { key: 'mec', header: 'Marked a MEC', cell: ({ mec }) => (mec ? 'Yes' : 'No') },
    textColumn('source', 'Source', { startsHidden: true }),
  ]
}

export function SevenPayList({ institutionId, register }: ListProps) {
  const { open, setOpen, close, action } = useOpened<SevenPayRow>(sevenPay.endpoints.create, 'New 7-pay premium')
  const list = useList({
    endpoint: sevenPay.endpoints.list,
    label: '7-pay premiums of policies',
    noun: '7-pay premium',
    columns: columns(institutionId, setOpen),
    defaultSort: 'policyNumber',
    ...ofRegister(institutionId),
  })
  return (
    <>
      <OpenRecord
        open={open}
        kind="seven-pay"
        entity="sevenPay"
        institutionId={institutionId}
        calls={sevenPay.endpoints}
        form={sevenPayForm(register)}
        nameOf={(row) => `the 7-pay premium of policy ${row.policyNumber} from ${dateOf(row.startsOn)}`}
        submitLabel="Enter 7-pay premium"
        onClose={close}
      />
      <ListPanel
        title="7-pay tests"
        note="The 7-pay premiums that carriers state (IRC 7702A). The annual review tests what was paid in the first seven years against them."
        actions={action}
        list={list}
        empty={{
          title: 'No 7-pay premiums yet',
          why: 'Enter the 7-pay premium that the carrier states for a policy, from the day its period begins.',
        }}
      />
    </>
  )
}
