/** Rules for the calls of a report family: the type's own permission, and quarters and years of each institution's own fiscal year. */
import { type ReportCalls, reportTypeOf } from '@corridor/contract/reports.ts'
import type { Session } from '@corridor/contract/session.ts'
import { allows, type Level, permission } from '@corridor/domain/access/access.ts'
import { monthOf, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import type { Trx } from '../platform/database/database.ts'
import { AppError, inputError } from '../platform/http/errors.ts'
import type { Scope } from '../platform/http/scope.ts'
import type { Kernel } from '../platform/kernel.ts'
import { selectFiscalYears } from './batch-list.ts'
import type { Rights } from './list.ts'
import { requiresFourEyes } from './release.ts'

/**
 * The call admits holders of any of the family's types; here the one that was asked for must be held.
 * @throws AppError forbidden
 */
export function permittedType(
  calls: Pick<ReportCalls, 'reportTypes'>,
  session: Session,
  input: Parameters<typeof reportTypeOf>[1],
  minimum: Level,
): ReportTypeName {
  const type = reportTypeOf(calls, input)
  if (!allows(session, permission(REPORT_FAMILIES[type].permission, minimum))) throw new AppError('forbidden')
  return type
}

export async function rightsOf(kernel: Kernel, trx: Trx, scope: Scope, session: Session, type: ReportTypeName): Promise<Rights> {
  const mayWrite = scope.side === 'staff' && session.actingAs === null && allows(session, permission(REPORT_FAMILIES[type].permission, 2))
  return { mayWrite, userId: session.userId, fourEyes: mayWrite && (await requiresFourEyes(kernel, trx)) }
}

/** @throws AppError input for a subsidiary, of a family whose reports hold an institution and its subsidiaries together */
export function assertHolders(reportType: ReportTypeName, targets: readonly { subsidiaryId: number | null }[]): void {
  if (REPORT_FAMILIES[reportType].subsidiaries === 'none' && targets.some(({ subsidiaryId }) => subsidiaryId !== null))
    throw inputError({ institutions: ['These reports cover an institution with its subsidiaries: choose the institution itself.'] })
}

/**
 * A quarter and a year end with the institution's own; a month ends for everybody.
 * @throws AppError input naming the institutions whose quarter or year does not end then
 */
export async function assertPeriodEnds(
  trx: Trx,
  { reportType, isQuarterly, period }: { reportType: ReportTypeName; isQuarterly: boolean; period: PlainDate },
  institutionIds: readonly number[],
): Promise<void> {
  const isAnnual = REPORT_FAMILIES[reportType].rhythm === 'annual'
  if (isAnnual && isQuarterly) throw inputError({ isQuarterly: ['These reports are generated once a year.'] })
  if (!isAnnual && !isQuarterly) return
  const [every, name] = isAnnual ? [12, 'fiscal year'] : [3, 'quarter']
  const others = (await selectFiscalYears(trx, institutionIds)).filter(
    ({ fiscalYearEndMonth }) => (monthOf(period) - fiscalYearEndMonth) % every !== 0,
  )
  if (others.length > 0)
    throw inputError({
      period: [
        `No ${name} of ${others
          .slice(0, 5)
          .map((each) => each.name)
          .join(', ')} ends then.`,
      ],
    })
}
