import { annualReviewAs, buildAnnualReview } from '@corridor/domain/reports/annual-review/build.ts'
import { executiveSummaryOf } from '@corridor/domain/reports/annual-review/executive-summary.ts'
import { findingsOfReview } from '@corridor/domain/reports/annual-review/view.ts'
import { reviewExample } from '@corridor/domain/test/review-example.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal, refusal } from '../../test/portal.tsx'

const view = buildAnnualReview(reviewExample())
const summary = executiveSummaryOf(view)
const REPORT = 'GET /api/annual-boli-review/12/reports/34'
const PAGE = '/annual-review/12/results/34'

const report = {
  id: 34,
  batchId: 12,
  reportType: 'AnnualBoliReview',
  institutionId: 1,
  institutionName: 'First Example Bank',
  subsidiaryName: null,
  reportDisplayName: 'Annual BOLI Review',
  period: '2025-12-31',
  isQuarterly: false,
  status: 'Ready',
  shown: { status: 'Released', version: 2 },
  currentVersion: 2,
  releasedVersion: 2,
  withdrawnAt: null,
  outdatedSince: null,
  outdatedControls: null,
  can: [],
}
const version = (number: number) => ({
  version: number,
  generatedAt: '2026-02-03T15:00:00.000Z',
  generatedBy: 'Ada Quill',
  preliminary: false,
  released: true,
  withdrawn: false,
  steps: [],
  restated: false,
  snapshotHash: 'a1b2c3d4e5',
  current: number === 2,
})
const answer = (shown: unknown) => ({ report, version: 2, view: shown, versions: [version(2), version(1)] })
const client = buildSession({ userRole: 'c', institutionId: 1, reportTypeCodes: ['ABR'] })

test('a bank reads its executive summary part by part, with the words of the paper', async () => {
  const { asked } = await openPortal(`${PAGE}?reportType=ExecutiveSummary`, client, { [REPORT]: answer(summary) })
  expect(await screen.findByRole('heading', { level: 1, name: summary.header.title })).toBeTruthy()
  expect(asked.find(({ path }) => path.endsWith('/reports/34'))?.query.get('ReportType')).toBe('ExecutiveSummary')
  const scorecard = within(await screen.findByRole('region', { name: 'Scorecard' }))
  const rows = scorecard.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows[0]).toEqual(['Metric', 'This year', 'Last year', 'Limit or benchmark', 'Status'])
  expect(rows.slice(1)).toEqual(
    summary.scorecard.map(({ metric, thisYear, lastYear, limit, signal }) => [metric, thisYear, lastYear, limit, signal]),
  )
  const conclusions = within(screen.getByRole('region', { name: 'Conclusions' }))
  for (const { signal, sentence } of summary.conclusions)
    expect(conclusions.getByText(sentence).parentElement?.textContent).toContain(signal)
  for (const words of [...summary.actions, ...summary.certification, summary.meeting]) expect(screen.getByText(words)).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'The risks' })).getAllByRole('row')).toHaveLength(summary.risks.length + 1)
})

test('it is saved as Word or PDF, of the version on the page, and leads back to that version of the review', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { asked } = await openPortal(`${PAGE}?reportType=ExecutiveSummary&version=1`, client, {
    [REPORT]: answer(summary),
    'GET /api/annual-boli-review/12/download': refusal(503, { code: 'unavailable', message: 'Try again later.' }),
  })
  expect((await screen.findByRole('link', { name: 'The whole review' })).getAttribute('href')).toBe(`${PAGE}?version=1`)
  await userEvent.click(screen.getByRole('button', { name: 'Download' }))
  await userEvent.click(await screen.findByRole('button', { name: 'PDF' }))
  const file = () => asked.find(({ path }) => path.endsWith('/download'))?.query
  await waitFor(() => expect(file()?.get('reportType')).toBe('ExecutiveSummary'))
  expect([file()?.get('needsConversion'), file()?.get('version'), file()?.get('reportIds')]).toEqual(['true', '1', '34'])
})

