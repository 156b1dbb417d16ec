/** What starting asset reports has to respect: the family's permission, quarters of each institution's own fiscal year, the institution's month. */
import { PERMISSION_OF, type ReportType, reportTypeOf } from '@corridor/contract/asset-reports.ts'
import type { Session } from '@corridor/contract/session.ts'
import { allows, type Level, permission } from '@corridor/domain/access.ts'
import { monthOf, type PlainDate } from '@corridor/domain/period.ts'
import type { Trx } from '../../kernel/database.ts'
import { AppError, inputError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { requiresFourEyes } from '../../reporting/release.ts'
import { selectFiscalYears } from './batch-queries.ts'
import type { Rights } from './report-queries.ts'

/**
 * The call admits holders of either family; here the one that was asked for must be held.
 * @throws AppError forbidden
 */
export function permittedType(session: Session, input: Parameters<typeof reportTypeOf>[0], minimum: Level): ReportType {
  const type = reportTypeOf(input)
  if (!allows(session, permission(PERMISSION_OF[type], minimum))) throw new AppError('forbidden')
  return type
}

export async function rightsOf(kernel: Kernel, trx: Trx, scope: Scope, session: Session, type: ReportType): Promise<Rights> {
  const mayWrite = scope.side === 'staff' && session.actingAs === null && allows(session, permission(PERMISSION_OF[type], 2))
  return { mayWrite, userId: session.userId, fourEyes: mayWrite && (await requiresFourEyes(kernel, trx)) }
}

/** @throws AppError input naming the institutions whose quarter does not end then */
export async function assertQuarterEnds(trx: Trx, institutionIds: readonly number[], period: PlainDate): Promise<void> {
  const others = (await selectFiscalYears(trx, institutionIds)).filter(
    ({ fiscalYearEndMonth }) => (monthOf(period) - fiscalYearEndMonth) % 3 !== 0,
  )
  if (others.length > 0)
    throw inputError({
      period: [
        `No quarter of ${others
          .slice(0, 5)
          .map(({ name }) => name)
          .join(', ')} ends then.`,
      ],
    })
}
