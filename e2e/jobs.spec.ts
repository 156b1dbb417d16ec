/** Jobs: a worker dies in the middle of a batch, staff see it, free it, and nothing is lost; a batch is canceled and says so wherever it is shown. */
import type { Page } from '@playwright/test'
import { ended, startWorker } from './book.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, settled, signInAs, test, toast } from './harness.ts'

test.use({ jobs: 'off' })

const ASKED = `select count(*)::int as held from report where lease_token is not null`

/** Asks for all reports of September anew, as the page of a batch does. @returns the batch */
async function regenerate(page: Page): Promise<{ id: number; batchName: string }> {
  const reply = await page.request.get('/api/asset-reports/institutions', { params: { period: '2026-09-30' } })
  const { records } = await reply.json()
  const institutions = records.map(({ id, subsidary_id }: { id: number; subsidary_id: number | null }) => ({ id, subsidary_id }))
  const asked = await page.request.post('/api/asset-reports', { data: { period: '2026-09-30', institutions, isRegenerating: true } })
  expect(asked.status()).toBe(202)
  return asked.json()
}

test('a worker that is killed in the middle of a batch is seen, and unjam frees what it held', async ({ page }) => {
  test.slow()
  await signInAs(page, 'manager')
  const { id } = await regenerate(page)
  await page.goto('/jobs?kind=generate-reports')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/asset-reporting/${id}"]`) })
  await expect(row).toContainText('Waiting')

  const first = await startWorker()
  try {
    await expect.poll(async () => (await inDatabase(ASKED))[0]?.held, { intervals: [100], timeout: 60_000 }).toBeGreaterThan(0)
  } finally {
    first.kill('SIGKILL')
  }
  await expect(row).toContainText('Stopped', { timeout: 30_000 })
  await settled(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Unjam' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unjam' })
  await expect(dialog).toContainText('it is not finished, and no worker has it in hand.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Free/ }).click()
  await expect(dialog).toContainText('Done:')
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(row).not.toContainText('Stopped')

  const second = await startWorker()
  try {
    await expect(row).toContainText('Done', { timeout: 60_000 })
  } finally {
    await ended(second)
  }
  const made = await inDatabase('select status, count(*)::int as count from report where batch_id = $1 group by 1', [id])
  expect(made).toEqual([{ status: 'Ready', count: expect.any(Number) }])
  await page.goto('/activity-report')
  await expect(page.getByText('freed jobs and locks that had stopped').first()).toBeVisible()
})

test('a batch is canceled: it says by whom on its page and among the jobs, and its reports are not released', async ({ page }) => {
  await signInAs(page, 'manager')
  const { id } = await regenerate(page)
  await page.goto(`/asset-reporting/${id}`)
  await page.getByRole('button', { name: 'Cancel batch' }).click()
  await page.getByRole('button', { name: 'Cancel the rest' }).click()
  await expect(toast(page, /canceled/)).toBeVisible()
  await expect(page.getByText(/Canceled by .+ on \d\d\/\d\d\/\d{4}/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Release \d+ ready/ })).toHaveCount(0)
  await settled(page)
  await expectAccessible(page)
  await page.goto('/jobs?status=Canceled')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/asset-reporting/${id}"]`) })
  await expect(row).toContainText(/Canceledby /)
  await row.getByRole('button', { name: /^Retry/ }).click()
  await expect(toast(page, 'The job is in the queue again.')).toBeVisible()
  await expect(row).toHaveCount(0)
})
