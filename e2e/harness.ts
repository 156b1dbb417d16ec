/** Ground of every browser story: pages that may surprise nobody (console, network), signing in, axe in both themes, files as bytes. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { ACCOUNTS, type Account, PASSWORD } from './accounts.ts'
import { openPortal, type Portal } from './book.ts'

export { expect } from '@playwright/test'
export { ACCOUNTS, type Account, PASSWORD } from './accounts.ts'

export type Theme = 'light' | 'dark'

/** Errors that a story provokes on purpose, e.g. the browser's own line about a 404 it asked for. */
export interface Expected {
  console: RegExp[]
}

/** `test` watches every page of its context; whatever is not in `expected` fails the story at its end. */
export const test = base.extend<
  { expected: Expected; watched: undefined },
  { portal: Portal; ownBook: string; jobs: 'on' | 'off'; environment: Record<string, string> }
>({
  // The name of a story that posts what others begin with: `test.use({ ownBook: '…' })` tells it on a book that no other file sees.
  ownBook: ['', { scope: 'worker', option: true }],
  // Off: the story starts and stops the processes that do the jobs.
  jobs: ['on', { scope: 'worker', option: true }],
  // Settings of the portal beside its own, for a story whose portal is told of another service.
  environment: [async ({ ownBook: _ }, use) => use({}), { scope: 'worker' }],
  // Each worker tells its files' stories on a server and a book of its own; inDatabase() finds the book by the variable.
  portal: [
    async ({ jobs, environment }, use) => {
      Object.assign(process.env, environment)
      const portal = await openPortal(jobs)
      process.env.E2E_DATA_DIR = portal.dataDirectory
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker', auto: true, timeout: 200_000 },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  expected: async ({ baseURL: _ }, use) => {
    await use({ console: [] })
  },
  watched: [
    async ({ context, baseURL, expected }, use) => {
      const surprises = watch(context, String(baseURL))
      await use(undefined)
      expect(surprises().filter((surprise) => !expected.console.some((pattern) => pattern.test(surprise)))).toEqual([])
    },
    { auto: true },
  ],
})

/** For contexts a story opens itself: `const surprises = watch(context, baseURL)`, then `expect(surprises()).toEqual([])`. */
export function watch(context: BrowserContext, baseURL: string): () => string[] {
  const surprises: string[] = []
  const own = new URL(baseURL).host
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      surprises.push(`${message.type()} on ${message.page()?.url() ?? 'a page'}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => surprises.push(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (!['blob:', 'data:', 'about:'].includes(url.protocol) && url.host !== own) surprises.push(`request to ${request.url()}`)
  })
  return () => surprises
}

/** Through the call the sign-in page makes; the story of signing in by hand goes through the page itself. */
export async function signInAs(page: Page, account: Account | { email: string; password: string }): Promise<void> {
  // Requests of the page of the person before must not be answered to the next.
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  const credentials = typeof account === 'string' ? { email: ACCOUNTS[account], password: PASSWORD } : account
  const reply = await page.request.post('/api/session/login', { data: credentials })
  expect(reply.status(), `signing in as ${credentials.email}`).toBe(200)
}

/** Opens a group of the sidebar that is folded for want of room. */
export async function openGroup(page: Page, heading: string): Promise<void> {
  const group = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: heading })
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
}

/** The page is there: its one first heading shows and no skeleton is left. */
export async function settled(page: Page): Promise<void> {
  // Looked at with every frame; an expectation looks again after 100, 250, 500 and 1,000 ms, and waits past what it waits for.
  const isThere = await page
    .waitForFunction(() => document.querySelectorAll('h1').length === 1 && !document.querySelector('[aria-busy="true"]'), undefined, {
      timeout: 15_000,
    })
    .catch(() => null)
  if (isThere) return
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Opens the parts that a phone shows by a press, so that they are looked at, too. */
export async function openParts(page: Page): Promise<void> {
  await settled(page)
  await page.locator('button[data-opens-part][aria-expanded="false"]').evaluateAll((openers) => {
    for (const opener of openers) if (opener instanceof HTMLElement && opener.offsetParent !== null) opener.click()
  })
  await settled(page)
}

/** No rule of WCAG 2.2 AA that axe can test is broken, in light and in dark. */
export async function expectAccessible(page: Page, themes: readonly Theme[] = ['light', 'dark'], within = 'html'): Promise<void> {
  expect(await accessibilityProblems(page, themes, { within })).toEqual([])
}

/** In the first theme every rule, or with `first` "layout" those that a width can break; in the other what colors can break. */
export async function accessibilityProblems(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
  { within = 'html', first = 'all', frame = true }: { within?: string; first?: 'all' | 'layout'; frame?: boolean } = {},
): Promise<string[]> {
  const problems: string[] = []
  for (const [index, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A page without scripts takes the scheme from the browser.
    await page.waitForFunction((scheme) => (document.documentElement.dataset.colorScheme ?? scheme) === scheme, colorScheme)
    const rules = index > 0 ? COLORS : first === 'layout' ? [...LAYOUT, ...COLORS] : undefined
    const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: RULES }
    for (const { id, help, where } of await violationsOf(page, runOnly, { within, frame })) {
      problems.push(`${page.url()} at ${page.viewportSize()?.width} px in ${colorScheme}: ${id}, ${help} (${where.join('; ')})`)
    }
  }
  return problems
}

/**
 * axe in the page itself, put there once a load: its package for Playwright does so for each run, opens a second page to gather the results and
 * brings them all over, which takes three times as long as the rules.
 */
async function violationsOf(
  page: Page,
  runOnly: object,
  { within, frame }: { within: string; frame: boolean },
): Promise<{ id: string; help: string; where: string[] }[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const context = { include: [[within]], exclude: [[ALIKE], ...(frame ? [] : FRAME)] }
  return page.evaluate(`(async () => {
    const rows = [...document.querySelectorAll(${JSON.stringify(STILL)})].map((row) => [row, document.createComment('')])
    for (const [row, place] of rows) row.replaceWith(place)
    try {
      const { violations } = await axe.run(${JSON.stringify(context)}, ${JSON.stringify({ runOnly, resultTypes: ['violations'], iframes: false })})
      return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.slice(0, 3).map(({ target }) => target.join(' ')) }))
    } finally {
      for (const [row, place] of rows) place.replaceWith(row)
    }
  })()`)
}

/** The rows of a long table are alike: three of each stand for all. */
const ALIKE = 'tbody > tr:nth-child(n+4)'
/**
 * Those of a report are taken out meanwhile, since nothing draws them anew: axe works out where each element lies, also of those it is told to leave
 * out, which on a report of ninety policies took two thirds of its time.
 */
const STILL = `table:is([data-flat], [data-dense]) > ${ALIKE}`
/** Header and sidebar, which are alike on every page of a person and nearly half of what axe looks at. */
const FRAME = [['[data-sidebar] > header'], ['nav[aria-label="Main"]']]
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLORS = ['color-contrast', 'link-in-text-block']
const LAYOUT = ['target-size', 'scrollable-region-focusable', 'meta-viewport', 'css-orientation-lock', 'aria-hidden-focus', 'region']

/** How far the body scrolls sideways, in pixels: never; what is wider scrolls inside itself. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))

/** A page that was just resized: whether it scrolls sideways, and figures wider than their tile, whose last digits are hidden: what is left reads as an amount. */
export async function widthProblems(page: Page, width: number): Promise<string[]> {
  // A table notices after the resize that it must scroll inside itself.
  const fits = await page
    .waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth, undefined, { timeout: 1500 })
    .catch(() => null)
  const cut = await page
    .locator('dl dd > [class^="_value_"]')
    .evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map(({ textContent }) => textContent))
  return [
    ...(fits ? [] : [`${page.url()} scrolls ${await sidewaysScroll(page)} px sideways at ${width} px`]),
    ...cut.map((figure) => `${page.url()} cuts ${figure} at ${width} px`),
  ]
}

/** Neither covers any of the other. */
export async function expectApart(one: Locator, other: Locator): Promise<void> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()])
  if (!a || !b) throw new Error('one of them is not on the page')
  expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(true)
}

export interface SavedFile {
  name: string
  bytes: Buffer
}

/** The file that the browser saves when `trigger` is done. */
export async function saved(page: Page, trigger: () => Promise<void>): Promise<SavedFile> {
  const [download] = await Promise.all([page.waitForEvent('download'), trigger()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** A toast with these words; its region is there from the start so that screen readers hear it. */
export const toast = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('status').or(page.getByRole('alert')).getByText(words).first()
