/** Every page of the route table, for everybody who may open it: readable in both themes and at three widths, named, quiet, and guarded. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isReportTypeName, REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import type { Page } from '@playwright/test'
import { type Account, accessibilityProblems, expect, openParts, settled, signInAs, type Theme, test, widthProblems } from './harness.ts'
import { at, clientReport, feed, ofYear, questionnaire, reviewWords, scheduled, september, type Visit, viewerOf } from './visits.ts'

/** Desk, tablet, the narrowest phone. Each page is loaded once and then seen at each width in both themes. */
const WIDTHS = [1440, 1024, 360] as const

const REPORTS: Visit[] = [
  at('AssetReport', '/asset-reporting'),
  ...september('/asset-reporting', 'AssetReport'),
  at('AssetSummaryReport', '/summary-asset-reporting'),
  ...september('/summary-asset-reporting', 'AssetSummaryReport'),
  at('C8925Report', '/8925-reporting'),
  ...ofYear('C8925Report'),
  at('AnnualBoliReview', '/annual-review'),
  ...ofYear('AnnualBoliReview'),
]
const QUESTIONNAIRES: Visit[] = [
  at('annualQuestionnaire', '/annual-questionnaire'),
  questionnaire('questionnaireBatch', ({ batchId }) => `/annual-questionnaire/${batchId}`),
  questionnaire('questionnaireResults', ({ id, batchId }) => `/annual-questionnaire/${batchId}/results/${id}`),
]
const STAFF: Visit[] = [
  at('staffDashboard', '/staff/dashboard'),
  at('dataFeeds', '/data-feeds'),
  at('jobs', '/jobs'),
  ...['findings', 'rows', 'mapping', 'totals'].map(feed),
  at('arrivals', '/data-feeds/arrivals'),
  at('onboarding', '/onboarding'),
  at('salesforce', '/data-feeds/salesforce'),
  at('salesforceMapping', '/data-feeds/salesforce/mappings/valuations'),
  at('clientExceptions', '/reports/client-exception-report'),
  at('cashSurrenderExceptions', '/reports/client-exception-report-cash-surrender'),
  at('policyCount', '/reports/policy-count-report'),
  at('beginningYearBalance', '/reports/beginning-year-balance'),
  at('yieldExceptions', '/reports/yield-exceptions-report'),
  at('auditTolerances', '/audit-tolerances'),
  ...['rates', 'charges', 'products', 'changes'].map((tab) => at('rateTable', `/rate-table?tab=${tab}`)),
  at('AssetReport/generate', '/asset-reporting/generate'),
  at('C8925Report/generate', '/8925-reporting/generate'),
  at('AnnualBoliReview/generate', '/annual-review/generate'),
  at('AssetSummaryReport/generate', '/summary-asset-reporting/generate?period=2026-09-30'),
  ...REPORTS,
  at('reportSchedules', '/report-schedules'),
  at('newReportSchedule', '/report-schedules/new'),
  scheduled,
  at('clientReports', '/reports'),
  at('clientReports', '/reports?tab=trash'),
  at('newReports', '/reports/new'),
  clientReport('UPLOADED'),
  clientReport('RELEASED'),
  at('profile', '/my-profile'),
  at('permissionTemplates', '/permissions/templates'),
  at('newPermissionTemplate', '/permissions/templates/new'),
  at('permissionTemplate', '/permissions/templates/1'),
  ...['', '/new'].map((end) => at(end ? 'newApiKey' : 'apiKeys', `/users/api-keys${end}`)),
  ...['', '/new'].map((end) => at(end ? 'newInstitutionApiKey' : 'institutionApiKeys', `/institutions/1/api-keys${end}`)),
  at('users', '/users'),
  at('newUser', '/users/new'),
  at('user', '/users/4'),
  at('user', '/users/4?tab=activity'),
  at('user', '/users/5?tab=rights'),
  at('user', '/users/4?tab=memberships'),
  at('user', '/users/4?tab=why'),
  at('activityReport', '/activity-report'),
  at('documents', '/documents'),
  at('documents', '/documents?tab=trash'),
  at('newDocument', '/documents/new'),
  at('editDocument', '/documents/1/edit'),
  at('institutionDocuments', '/institutions/1/documents'),
  at('institutions', '/institutions'),
  at('newInstitution', '/institutions/new'),
  ...['', 'tax', 'capital', 'team', 'policies', 'employees', 'profile'].map((tab) => at('institution', `/institutions/1?tab=${tab}`)),
  ...['plans', 'insureds', 'consents', 'agreements', 'transactions', 'funds', 'liabilities', 'illustrations', 'seven-pay'].map((list) =>
    at('institution', `/institutions/1?tab=policies&list=${list}`),
  ),
  ...['overview', 'values', 'exceptions', 'facts', 'history'].map((tab) => at('registerPolicy', `/institutions/1/policies/1?tab=${tab}`)),
  ...['person', 'consents'].map((tab) => at('registerInsured', `/institutions/1/insureds/2?tab=${tab}`)),
  at('bankUploads', '/bank-uploads'),
  at('serviceRequests', '/service-requests'),
  at('deskRequest', '/service-requests/1'),
  ...QUESTIONNAIRES,
  at('questionnaireConfiguration', '/configuration/annual-questionnaire'),
  at('generateQuestionnaires', '/annual-questionnaire/generate?period=2026-12-31'),
  at('carriers', '/carrier-management'),
  ...['company', 'ratings', 'products'].map((tab) => at('carrier', `/carrier-management/2?tab=${tab}`)),
  at('reportTypes', '/report-types'),
  at('reportType', '/report-types/MBR'),
  at('boliReviewConfiguration', '/configuration/boli-review'),
  at('coliReviewConfiguration', '/configuration/coli-review'),
  ...['', '?tab=risks', '?tab=items', '?tab=assessment'].map(reviewWords),
  at('reportConfiguration', '/configuration/reports'),
  at('stateConfiguration', '/configuration/reports/states'),
  at('ledgerAccountConfiguration', '/configuration/reports/ledger-accounts'),
  at('state', '/configuration/reports/states/1'),
  at('emailTemplates', '/email-templates'),
  at('emailTemplate', '/email-templates/2'),
  at('announcements', '/announcement-management'),
  at('announcement', '/announcement-details/1'),
  at('clientMenu', '/client-menu'),
  at('clientMenu', '/client-menu?tab=history'),
  at('clientMenuEdit', '/client-menu/1/edit'),
  at('search', '/search?query=surrender'),
  at('unreadFiles', '/search/unread'),
  at('sites', '/sites'),
  at('site', '/sites/1'),
  at('error', '/error/403'),
]
const MANAGER: Visit[] = [
  ...STAFF,
  at('questionnaires', '/questionnaires?year=2026'),
  at('newQuestionnaires', '/questionnaires/new?year=2027'),
  questionnaire('questionnaire', ({ id }) => `/questionnaires/${id}`),
  questionnaire('questionnaireHistory', ({ id }) => `/questionnaires/${id}/history`),
  at('newCarrier', '/carrier-management/new'),
  at('newReportType', '/report-types/new'),
  at('newState', '/configuration/reports/states/new'),
  at('newEmailTemplate', '/email-templates/new'),
  at('newAnnouncement', '/announcement-details/new'),
  at('newSite', '/sites/new'),
  at('newClientMenu', '/client-menu/new'),
  at('user', '/users/4?tab=sign-in'),
  at('settings', '/settings'),
  viewerOf('reportView'),
  viewerOf('documentView'),
]
/** The pages of the firm's too, with fewer buttons. */
const CLIENT_SHARED: Visit[] = [...QUESTIONNAIRES, at('clientReports', '/reports'), ...REPORTS, at('search', '/search?query=surrender')]
/** Cases that a representative meets as well. */
const CLIENT: Visit[] = [
  at('clientDashboard', '/dashboard'),
  at('financialImpact', '/dashboard/financial-impact'),
  at('boardBooks', '/board-books'),
  at('myAccount', '/my-account'),
  at('serviceTeam', '/service-team'),
  at('serviceRequest', '/service-request'),
  at('ownServiceRequest', '/service-request/1'),
]
const CLIENT_OWN: Visit[] = [
  ...CLIENT,
  at('profile', '/my-profile'),
  at('setUpSecondFactor', '/2fa-setup'),
  at('changePassword', '/change-password'),
  at('error', '/error/404'),
  viewerOf('viewReport'),
  ...['institution', 'contacts', 'employees', 'census', 'governance', 'sign!'].map((section) =>
    at('myQuestionnaire', `/questionnaires/annual?section=${section}`),
  ),
  at('reviewAssessment', '/annual-review/assessment'),
  at('bankUploads', '/bank-uploads'),
  viewerOf('viewDocument'),
]

