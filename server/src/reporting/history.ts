/** The history of a report: what was made of it, by whom, from which inputs. */
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { type Scope, visible } from '../platform/http/scope.ts'
import { type ControlTotals, familyOf } from './family.ts'

/** A release or a withdrawal of a version, as the activity log has it. */
interface VersionStep {
  step: 'released' | 'withdrawn'
  at: string
  by: string | null
  reason: string | null
}

interface VersionRow {
  version: number
  generatedAt: string
  generatedBy: string
  preliminary: boolean
  released: boolean
  withdrawn: boolean
  steps: VersionStep[]
  restated: boolean
  snapshotHash: string
  current: boolean
}

/** All versions for staff, newest first; for clients the one that is released. */
export async function selectVersions(
  trx: Trx,
  scope: Scope,
  { reportType, institutionId, id }: { reportType: string; institutionId: number; id: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow & { controlTotals: ControlTotals }>`
    select v.version, v.generated_at, ${scope.side === 'staff' ? sql`coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), 'Corridor')` : sql`''`} as generated_by,
      v.preliminary, v.released, v.withdrawn_at is not null as withdrawn, ${scope.side === 'staff' ? STEPS : sql`'[]'::jsonb`} as steps, v.restated, v.control_totals,
      v.snapshot_sha256 as snapshot_hash, v.version = ${scope.side === 'staff' ? sql`r.current_version` : sql`r.released_version`} as current
    from report_version v
    join report r on r.institution_id = v.institution_id and r.id = v.report_id
    left join user_account u on u.id = v.generated_by
    where v.institution_id = ${institutionId} and v.report_id = ${id} and ${visible(scope, 'v')}
      ${scope.side === 'client' ? sql`and v.version = r.released_version` : sql``}
    order by v.version desc`.execute(trx)
  return rows.map(({ controlTotals, steps, ...version }) => ({
    ...version,
    steps: steps.map((step) => ({ ...step, at: new Date(step.at).toISOString() })),
    ...familyOf(reportType).totalsOf(controlTotals),
  }))
}

/** Every release and withdrawal of a version `v`, the earliest first. For staff, who alone read that log. */
const STEPS = sql<VersionStep[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('step', a.step, 'at', a.at, 'by', nullif(concat_ws(' ', w.first_name, w.last_name), ''), 'reason', a.reason) order by a.id), '[]')
  from (select l.id, l.at, l.actor_id, split_part(l.action, '.', 2) as step, case l.action when 'report.withdrawn' then l.after ->> 'reason' end as reason,
      (case l.action when 'report.withdrawn' then l.before else l.after end ->> 'version')::int as version
    from activity l where l.entity = 'report' and l.entity_id = v.report_id::text and l.site_id = v.site_id and l.action in ('report.released', 'report.withdrawn')) a
  left join user_account w on w.id = a.actor_id
  where a.version = v.version)`
