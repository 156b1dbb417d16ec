import { createApiKey, listApiKeys } from '@corridor/contract/api-keys.ts'
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { listOpenings, listTolerances } from '@corridor/contract/audit-settings.ts'
import { auditMovements, auditSummary, listExceptions, policyCountReport } from '@corridor/contract/auditing.ts'
import { getFile, listFiles } from '@corridor/contract/data-feeds.ts'
import { listArrivals } from '@corridor/contract/feed-arrivals.ts'
import { listJobs } from '@corridor/contract/jobs.ts'
import { listDeclaredRates } from '@corridor/contract/rate-table.ts'
import { type Access, type AccessSubject, allows, PERMISSION_CODES, ROLES } from '@corridor/domain/access/access.ts'
import { expect, test } from 'vitest'
import { PATTERNS } from './paths.ts'
import { ROUTES } from './routes.tsx'

const accessOf = (path: string) => ROUTES.find((route) => route.path === path)?.access

test.each([
  [PATTERNS.assetReporting, assetReports.listBatches.access],
  [PATTERNS.assetGenerate, assetReports.generateReports.access],
  [PATTERNS.assetBatch, assetReports.listReports.access],
  [PATTERNS.assetReport, assetReports.getReport.access],
  [PATTERNS.summaryAssetReporting, assetReports.listBatches.access],
  [PATTERNS.summaryAssetGenerate, assetReports.generateReports.access],
  [PATTERNS.summaryAssetBatch, assetReports.listReports.access],
  [PATTERNS.summaryAssetReport, assetReports.getReport.access],
  [PATTERNS.dataFeeds, listFiles.access],
  [PATTERNS.dataFeed, getFile.access],
  [PATTERNS.arrivals, listArrivals.access],
  [PATTERNS.apiKeys, listApiKeys.access],
  [PATTERNS.newApiKey, createApiKey.access],
  [PATTERNS.institutionApiKeys, listApiKeys.access],
  [PATTERNS.newInstitutionApiKey, createApiKey.access],
  [PATTERNS.jobs, listJobs.access],
  [PATTERNS.clientExceptions, auditSummary.access],
  [PATTERNS.cashSurrenderExceptions, auditMovements.access],
  [PATTERNS.policyCount, policyCountReport.access],
  [PATTERNS.beginningYearBalance, listOpenings.access],
  [PATTERNS.yieldExceptions, listExceptions.access],
  [PATTERNS.auditTolerances, listTolerances.access],
  [PATTERNS.rateTable, listDeclaredRates.access],
])('whoever may open %s may also make its call', (path, call: Access) => {
  const page = accessOf(path)
  if (!page) throw new Error(`${path} is not in the route table`)
  const opened = everybody().filter((person) => allows(person, page))
  expect(opened.length).toBeGreaterThan(0)
  expect(opened.filter((person) => !allows(person, call))).toEqual([])
})

test('every path stands in the table once', () => {
  const paths = ROUTES.map((route) => route.path)
  expect(paths).toEqual([...new Set(paths)])
})

/** Each role, with each single permission at each level, and with and without the memberships. */
function everybody(): AccessSubject[] {
  return ROLES.flatMap((userRole) =>
    PERMISSION_CODES.flatMap((code) =>
      ([0, 1, 2] as const).flatMap((access) =>
        [[], ['MBR'], ['SMB']].map((reportTypeCodes) => ({ userRole, permissions: [{ code, access }], reportTypeCodes })),
      ),
    ),
  )
}
