/** The columns of the register's lists, and what narrows them. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { consents, insureds, plans } from '@corridor/contract/register.ts'
import type { agreements, policies, transactions } from '@corridor/contract/register-holdings.ts'
import { ACCOUNT_WORDS } from '@corridor/contract/words.ts'
import { CONSENT_FLAWS, CONSENT_STATUSES, STATUSES_AT_ISSUE } from '@corridor/domain/policies/consents.ts'
import {
  AGREEMENT_TYPES,
  BENEFIT_FORMULAS,
  EMPLOYMENT_STATUSES,
  INSURED_ROLES,
  PLAN_TYPES,
  TRANSACTION_TYPES,
} from '@corridor/domain/policies/register.ts'
import { formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { paths } from '../../paths.ts'
import { lineOfFile } from '../../shared/line-of-file.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { choicesOf } from '../../ui/form/form-fields.ts'
import {
  countColumn,
  dateColumn,
  linkColumn,
  moneyColumn,
  openColumn,
  personColumn,
  textColumn,
  wordColumn,
} from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import type { ListFilter } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import type { Register } from './fields.ts'
import css from './register.module.css'
import { CONSENT_BADGES, dateOf, moneyOf, POLICY_BADGES, POLICY_STATUS_CHOICES } from './words.ts'

export type PlanRow = ReplyOf<typeof plans.endpoints.list>['records'][number]
export type PolicyRow = ReplyOf<typeof policies.endpoints.list>['records'][number]
export type InsuredRow = ReplyOf<typeof insureds.endpoints.list>['records'][number]
export type ConsentRow = ReplyOf<typeof consents.endpoints.list>['records'][number]
export type AgreementRow = ReplyOf<typeof agreements.endpoints.list>['records'][number]
export type TransactionRow = ReplyOf<typeof transactions.endpoints.list>['records'][number]

interface Holding {
  policies: number
  cashSurrenderValueCents: number
  deathBenefitCents: number
}
const HOLDING: readonly Column<Holding>[] = [
  countColumn('policies', 'Policies', { sortable: true }),
  moneyColumn('cashSurrenderValueCents', 'Cash surrender value ($)', { sortable: true }),
  moneyColumn('deathBenefitCents', 'Death benefit ($)', { sortable: true }),
]

export const planColumns = (open: (row: PlanRow) => void): Column<PlanRow>[] => [
  openColumn('planName', 'Plan', open, (row) => row.planName, { sortable: true }),
  wordColumn('planType', 'Type', PLAN_TYPES, { sortable: true }),
  dateColumn('effectiveDate', 'Effective', { sortable: true }),
  ...HOLDING,
  textColumn('businessPurpose', 'Business purpose', { startsHidden: true }),
]

/** By name; what is exported bears the code too. */
const carrierColumn = (): Column<{ carrierName: string }> => ({
  key: 'carrierCode',
  header: 'Carrier',
  sortable: true,
  exportAs: ['carrierCode', 'carrierName'],
  cell: ({ carrierName }) => carrierName,
})

