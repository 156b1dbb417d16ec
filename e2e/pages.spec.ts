/** Every page of the route table, for everybody who may open it: readable in both themes and at three widths, named, quiet, and guarded. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  type Account,
  accessibilityProblems,
  expect,
  expectAccessible,
  settled,
  sidewaysScroll,
  signInAs,
  type Theme,
  test,
} from './harness.ts'
import { at, feed, september, type Visit } from './visits.ts'

const WIDTHS = [1440, 1024, 390] as const
/** axe is slow: by default it sees each width and each theme, with E2E_EVERY_PAIR=1 every theme at every width. */
const EVERY_PAIR = process.env.E2E_EVERY_PAIR === '1'
const THEMES_AT: Record<(typeof WIDTHS)[number], readonly Theme[]> = { 1440: ['light', 'dark'], 1024: [], 390: ['dark'] }

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
  at('activityReport', '/activity-report'),
  at('error', '/error/403'),
]
const CLIENT: Visit[] = [
  at('myAccount', '/my-account'),
  at('clientDashboard', '/dashboard'),
  at('clientReports', '/reports'),
  ...REPORTS,
  at('profile', '/my-profile'),
  at('setUpSecondFactor', '/2fa-setup'),
  at('error', '/error/404'),
]
const VISITS: Record<Account, Visit[]> = { manager: STAFF, staff: STAFF, rep: CLIENT, client: CLIENT, team: CLIENT }
/** Two people see all there is; for the others the same pages are visited once, in the colours and the width named. */
const ONCE = { staff: [[], 1440], rep: [['light'], 390], team: [[], 390] } as const

test('no page of the route table is left out here', () => {
  const table = readFileSync(join(import.meta.dirname, '../web/src/routes.tsx'), 'utf8')
  const bases = ['assetReporting', 'summaryAssetReporting']
  const routes = [...table.matchAll(/^\s+path: (?:PATTERNS\.(\w+)|PATTERNS\[base\]|`\$\{PATTERNS\[base\]\}(.*)`),$/gm)].flatMap(
    ([, name, rest]) => (name ? [name] : bases.map((base) => `${base}${rest ?? ''}`)),
  )
  const visited = [...STAFF, ...CLIENT].map(({ route }) => route)
  // Signing in has stories of its own, below and in second-factor.spec.ts; logging out ends the visit.
  expect(routes.filter((route) => !['login', 'logout', 'verifySecondFactor', ...visited].includes(route))).toEqual([])
})

test('the sign-in page', async ({ page }) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    expect(await sidewaysScroll(page)).toBe(0)
    await expectAccessible(page)
  }
})

for (const account of ['manager', 'client'] as const)
  for (const width of WIDTHS)
    test(`every page of a ${account} at ${width} px`, ({ page }) =>
      visitAll(page, account, width, EVERY_PAIR ? ['light', 'dark'] : THEMES_AT[width]))
for (const account of ['staff', 'rep', 'team'] as const)
  test(`every page of a ${account}`, ({ page }) =>
    visitAll(page, account, ONCE[account][1], EVERY_PAIR ? ['light', 'dark'] : ONCE[account][0]))

/** All that is wrong with any page, so that one look tells the whole. */
async function visitAll(page: Page, account: Account, width: number, themes: readonly Theme[]): Promise<void> {
  test.setTimeout(600_000)
  const problems: string[] = []
  await signInAs(page, account)
  await page.setViewportSize({ width, height: 900 })
  for (const { path } of VISITS[account]) {
    await page.goto(await path(page))
    await settled(page)
    const beyond = await sidewaysScroll(page)
    if (beyond > 0) problems.push(`${page.url()} scrolls ${beyond} px sideways at ${width} px`)
    problems.push(...(await accessibilityProblems(page, themes)))
  }
  expect(problems).toEqual([])
}
