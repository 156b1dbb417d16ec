/** Consents, split-dollar agreements and transactions of the register. */

import { consents } from '@corridor/contract/register.ts'
import { agreements, transactions } from '@corridor/contract/register-holdings.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { ConsentPreflight, FlawChoice } from './ConsentPreflight.tsx'
import {
  type AgreementRow,
  agreementColumns,
  agreementFilters,
  consentColumns,
  consentFilters,
  type TransactionRow,
  transactionColumns,
  transactionFilters,
} from './columns.tsx'
import { agreementForm, agreementInput, agreementRecord, transactionForm } from './dated-fields.ts'
import { type ListProps, OpenRecord } from './OpenRecord.tsx'
import { InHead, ofRegister, useOpened } from './use-opened.tsx'
import { dateOf, moneyOf } from './words.ts'

export function ConsentList({ institutionId }: ListProps) {
  const list = useList({
    endpoint: consents.endpoints.list,
    label: 'Consents of the register',
    noun: 'insured',
    columns: consentColumns(institutionId),
    defaultSort: 'insuredName',
    filters: consentFilters,
    ...ofRegister(institutionId),
  })
  const totals = list.query.data?.totals
  return (
    <>
      <ConsentPreflight institutionId={institutionId} />
      {totals ? (
        <FlawChoice counts={totals.flaws} chosen={list.filters.flaw ?? []} onChoose={(flaws) => list.setFilter('flaw', flaws)} />
      ) : null}
      <ListPanel
        title="Consents"
        note={
          totals
            ? `Insureds with a policy that needs a consent, or with a consent on file, former employees included: ${totals.VALID} valid, ${totals.DEFECTIVE} defective, ${totals.MISSING} missing, ${totals.NOT_REQUIRED} not required${totals.NO_POLICY > 0 ? `, ${totals.NO_POLICY} without a policy` : ''}. Consents are entered on the person’s page.`
            : undefined
        }
        list={list}
        toneOf={({ consentStatus }) => (consentStatus === 'MISSING' || consentStatus === 'DEFECTIVE' ? 'attention' : undefined)}
        empty={{ title: 'No consents needed', why: 'No policy in force was issued after August 17, 2006.' }}
      />
    </>
  )
}

export function AgreementList({ institutionId, register, period, month }: ListProps) {
  const { open, setOpen, close, action } = useOpened<AgreementRow>(agreements.endpoints.create, 'New agreement')
  const list = useList({
    endpoint: agreements.endpoints.list,
    label: 'Split-dollar agreements of the register',
    noun: 'agreement',
    columns: agreementColumns(setOpen),
    defaultSort: 'insuredName',
    filters: agreementFilters,
    ...ofRegister(institutionId, period),
  })
  const totals = list.query.data?.totals
  return (
    <>
      <OpenRecord
        open={open === null || open === 'new' ? open : { ...open, ...agreementRecord(open) }}
        kind="agreements"
        entity="agreement"
        institutionId={institutionId}
        calls={agreements.endpoints}
        form={agreementForm(register)}
        nameOf={(row) => `the agreement with ${row.insuredName}`}
        submitLabel="Add agreement"
        toInput={agreementInput}
        onClose={close}
      />
      <ListPanel
        title="Split-dollar agreements"
        note={period ? `The insureds’ shares of the death benefits as posted for ${dateOf(period)}.` : undefined}
        actions={<InHead month={month}>{action}</InHead>}
        list={list}
        {...(totals
          ? {
              totals: {
                label: counted(totals.agreements, 'agreement'),
                cells: { insuredShareCents: moneyOf(totals.insuredShareCents), deathBenefitCents: moneyOf(totals.deathBenefitCents) },
              },
            }
          : {})}
        empty={{ title: 'No split-dollar agreements', why: 'None has been entered for this institution.' }}
      />
    </>
  )
}

export function TransactionList({ institutionId, register, locked }: ListProps) {
  const { open, setOpen, close, mayChange, action } = useOpened<TransactionRow>(transactions.endpoints.create, 'New transaction')
  const list = useList({
    endpoint: transactions.endpoints.list,
    label: 'Transactions of the register',
    noun: 'transaction',
    columns: transactionColumns(institutionId, mayChange ? setOpen : undefined),
    defaultSort: 'transactionDate',
    desc: true,
    filters: transactionFilters(register),
    ...ofRegister(institutionId),
  })
  const totals = list.query.data?.totals
  return (
    <>
      <OpenRecord
        open={open}
        kind="transactions"
        entity="transaction"
        institutionId={institutionId}
        calls={transactions.endpoints}
        form={transactionForm(register, open === 'new')}
        nameOf={(row) => `the transaction of ${dateOf(row.transactionDate)}`}
        submitLabel="Add transaction"
        onClose={close}
      />
      <ListPanel
        title="Transactions"
        note={
          totals
            ? `Paid in $${moneyOf(totals.addedCents)}, paid out or released $${moneyOf(totals.removedCents)}, over all that match. ${locked}`
            : locked
        }
        actions={action}
        list={list}
        empty={{ title: 'No transactions yet', why: 'They come from carrier files and statuses, or are entered here.' }}
      />
    </>
  )
}