// Nothing here builds on what came before, so both workers share the pages.
test.describe.configure({ mode: 'parallel' })

test('no page of the route table is left out here', () => {
  const [table = '', ofFamilies = ''] = ['routes.tsx', 'report-routes.tsx'].map((file) =>
    readFileSync(join(import.meta.dirname, '../web/src', file), 'utf8'),
  )
  const families = [...ofFamilies.matchAll(/^\s+(\w+): \(\) => import\('\.\/features\/[\w-]+\/family\.ts'\)/gm)].map(([, family]) => family)
  const routes = [
    ...[...table.matchAll(/^ {2}(\w+): page\(/gm)].map(([, name = '']) => name),
    ...[...ofFamilies.matchAll(/^\s+path: (?:address|`\$\{address\}(.*)`),$/gm)].flatMap(([, rest]) =>
      families
        .filter((family) => rest === undefined || !rest.endsWith('/changes') || compares(family))
        .map((family) => `${family}${(rest ?? '').replace(/\$\{word\}/, wordOf(family))}`),
    ),
  ]
  expect(routes.length).toBeGreaterThan(90)
  const visited = [...MANAGER, ...CLIENT_SHARED, ...CLIENT_OWN].map(({ route }) => route)
  // Signing in has stories of its own, below and in second-factor.spec.ts; logging out ends the visit. The demo has pulled and imported nothing: the stories of
  // Salesforce and of onboarding have, and look at those pages.
  expect(
    routes.filter(
      (route) =>
        ![
          'login',
          'logout',
          'forgottenPassword',
          'confirmEmail',
          'verifySecondFactor',
          'salesforcePull',
          'onboardingImport',
          ...visited,
        ].includes(route),
    ),
  ).toEqual([])
})

/** Before a report's number in its page's address. */
const wordOf = (family: string | undefined) => (family !== undefined && isReportTypeName(family) ? REPORT_FAMILIES[family].page : '')

const compares = (family: string | undefined) =>
  family !== undefined && isReportTypeName(family) && REPORT_FAMILIES[family].compares === true

test('the sign-in page, and that of a forgotten password', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(await problemsOf(page, WIDTHS)).toEqual([])
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password' })).toBeVisible()
  expect(await problemsOf(page, WIDTHS)).toEqual([])
})

