/** The policy reconciliation in print: the counts of each institution and carrier, and each policy that stands on one side only. */
import { POLICY_COUNTS } from '@corridor/domain/auditing/policy-counts.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { column } from '@corridor/domain/reports/table.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { FILE_DIFFERENCE, POLICY_DIFFERENCE, POLICY_ROLL } from './client-queries.ts'
import { table } from './statement-table.ts'

export const selectPolicyCounts = (trx: Trx, scope: Scope, period: PlainDate) =>
  trx
    .selectFrom('auditCoverage as a')
    .innerJoin('institution as i', 'i.id', 'a.institutionId')
    .innerJoin('carrier as c', 'c.code', 'a.carrierCode')
    .where('a.siteId', '=', scope.siteId)
    .where('a.period', '=', period)
    .select(['i.name as client', 'c.shortName as carrier', 'a.prior', 'a.added', 'a.removed', 'a.posted', 'a.fed', 'a.missing', 'a.extra'])
    .select([POLICY_ROLL.as('rolled'), POLICY_DIFFERENCE.as('difference'), FILE_DIFFERENCE.as('fileDifference')])
    .orderBy('i.name')
    .orderBy('c.shortName')
    .orderBy('a.institutionId')
    .orderBy('a.carrierCode')
    .execute()

const SIDES = ['missing', 'extra'] as const
const COUNTS = codesOf(POLICY_COUNTS).filter((key) => key !== 'missing' && key !== 'extra')
/** Files that did not come have no count; the others' is summed. */
const sumOf = (counts: readonly (number | null)[]) => counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
const told = (keys: readonly (keyof typeof POLICY_COUNTS)[]) =>
  keys.map((key) => `${POLICY_COUNTS[key].label}: ${POLICY_COUNTS[key].help}.`).join(' ')
const whose = [column('client', 'Institution', 'text', { width: 34, group: 'key' }), column('carrier', 'Carrier', 'text', { width: 22 })]

export const reconciliationTables = (rows: Awaited<ReturnType<typeof selectPolicyCounts>>) => [
  table(
    'counts',
    'Policies by institution and carrier',
    told(COUNTS),
    [...whose, ...COUNTS.map((key) => column(key, POLICY_COUNTS[key].label, 'count'))],
    rows.map(({ missing: _, extra: __, ...row }) => row),
    rows.length === 0 ? null : { client: 'Total', ...Object.fromEntries(COUNTS.map((key) => [key, sumOf(rows.map((row) => row[key]))])) },
  ),
  table(
    'one-sided',
    'Policies on one side only',
    told(SIDES),
    [...whose, column('policyNumber', 'Policy', 'text', { width: 20 }), column('side', 'Where it is missing', 'text', { width: 22 })],
    rows.flatMap(({ client, carrier, ...row }) =>
      SIDES.flatMap((side) => row[side].map((policyNumber) => ({ client, carrier, policyNumber, side: POLICY_COUNTS[side].label }))),
    ),
  ),
]
