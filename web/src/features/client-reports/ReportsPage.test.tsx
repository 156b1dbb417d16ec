import type { ReportRecord } from '@corridor/contract/report-records.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { clientReports } from '../../test/holdings-fixtures.ts'
import { openPortal } from '../../test/portal.tsx'

const staff = (access: 1 | 2) => buildSession({ userRole: 'b', permissions: [{ code: 'CLIENT_REPORTS', access }] })
const report = (more: Partial<ReportRecord> = {}): ReportRecord => {
  const [first] = clientReports.records
  if (!first) throw new Error('no report among the fixtures')
  return {
    ...first,
    id: 12,
    displayName: 'Board paper',
    institutionName: 'First Coastal Bank',
    origin: 'UPLOADED',
    version: 1,
    safety: 'PASSED',
    readers: 0,
    createdBy: 'Avery Lindgren',
    deletedAt: null,
    deletedBy: null,
    ...more,
  }
}
const listOf = (...records: ReportRecord[]) => ({
  records,
  page: { page: 1, perPage: 25, totalRecords: records.length, sortBy: 'createdAt', sortDirection: 'desc' as const },
})
const choices = {
  'GET /api/reports/choices': { types: [{ code: 'PRE', name: 'Presentation' }], years: [2026] },
  'GET /api/choices/institutions': { records: [] },
}

test('whoever may only look is offered neither uploading nor deleting', async () => {
  await openPortal('/reports', staff(1), { ...choices, 'GET /api/reports': listOf(report()) })
  expect((await screen.findByRole('link', { name: 'Board paper' })).getAttribute('href')).toBe('/reports/12')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Board paper' }))
  expect([screen.queryByRole('link', { name: 'Upload reports' }), screen.queryByRole('button', { name: 'Delete selected' })]).toEqual([
    null,
    null,
  ])
})

test('all that match in the trash are brought back with the number that was shown', async () => {
  const deleted = [1, 2].map((id) =>
    report({ id, displayName: `Paper ${id}`, deletedAt: '2026-11-03T15:00:00.000Z', deletedBy: 'Avery Lindgren' }),
  )
  const list = { ...listOf(...deleted), page: { ...listOf(...deleted).page, totalRecords: 40 } }
  const portal = await openPortal('/reports?tab=trash', staff(2), {
    ...choices,
    'GET /api/reports': list,
    'POST /api/reports/bulk': { done: [1, 2], deactivated: [], refused: [], unchanged: 0 },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Select all 40' }))
  await userEvent.click(screen.getByRole('button', { name: 'Restore selected' }))
  await waitFor(() =>
    expect(portal.asked.find(({ path }) => path === '/api/reports/bulk')?.body).toEqual({
      action: 'restore',
      matching: { deleted: true },
      expected: 40,
    }),
  )
  expect(await screen.findByText('2 reports restored.')).toBeTruthy()
})

test('a released record is read and not changed, and leads to its report', async () => {
  const released = report({ origin: 'RELEASED', sourceBatchId: 4, sourceReportId: 20, safety: 'TRUSTED' })
  await openPortal('/reports/12', staff(2), {
    ...choices,
    'GET /api/reports/12': released,
    'GET /api/reports/12/versions': { records: [] },
    'GET /api/reports/12/openings': { records: [] },
  })
  expect((await screen.findByRole('link', { name: 'Open that report' })).getAttribute('href')).toBe('/asset-reporting/4/report/20')
  for (const name of ['Save', 'Replace file', 'Delete report']) expect(screen.queryByRole('button', { name })).toBeNull()
})
