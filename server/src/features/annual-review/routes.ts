/** Annual reviews: the calls of a report family, and the required second name for the institutions of a year. */
import { annualReviews, listClients } from '@corridor/contract/annual-reviews.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { permittedType } from '../../reporting/call-rights.ts'
import { institutionsToGenerate, reportRoutes } from '../../reporting/routes.ts'
import './family.ts'

export function annualReviewRoutes(app: FastifyInstance, kernel: Kernel): void {
  reportRoutes(app, kernel, annualReviews)
  route(app, kernel, listClients, ({ input, session, scope, trx }) =>
    institutionsToGenerate(kernel, trx, scope, permittedType(annualReviews, session, {}, 1), input.reportingPeriod),
  )
}
