/** Audits the current month again after a change of declared rates, of a cost-of-insurance table or of a product's way of crediting. Other sites do so at night. */
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { askForAudit, currentMonth } from '../../shared/auditing/audit-run.ts'
import { dayOfSite } from '../../shared/site-day.ts'

export async function auditAgain(kernel: Kernel, { trx, scope }: { trx: Trx; scope: Scope }): Promise<void> {
  await askForAudit(kernel, trx, scope, await currentMonth(trx, scope, await dayOfSite(kernel, trx, scope.siteId)))
}
