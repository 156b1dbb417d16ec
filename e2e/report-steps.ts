/** Steps that the stories of report families share: made again for First Coastal Bank, released as restated, read and downloaded by the bank. */
import type { Browser, Locator, Page } from '@playwright/test'
import { expect, type SavedFile, saved, signInAs, toast, watch } from './harness.ts'

/** @param address of the family's pages, e.g. "/annual-review" @param heading of the batch page that it leads to */
export async function makeAgain(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(`${address}/generate?period=2025-12-31`)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).uncheck()
  await page.getByRole('checkbox', { name: 'Select First Coastal Bank' }).check()
  await page.getByRole('checkbox', { name: 'Regenerate existing reports' }).check()
  await page.getByRole('button', { name: 'Generate 1 report' }).click()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Reports made' })).toHaveAttribute('aria-valuetext', '1 of 1 generated', {
    timeout: 60_000,
  })
  await page.getByRole('link', { name: 'First Coastal Bank' }).click()
}

/** @param why said where the month is not closed yet */
export async function releaseRestated(page: Page, why: string): Promise<void> {
  await release(page, why, async (dialog) => expect(dialog).toContainText('RESTATED v'))
}

/** @param reason printed on a report that is not complete */
export async function releaseIncomplete(page: Page, why: string, reason: string): Promise<void> {
  await release(page, why, async (dialog) => {
    const printed = dialog.getByLabel('Reason for releasing before it is complete')
    await expect(dialog).toContainText('are not rated')
    await expect(dialog.getByRole('button', { name: 'Release' })).toBeDisabled()
    await printed.fill(reason)
  })
}

async function release(page: Page, why: string, decide: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await decide(dialog)
  await giveReason(dialog, why)
  await dialog.getByRole('button', { name: 'Release' }).click()
  await expect(toast(page, /^1 released\./)).toBeVisible()
}

/** One reason for every institution with open items, where there are any. */
export async function giveReason(dialog: Locator, why: string): Promise<void> {
  await expect(dialog).toBeVisible()
  const reason = dialog.getByLabel(/^Reason for releasing with open items/)
  if (!(await reason.first().isVisible())) return
  await reason.first().fill(why)
  if ((await reason.count()) > 1) await dialog.getByRole('button', { name: 'Use for all' }).click()
}

/** The page that `page` shows, as the bank's own person sees it in a browser of their own. */
export async function readAsClient(browser: Browser, page: Page, read: (client: Page) => Promise<void>): Promise<void> {
  const { origin, pathname } = new URL(page.url())
  const context = await browser.newContext({ baseURL: origin })
  const surprises = watch(context, origin)
  const client = await context.newPage()
  await signInAs(client, 'client')
  await client.goto(pathname)
  await read(client)
  expect(surprises()).toEqual([])
  await context.close()
}

/** @param format as the menu of downloads calls it */
export const downloaded = (page: Page, format: string): Promise<SavedFile> =>
  saved(page, async () => {
    await page.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByRole('button', { name: format }).click()
  })
