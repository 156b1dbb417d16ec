/**
 * Takes the pictures of one checkout for `npm run looks` (tools/looks.mjs): `node e2e/looks.ts FOLDER` with E2E_BOOK, E2E_CHECKOUT and LOOKS_BEGAN.
 * Everything that would differ between two runs of one checkout is held still, so that a picture that differs is a page that changed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { openPortal } from './book.ts'
import { settled, signInAs, type Theme } from './harness.ts'
import { LOOKS, type Look } from './look-list.ts'

const WIDTHS = [1440, 390] as const
/** The window that a page is opened in, and the longest picture. */
const HEIGHT = 900
const HIGHEST = 16_000
const THEMES: readonly Theme[] = ['light', 'dark']
/** Both checkouts are looked at as of this instant. */
const began = new Date(process.env.LOOKS_BEGAN ?? Date.now())
const only = process.env.LOOKS_ONLY ?? ''
const folder = String(process.argv[2])

/** Told beside the pictures: a page that is not there, that never stood still, or that is longer than its picture. */
const notes: { picture: string; problem: string }[] = []

mkdirSync(folder, { recursive: true })
// Nothing happens in the background, so that the second page does not show what was done while the first was looked at.
const portal = await openPortal('off')
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--font-render-hinting=none', '--force-color-profile=srgb'],
})
try {
  const looks = LOOKS.filter(({ name }) => name.includes(only))
  for (const who of new Set(looks.map((look) => look.who)))
    for (const width of WIDTHS)
      await lookAt(
        browser,
        who,
        width,
        looks.filter((look) => look.who === who),
      )
} finally {
  writeFileSync(join(folder, 'notes.json'), JSON.stringify(notes))
  await browser.close()
  await portal.stop()
}

/** Every page is loaded anew at each width: some are laid out once, when they are opened. */
async function lookAt(on: Browser, who: Look['who'], width: number, looks: readonly Look[]): Promise<void> {
  const context = await on.newContext({
    baseURL: portal.url,
    viewport: { width, height: HEIGHT },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  if (who !== 'nobody') await signInAs(page, who)
  await holdStill(page)
  for (const { name, path, open } of looks) {
    try {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize({ width, height: HEIGHT })
      await page.goto(await path(page))
      await settled(page)
      await open?.(page)
    } catch (cause) {
      const [problem = ''] = String(cause).split('\n')
      notes.push(...THEMES.map((theme) => ({ picture: `${name}-${width}-${theme}`, problem })))
      continue
    }
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      await picture(page, `${name}-${width}-${theme}`, width, open !== undefined)
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

/**
 * The browser's clock stands. Instants at which this run itself did something (signed in, made a report) become the one instant, and what
 * follows from such an instant or from the machine, a file's SHA-256 or the server's port, becomes the same for both checkouts.
 */
async function holdStill(page: Page): Promise<void> {
  await page.clock.setFixedTime(began)
  await page.route('**/api/**', async (route) => {
    // A line of events does not end, and would be waited for.
    if (route.request().headers().accept === 'text/event-stream') return route.continue()
    const reply = await route.fetch()
    if (!reply.headers()['content-type']?.startsWith('application/json')) return route.fulfill({ response: reply })
    return route.fulfill({ response: reply, body: stilled(await reply.text()) })
  })
}

function stilled(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (instant) => (new Date(instant) < began ? instant : began.toISOString()))
    .replace(/\b[0-9a-f]{64}\b/g, '0'.repeat(64))
    .replaceAll(portal.url, 'https://portal.example')
}

/**
 * The whole page, in a window as high as it is: a picture beyond the window's edge resizes the page while it is taken. A dialog is looked at in the window that
 * it opens in. Taken until two in a row are the same, since charts and pictures come after the page.
 */
async function picture(page: Page, name: string, width: number, isDialog: boolean): Promise<void> {
  let before: Buffer | undefined
  for (let left = 20; left > 0; left--) {
    const whole = isDialog ? HEIGHT : await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.min(whole, HIGHEST) })
    const after = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    if (before?.equals(after)) {
      writeFileSync(join(folder, `${name}.png`), after)
      if (whole > HIGHEST) notes.push({ picture: name, problem: `cut after ${HIGHEST} of ${whole} pixels` })
      return
    }
    before = after
    await wait(200)
  }
  notes.push({ picture: name, problem: 'never stood still: two pictures in a row always differed' })
}
