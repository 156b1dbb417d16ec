/** Before a release: totals beside what the institutions saw last, who gets an email, and reports of the batch that are left out. Reads only. */
import type { ReleasePreview } from '@corridor/contract/reports.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { isUnchanged } from '@corridor/domain/reports/comparison.ts'
import { reportFamily, typeCodeOf } from '@corridor/domain/reports/families.ts'
import { itemLines } from '@corridor/domain/reports/open-items.ts'
import { type OutdatedControls, outdatedControlsText } from '@corridor/domain/reports/outdated-controls.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { type Scope, visible } from '../platform/http/scope.ts'
import { filesFor, type Recipient, selectRecipients, wantsMail } from '../shared/notifications/file-mail-recipients.ts'
import { type ControlTotals, familyOf } from './family.ts'
import { withOpenItems } from './open-items.ts'
import type { Selection } from './release.ts'
import { closeGates, type InstitutionMonth, monthKey } from './release-check.ts'
import { outdatedControlsFor } from './stale-controls.ts'
import { readVersion } from './versions.ts'
import { type Withdrawal, withdrawalInWords, withdrawalOf } from './withdrawal.ts'

interface ChosenReport extends InstitutionMonth {
  reportId: number
  institutionName: string
  subsidiaryName: string | null
  controlTotals: ControlTotals | null
  replaced: ControlTotals | null
  earlierPeriod: PlainDate | null
  earlier: ControlTotals | null
  announce: boolean
  withdrawn: Withdrawal | null
  restates: { from: number; to: number } | null
  unaudited: PlainDate[]
  outdated: OutdatedControls | null
}

/** @throws AppError not_found unless every report is in the scope, of the type, and in the batch (0 is any) */
export async function previewRelease(trx: Trx, scope: Scope, selection: Selection): Promise<ReleasePreview> {
  const { totalsOf, leadingAmount } = familyOf(selection.reportType)
  const amount = (totals: ControlTotals | null): number | null =>
    totals === null ? null : (totalsOf(totals)[leadingAmount.figure] ?? null)
  const reports = await selectChosen(trx, scope, selection)
  const typeCode = typeCodeOf(selection.reportType, scope.siteId)
  const people = Map.groupBy(
    await selectRecipients(trx, scope.siteId, { institutionIds: [...new Set(reports.map(({ institutionId }) => institutionId))] }),
    ({ institutionId }) => institutionId,
  )
  const withType = await selectWithType(trx, scope, typeCode, reports)
  const unchanged = new Set<number>()
  for (const report of reports) if (await isSame(trx, scope, selection.reportType, report)) unchanged.add(report.reportId)
  const printed = await printedItems(trx, scope, selection.reportType, reports)
  return {
    label: leadingAmount.label,
    records: reports.map(
      ({
        reportId,
        institutionId,
        institutionName,
        subsidiaryName,
        controlTotals,
        replaced,
        earlierPeriod,
        earlier,
        withdrawn,
        restates,
        unaudited,
        outdated,
      }) => ({
        reportId,
        institutionName,
        subsidiaryName,
        amountCents: amount(controlTotals),
        earlier: earlierPeriod === null ? null : { period: earlierPeriod, amountCents: amount(earlier) },
        replacedCents: amount(replaced),
        restates: restates && { ...restates, isUnchanged: unchanged.has(reportId) },
        withdrawn: withdrawn && withdrawalInWords(withdrawn),
        openItems: printed.get(reportId) ?? null,
        unaudited,
        outdatedControls: outdated && outdatedControlsText(outdated),
        ...readersOf(people.get(institutionId) ?? [], (person) => opens(person, institutionId, typeCode), withType.has(institutionId)),
      }),
    ),
    announced: reports.some(({ announce }) => announce),
    leftOut: selection.batchId === 0 ? [] : await selectLeftOut(trx, scope, selection),
  }
}

/** The open items that the papers are going to name, in their words. */
async function printedItems(trx: Trx, scope: Scope, reportType: string, reports: readonly ChosenReport[]): Promise<Map<number, string[]>> {
  const { printsOverride } = reportFamily(reportType)
  const gates = await closeGates(trx, scope, reports)
  const gated = reports.map((report) => ({ ...report, gate: gates.get(monthKey(report)) }))
  return new Map(
    (await withOpenItems(trx, scope, gated, () => true)).flatMap(({ reportId, items }) =>
      items ? [[reportId, itemLines(items, printsOverride)]] : [],
    ),
  )
}

/** Whether nothing that the comparison page compares differs from the version that was released before. */
async function isSame(trx: Trx, scope: Scope, reportType: string, { institutionId, reportId, restates }: ChosenReport): Promise<boolean> {
  const { compare } = familyOf(reportType)
  if (restates === null || compare === null) return false
  const stored = (version: number) => readVersion(trx, scope, { institutionId, reportId, version })
  return isUnchanged(compare((await stored(restates.from)).snapshot, (await stored(restates.to)).snapshot))
}

const nameOf = ({ firstName, lastName }: Recipient): string => `${firstName} ${lastName}`
function readersOf(people: readonly Recipient[], opensIt: (person: Recipient) => boolean, hasType: boolean) {
  const readers = people.filter(opensIt)
  return {
    readers: readers.length,
    unreadWhy: readers.length > 0 ? null : unreadWhy(people.length > 0, hasType),
    recipients: readers.filter(wantsMail).map(nameOf),
    uninvited: readers.filter(({ isExpected }) => !isExpected).map(nameOf),
  }
}