test('the page of a link that is over', async ({ page }) => {
  await page.goto('/confirm-email')
  await expect(page.getByRole('heading', { level: 1, name: 'This link is no longer valid' })).toBeVisible()
  expect(await problemsOf(page, WIDTHS)).toEqual([])
})

test('what breaks the rules is found, in the theme that breaks it', async ({ page }) => {
  await page.goto('/login')
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<img src="/favicon.svg"><p class="pale">Too pale by night</p>')
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('[data-color-scheme=dark] .pale { color: #333; background: #222 }')
    document.adoptedStyleSheets = [sheet]
  })
  const problems = await accessibilityProblems(page)
  expect(problems.filter((problem) => / in light: image-alt/.test(problem))).toHaveLength(1)
  expect(problems.filter((problem) => / in dark: color-contrast/.test(problem))).toHaveLength(1)
})

// Two people see all there is, and a representative what is another's to choose; everybody's own walk is told in rights.spec.ts.
const half = Math.ceil(MANAGER.length / 2)
test('every page of a manager, the first half', ({ page }) => visitAll(page, 'manager', MANAGER.slice(0, half), WIDTHS))
test('every page of a manager, the second half', ({ page }) => visitAll(page, 'manager', MANAGER.slice(half), WIDTHS))
test('every page of a client', async ({ page }) => {
  await visitAll(page, 'client', CLIENT_OWN, WIDTHS)
  await visitAll(page, 'client', CLIENT_SHARED, EVERY_PAIR ? WIDTHS : [360])
})
test('the pages of a rep', ({ page }) => visitAll(page, 'rep', [...CLIENT, ...CLIENT_SHARED.slice(0, 1)], [360], ['light']))

