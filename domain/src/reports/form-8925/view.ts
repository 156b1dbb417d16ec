/** Everything that screen, PDF, XLSX and CSV show of a Form 8925 report, computed once from its snapshot. */

import { consentCountWords } from '../../policies/consent-counts.ts'
import { CONSENT_STATUSES } from '../../policies/consents.ts'
import { EMPLOYMENT_STATUSES, employmentStatusAt, INSURED_ROLES, roleAt } from '../../policies/register.ts'
import { isPolicyStatus, POLICY_STATUSES } from '../../policies/statuses.ts'
import { counted } from '../../primitives/counted.ts'
import { type Cents, MISSING, sumCents } from '../../primitives/money.ts'
import { formatDate, formatLongDate, type PlainDate } from '../../primitives/period.ts'
import { REPORT_FAMILIES } from '../families.ts'
import { footerOf, type Release, type ReportFooter, type ReportHeader, stampOf, standingAs } from '../heading.ts'
import type { ReleasedOver } from '../open-items.ts'
import { portalName } from '../portals.ts'
import { releasedOverYear } from '../released-over.ts'
import type { CellKind, CellValue, ViewRow, ViewTable } from '../table.ts'
import { type Basis, type ColumnMaker, column as columnOf } from '../table.ts'
import { portalsOf } from './contracts.ts'
import type { Form8925Formula } from './formulas.ts'
import { originOfLine1 } from './line-1.ts'
import { type OpenItem, openItemsOf } from './open-items.ts'
import { elsewhereCells, elsewhereTotals } from './other-portals.ts'
import {
  benefitOf,
  type Form8925Finding,
  type Form8925Lines,
  findingsOf,
  isInForce,
  linesOf,
  reconciliationOf,
  SCOPE_REASONS,
} from './rules.ts'
import type { Form8925Snapshot } from './snapshot.ts'

const column: ColumnMaker<Form8925Formula> = columnOf

/** A line of the form in its own words (a work of the United States government), with the element that carries it in an e-file. */
export interface FormLine {
  /** "1", "4a"; "" in the header of the form. */
  line: string
  label: string
  /** The IRS Modernized e-File schema of the form. */
  element: string
  kind: CellKind
  value: CellValue
  /** As it stands on the form: whole dollars are not asked for, so amounts keep their cents. Blank is a line nobody answered. */
  text: string
  /** How its number comes about, and what that rests on beside the schedule. */
  formula?: Form8925Formula
  basis?: Basis
}

export const FORM_8925 = {
  name: 'Form 8925',
  title: 'Report of Employer-Owned Life Insurance Contracts',
  revision: '(Rev. September 2017)',
  agency: 'Department of the Treasury, Internal Revenue Service (99)',
  omb: 'OMB No. 1545-2089',
  attachment: 'Attachment Sequence No. 160',
  attach: 'Attach to policyholder’s tax return. See instructions.',
} as const

export interface Form8925View {
  kind: 'C8925Report'
  header: ReportHeader
  footer: ReportFooter
  lines: Form8925Lines
  /** The form's header: names, numbers, type of business. */
  filer: FormLine[]
  /** Lines 1 to 4b. */
  form: FormLine[]
  schedule: ViewTable<ScheduleRow>
  reconciliation: ViewTable
  openItems: OpenItem[]
  notes: string[]
  controlTotals: Form8925Totals
  /** Items of the register that were open when it was released; absent where none was. Those of the form are others. */
  released?: ReleasedOver
}
export interface ScheduleRow extends ViewRow {
  /** Null, as the next two, on a line for contracts that another portal keeps. */
  policyId: number | null
  insuredId: number | null
  /** The same for every entry of one person in the register. */
  personId: number | null
  counts: boolean
  /** The contents of such a line in numbers; its people are counted without being known here. */
  elsewhere?: { policies: number; further: number; furtherInForce: number; furtherWithout: number }
}
/** Facts for the batch's manifest and lists; cents and people. */
export interface Form8925Totals {
  policies: number
  employees: number | null
  insuredEmployees: number
  insuranceInForce: Cents
  withoutConsent: number
  openItems: number
}

