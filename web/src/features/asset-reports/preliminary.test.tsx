import { formatMoney, usd } from '@corridor/domain/primitives/money.ts'
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { firstExampleBank, WORKED_POLICIES } from '@corridor/domain/test/first-example-bank.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildSession } from '../../test/fixtures.ts'
import { openPortal } from '../../test/portal.tsx'
import { report } from '../../test/report-row.ts'

test('a preliminary report says in its banner and under the figure how much of its value is last month’s', async () => {
  const policies = WORKED_POLICIES.map((policy) =>
    policy.policyId === 1 ? { ...policy, cashSurrenderValue: usd(3_050_000), flags: { ...policy.flags, estimated: true } } : policy,
  )
  const view = buildAssetReport(firstExampleBank({ policies, preliminary: { reason: 'Alpha is late', policyIds: [1] } }))
  await openPortal('/asset-reporting/9/report/5', buildSession(), {
    'GET /api/asset-reports/9/reports/5': { report: report(5, null), version: 1, versions: [], view },
  })
  const carried = '$3,050,000.00 is the value of 11/30/2025 (1 policy)'
  const banner = (await screen.findByText('Preliminary.', {}, { timeout: 30_000 })).closest('p')
  expect(banner?.textContent).toBe(
    `Preliminary. Alpha is late Cash surrender value ${formatMoney(view.totals.cashSurrenderValue)}, of which ${carried}.`,
  )
  expect(screen.getByText(`Of which ${carried}`)).toBeTruthy()
})