function unreadWhy(hasPeople: boolean, hasType: boolean): ReleasePreview['records'][number]['unreadWhy'] {
  if (!hasType) return hasPeople ? 'type' : 'both'
  return hasPeople ? 'rights' : 'nobody'
}

/** Institutions whose people may be given the type at all. */
async function selectWithType(trx: Trx, { siteId }: Scope, typeCode: string, reports: readonly ChosenReport[]): Promise<Set<number>> {
  const ids = [...new Set(reports.map(({ institutionId }) => institutionId))]
  const { rows } = await sql<{ institutionId: number }>`
    select institution_id from membership where institution_id = any(${ids}::int[]) and site_id = ${siteId} and user_id is null and ${typeCode} = any(report_type_codes)`.execute(
    trx,
  )
  return new Set(rows.map(({ institutionId }) => institutionId))
}

/** As the mail about it chooses its readers. */
const opens = (person: Recipient, institutionId: number, typeCode: string): boolean =>
  filesFor(person, [
    { kind: 'REPORT', id: 0, place: null, institutionId, carrierCode: null, typeCode, typeName: '', displayName: '', safety: 'TRUSTED' },
  ]).length > 0

async function selectChosen(trx: Trx, scope: Scope, { reportType, batchId, reportIds }: Selection): Promise<ChosenReport[]> {
  const ids = [...new Set(reportIds)]
  const { rows } = await sql<ChosenReport>`
    select r.id as report_id, r.institution_id, r.period, i.name as institution_name, s.name as subsidiary_name, v.control_totals, o.control_totals as replaced,
      e.period as earlier_period, e.control_totals as earlier, b.announce, ${withdrawalOf(scope)} as withdrawn,
      case when v.restated and r.released_version <> r.current_version then jsonb_build_object('from', r.released_version, 'to', r.current_version) end as restates,
      coalesce(v.snapshot #> '{controls,unaudited}', '[]') as unaudited, ${outdatedControlsFor(scope)} as outdated
    from report r
    join institution i on i.id = r.institution_id
    join report_batch b on b.id = r.batch_id
    left join subsidiary s on s.institution_id = r.institution_id and s.id = r.subsidiary_id
    left join report_version v on v.institution_id = r.institution_id and v.report_id = r.id and v.version = r.current_version
    left join report_version o on o.institution_id = r.institution_id and o.report_id = r.id and o.version = r.released_version and r.withdrawn_at is null
    left join lateral (
      select p.period, x.control_totals from report p
      join report_version x on x.institution_id = p.institution_id and x.report_id = p.id and x.version = p.released_version
      where p.institution_id = r.institution_id and p.site_id = r.site_id and p.report_type = r.report_type and p.is_quarterly = r.is_quarterly
        and p.subsidiary_id is not distinct from r.subsidiary_id and p.period < r.period and p.withdrawn_at is null and p.deleted_at is null
      order by p.period desc limit 1
    ) e on true
    where r.id = any(${ids}::int[]) and r.report_type = ${reportType} and ${visible(scope, 'r')} and r.deleted_at is null
      and (${batchId} = 0 or exists (select from report_batch_entry m where m.institution_id = r.institution_id and m.report_id = r.id and m.batch_id = ${batchId}))
    order by i.name, s.name nulls first, r.id`.execute(trx)
  if (rows.length !== ids.length) throw new AppError('not_found')
  return rows
}

/** Reports of the batch that this release does not show to anybody, each with its reason. */
async function selectLeftOut(trx: Trx, scope: Scope, { reportType, batchId, reportIds }: Selection): Promise<ReleasePreview['leftOut']> {
  const { rows } = await sql<{
    reportId: number
    institutionId: number
    institutionName: string
    subsidiaryName: string | null
    period: PlainDate
    status: string
    failureReason: string | null
    withdrawn: Withdrawal | null
  }>`
    select r.id as report_id, r.institution_id, i.name as institution_name, s.name as subsidiary_name, r.period, r.status, r.failure_reason, ${withdrawalOf(scope)} as withdrawn
    from report_batch_entry m
    join report r on r.institution_id = m.institution_id and r.id = m.report_id and r.report_type = ${reportType} and r.deleted_at is null
    join institution i on i.id = r.institution_id
    left join subsidiary s on s.institution_id = r.institution_id and s.id = r.subsidiary_id
    where m.batch_id = ${batchId} and ${visible(scope, 'r')} and not (r.id = any(${[...reportIds]}::int[]))
      and (r.released_version is distinct from r.current_version or r.withdrawn_at is not null or r.released_version is null)
    order by i.name, s.name nulls first, r.id`.execute(trx)
  const gates = await closeGates(trx, scope, rows)
  return rows.map(({ reportId, institutionName, subsidiaryName, status, failureReason, withdrawn, ...month }) => ({
    reportId,
    institutionName,
    subsidiaryName,
    why:
      status === 'Failed'
        ? `It could not be generated: ${failureReason ?? 'no reason was given.'}`
        : status === 'Ready'
          ? withdrawn !== null
            ? withdrawalInWords(withdrawn)
            : (gates.get(monthKey(month)) ?? 'It can be released and was not selected.')
          : status === 'Canceled'
            ? 'Its generation was canceled.'
            : 'It is still being generated.',
  }))
}
