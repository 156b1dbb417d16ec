/** The narrative of an annual review: staff keep the site's wording and each review's own, an institution's people assess and sign. */
import {
  askAssessment,
  getMyAssessment,
  getReviewDefaults,
  getReviewSettings,
  reopenAssessment,
  saveConclusion,
  saveReviewDefaults,
  saveReviewSettings,
  signAssessment,
} from '@corridor/contract/review-words.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { keepConclusion, readMine, sign } from './answering.ts'
import { ask, reopen } from './assessment.ts'
import { readDefaults, saveDefaults } from './defaults.ts'
import { readSettings, readView, saveSettings, selectReview } from './settings.ts'

export function reviewWordRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, getReviewDefaults, ({ trx, scope, input }) => readDefaults(trx, scope, input.version))
  route(app, kernel, saveReviewDefaults, (call) => saveDefaults(call, call.input))
  route(app, kernel, getReviewSettings, (call) => readSettings(call, call.input.id))
  route(app, kernel, saveReviewSettings, (call) => saveSettings(call, call.input))
  route(app, kernel, askAssessment, async (call) => {
    const report = await selectReview(call.trx, call.scope, call.input.id, true)
    return ask(call, report, await readView(call.trx, call.scope, report), call.input)
  })
  route(app, kernel, reopenAssessment, async (call) =>
    reopen(call, await selectReview(call.trx, call.scope, call.input.id, true), call.input),
  )
  route(app, kernel, getMyAssessment, (call) => readMine(call, call.input.year))
  route(app, kernel, saveConclusion, (call) => keepConclusion(call, call.input))
  route(app, kernel, signAssessment, (call) => sign(call, call.input))
}
