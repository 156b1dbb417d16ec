/** The client dashboard, for one institution: charts of its holdings, their limits, entries to post, and what is to be done. */
import { boliChart, carrierSummaryChart, controlsStatement, creditChart } from '@corridor/contract/charts.ts'
import {
  carrierShares,
  clientToDo,
  creditRatings,
  limitHeadroom,
  limitsChart,
  monthEntries,
  valueByMonth,
} from '@corridor/contract/dashboard.ts'
import type { FastifyInstance } from 'fastify'
import { pageOfArray } from '../../platform/http/lists.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { selectControls } from '../../shared/auditing/controls.ts'
import { chosenInstitution } from '../../shared/institutions/chosen.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { selectMonthEntries } from './entries.ts'
import { limitsOf } from './limits.ts'
import { carrierRows, limitRows, monthRows, ratingRows } from './rows.ts'
import { selectToDo } from './to-do.ts'
import { boliOf, carrierSummaryOf, creditOf, holdingsFor } from './views.ts'

export function chartRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, carrierSummaryChart, async ({ input, session, scope, trx }) => {
    const shown = await holdingsFor(trx, scope, session, input.clientId)
    if (!shown) return { asOf: null, capitalAsOf: null, carriers: [], measured: [] }
    return carrierSummaryOf(shown.holdings)
  })

  route(app, kernel, boliChart, async ({ input, session, scope, trx }) => {
    const shown = await holdingsFor(trx, scope, session, input.clientId)
    if (!shown) return { asOf: null, report: null, highlights: null, months: [] }
    return boliOf(trx, scope, session, shown)
  })

  route(app, kernel, creditChart, async ({ input, session, scope, trx }) => {
    const shown = await holdingsFor(trx, scope, session, input.clientId)
    if (!shown) return { asOf: null, carriers: [] }
    return creditOf(trx, shown.holdings)
  })

  route(app, kernel, controlsStatement, async ({ input, session, scope, trx }) => {
    const shown = await holdingsFor(trx, scope, session, input.clientId)
    if (!shown) return { asOf: null, examined: null, lines: [] }
    const { institutionId, holdings } = shown
    return (await selectControls(trx, scope, [institutionId], holdings.snapshot.period))(institutionId)
  })

  route(app, kernel, limitsChart, async ({ input, session, scope, trx }) => {
    const shown = await holdingsFor(trx, scope, session, input.clientId)
    return shown ? limitsOf(shown.holdings) : { asOf: null, capitalAsOf: null, lines: [] }
  })

  route(app, kernel, monthEntries, async ({ input, session, scope, trx }) => {
    const institutionId = await chosenInstitution(trx, scope, session, input.clientId)
    return institutionId === 0 ? { asOf: null, reports: [] } : selectMonthEntries(trx, scope, session, institutionId)
  })

  route(app, kernel, clientToDo, async ({ session, scope, trx }) =>
    scope.institutionId === 0 ? { today: await dayOfSite(kernel, trx, scope.siteId), items: [] } : selectToDo(kernel, trx, scope, session),
  )

  // The same figures as lists, which their export makes files of.
  route(app, kernel, valueByMonth, async ({ input, session, scope, trx }) => {
    const shown = await holdingsFor(trx, scope, session, input.clientId)
    return pageOfArray(shown ? monthRows(await boliOf(trx, scope, session, shown), input.months) : [], input)
  })
  route(app, kernel, carrierShares, async ({ input, session, scope, trx }) => {
    const shown = await holdingsFor(trx, scope, session, input.clientId)
    return pageOfArray(shown ? carrierRows(carrierSummaryOf(shown.holdings)) : [], input)
  })
  route(app, kernel, creditRatings, async ({ input, session, scope, trx }) => {
    const shown = await holdingsFor(trx, scope, session, input.clientId)
    return pageOfArray(shown ? ratingRows(await creditOf(trx, shown.holdings)) : [], input)
  })
  route(app, kernel, limitHeadroom, async ({ input, session, scope, trx }) => {
    const shown = await holdingsFor(trx, scope, session, input.clientId)
    return pageOfArray(shown ? limitRows(limitsOf(shown.holdings), input.plannedGrowth) : [], input)
  })
}
