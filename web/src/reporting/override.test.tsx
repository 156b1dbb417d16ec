/** A report that was released over open audit errors, in the batch and on its page. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'
import { report } from '../test/report-row.ts'

const GATE = '2 open audit errors: Value fell (PL-1, PL-2).'
const REASON = 'The carrier confirmed both values'
const released = (id: number, more: object) => report(id, GATE, { releasedVersion: 1, releasedAt: '2026-11-04T15:00:00.000Z', ...more })
const overridden = (id: number, openItems: number | null = 2) => released(id, { override: { reason: REASON, openItems } })

test('the batch says with how many open items a report was released, and leads to those that are open; an earlier release without a count says that there were some', async () => {
  const records = [overridden(1), overridden(2, null), released(3, {})]
  await openPortal('/asset-reporting/9', buildSession(), {
    'GET /api/asset-reports/9/reports': {
      records,
      batch: null,
      page: { page: 1, perPage: 50, totalRecords: 3, sortBy: 'reportName', sortDirection: 'asc' },
    },
  })
  const row = async (bank: string) => within(await screen.findByRole('row', { name: new RegExp(bank) }, { timeout: 5000 }))
  const [first, second, third] = [await row('Bank 1'), await row('Bank 2'), await row('Bank 3')]
  expect(first.getByText('2 open items').title).toBe(`Reason for the release: ${REASON}`)
  expect(first.getByRole('link', { name: '2 open audit errors' }).getAttribute('href')).toContain('blocking=errors')
  expect(second.getByText('Open items')).toBeTruthy()
  expect(third.queryByText(/open/i)).toBeNull()
})

test('its page gives staff the reason, what is open still, and the way there; once all is settled the reason alone', async () => {
  const opened = (row: object) =>
    openPortal('/asset-reporting/9/report/5', buildSession(), {
      'GET /api/asset-reports/9/reports/5': { report: row, version: 1, versions: [], view: null },
    })
  const { unmount } = await opened(overridden(5))
  const said = async () => (await screen.findByText('Released with 2 open items.')).parentElement?.textContent
  expect(await said()).toBe(
    `Released with 2 open items. Reason for the release: ${REASON}. Still open: 2 audit errors: Value fell (PL-1, PL-2). Open exceptions of Bank 5`,
  )
  unmount()
  await openPortal('/asset-reporting/9/report/6', buildSession(), {
    'GET /api/asset-reports/9/reports/6': { report: { ...overridden(6), closeGate: null }, version: 1, versions: [], view: null },
  })
  expect((await said())?.trim()).toBe(`Released with 2 open items. Reason for the release: ${REASON}.`)
})
