/** The policy reconciliation in print: the counts of each institution and carrier, and each policy that stands on one side only. */
import { POLICY_COUNTS } from '@corridor/domain/auditing/policy-counts.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { column } from '@corridor/domain/reports/table.ts'
import type { selectPolicyCounts } from './client-queries.ts'
import { table } from './statement-table.ts'

const SIDES = ['missing', 'extra'] as const
const COUNTS = codesOf(POLICY_COUNTS).filter((key) => key !== 'missing' && key !== 'extra')
/** Files that did not come have no count; the others' is summed. */
const sumOf = (counts: readonly (number | null)[]) => counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
const told = (keys: readonly (keyof typeof POLICY_COUNTS)[]) =>
  keys.map((key) => `${POLICY_COUNTS[key].label}: ${POLICY_COUNTS[key].help}.`).join(' ')
const whose = [
  column('institutionName', 'Institution', 'text', { width: 34, group: 'key' }),
  column('carrierName', 'Carrier', 'text', { width: 22 }),
]

export const reconciliationTables = (rows: Awaited<ReturnType<typeof selectPolicyCounts>>) => [
  table(
    'counts',
    'Policies by institution and carrier',
    told(COUNTS),
    [...whose, ...COUNTS.map((key) => column(key, POLICY_COUNTS[key].label, 'count')), column('status', 'Status', 'text', { width: 18 })],
    rows.map(({ missing: _, extra: __, ...row }) => row),
    rows.length === 0
      ? null
      : { institutionName: 'Total', ...Object.fromEntries(COUNTS.map((key) => [key, sumOf(rows.map((row) => row[key]))])) },
  ),
  table(
    'one-sided',
    'Policies on one side only',
    told(SIDES),
    [...whose, column('policyNumber', 'Policy', 'text', { width: 20 }), column('side', 'Where it is missing', 'text', { width: 22 })],
    rows.flatMap(({ institutionName, carrierName, ...row }) =>
      SIDES.flatMap((side) =>
        row[side].map((policyNumber) => ({ institutionName, carrierName, policyNumber, side: POLICY_COUNTS[side].label })),
      ),
    ),
  ),
]
