/** The forty pages that `npm run looks` compares: every kind of page, for each kind of person, and dialogs over them. */
import type { Page } from '@playwright/test'
import type { Account } from './accounts.ts'
import { at, feed, ofYear, questionnaire, reviewWords, september, type Visit } from './visits.ts'

export interface Look {
  /** The name of its pictures. */
  name: string
  /** Nobody: the page of somebody who has not signed in. */
  who: Account | 'nobody'
  path: Visit['path']
  /** Leads from the page to the dialog over it. */
  open?: ((page: Page) => Promise<void>) | undefined
}

const look = (who: Look['who'], name: string, { path }: Visit, open?: Look['open']): Look => ({ who, name: `${who}-${name}`, path, open })
const [septemberBatch, septemberReport, septemberChanges] = september('/asset-reporting', 'AssetReport')
const [, summaryReport] = september('/summary-asset-reporting', 'AssetSummaryReport')
const [, form8925Report] = ofYear('C8925Report')
const [, annualReview] = ofYear('AnnualBoliReview')

/** A list of visits that lacks one is noticed at once, and not as a picture that is missing. */
function given(visit: Visit | undefined): Visit {
  if (!visit) throw new Error('A report family of this list has fewer pages than it names.')
  return visit
}

/** The demo keeps every second institution's annual reports back until they were reviewed. */
const withUnreleased: Visit = {
  route: 'C8925Report/$batch',
  path: async (page) => {
    const reply = await page.request.get('/api/8925-reports/0/reports?released=false&take=100')
    const { records }: { records: { batchId: number; can: readonly string[] }[] } = await reply.json()
    return `/8925-reporting/${records.find(({ can }) => can.includes('release'))?.batchId}`
  },
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('dialog').waitFor()
}

export const LOOKS: readonly Look[] = [
  look('nobody', 'sign-in', at('login', '/login')),
  look('nobody', 'forgotten-password', at('forgottenPassword', '/forgotten-password')),

  look('manager', 'dashboard', at('staffDashboard', '/staff/dashboard')),
  look('manager', 'questionnaires-sent', at('questionnaires', '/questionnaires?year=2026')),
  look('manager', 'email-template', at('emailTemplate', '/email-templates/2')),
  look('manager', 'rights-of-a-person', at('user', '/users/5?tab=rights')),
  look('manager', 'new-user', at('newUser', '/users/new')),
  look('manager', 'settings', at('settings', '/settings')),
  look('manager', 'client-menu', at('clientMenuEdit', '/client-menu/1/edit')),
  look('manager', 'release-dialog', withUnreleased, press(/^Release \d+ ready$/)),
  look('manager', 'explained-figure-dialog', given(septemberReport), press(/how it is calculated/)),
  look('manager', 'command-palette', at('institutions', '/institutions'), async (page) => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').waitFor()
  }),

  look('staff', 'data-feeds', at('dataFeeds', '/data-feeds')),
  look('staff', 'findings', feed('findings')),
  look('staff', 'carrier-rows', feed('rows')),
  look('staff', 'columns', feed('mapping')),
  look('staff', 'audit', at('clientExceptions', '/reports/client-exception-report')),
  look('staff', 'rate-table', at('rateTable', '/rate-table?tab=rates')),
  look('staff', 'asset-reports', given(septemberBatch)),
  look('staff', 'asset-report', given(septemberReport)),
  look('staff', 'asset-report-changes', given(septemberChanges)),
  look('staff', 'generate-reports', at('AssetReport/generate', '/asset-reporting/generate')),
  look('staff', 'form-8925', given(form8925Report)),
  look('staff', 'annual-review', given(annualReview)),
  look('staff', 'review-words', reviewWords('')),
  look(
    'staff',
    'questionnaire-results',
    questionnaire('questionnaireResults', ({ id, batchId }) => `/annual-questionnaire/${batchId}/results/${id}`),
  ),
  // The reports that the demo made stand in the order in which its jobs ended, which is another in each book.
  look('staff', 'client-reports', at('clientReports', '/reports?origin=UPLOADED')),
  look('staff', 'documents', at('documents', '/documents')),
  look('staff', 'institution', at('institution', '/institutions/1?tab=')),
  look('staff', 'institution-policies', at('institution', '/institutions/1?tab=policies&list=plans')),
  look('staff', 'register-policy', at('registerPolicy', '/institutions/1/policies/1?tab=overview')),

  look('client', 'dashboard', at('clientDashboard', '/dashboard')),
  look('client', 'questionnaire', at('myQuestionnaire', '/questionnaires/annual?section=census')),
  look('client', 'summary-asset-report', given(summaryReport)),
  look('client', 'annual-review', given(annualReview)),
  look('client', 'financial-impact', at('financialImpact', '/dashboard/financial-impact')),
  look('client', 'board-books', at('boardBooks', '/board-books')),
  look('client', 'search', at('search', '/search?query=surrender')),

  look('rep', 'dashboard', at('clientDashboard', '/dashboard')),
  look('rep', 'service-request', at('ownServiceRequest', '/service-request/1')),
]
