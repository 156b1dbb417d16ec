/** Report configuration: how states tax banks, and the public Call Reports that peers are taken from. */
import { listCallReportImports } from '@corridor/contract/call-reports.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { ledgerAccountRoutes } from './ledger-accounts.ts'
import { stateRoutes } from './states.ts'

/** Half a century of quarters. */
const MOST_DATES = 200

export function reportConfigurationRoutes(app: FastifyInstance, kernel: Kernel): void {
  stateRoutes(app, kernel)
  ledgerAccountRoutes(app, kernel)
  route(app, kernel, listCallReportImports, async ({ trx }) => ({
    records: await trx
      .selectFrom('callReportImport')
      .select(['reportDate', 'source', 'banks', 'holders', 'leftOut', 'importedAt'])
      .orderBy('reportDate', 'desc')
      .limit(MOST_DATES)
      .execute(),
  }))
}