/** Pure: the same snapshot gives an equal view. @throws RangeError when a policy names an insured that the snapshot lacks */
export function buildForm8925(snapshot: Form8925Snapshot): Form8925View {
  const findings = findingsOf(snapshot).sort(byNameAndPolicy)
  const lines = linesOf(findings, snapshot.employees?.count ?? null)
  const openItems = openItemsOf(snapshot, findings)
  return {
    kind: snapshot.kind,
    header: headerOf(snapshot, openItems.length),
    footer: footerOf(snapshot, snapshot.source ?? { files: 0, entered: 0, postedOn: null }),
    lines,
    filer: filerOf(snapshot),
    form: formOf(lines, findings.filter(({ reason }) => reason === 'IN_SCOPE').length),
    schedule: scheduleOf(findings, lines, snapshot),
    reconciliation: reconciliationTable(findings),
    openItems,
    notes: notesOf(snapshot, findings),
    controlTotals: {
      policies: findings.filter(({ reason }) => reason === 'IN_SCOPE').length,
      employees: lines.line1,
      insuredEmployees: lines.line2,
      insuranceInForce: lines.line3,
      withoutConsent: lines.line4b ?? 0,
      openItems: openItems.length,
    },
  }
}

/** A form as it reads where its version stands: its stamp counts what is open on the form, and what was open in the register when it was released. */
export function form8925As(view: Form8925View, release: Release): Form8925View {
  const { stamp, asOf } = view.header
  const openItems = release.openItems ? release.openItems + (stamp.openItems ?? 0) : null
  return { ...standingAs(view, { ...release, openItems }), ...releasedOverYear(release, REPORT_FAMILIES.C8925Report.printsOverride, asOf) }
}

function headerOf(snapshot: Form8925Snapshot, openItems: number): ReportHeader {
  const { institution, subsidiary, site, period, preparedOn, preliminary } = snapshot
  return {
    title: 'Form 8925 Report',
    portalLabel: `${site.portalLabel} Portal`,
    institutionId: institution.id,
    institutionName: institution.name,
    legalName: institution.legalName,
    subsidiaryName: subsidiary?.legalName ?? null,
    place: [institution.city, institution.stateCode].filter(Boolean).join(', ') || null,
    planNames: [],
    asOf: period,
    asOfText: `Tax year ended ${formatLongDate(period)}`,
    preparedOn,
    preparedText: `Prepared ${formatLongDate(preparedOn)}`,
    stamp: stampOf({ ...snapshot, openItems }),
    preliminaryReason: preliminary?.reason ?? null,
    unit: 'Amounts in US dollars.',
    ...(openItems > 0 ? { caution: `${counted(openItems, 'open item')} before filing` } : {}),
  }
}

const text = (line: string, label: string, element: string, value: string | null): FormLine => ({
  line,
  label,
  element,
  kind: 'text',
  value,
  text: value ?? '',
})

/** The second pair is for a policyholder whose name is not the one on the return: a subsidiary in its group's return. */
function filerOf({ institution, subsidiary }: Form8925Snapshot): FormLine[] {
  return [
    text('', 'Name(s) shown on return', 'FilerShownOnReturnNm', institution.legalName),
    text('', 'Identifying number', 'FilerEIN', institution.ein),
    text('', 'Name of policyholder, if different from above', 'PolicyHolderNm', subsidiary?.legalName ?? null),
    text('', 'Identifying number, if different from above', 'PolicyHolderEIN', subsidiary?.ein ?? null),
    text('', 'Type of business', 'TradeOrBusinessDesc', institution.businessType),
  ]
}

