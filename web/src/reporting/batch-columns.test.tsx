import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../test/fixtures.ts'
import { openPortal } from '../test/portal.tsx'
import { report } from '../test/report-row.ts'

const open = (records: readonly object[]) =>
  openPortal('/asset-reporting/9', buildSession(), {
    'GET /api/asset-reports/9/reports': {
      records,
      batch: null,
      page: { page: 1, perPage: 50, totalRecords: records.length, sortBy: 'reportName', sortDirection: 'asc' },
    },
  })
const listed = async () => within(await screen.findByRole('table', { name: 'Reports of the batch' }, { timeout: 5000 }))

test('the file of a batch asks for the status and the version as the page shows them', async () => {
  const { asked } = await open([report(1, 'Stonemarch’s feed is missing.')])
  fireEvent.click(await screen.findByRole('button', { name: 'Export' }))
  fireEvent.click(screen.getByRole('button', { name: 'Excel workbook (XLSX)' }))
  const columns = asked.find(({ query }) => query.get('format') === 'xlsx')?.query.getAll('columns') ?? []
  expect(columns).toEqual(
    expect.arrayContaining(['shown.status:Status', 'shown.version:Version', 'releasedAt:Released', 'withdrawnAt:Withdrawn']),
  )
  expect(columns.filter((column) => /^(status|currentVersion)/.test(column))).toEqual([])
})

test('what was withdrawn is not called released, also once a newer version was generated', async () => {
  const before = { releasedVersion: 1, releasedAt: '2026-11-27T15:00:00.000Z' }
  const withdrawn = { ...before, currentVersion: 2, withdrawnAt: '2026-11-28T15:00:00.000Z' }
  await open([report(1, null, before), report(2, null, withdrawn), report(3, null)])
  const rows = (await listed()).getAllByRole('row', { name: /Bank/ })
  expect(rows.map((row) => [...row.querySelectorAll('td')].at(-1)?.textContent)).toEqual(['11/27/2026', 'Withdrawn 11/28/2026', '-'])
})

test('a report whose status says that it was withdrawn does not say so twice', async () => {
  const day = '2026-11-28T15:00:00.000Z'
  await open([report(1, null, { releasedVersion: 1, releasedAt: day, withdrawnAt: day })])
  const [row] = (await listed()).getAllByRole('row', { name: /Bank 1/ })
  expect(row?.textContent.match(/withdrawn/gi)).toHaveLength(1)
  expect([...(row?.querySelectorAll('td') ?? [])].at(-1)?.textContent).toBe('Until 11/28/2026')
})

test('policies, cash surrender value and increase of a batch have a total', async () => {
  const figures = { policyCount: 3, totalCashSurrenderValueCents: 100_00, monthlyIncreaseCents: 1_25 }
  await open([report(1, null, figures), report(2, null, { ...figures, policyCount: 4, monthlyIncreaseCents: null })])
  const total = (await listed()).getByRole('rowheader', { name: 'Total of all 2 reports' }).closest('tr')
  const cells = [...(total?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent).filter((text) => text !== '')
  expect(cells).toEqual(['7', '200.00', '1.25'])
})

test('the batches of the newest period stand first, whenever they were requested', async () => {
  const { asked } = await openPortal('/asset-reporting', buildSession(), {
    'GET /api/asset-reports': { records: [], page: { page: 1, perPage: 50, totalRecords: 0, sortBy: 'period', sortDirection: 'desc' } },
  })
  const listed = () => asked.find(({ path, query }) => path === '/api/asset-reports' && query.get('take') !== '1')?.query
  await expect.poll(listed, { timeout: 5000 }).toBeDefined()
  expect([listed()?.get('sort'), listed()?.get('desc')]).toEqual(['period', 'true'])
})
