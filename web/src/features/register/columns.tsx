/** The columns of the register's lists, and what narrows them. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { consents, insureds, plans } from '@corridor/contract/register.ts'
import type { agreements, policies, transactions } from '@corridor/contract/register-holdings.ts'
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
import type { Column } from '../../ui/list/data-table-types.ts'
import type { ListFilter } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import type { Register } from './fields.ts'
import css from './register.module.css'
import { CONSENT_BADGES, choicesOf, dateOf, moneyOf, POLICY_BADGES, POLICY_STATUS_CHOICES } from './words.ts'

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
  { key: 'policies', header: 'Policies', numeric: true, sortable: true, cell: ({ policies }) => policies.toLocaleString('en-US') },
  {
    key: 'cashSurrenderValueCents',
    header: 'Cash surrender value ($)',
    numeric: true,
    sortable: true,
    cell: (row) => moneyOf(row.cashSurrenderValueCents),
  },
  { key: 'deathBenefitCents', header: 'Death benefit ($)', numeric: true, sortable: true, cell: (row) => moneyOf(row.deathBenefitCents) },
]

export const planColumns = (open: (row: PlanRow) => void): Column<PlanRow>[] => [
  {
    key: 'planName',
    header: 'Plan',
    sortable: true,
    cell: (row) => (
      <button type="button" className={css.open} onClick={() => open(row)}>
        {row.planName}
      </button>
    ),
  },
  { key: 'planType', header: 'Type', sortable: true, cell: ({ planType }) => PLAN_TYPES[planType] },
  { key: 'effectiveDate', header: 'Effective', sortable: true, cell: ({ effectiveDate }) => dateOf(effectiveDate) },
  ...HOLDING,
  { key: 'businessPurpose', header: 'Business purpose', startsHidden: true, cell: ({ businessPurpose }) => businessPurpose },
]

export const policyColumns = (institutionId: number): Column<PolicyRow>[] => [
  {
    key: 'policyNumber',
    header: 'Policy',
    sortable: true,
    cell: ({ id, policyNumber }) => <Link to={paths.registerPolicy(institutionId, id)}>{policyNumber}</Link>,
  },
  {
    key: 'carrierCode',
    header: 'Carrier',
    sortable: true,
    exportAs: ['carrierCode', 'carrierName'],
    cell: ({ carrierName }) => carrierName,
  },
  { key: 'insuredName', header: 'Insured', sortable: true, cell: ({ insuredName }) => insuredName },
  { key: 'planName', header: 'Plan', sortable: true, startsHidden: true, cell: ({ planName }) => planName },
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
  { key: 'issueDate', header: 'Issued', sortable: true, cell: ({ issueDate }) => dateOf(issueDate) },
  {
    key: 'cashSurrenderValueCents',
    header: 'Cash surrender value ($)',
    numeric: true,
    sortable: true,
    cell: (row) => moneyOf(row.cashSurrenderValueCents),
  },
  { key: 'deathBenefitCents', header: 'Death benefit ($)', numeric: true, sortable: true, cell: (row) => moneyOf(row.deathBenefitCents) },
  { key: 'productName', header: 'Product', sortable: true, startsHidden: true, cell: ({ productName }) => productName },
  { key: 'accountType', header: 'Account', startsHidden: true, cell: ({ accountType }) => ACCOUNTS[accountType] ?? accountType },
  { key: 'subsidiaryName', header: 'Subsidiary', startsHidden: true, cell: ({ subsidiaryName }) => subsidiaryName ?? MISSING },
  {
    key: 'faceAmountCents',
    header: 'Face amount ($)',
    numeric: true,
    sortable: true,
    startsHidden: true,
    cell: (row) => moneyOf(row.faceAmountCents),
  },
  { key: 'statusDate', header: 'Status since', sortable: true, startsHidden: true, cell: ({ statusDate }) => dateOf(statusDate) },
]
const NO_VALUE = { missing: { label: 'No posted value', tone: 'bad' as const } }
const ACCOUNTS: Readonly<Record<string, string>> = { GENERAL: 'General', HYBRID: 'Hybrid', SEPARATE: 'Separate' }
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
    options: [
      { value: 'held', label: 'In force' },
      { value: 'withoutValue', label: 'Without a posted value' },
      { value: 'ended', label: 'Not in force' },
    ],
  },
]

export const insuredColumns = (institutionId: number): Column<InsuredRow>[] => [
  {
    key: 'insuredName',
    header: 'Insured',
    sortable: true,
    cell: ({ id, insuredName }) => <Link to={paths.registerInsured(institutionId, id)}>{insuredName}</Link>,
  },
  { key: 'title', header: 'Title', sortable: true, cell: ({ title }) => title ?? MISSING },
  { key: 'insuredRole', header: 'Role', sortable: true, cell: ({ insuredRole }) => INSURED_ROLES[insuredRole] },
  { key: 'employmentStatus', header: 'Employment', sortable: true, cell: ({ employmentStatus }) => EMPLOYMENT_STATUSES[employmentStatus] },
  { key: 'employmentStatusDate', header: 'Since', sortable: true, cell: (row) => dateOf(row.employmentStatusDate) },
  ...HOLDING,
]
export const personFilters: ListFilter[] = [
  { key: 'insuredRole', label: 'Role', many: true, options: choicesOf(INSURED_ROLES) },
  { key: 'employmentStatus', label: 'Employment', many: true, options: choicesOf(EMPLOYMENT_STATUSES) },
]

export const consentColumns = (institutionId: number): Column<ConsentRow>[] => [
  {
    key: 'insuredName',
    header: 'Insured',
    sortable: true,
    cell: ({ id, insuredName }) => <Link to={paths.registerInsured(institutionId, id, 'consents')}>{insuredName}</Link>,
  },
  { key: 'employmentStatus', header: 'Employment', sortable: true, cell: ({ employmentStatus }) => EMPLOYMENT_STATUSES[employmentStatus] },
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
  { key: 'policies', header: 'Policies covered', numeric: true, sortable: true, cell: ({ policies }) => policies.toLocaleString('en-US') },
  { key: 'firstIssue', header: 'First issued', sortable: true, startsHidden: true, cell: ({ firstIssue }) => dateOf(firstIssue) },
  { key: 'noticeDate', header: 'Notified', sortable: true, cell: ({ noticeDate }) => dateOf(noticeDate) },
  { key: 'consentDate', header: 'Signed', sortable: true, cell: ({ consentDate }) => dateOf(consentDate) },
  { key: 'faceAmountCents', header: 'Face amounts ($)', numeric: true, sortable: true, cell: (row) => moneyOf(row.faceAmountCents) },
  { key: 'maxFaceDisclosedCents', header: 'Disclosed ($)', numeric: true, cell: (row) => moneyOf(row.maxFaceDisclosedCents) },
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
  {
    key: 'insuredName',
    header: 'Insured',
    sortable: true,
    cell: (row) => (
      <button type="button" className={css.open} onClick={() => open(row)}>
        {row.insuredName}
      </button>
    ),
  },
  { key: 'type', header: 'Type', sortable: true, cell: ({ type }) => AGREEMENT_TYPES[type] },
  {
    key: 'benefitFormula',
    header: 'Insured’s benefit',
    sortable: true,
    exportAs: ['benefitFormula', 'amountCents', 'fraction', 'capCents'],
    cell: benefitOf,
  },
  { key: 'policyNumbers', header: 'Policies', cell: ({ policyNumbers }) => policyNumbers ?? MISSING },
  { key: 'effectiveDate', header: 'Effective', sortable: true, cell: ({ effectiveDate }) => dateOf(effectiveDate) },
  { key: 'terminationDate', header: 'Ended', sortable: true, cell: ({ terminationDate }) => dateOf(terminationDate) },
  { key: 'insuredShareCents', header: 'Insured’s share ($)', numeric: true, sortable: true, cell: (row) => moneyOf(row.insuredShareCents) },
  { key: 'deathBenefitCents', header: 'Death benefit ($)', numeric: true, sortable: true, cell: (row) => moneyOf(row.deathBenefitCents) },
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
  {
    key: 'transactionDate',
    header: 'Date',
    sortable: true,
    cell: (row) =>
      open ? (
        <button type="button" className={css.open} onClick={() => open(row)}>
          {dateOf(row.transactionDate)}
        </button>
      ) : (
        dateOf(row.transactionDate)
      ),
  },
  {
    key: 'policyNumber',
    header: 'Policy',
    sortable: true,
    cell: ({ policyId, policyNumber }) => <Link to={paths.registerPolicy(institutionId, policyId)}>{policyNumber}</Link>,
  },
  { key: 'insuredName', header: 'Insured', sortable: true, cell: ({ insuredName }) => insuredName },
  { key: 'carrierCode', header: 'Carrier', sortable: true, cell: ({ carrierCode }) => carrierCode },
  { key: 'type', header: 'Type', sortable: true, cell: ({ type }) => TRANSACTION_TYPES[type].label },
  { key: 'amountCents', header: 'Amount ($)', numeric: true, sortable: true, cell: ({ amountCents }) => moneyOf(amountCents) },
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
