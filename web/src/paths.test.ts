import { expect, test } from 'vitest'
import { paths, safeReturn } from './paths.ts'

test('every address is written by a function', () => {
  expect({
    login: paths.login({ fromPath: '/reports?year=2026' }),
    error: paths.error(403, 'req-7'),
    staff: paths.staffDashboard('2026-10-31'),
    reports: paths.clientReports({ type: 'MBR', year: 2026 }),
    feeds: paths.dataFeeds({ period: '2026-10-31', carrierCode: 'ALD' }),
    feed: paths.dataFeed(31),
    batch: paths.reportBatch(44),
    summary: paths.madeReport(44, 512, 'AssetSummaryReport'),
    generate: paths.generateReports('AssetReport', '2026-10-31'),
  }).toEqual({
    login: '/login?fromPath=%2Freports%3Fyear%3D2026',
    error: '/error/403?reference=req-7',
    staff: '/staff/dashboard?period=2026-10-31',
    reports: '/reports?type=MBR&year=2026',
    feeds: '/data-feeds?period=2026-10-31&carrierCode=ALD',
    feed: '/data-feeds/31',
    batch: '/asset-reporting/44',
    summary: '/summary-asset-reporting/44/report/512',
    generate: '/asset-reporting/generate?period=2026-10-31',
  })
})

test.each([
  ['/reports?year=2026', '/reports?year=2026'],
  ['https://evil.example/x', null],
  ['//evil.example/x', null],
  ['/\\evil.example', null],
  ['javascript:alert(1)', null],
  ['/login', null],
  ['/logout', null],
  [null, null],
])('after sign-in %s leads to %s', (from, target) => {
  expect(safeReturn(from)).toBe(target)
})
