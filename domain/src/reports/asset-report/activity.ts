/** Section 5 of the asset report: transactions, rate changes, status changes and claims of its month or quarter. */
import { reasonShown } from '../../policies/kept-reasons.ts'
import { TRANSACTION_TYPES, type TransactionType } from '../../policies/register.ts'
import { isPolicyStatus, POLICY_STATUSES } from '../../policies/statuses.ts'
import { cents, sumCents } from '../../primitives/money.ts'
import { formatDate, formatMonth } from '../../primitives/period.ts'
import type { CellValue, Column, ViewTable } from '../table.ts'
import { column } from './columns.ts'
import { sumKnown } from './holdings.ts'
import type { AssetReportSnapshot, SnapshotCarrier } from './snapshot.ts'
import type { AssetReportView } from './view.ts'

export function activityTables(
  { activity, policies, period }: AssetReportSnapshot,
  carriers: ReadonlyMap<string, SnapshotCarrier>,
): AssetReportView['activity'] {
  const carrier = (code: string) => carriers.get(code)?.shortName ?? code
  const who = [
    column('insured', 'Insured', 'text', { width: 22, group: 'key' }),
    column('policyNumber', 'Policy number', 'text', { width: 13, group: 'key' }),
    column('carrier', 'Carrier', 'text'),
  ]
  const whoCells = (line: { insuredName: string; policyNumber: string; carrierCode: string }) => ({
    insured: line.insuredName,
    policyNumber: line.policyNumber,
    carrier: carrier(line.carrierCode),
  })
  // Resets of a carrier whose new rates are told by product would say the same again, policy by policy.
  const told = new Set(activity.rateChanges.map(({ carrierCode }) => carrierCode))
  const date = (key: string, label: string) => column(key, label, 'date', { group: 'key' })
  const amount = (key: string, label: string) => column(key, label, 'money', { total: 'none', formula: 'recorded' })
  const held = new Map(policies.map((policy) => [`${policy.carrierCode}\n${policy.policyNumber}`, policy.cashSurrenderValue]))
  const claims = activity.claims.map((line) => {
    const value = line.status === 'DEATH_CLAIM_PENDING' ? (held.get(`${line.carrierCode}\n${line.policyNumber}`) ?? null) : null
    return {
      ...line,
      insuredShare: cents(line.deathBenefit - line.institutionShare),
      cashSurrenderValue: value,
      expectedGain: value === null ? null : cents(line.institutionShare - value),
    }
  })
  const isPending = claims.some(({ cashSurrenderValue }) => cashSurrenderValue !== null)
  const isShared = claims.some(({ insuredShare }) => insuredShare !== 0)
  return {
    transactions: activityTable(
      'transactions',
      'Transactions',
      [
        date('date', 'Date'),
        ...who,
        column('type', 'Type', 'text'),
        amount('amount', 'Amount'),
        column('note', 'Note', 'text', { width: 30 }),
      ],
      activity.transactions
        .filter(({ type, carrierCode }) => type !== 'RATE_RESET' || !told.has(carrierCode))
        .map((line) => ({
          date: line.isMonthOnly ? formatMonth(line.date) : line.date,
          ...whoCells(line),
          type: transactionName(line.type),
          amount: line.amount,
          note: line.note,
        })),
    ),
    rateChanges: activityTable(
      'rate-changes',
      'Rate changes',
      [
        date('effectiveDate', 'Effective'),
        column('carrier', 'Carrier', 'text'),
        column('product', 'Product', 'text', { width: 26 }),
        column('oldRate', 'Old rate', 'percent', { formula: 'carrierRate' }),
        column('newRate', 'New rate', 'percent', { formula: 'carrierRate' }),
        column('policies', 'Policies', 'count', { formula: 'policyCount' }),
      ],
      activity.rateChanges.map(({ effectiveDate, carrierCode, productName, oldRate, newRate, policies }) => ({
        effectiveDate,
        carrier: carrier(carrierCode),
        product: productName,
        oldRate,
        newRate,
        policies,
      })),
    ),
    statusChanges: activityTable(
      'status-changes',
      'Status changes',
      [
        date('date', 'Date'),
        ...who,
        column('oldStatus', 'From', 'text'),
        column('newStatus', 'To', 'text'),
        column('reason', 'Reason', 'text', { width: 30 }),
      ],
      activity.statusChanges.map((line) => ({
        date: line.date,
        ...whoCells(line),
        oldStatus: line.oldStatus && statusName(line.oldStatus),
        newStatus: statusName(line.newStatus),
        reason: reasonShown(line.reason),
      })),
    ),
    claims: activityTable(
      'claims',
      'Claims',
      [
        ...who,
        date('dateOfDeath', 'Date of death'),
        column('status', 'Status', 'text'),
        column('deathBenefit', 'Death benefit', 'money', { formula: 'recorded' }),
        ...(isShared ? [column('insuredShare', 'Insured’s share', 'money', { formula: 'recorded' })] : []),
        column('institutionShare', 'Institution’s share', 'money', { formula: 'recorded' }),
        ...(isPending
          ? [
              column('cashSurrenderValue', `CSV ${formatDate(period)}`, 'money', { formula: 'posted' }),
              column('expectedGain', 'Expected gain', 'money', { formula: 'expectedGain' }),
            ]
          : []),
      ],
      claims.map((line) => ({
        ...whoCells(line),
        dateOfDeath: line.dateOfDeath,
        status: statusName(line.status),
        deathBenefit: line.deathBenefit,
        ...(isShared ? { insuredShare: line.insuredShare } : {}),
        institutionShare: line.institutionShare,
        ...(isPending ? { cashSurrenderValue: line.cashSurrenderValue, expectedGain: line.expectedGain } : {}),
      })),
      {
        insured: 'Total',
        deathBenefit: sumCents(claims.map(({ deathBenefit }) => deathBenefit)),
        ...(isShared ? { insuredShare: sumCents(claims.map(({ insuredShare }) => insuredShare)) } : {}),
        institutionShare: sumCents(claims.map(({ institutionShare }) => institutionShare)),
        ...(isPending
          ? {
              cashSurrenderValue: sumKnown(claims.map(({ cashSurrenderValue }) => cashSurrenderValue)),
              expectedGain: sumKnown(claims.map(({ expectedGain }) => expectedGain)),
            }
          : {}),
      },
    ),
  }
}

function activityTable(
  id: string,
  title: string,
  columns: Column[],
  lines: Record<string, CellValue>[],
  totals: Record<string, CellValue> | null = null,
): ViewTable {
  const total = totals && lines.length > 0 ? { id: 'total', cells: totals } : null
  return { id, title, columns, rows: lines.map((cells, index) => ({ id: `${id}-${index + 1}`, cells })), total }
}

/** A claim's amount is the value that it releases; its proceeds stand with the claims. */
const transactionName = (code: string) =>
  code === 'DEATH_CLAIM' ? 'Death claim, value released' : isTransactionType(code) ? TRANSACTION_TYPES[code].label : sentenceCase(code)
const isTransactionType = (code: string): code is TransactionType => Object.hasOwn(TRANSACTION_TYPES, code)
const statusName = (code: string) => (isPolicyStatus(code) ? POLICY_STATUSES[code].label : sentenceCase(code))
/** FACE_CHANGE as "Face change". */
const sentenceCase = (code: string) => `${code.slice(0, 1).toUpperCase()}${code.slice(1).toLowerCase().replaceAll('_', ' ')}`
