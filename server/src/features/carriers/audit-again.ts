/** What a declared rate, a cost-of-insurance table or a product's way of crediting decides is asked of the current month again. Other sites ask it at night. */
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { askForAudit, currentMonth } from '../../shared/auditing/audit-run.ts'
import { dayOfSite } from '../../shared/site-day.ts'

export async function auditAgain(kernel: Kernel, { trx, scope }: { trx: Trx; scope: Scope }): Promise<void> {
  await askForAudit(kernel, trx, scope, await currentMonth(trx, scope, await dayOfSite(kernel, trx, scope.siteId)))
}