export const policyColumns = (institutionId: number): Column<PolicyRow>[] => [
  linkColumn('policyNumber', 'Policy', ({ id }) => paths.registerPolicy(institutionId, id), { sortable: true, oneLine: true }),
  carrierColumn(),
  personColumn('insuredName', 'Insured', { sortable: true }),
  textColumn('planName', 'Plan', { sortable: true, startsHidden: true }),
  {
    key: 'policyStatus',
    header: 'Status',
    sortable: true,
    cell: ({ policyStatus, withoutValue }) => (
      <span className={css.badges}>
        <StatusBadge status={policyStatus} table={POLICY_BADGES} />
        {withoutValue ? <StatusBadge status="missing" table={NO_VALUE} /> : null}
      </span>
    ),
  },
  dateColumn('issueDate', 'Issued', { sortable: true, wideOnly: true }),
  moneyColumn('cashSurrenderValueCents', 'Cash surrender value ($)', { sortable: true }),
  moneyColumn('deathBenefitCents', 'Death benefit ($)', { sortable: true }),
  textColumn('productName', 'Product', { sortable: true, startsHidden: true }),
  { key: 'accountType', header: 'Account', startsHidden: true, cell: ({ accountType }) => ACCOUNTS[accountType] ?? accountType },
  textColumn('subsidiaryName', 'Subsidiary', { startsHidden: true }),
  moneyColumn('faceAmountCents', 'Face amount ($)', { sortable: true, startsHidden: true }),
  dateColumn('statusDate', 'Status since', { sortable: true, startsHidden: true }),
]
const NO_VALUE = { missing: { label: 'No posted value', tone: 'bad' as const } }
const ACCOUNTS: Readonly<Record<string, string>> = ACCOUNT_WORDS
export const policyFilters = (register: Register): ListFilter[] => [
  { key: 'planId', label: 'Plan', options: register.plans.map(({ id, name }) => ({ value: String(id), label: name })) },
  {
    key: 'carrierCode',
    label: 'Carrier',
    options: register.carriers.filter(({ held }) => held).map(({ code, name }) => ({ value: code, label: name })),
  },
  { key: 'policyStatus', label: 'Status', many: true, options: POLICY_STATUS_CHOICES },
  {
    key: 'held',
    label: 'In force',
    any: 'In force or not',
    options: [
      { value: 'held', label: 'In force' },
      { value: 'withoutValue', label: 'Without a posted value' },
      { value: 'ended', label: 'Not in force' },
    ],
  },
]

export const insuredColumns = (institutionId: number): Column<InsuredRow>[] => [
  linkColumn('insuredName', 'Insured', ({ id }) => paths.registerInsured(institutionId, id), { sortable: true, oneLine: true }),
  textColumn('title', 'Title', { sortable: true }),
  wordColumn('insuredRole', 'Role', INSURED_ROLES, { sortable: true }),
  wordColumn('employmentStatus', 'Employment', EMPLOYMENT_STATUSES, { sortable: true }),
  dateColumn('employmentStatusDate', 'Since', { sortable: true }),
  ...HOLDING,
]
export const personFilters: ListFilter[] = [
  { key: 'insuredRole', label: 'Role', many: true, options: choicesOf(INSURED_ROLES) },
  { key: 'employmentStatus', label: 'Employment', many: true, options: choicesOf(EMPLOYMENT_STATUSES) },
]

export const consentColumns = (institutionId: number): Column<ConsentRow>[] => [
  linkColumn('insuredName', 'Insured', ({ id }) => paths.registerInsured(institutionId, id, 'consents'), { sortable: true, oneLine: true }),
  wordColumn('employmentStatus', 'Employment', EMPLOYMENT_STATUSES, { sortable: true }),
  {
    key: 'consentStatus',
    header: 'Consent',
    sortable: true,
    exportAs: ['consentStatus', 'reasons'],
    cell: ({ consentStatus, reasons }) => (
      <span className={css.why}>
        <StatusBadge status={consentStatus} table={CONSENT_BADGES} />
        {reasons ? <small>{reasons}</small> : null}
      </span>
    ),
  },
  countColumn('policies', 'Policies covered', { sortable: true }),
  dateColumn('firstIssue', 'First issued', { sortable: true, startsHidden: true }),
  dateColumn('noticeDate', 'Notified', { sortable: true }),
  dateColumn('consentDate', 'Signed', { sortable: true }),
  moneyColumn('faceAmountCents', 'Face amounts ($)', { sortable: true }),
  moneyColumn('maxFaceDisclosedCents', 'Disclosed ($)'),
  {
    key: 'statusAtIssue',
    header: 'At issue',
    startsHidden: true,
    cell: ({ statusAtIssue }) => (statusAtIssue ? STATUSES_AT_ISSUE[statusAtIssue] : MISSING),
  },
]
export const consentFilters: ListFilter[] = [
  { key: 'consentStatus', label: 'Consent', many: true, options: choicesOf(CONSENT_STATUSES) },
  { key: 'flaw', label: 'Deficiency', many: true, options: choicesOf(CONSENT_FLAWS) },
  { key: 'employmentStatus', label: 'Employment', many: true, options: choicesOf(EMPLOYMENT_STATUSES) },
]

