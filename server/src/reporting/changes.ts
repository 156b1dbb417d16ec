/** Changes between two reports: which two, read with the caller's own rights, and the lines of one figure as a list. */

import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { ChangedLine } from '@corridor/contract/report-changes.ts'
import type { ReportCalls, ReportRow } from '@corridor/contract/reports.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { type ComparedLine, type Comparison, comparedRow, sidesAs } from '@corridor/domain/reports/comparison.ts'
import type { ReportTypeName } from '@corridor/domain/reports/families.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { pageOfArray } from '../platform/http/lists.ts'
import { type Scope, visible } from '../platform/http/scope.ts'
import { familyOf } from './family.ts'
import { readVersion } from './versions.ts'

type Asked = ParsedOf<ReportCalls['listChanges']>

export async function changesOf(trx: Trx, scope: Scope, type: ReportTypeName, report: ReportRow, input: Asked) {
  const { compare } = familyOf(type)
  const others = compare ? await selectOthers(trx, scope, type, report) : []
  const [one, other] = chosenOf(others, report, input)
  if (!compare || !one || !other) return { ...pageOfArray([], input), comparison: null, measure: null, others }
  const stored = ({ reportId, version }: Chosen) => readVersion(trx, scope, { institutionId: report.institutionId, reportId, version })
  const [first, second] = [await stored(one), await stored(other)]
  const comparison = sidesAs(compare(first.snapshot, second.snapshot), ({ reportId, version }) =>
    reportId === one.reportId && version === one.version ? first.release : second.release,
  )
  const measure = comparison.measures.find(({ key }) => input.measure === undefined || key === input.measure)
  if (!measure) throw new AppError('not_found')
  const causes = measure.causes.map(({ key }) => key)
  const lines = sorted(measure.lines.filter(wanted(input)), input).map((line): ChangedLine => comparedRow(line, causes))
  return { ...pageOfArray(lines, input), comparison: summaryOf(comparison), measure: measure.key, others }
}

interface Other {
  reportId: number
  batchId: number
  period: PlainDate
  versions: { version: number; generatedAt: string; released: boolean; withdrawn: boolean }[]
}
interface Chosen {
  reportId: number
  version: number
}

/** Reports of the same kind, institution and subsidiary with the versions that the caller may see, newest period first; of clients the released ones. */
async function selectOthers(trx: Trx, scope: Scope, type: ReportTypeName, report: ReportRow): Promise<Other[]> {
  const ofClient = scope.side === 'client' ? sql`and r.withdrawn_at is null and v.version = r.released_version` : sql``
  const { rows } = await sql<Other>`
    select r.id as report_id, ${scope.side === 'staff' ? sql`r.batch_id` : sql`max(v.batch_id)`} as batch_id, r.period,
      jsonb_agg(jsonb_build_object('version', v.version, 'generatedAt', to_char(v.generated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'released', v.released, 'withdrawn', v.withdrawn_at is not null) order by v.version desc) as versions
    from report r
    join report_version v on v.institution_id = r.institution_id and v.report_id = r.id
    where r.institution_id = ${report.institutionId} and r.report_type = ${type} and r.is_quarterly = ${report.isQuarterly}
      and coalesce(r.subsidiary_id, 0) = ${report.subsidary_id ?? 0} and r.deleted_at is null and ${visible(scope, 'r')} ${ofClient}
    group by r.institution_id, r.id, r.batch_id, r.period
    order by r.period desc`.execute(trx)
  return rows
}

/**
 * The version asked for and the one beside it: the other report's newest unless one is named; with none named the version before it, of a first version the period before.
 * @throws AppError not_found for a report or version that is not there for the caller
 */
function chosenOf(others: readonly Other[], report: ReportRow, input: Asked): (Chosen | undefined)[] {
  const own = others.find(({ reportId }) => reportId === report.id)
  if (!own) return []
  const version = input.version ?? own.versions[0]?.version
  const held = (of: Other, number: number | undefined) => of.versions.some((one) => one.version === number)
  if (version === undefined || !held(own, version)) throw new AppError('not_found')
  const one = { reportId: own.reportId, version }
  const before = own.versions.find((each) => each.version < version) ?? own.versions.find((each) => each.version !== version)
  if (input.against === undefined) {
    // A version that took another's place is asked what it changed.
    if (before && before.version < version) return [one, { reportId: own.reportId, version: before.version }]
    const earlier = others.find(({ period }) => period < own.period)
    const [newest] = earlier?.versions ?? []
    if (earlier && newest) return [one, { reportId: earlier.reportId, version: newest.version }]
    return [one, before && { reportId: own.reportId, version: before.version }]
  }
  const other = others.find(({ reportId }) => reportId === input.against)
  const beside = input.againstVersion ?? (other === own ? before?.version : other?.versions[0]?.version)
  if (!other || (input.againstVersion !== undefined && !held(other, beside))) throw new AppError('not_found')
  return [one, beside === undefined ? undefined : { reportId: other.reportId, version: beside }]
}

function wanted({ search, cause }: Asked): (line: ComparedLine) => boolean {
  const text = search?.toLowerCase()
  return (line) =>
    (cause === undefined || (cause === 'unexplained' ? line.unexplained : (line.causes[cause] ?? 0)) !== 0) &&
    (!text || [line.policyNumber, line.insured, line.carrier].some((part) => part?.toLowerCase().includes(text)))
}

const VALUES: Record<Asked['sort'], (line: ComparedLine) => string | number> = {
  order: () => 0,
  policyNumber: ({ policyNumber }) => policyNumber ?? '',
  insured: ({ insured }) => insured ?? '',
  carrier: ({ carrier }) => carrier,
  fromCents: ({ from }) => from,
  toCents: ({ to }) => to,
  differenceCents: ({ difference }) => difference,
  unexplainedCents: ({ unexplained }) => unexplained,
}

function sorted(lines: ComparedLine[], { sort, desc }: Asked): ComparedLine[] {
  const value = VALUES[sort]
  const inOrder = lines.toSorted((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0))
  return desc ? inOrder.toReversed() : inOrder
}

const summaryOf = ({ measures, ...comparison }: Comparison) => ({
  ...comparison,
  measures: measures.map(({ lines, ...measure }) => ({
    ...measure,
    by: lines.length === 0 ? null : lines.some(({ policyId }) => policyId !== null) ? ('policy' as const) : ('carrier' as const),
  })),
})
