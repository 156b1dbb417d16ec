import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { expect, test } from 'vitest'
import { renderXlsx } from '../../features/asset-reports/xlsx.ts'
import { sampleSnapshot } from '../../test/sample-snapshot.ts'
import { bytesFrom, offThread } from './off-thread.ts'

const workbooks = new URL('../../features/asset-reports/xlsx.ts', import.meta.url)

test('another thread makes the same bytes, and this one goes on meanwhile', { timeout: 60_000 }, async () => {
  const view = buildAssetReport(sampleSnapshot({ policies: 300 }))
  const making = offThread(workbooks, 'renderXlsx', view)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  const made = bytesFrom(await making)
  clearInterval(timer)
  expect(made.equals(await renderXlsx(view))).toBe(true)
  expect(turns).toBeGreaterThan(5)
})

test('its failure is told here', { timeout: 60_000 }, async () => {
  await expect(offThread(workbooks, 'renderNothing', {})).rejects.toThrow('exports no function renderNothing')
})