export const agreementColumns = (open: (row: AgreementRow) => void): Column<AgreementRow>[] => [
  openColumn('insuredName', 'Insured', open, (row) => row.insuredName, { sortable: true, oneLine: true }),
  wordColumn('type', 'Type', AGREEMENT_TYPES, { sortable: true }),
  {
    key: 'benefitFormula',
    header: 'Insured’s benefit',
    sortable: true,
    exportAs: ['benefitFormula', 'amountCents', 'fraction', 'capCents'],
    cell: benefitOf,
  },
  textColumn('policyNumbers', 'Policies'),
  dateColumn('effectiveDate', 'Effective', { sortable: true }),
  dateColumn('terminationDate', 'Ended', { sortable: true }),
  moneyColumn('insuredShareCents', 'Insured’s share ($)', { sortable: true }),
  moneyColumn('deathBenefitCents', 'Death benefit ($)', { sortable: true }),
]
function benefitOf({ benefitFormula, amountCents, fraction }: AgreementRow): string {
  if (benefitFormula === 'FIXED_DOLLAR') return `$${moneyOf(amountCents)}`
  if (benefitFormula === 'MULTIPLE_OF_SALARY') return `${fraction ?? MISSING} × salary`
  if (benefitFormula === 'PCT_OF_DB') return `${formatPercent(fraction)} of the death benefit`
  const share = `${formatPercent(fraction)} of the net amount at risk`
  return benefitFormula === 'PCT_OF_NAR' ? share : `$${moneyOf(amountCents)} or ${share}, the lesser`
}
export const agreementFilters: ListFilter[] = [
  { key: 'type', label: 'Type', many: true, options: choicesOf(AGREEMENT_TYPES) },
  { key: 'benefitFormula', label: 'Benefit', many: true, options: choicesOf(BENEFIT_FORMULAS) },
]

export const transactionColumns = (institutionId: number, open: ((row: TransactionRow) => void) | undefined): Column<TransactionRow>[] => [
  openColumn('transactionDate', 'Date', open, (row) => dateOf(row.transactionDate), { sortable: true, oneLine: true }),
  linkColumn('policyNumber', 'Policy', ({ policyId }) => paths.registerPolicy(institutionId, policyId), { sortable: true, oneLine: true }),
  personColumn('insuredName', 'Insured', { sortable: true }),
  carrierColumn(),
  { key: 'type', header: 'Type', sortable: true, cell: ({ type }) => TRANSACTION_TYPES[type].label },
  moneyColumn('amountCents', 'Amount ($)', { sortable: true }),
  {
    key: 'note',
    header: 'Note',
    exportAs: ['note', 'pairedPolicyNumber'],
    cell: ({ note, pairedPolicyId, pairedPolicyNumber }) => (
      <span className={css.why}>
        {note ?? (pairedPolicyId ? '' : MISSING)}
        {pairedPolicyId ? (
          <small>
            Counterpart: <Link to={paths.registerPolicy(institutionId, pairedPolicyId)}>{pairedPolicyNumber}</Link>
          </small>
        ) : null}
      </span>
    ),
  },
  {
    key: 'source',
    header: 'From',
    exportAs: ['fileName', 'sheet', 'lineNumber', 'enteredBy'],
    cell: ({ fileId, fileName, sheet, lineNumber, enteredBy }) =>
      fileId ? (
        <Link to={paths.dataFeed(fileId)}>
          {fileName ?? 'Carrier’s file'}, {lineOfFile({ sheet, lineNumber })}
        </Link>
      ) : (
        (enteredBy ?? MISSING)
      ),
  },
]
export const transactionFilters = (register: Register): ListFilter[] => [
  {
    key: 'type',
    label: 'Type',
    many: true,
    options: Object.entries(TRANSACTION_TYPES).map(([value, { label }]) => ({ value, label })),
  },
  {
    key: 'carrierCode',
    label: 'Carrier',
    options: register.carriers.filter(({ held }) => held).map(({ code, name }) => ({ value: code, label: name })),
  },
]
