/** An annual review from generate to client: made again for a bank, read section by section, released with a reason for what is open, and the same figures on screen and paper. */
import { numberBeside, pdfText, workbookOf } from '../server/src/test/report-files.ts'
import { expect, expectAccessible, settled, sidewaysScroll, signInAs, test } from './harness.ts'
import { downloaded, makeAgain, readAsClient, releaseIncomplete } from './report-steps.ts'

/** Dollars as they are written, in cents. */
const centsOf = (text: string | null) => Math.round(Number((text ?? '').replaceAll(/[$,+]/g, '').replace('−', '-')) * 100)

test('a review is generated, read, released, and the bank reads the same figures', async ({ page, browser }) => {
  await signInAs(page, 'manager')

  await test.step('generated for the last fiscal year, with the batch page as its place', async () => {
    await page.goto('/annual-review')
    await settled(page)
    await makeAgain(page, '/annual-review', 'Annual Reviews, year to December 2025')
    await expect(page).toHaveURL(/\/annual-review\/\d+\/results\/\d+$/)
  })

  const value = page
    .getByRole('region', { name: 'Scorecard', exact: true })
    .getByRole('row', { name: /^Cash surrender value/ })
    .getByRole('cell')
    .first()
  await test.step('sixteen sections, each found from the contents; tests say what they found, risks wait for people', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Annual BOLI Review' })).toBeVisible()
    const contents = page.getByRole('navigation', { name: 'Sections of the review' })
    await expect(contents.getByRole('link')).toHaveCount(16)
    await contents.getByRole('link', { name: /Concentration/ }).click()
    await expect(page.getByRole('heading', { level: 2, name: /Concentration/ })).toBeInViewport()
    await expect(page.getByText(/of Tier 1 against a 25% limit/).first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Liquidity', exact: true })).toContainText('Not signed yet.')
    await expect(page.getByText('fictional banks of this demonstration')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => sidewaysScroll(page)).toBe(0)
    // A phone opens a section by its name; a link to it, as of the computer's contents, had opened it.
    const limits = page.getByRole('region', { name: 'Limits', exact: true })
    const opener = page.getByRole('button', { name: '4 Concentration' })
    await opener.click()
    await expect(limits).toBeHidden()
    await opener.click()
    await expect(limits).toBeVisible()
    await expect(contents).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  await test.step('beside the year before: the causes make the difference to the cent, carrier by carrier, with the conclusions that changed', async () => {
    const shown = String(await value.textContent())
    await page.getByRole('link', { name: 'What changed' }).first().click()
    await page.getByLabel('Compared with').selectOption('December 2024')
    const why = page.getByRole('region', { name: 'Why: Cash surrender value' })
    await expect(why).toContainText('12/31/2024')
    const cells = (await why.locator('td').allTextContents()).map(centsOf)
    expect(cells.slice(0, -1).reduce((sum, each) => sum + each, 0)).toBe(cells.at(-1))
    expect(cells.at(-1)).toBe(centsOf(shown))
    await expect(why).toContainText('Credited interest')
    await expect(page.getByRole('region', { name: 'Cash surrender value by carrier' })).toContainText('Stonemarch')
    await expect(page.getByRole('region', { name: 'Conclusions that changed', exact: true })).toBeVisible()
    await page.getByRole('button', { name: /^Headroom/ }).click()
    await expect(page.getByRole('region', { name: /^Why: Headroom/ })).toContainText('Capital')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Open the report' }).click()
    await settled(page)
  })

  const REASON = 'The board meets before the ratings are settled.'
  const draft = 'DRAFT, NOT RELEASED'
  await test.step('until it is released, screen and paper say that it is a draft, and what is not complete', async () => {
    await expect(page.getByText(draft, { exact: true })).toBeVisible()
    await expect(page.getByText(/None of the \d risks is rated\./)).toHaveCount(2)
    const pdf = (await pdfText((await downloaded(page, 'Review (PDF)')).bytes)).replaceAll(/\s+/g, ' ')
    for (const said of [draft, 'Not complete', 'Management’s assessment of the risks is not yet signed.']) expect(pdf).toContain(said)
    expect(pdf).not.toContain('FINAL')
  })

  await test.step('released with a reason; the bank reads it and the same value on screen, in the PDF and in the workbook', async () => {
    const shown = String(await value.textContent())
    await releaseIncomplete(page, 'The board meets', REASON)
    await readAsClient(browser, page, async (client) => {
      await expect(client.getByRole('region', { name: 'Scorecard', exact: true })).toContainText(shown)
      const pdf = (await pdfText((await downloaded(client, 'Review (PDF)')).bytes)).replaceAll(/\s+/g, ' ')
      expect(pdf).toContain(shown)
      for (const said of ['FINAL', 'Released before it was complete', REASON]) expect(pdf).toContain(said)
      expect(pdf).not.toContain(draft)
      await expect(client.getByText(`Reason for the release: ${REASON}`)).toBeVisible()
      const workbook = await workbookOf((await downloaded(client, 'Excel workbook, one sheet per section (XLSX)')).bytes)
      expect(Math.round(numberBeside(workbook, 'About', 'Control total, cash surrender value') * 100)).toBe(centsOf(shown))
    })
  })
})