function formOf({ line1, line2, line3, line4a, line4b }: Form8925Lines, contracts: number): FormLine[] {
  const count = (
    line: string,
    label: string,
    element: string,
    value: number | null,
    how: Pick<FormLine, 'formula' | 'basis'>,
  ): FormLine => ({
    line,
    label,
    element,
    kind: 'count',
    value,
    text: value === null ? '' : value.toLocaleString('en-US'),
    ...how,
  })
  return [
    count('1', 'Enter the number of employees the policyholder had at the end of the tax year', 'EndOfYearEmployeesQty', line1, {
      formula: 'stated',
    }),
    count(
      '2',
      'Enter the number of employees included on line 1 who were insured at the end of the tax year under the policyholder’s employer-owned life insurance contract(s) issued after August 17, 2006. See Section 1035 exchanges on page 2 for an exception',
      'EndOfYearEmployeesInsuredQty',
      line2,
      { formula: 'insuredPeople', basis: { contracts, further: contracts - line2 } },
    ),
    {
      line: '3',
      label:
        'Enter the total amount of employer-owned life insurance in force at the end of the tax year for employees who were insured under the contract(s) specified on line 2',
      element: 'TotalEOYInsuranceAmt',
      kind: 'money',
      value: line3,
      text: formatWithCents(line3),
      formula: 'inForce',
    },
    {
      ...text(
        '4a',
        'Does the policyholder have a valid consent for each employee included on line 2? See instructions.',
        'ValidConsentForEachEmployeeInd',
        line4a === null ? null : line4a ? 'Yes' : 'No',
      ),
      formula: 'everyConsent',
    },
    count(
      '4b',
      'If “No,” enter the number of employees included on line 2 for whom the policyholder does not have a valid consent',
      'EmployeesWithoutValidCnsntQty',
      line4b,
      { formula: 'withoutConsent' },
    ),
  ]
}