test('from the review one goes to its summary, and a type that is no paper shows the review', async () => {
  const portal = await openPortal(`${PAGE}?reportType=Nothing`, client, { [REPORT]: answer(view) })
  expect(await screen.findByRole('heading', { level: 1, name: view.header.title })).toBeTruthy()
  expect(portal.asked.find(({ path }) => path.endsWith('/reports/34'))?.query.get('ReportType')).toBe('AnnualBoliReview')
  expect((await screen.findByRole('link', { name: 'Executive summary' })).getAttribute('href')).toBe(`${PAGE}?reportType=ExecutiveSummary`)
})

test('a phone opens the review at its executive summary, and a folded section says how many of its tests are not met', async () => {
  await openPortal(PAGE, client, { [REPORT]: answer(view) })
  const scorecard = await screen.findByRole('region', { name: 'Scorecard' }, { timeout: 20_000 })
  expect(within(scorecard).getByText(/is the first full one on this portal: where last year shows "-", there is no figure/)).toBeTruthy()
  const openers = view.sections.map((section) => {
    const notMet = findingsOfReview({ sections: [section] }).filter(({ status }) => status === 'bad').length
    const name = `${section.number} ${section.title}${notMet > 0 ? ` · ${notMet} not met` : ''}`
    return [section.code, notMet, screen.getByRole('button', { name }).getAttribute('aria-expanded')] as const
  })
  expect(openers.filter(([, , isOpen]) => isOpen === 'true').map(([code]) => code)).toEqual(['EXECUTIVE_SUMMARY'])
  expect(openers.some(([code, notMet]) => code !== 'EXECUTIVE_SUMMARY' && notMet > 0)).toBe(true)
})

test('each line of the index leads to its own risk', async () => {
  await openPortal(PAGE, client, { [REPORT]: answer(view) })
  const index = within(await screen.findByRole('region', { name: 'Cross-reference index, table' }))
  for (const { code, title } of view.risks) {
    const row = index.getByRole('row', { name: new RegExp(`^Risk: ${title}`, 'i') })
    const [link] = within(row).getAllByRole('link')
    const place = document.getElementById(String(link?.getAttribute('href')).slice(1))
    expect(place === null ? null : within(place).getByRole('heading', { name: title }), code).toBeTruthy()
  }
})

test('the history says when and by whom each version was generated, released and withdrawn, and why', async () => {
  const steps = [
    { step: 'released', at: '2026-02-04T20:52:00.000Z', by: 'Dana Cole', reason: null },
    { step: 'withdrawn', at: '2026-02-05T20:55:00.000Z', by: null, reason: 'A wrong rate' },
  ]
  await openPortal(`${PAGE}?reportType=ExecutiveSummary`, client, {
    [REPORT]: { ...answer(summary), versions: [version(2), { ...version(1), withdrawn: true, steps }] },
  })
  const [current, earlier] = (await screen.findAllByRole('button', { name: /^Version \d$/ }, { timeout: 30_000 })).map((button) =>
    button.closest('li'),
  )
  expect(current?.textContent).not.toContain('ithdrawn')
  expect(earlier?.textContent).toMatch(/^Version 1 · withdrawn/)
  expect([...(earlier?.querySelectorAll('small') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Generated 02/03/2026, 3:00 PM, Ada Quill',
    'Released 02/04/2026, 8:52 PM, Dana Cole',
    'Withdrawn 02/05/2026, 8:55 PM. Reason: A wrong rate.',
  ])
})

test('a summary that is not the caller’s is not there', async () => {
  await openPortal(`${PAGE}?reportType=ExecutiveSummary`, client)
  expect(await screen.findByText(/does not exist, or you do not have access/)).toBeTruthy()
})

test('a review released over open items names them at its head', async () => {
  const items = [{ title: 'Alpha’s feed is missing', policyId: null, subject: null, amounts: null }]
  const released = annualReviewAs(view, { standing: 'released', reason: 'Due on Friday', openItems: 1, items })
  await openPortal(PAGE, client, { [REPORT]: answer(released) })
  const box = within(await screen.findByRole('region', { name: 'Released with 1 open item of December 2025' }, { timeout: 30_000 }))
  expect(box.getByRole('listitem').textContent).toBe('Alpha’s feed is missing')
  expect(box.getByText('Reason for the release: Due on Friday.')).toBeTruthy()
})
