/** Annual BOLI and COLI reviews: the calls of a report family, and the required second name for the institutions of a year. */
import { z } from 'zod'
import { endpoint } from './kernel/endpoint.ts'
import { monthEndText, reportCalls } from './reports.ts'

const figure = z.int().nullable()
export const annualReviews = reportCalls({
  base: '/api/annual-boli-review',
  noun: 'annual reviews',
  reportTypes: ['AnnualBoliReview'],
  totals: { policies: figure, cashSurrenderValueCents: figure, incomeCents: figure, notMet: figure, watch: figure },
  history: { cashSurrenderValueCents: figure, incomeCents: figure },
  documents: ['ExecutiveSummary'],
})
/** A second address of the list that stands under the engine's name; both are required. */
export const listClients = endpoint({
  method: 'GET',
  path: '/api/annual-boli-review/clients',
  summary: 'The institutions whose fiscal year ends then, and what exists for it already.',
  access: annualReviews.listInstitutionsToGenerate.access,
  input: z.strictObject({ reportingPeriod: monthEndText }),
  reply: annualReviews.listInstitutionsToGenerate.reply,
})