const formatWithCents = (amount: Cents): string =>
  (amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function scheduleOf(findings: readonly Form8925Finding[], { line3 }: Form8925Lines, snapshot: Form8925Snapshot): ViewTable<ScheduleRow> {
  const portals = portalsOf(snapshot)
  return {
    id: 'schedule',
    title: 'Insured schedule',
    columns: [
      column('insured', 'Insured', 'text', { group: 'key', width: 22 }),
      column('role', 'Role', 'text', { width: 12 }),
      column('employment', 'Employment at year end', 'text', { width: 16 }),
      column('policyNumber', 'Policy', 'text', { group: 'key', width: 14 }),
      column('carrier', 'Carrier', 'text', { width: 16 }),
      column('issueDate', 'Issue date', 'date'),
      column('section1035', '1035 exchange', 'text', { width: 14 }),
      column('inScope', 'Counts', 'text', { width: 7 }),
      column('reason', 'Why', 'text', { width: 30 }),
      column('deathBenefit', 'Death benefit', 'money', { formula: 'posted' }),
      column('line3', 'On line 3', 'money', { formula: 'contractBenefit' }),
      column('noticeDate', 'Notice', 'date'),
      column('consentDate', 'Consent', 'date'),
      column('consent', 'Consent valid', 'text', { width: 10 }),
      column('consentReason', 'Why not', 'text', { width: 34 }),
    ],
    rows: [
      ...findings.filter(({ elsewhere }) => elsewhere === null).map((finding) => rowOf(finding, snapshot.period)),
      ...elsewhereTotals(findings).map(
        (total): ScheduleRow => ({
          id: `portal-${total.site.id}-${total.reason}`,
          policyId: null,
          insuredId: null,
          personId: null,
          counts: total.reason === 'IN_SCOPE',
          elsewhere: {
            policies: total.policies,
            further: total.further,
            furtherInForce: total.furtherInForce,
            furtherWithout: total.furtherWithout,
          },
          cells: elsewhereCells(total, portals),
          formulas: { deathBenefit: 'otherPortal', line3: 'otherPortal' },
        }),
      ),
    ],
    total:
      findings.length === 0
        ? null
        : { id: 'total', cells: { insured: 'Total', deathBenefit: sumCents(findings.filter(isInForce).map(benefitOf)), line3 } },
  }
}

function rowOf({ policy, insured, reason, consent, given }: Form8925Finding, taxYearEnd: PlainDate): ScheduleRow {
  const counts = reason === 'IN_SCOPE'
  return {
    id: String(policy.policyId),
    policyId: policy.policyId,
    insuredId: insured.insuredId,
    personId: insured.personId,
    counts,
    cells: {
      insured: insured.name,
      role: named(INSURED_ROLES, roleAt(insured, taxYearEnd)),
      employment: employmentOf(insured, taxYearEnd),
      policyNumber: policy.policyNumber,
      carrier: policy.carrierName,
      issueDate: policy.issueDate,
      section1035: section1035Of(policy),
      inScope: counts ? 'Yes' : 'No',
      reason: reason === 'NOT_IN_FORCE' ? endedAs(policy) : SCOPE_REASONS[reason],
      // A contract that is not in force at the year’s end has no benefit then: the column adds up to where the reconciliation begins.
      deathBenefit: isInForce({ reason }) ? policy.deathBenefit : null,
      line3: counts ? policy.deathBenefit : null,
      noticeDate: given?.noticeDate ?? null,
      consentDate: given?.consentDate ?? null,
      consent: consent === null ? null : consent.status === 'VALID' ? 'Yes' : 'No',
      consentReason:
        consent === null || consent.status === 'VALID' ? null : `${CONSENT_STATUSES[consent.status]}. ${consent.reasons.join(' ')}`,
    },
  }
}

/** "Lapsed on 06/30/2025" */
function endedAs({ statusAtYearEnd, statusDate }: Form8925Finding['policy']): string {
  const status = isPolicyStatus(statusAtYearEnd) ? POLICY_STATUSES[statusAtYearEnd].label : statusAtYearEnd
  return statusDate === null ? status : `${status} on ${formatDate(statusDate)}`
}

/** At the year's end: what became of somebody afterwards is not of this return. */
function employmentOf(insured: Form8925Finding['insured'], taxYearEnd: PlainDate): string {
  const status = employmentStatusAt(insured, taxYearEnd)
  const since = status === 'DECEASED' ? (insured.dateOfDeath ?? insured.statusDate) : insured.statusDate
  if (status === 'ACTIVE' || since === null) return named(EMPLOYMENT_STATUSES, status)
  return `${status === 'DECEASED' ? 'Died' : named(EMPLOYMENT_STATUSES, status)} ${formatDate(since)}`
}

function section1035Of({ isSection1035Replacement, replacedIssueDate, materialChange }: Form8925Finding['policy']): string {
  if (!isSection1035Replacement) return 'No'
  const of = replacedIssueDate === null ? 'date unknown' : formatDate(replacedIssueDate)
  return `Yes, of ${of}${materialChange ? ', changed' : ''}`
}

const named = (names: Readonly<Record<string, string>>, code: string): string => names[code] ?? (code || MISSING)

function byNameAndPolicy(a: Form8925Finding, b: Form8925Finding): number {
  const keys = (one: Form8925Finding) => [one.insured.name.toLowerCase(), one.policy.policyNumber]
  const [first, second] = [keys(a), keys(b)]
  for (const [index, key] of first.entries()) {
    const other = second[index] ?? ''
    if (key !== other) return key < other ? -1 : 1
  }
  return a.policy.policyId - b.policy.policyId
}

function reconciliationTable(findings: readonly Form8925Finding[]): ViewTable {
  const steps = reconciliationOf(findings)
  const rows = steps.map(
    ({ key, label, policies, insureds, deathBenefit }): ViewRow => ({
      id: key,
      cells: { label, policies, insureds, deathBenefit },
    }),
  )
  return {
    id: 'reconciliation',
    title: 'From contracts in force to lines 2 and 3',
    columns: [
      column('label', 'Step', 'text', { width: 60, group: 'key' }),
      column('policies', 'Contracts', 'count', { formula: 'step' }),
      column('insureds', 'People', 'count', { formula: 'step' }),
      column('deathBenefit', 'Death benefit', 'money', { total: 'computed', formula: 'step' }),
    ],
    rows: rows.slice(0, -1),
    total: rows.at(-1) ?? null,
  }
}

/** Among the notes, and above the table on screen. */
export const COUNTED_TWICE =
  'In the reconciliation contracts and death benefits subtract; people do not, because a person with contracts of several kinds is counted in each step.'

function notesOf(snapshot: Form8925Snapshot, findings: readonly Form8925Finding[]): string[] {
  const { employees, period, subsidiary, preliminary } = snapshot
  return [
    preliminary &&
      `Preliminary: ${preliminary.reason} Policies without a death benefit at ${formatLongDate(period)} carry the one of the month before.`,
    employees &&
      `Line 1: ${originOfLine1(employees)}.${employees.isUnreturned ? ' The annual questionnaire of the tax year had not been returned when this form was made.' : ''} Employees include officers, directors and highly compensated employees (IRC 101(j)(5)(A)).`,
    'Lines 2 to 4b count people, not contracts. Former employees are not included on line 1, so they are not on lines 2, 3 and 4b either; the schedule shows them with the reason.',
    isCountedTwice(findings) && COUNTED_TWICE,
    'Line 3 is the whole death benefit of the contracts that count, the institution’s share and the insured’s together, as the carriers reported it for the year’s end.',
    consentCountWords('FORM_8925'),
    'A consent is valid when notice and consent were given before issue and within a year of it, while employed, for at least the face amounts issued, for coverage beyond employment with the policyholder named as beneficiary, and when the signed document is on file (IRC 101(j)(4), 6039I(c), Notice 2009-48).',
    subsidiary &&
      `${subsidiary.legalName} is the policyholder. If it files a return of its own, its name and number belong on the first line.`,
    ...portalNotes(snapshot, findings),
    'The wording of the lines is that of the form as revised in September 2017. Check that no later revision has been issued before filing.',
  ].filter((note) => typeof note === 'string')
}

/** The owner of the contracts, and the place of their names. */
function portalNotes({ site, elsewhere }: Form8925Snapshot, findings: readonly Form8925Finding[]): string[] {
  if (elsewhere === undefined)
    return [`Only policies kept on the ${site.portalLabel} portal are counted. Add those held elsewhere before filing.`]
  const portals = portalsOf({ site, elsewhere })
  const totals = elsewhereTotals(findings)
  const others = elsewhere
    .filter((other) => totals.some((total) => total.site.id === other.site.id))
    .map((other) => portalName(other.site, portals))
  return [
    ...others.map(
      (portal) =>
        `Lines 2 to 4b take in the policyholder’s contracts in every portal. Those kept in the ${portal} are in the schedule as totals: the copy of this form in the ${portal} names them, and states the same lines.`,
    ),
    'Contracts held with other vendors are not kept here: add them before filing.',
  ]
}

/** Whether somebody stands in two steps of the reconciliation, so that its people do not subtract. */
function isCountedTwice(findings: readonly Form8925Finding[]): boolean {
  const [inForce, ...rest] = reconciliationOf(findings)
  return (inForce?.insureds ?? 0) !== rest.reduce((sum, { insureds }) => sum + insureds, 0)
}

/**
 * Takes a view over from where the contract leaves it open (the API's reply).
 * @returns null when nothing has been made yet
 * @throws RangeError when it is no view of a Form 8925 report
 */
export function readForm8925View(reply: unknown): Form8925View | null {
  if (reply === null || reply === undefined) return null
  if (!isView(reply)) throw new RangeError('not a view of a Form 8925 report')
  return reply
}
const isView = (reply: unknown): reply is Form8925View =>
  typeof reply === 'object' && reply !== null && 'kind' in reply && reply.kind === 'C8925Report' && 'form' in reply
