import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession } from '../test/fixtures.ts'
import { openPortal, refusal } from '../test/portal.tsx'

const institution = {
  id: 1,
  name: 'First Coastal Bank',
  city: 'Haven Point',
  stateCode: 'SC',
  subsidary_id: null,
  subsidiaryName: null,
  policyCount: 96,
  policiesWithoutValue: 0,
  quarterEnds: true,
  existing: { reportId: 3, batchId: 12, status: 'Generating', currentVersion: 1, released: true, shown: 'Generating', incomplete: null },
  closeGate: null,
}
const beingMade = {
  batchId: 12,
  batchName: 'Asset Reports, September 2026',
  reportType: 'AssetReport',
  since: '2026-10-06T14:32:10.000Z',
  askedBy: null,
  total: 14,
  remaining: 9,
}
const stats = (remaining: number) => ({ Ready: 14 - remaining, remaining, scheduled: 0, failed: 0, canceled: 0, released: 0, total: 14 })
const batch = (remaining: number) => ({
  records: [],
  page: { page: 1, perPage: 1, totalRecords: 14, sortBy: 'reportName', sortDirection: 'asc' },
  batch: {
    id: 12,
    batchName: beingMade.batchName,
    reportType: 'AssetReport',
    period: '2026-09-30',
    year: 2026,
    month: 9,
    isQuarterly: false,
    hold: false,
    stats: stats(remaining),
    createdBy: '',
    createdAt: beingMade.since,
    completedAt: null,
  },
})

async function askAnew(remaining: number) {
  const portal = await openPortal('/asset-reporting/generate?period=2026-09-30', buildSession(), {
    'GET /api/asset-reports/institutions': {
      records: [institution],
      currentPeriod: '2026-09-30',
      otherYears: [],
      completePeriod: '2026-09-30',
      values: { latest: '2026-09-30', complete: '2026-09-30' },
      today: '2026-10-06',
    },
    'GET /api/asset-reports/12/reports': batch(remaining),
    'POST /api/asset-reports': refusal(409, {
      code: 'already_running',
      message: 'These reports are already being generated: batch 12.',
      meta: { beingMade: [beingMade] },
    }),
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Regenerate existing reports/ }, { timeout: 5000 }))
  await userEvent.click(screen.getByRole('button', { name: 'Generate 1 report' }))
  return portal
}

test('who asks anew for what is being made reads since when and how many are left, and finds the batch', async () => {
  await askAnew(5)
  const link = await screen.findByRole('link', { name: 'Asset Reports, September 2026' })
  expect(link.getAttribute('href')).toBe('/asset-reporting/12')
  const notice = within(link.closest('[role=status]') ?? document.body)
  expect(notice.getByText(/are already being generated\. Requested on 10\/06\/2026/)).toBeTruthy()
  // How far it is now, not when it was refused.
  await expect.poll(() => notice.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('9 of 14 generated, 5 remaining')
  expect(screen.queryByText(/^Error:/)).toBeNull()
})

test('once they are made it says so', async () => {
  await askAnew(0)
  expect(await screen.findByText(/are done\. Generate them again now\./)).toBeTruthy()
})
