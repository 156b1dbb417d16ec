/** Every page of the route table, for everybody who may open it: readable in both themes and at three widths, named, quiet, and guarded. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { accessibilityProblems, expect, settled, sidewaysScroll, signInAs, type Theme, test } from './harness.ts'
import { at, feed, september, type Visit } from './visits.ts'

/** Desk, tablet, the narrowest phone. Each page is loaded once and then seen at each width in both themes. */
const WIDTHS = [1440, 1024, 360] as const

const REPORTS: Visit[] = [
  at('assetReporting', '/asset-reporting'),
  ...september('assetReporting', '/asset-reporting', 'AssetReport'),
  at('summaryAssetReporting', '/summary-asset-reporting'),
  ...september('summaryAssetReporting', '/summary-asset-reporting', 'AssetSummaryReport'),
]
const STAFF: Visit[] = [
  at('staffDashboard', '/staff/dashboard'),
  at('dataFeeds', '/data-feeds'),
  ...['findings', 'rows', 'mapping', 'totals'].map(feed),
  at('assetReporting/generate', '/asset-reporting/generate'),
  at('summaryAssetReporting/generate', '/summary-asset-reporting/generate?period=2026-09-30'),
  ...REPORTS,
  at('profile', '/my-profile'),
  at('permissionTemplates', '/permissions/templates'),
  at('newPermissionTemplate', '/permissions/templates/new'),
  at('permissionTemplate', '/permissions/templates/1'),
  at('users', '/users'),
  at('newUser', '/users/new'),
  at('user', '/users/4'),
  at('user', '/users/4?tab=activity'),
  at('user', '/users/5?tab=rights'),
  at('user', '/users/4?tab=memberships'),
  at('user', '/users/4?tab=why'),
  at('activityReport', '/activity-report'),
  at('institutions', '/institutions'),
  at('newInstitution', '/institutions/new'),
  ...['overview', 'tax', 'capital', 'team', 'policies'].map((tab) => at('institution', `/institutions/1?tab=${tab}`)),
  ...['plans', 'insureds', 'consents', 'agreements', 'transactions'].map((list) =>
    at('institution', `/institutions/1?tab=policies&list=${list}`),
  ),
  ...['overview', 'values', 'facts', 'history'].map((tab) => at('registerPolicy', `/institutions/1/policies/1?tab=${tab}`)),
  ...['person', 'consents'].map((tab) => at('registerInsured', `/institutions/1/insureds/2?tab=${tab}`)),
  at('sites', '/sites'),
  at('site', '/sites/1'),
  at('error', '/error/403'),
]
const MANAGER: Visit[] = [...STAFF, at('newSite', '/sites/new'), at('user', '/users/4?tab=sign-in'), at('settings', '/settings')]
const CLIENT: Visit[] = [
  at('myAccount', '/my-account'),
  at('clientDashboard', '/dashboard'),
  at('clientReports', '/reports'),
  ...REPORTS,
  at('profile', '/my-profile'),
  at('setUpSecondFactor', '/2fa-setup'),
  at('serviceTeam', '/service-team'),
  at('serviceRequest', '/service-request'),
  at('changePassword', '/change-password'),
  at('error', '/error/404'),
]
const VISITS = { manager: MANAGER, rep: CLIENT, client: CLIENT }

// Nothing here builds on what came before, so both workers share the pages.
test.describe.configure({ mode: 'parallel' })

test('no page of the route table is left out here', () => {
  const table = readFileSync(join(import.meta.dirname, '../web/src/routes.tsx'), 'utf8')
  const bases = ['assetReporting', 'summaryAssetReporting']
  const routes = [...table.matchAll(/^\s+path: (?:PATTERNS\.(\w+)|PATTERNS\[base\]|`\$\{PATTERNS\[base\]\}(.*)`),$/gm)].flatMap(
    ([, name, rest]) => (name ? [name] : bases.map((base) => `${base}${rest ?? ''}`)),
  )
  const visited = [...MANAGER, ...CLIENT].map(({ route }) => route)
  // Signing in has stories of its own, below and in second-factor.spec.ts; logging out ends the visit.
  expect(routes.filter((route) => !['login', 'logout', 'forgottenPassword', 'verifySecondFactor', ...visited].includes(route))).toEqual([])
})

test('the sign-in page, and that of a forgotten password', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(await problemsOf(page, WIDTHS)).toEqual([])
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgotten password' })).toBeVisible()
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
for (const account of ['manager', 'client'] as const) test(`every page of a ${account}`, ({ page }) => visitAll(page, account, WIDTHS))
test('every page of a rep', ({ page }) => visitAll(page, 'rep', [360], ['light']))

/** All that is wrong with any page, so that one look tells the whole. */
async function visitAll(page: Page, account: keyof typeof VISITS, widths: readonly number[], themes?: readonly Theme[]): Promise<void> {
  test.setTimeout(600_000)
  const problems: string[] = []
  await signInAs(page, account)
  for (const { path } of VISITS[account]) {
    await page.setViewportSize({ width: widths[0] ?? WIDTHS[0], height: 900 })
    await page.goto(await path(page))
    await settled(page)
    problems.push(...(await problemsOf(page, widths, themes)))
  }
  expect(problems).toEqual([])
}

/** With E2E_EVERY_PAIR=1 both themes at every width: colours take axe most of the time, and a width seldom changes them. */
const EVERY_PAIR = process.env.E2E_EVERY_PAIR === '1'
const THEMES_AT: Record<number, readonly Theme[]> = { 1440: ['light', 'dark'], 1024: [] }

/** Every rule at the first and the narrowest width, whose markup may differ; in between what a width can break. */
async function problemsOf(page: Page, widths: readonly number[], themes?: readonly Theme[]): Promise<string[]> {
  const problems: string[] = []
  for (const [index, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 })
    await settled(page)
    // A table notices after the resize that it must scroll inside itself.
    let beyond = await sidewaysScroll(page)
    if (beyond > 0)
      await expect
        .poll(async () => (beyond = await sidewaysScroll(page)), { timeout: 1500 })
        .toBe(0)
        .catch(() => undefined)
    if (beyond > 0) problems.push(`${page.url()} scrolls ${beyond} px sideways at ${width} px`)
    const first = index === 0 || index === widths.length - 1 ? 'all' : 'layout'
    const here = themes ?? (EVERY_PAIR ? (['light', 'dark'] as const) : (THEMES_AT[width] ?? (['dark'] as const)))
    problems.push(...(await accessibilityProblems(page, here, { first })))
  }
  return problems
}