/** All that is wrong with any page, so that one look tells the whole. The frame around it is looked at on the first. */
async function visitAll(
  page: Page,
  account: Account,
  visits: Visit[],
  widths: readonly number[],
  themes?: readonly Theme[],
): Promise<void> {
  test.setTimeout(600_000)
  const problems: string[] = []
  await signInAs(page, account)
  const left: string[] = []
  for (const { path } of visits) left.push(await path(page))
  // From the desk to the phone, and on the next page from the phone to the desk.
  for (let order = widths, isFirst = true; left.length > 0; order = order.toReversed(), isFirst = false) {
    await page.setViewportSize({ width: order[0] ?? WIDTHS[0], height: 900 })
    await go(page, next(left, page.url()))
    await settled(page)
    problems.push(...(await problemsOf(page, order, themes, isFirst)))
  }
  expect(problems).toEqual([])
}

/** The next that is another page than this one, and not the same with another query: it can be gone to without loading the application anew. */
function next(left: string[], from: string): string {
  const other = left.findIndex((path) => !isAt(from, path))
  return left.splice(Math.max(other, 0), 1)[0] ?? ''
}
const isAt = (url: string, path: string) => URL.parse(url)?.pathname === path.split('?')[0]

/** From page to page as a person goes; the first, and what differs in its query only, by its address. */
async function go(page: Page, path: string): Promise<void> {
  if (page.url().startsWith('about:') || isAt(page.url(), path)) return void (await page.goto(path))
  await page.locator('h1').evaluateAll((titles) => {
    for (const title of titles) title.setAttribute('data-left', '')
  })
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await page.waitForFunction(() => document.querySelectorAll('h1:not([data-left])').length === 1)
}

/** With E2E_EVERY_PAIR=1 both themes at every width: colors take axe most of the time, and a width seldom changes them. */
const EVERY_PAIR = process.env.E2E_EVERY_PAIR === '1'
const BOTH: readonly Theme[] = ['light', 'dark']
const THEMES_AT: Record<number, readonly Theme[]> = { 1440: ['light'], 1024: [], 360: ['dark'] }

/** Every rule at the widest and the narrowest, whose markup may differ; in between what a width can break. */
async function problemsOf(page: Page, widths: readonly number[], themes?: readonly Theme[], frame = true): Promise<string[]> {
  const problems: string[] = []
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 })
    await openParts(page)
    problems.push(...(await widthProblems(page, width)))
    const first = index === 0 || index === widths.length - 1 ? 'all' : 'layout'
    const here = themes ?? (EVERY_PAIR ? BOTH : frame && width === WIDTHS[0] ? BOTH : (THEMES_AT[width] ?? BOTH))
    problems.push(...(await accessibilityProblems(page, here, { first, frame })))
  }
  return problems
}
