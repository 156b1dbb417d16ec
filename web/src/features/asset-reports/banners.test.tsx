import { formatMoney, usd } from '@corridor/domain/primitives/money.ts'
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { assetReportAs } from '@corridor/domain/reports/asset-report/controls-view.ts'
import { firstExampleBank, WORKED_POLICIES } from '@corridor/domain/test/first-example-bank.ts'
import { screen, within } from '@testing-library/react'
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

test('a report released over open items names them once at its head; beside that staff read what is open still, and the way there', async () => {
  const items = [
    { title: 'Value fell', policyId: 1, subject: 'policy A-1001 (Alpha)', amounts: null },
    { title: 'Bravo’s feed is missing', policyId: null, subject: null, amounts: null },
  ]
  const release = { standing: 'released', reason: 'The bank closes early', openItems: 2, items } as const
  const view = assetReportAs(buildAssetReport(firstExampleBank()), release)
  const row = report(5, '1 open audit error: Value fell (A-1001).', {
    releasedVersion: 1,
    releasedAt: '2026-11-04T15:00:00.000Z',
    override: { reason: release.reason, openItems: 2 },
  })
  const opened = (id: number, settled: object = {}) =>
    openPortal(`/asset-reporting/9/report/${id}`, buildSession(), {
      [`GET /api/asset-reports/9/reports/${id}`]: { report: { ...row, ...settled }, version: 1, versions: [], view },
    })
  const { unmount } = await opened(6)
  const box = within(await screen.findByRole('region', { name: 'Released with 2 open items' }, { timeout: 30_000 }))
  expect(box.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Value fell, policy A-1001 (Alpha).',
    'Bravo’s feed is missing.',
  ])
  expect(box.getByText('Reason for the release: The bank closes early.')).toBeTruthy()
  expect(screen.getAllByText(/The bank closes early/)).toHaveLength(1)
  expect(screen.getByText('Still open:').parentElement?.textContent).toBe(
    'Still open: 1 audit error: Value fell (A-1001). Open exceptions of Bank 5',
  )
  // On paper both would say the same.
  expect(screen.getByText('Still open:').parentElement?.hasAttribute('data-no-print')).toBe(true)
  unmount()
  await opened(7, { closeGate: null })
  expect(await screen.findByRole('region', { name: 'Released with 2 open items' })).toBeTruthy()
  expect(screen.queryByText('Still open:')).toBeNull()
})

test('a report that was withdrawn says by whom, when and why above all that speaks for it', async () => {
  const withdrawn = 'Withdrawn by Avery Lindgren on 11/04/2026. Reason: Carrier corrects a value.'
  const changes = { releasedVersion: 1, releasedAt: '2026-11-04T15:00:00.000Z', withdrawnAt: '2026-11-04T16:00:00.000Z', withdrawn }
  await openPortal('/asset-reporting/9/report/5', buildSession(), {
    'GET /api/asset-reports/9/reports/5': {
      report: report(5, null, changes),
      version: 1,
      versions: [],
      view: assetReportAs(buildAssetReport(firstExampleBank()), { standing: 'withdrawn', reason: null }),
    },
  })
  expect((await screen.findByText(withdrawn, {}, { timeout: 30_000 })).getAttribute('role')).toBe('status')
})

test('above pending claims stands when their gain is recorded', async () => {
  const example = firstExampleBank()
  const claim = {
    policyNumber: 'A-1001',
    carrierCode: 'ALPHA',
    insuredName: 'Ames, Ada',
    dateOfDeath: example.priorPeriod,
    status: 'DEATH_CLAIM_PENDING',
    deathBenefit: usd(6_900_000),
    institutionShare: usd(6_400_000),
  }
  const view = buildAssetReport({ ...example, activity: { ...example.activity, claims: [claim] } })
  await openPortal('/asset-reporting/9/report/7', buildSession(), {
    'GET /api/asset-reports/9/reports/7': { report: report(7, null), version: 1, versions: [], view },
  })
  expect(await screen.findByText(view.claimsLead ?? '', {}, { timeout: 30_000 })).toBeTruthy()
  expect(screen.getAllByText('3,340,293.48').length).toBeGreaterThan(0)
})

test('a report whose exceptions were decided since says so on its page, with the way to make it again, and not on paper', async () => {
  const text =
    '1 exception was decided after this report was generated; its controls still show it open. Regenerate it to print the decisions.'
  await openPortal('/asset-reporting/9/report/5', buildSession(), {
    'GET /api/asset-reports/9/reports/5': {
      report: report(5, null, { outdatedControls: text, can: ['release', 'regenerate'] }),
      version: 1,
      versions: [],
      view: buildAssetReport(firstExampleBank()),
    },
  })
  const said = await screen.findByText(text, { exact: false }, { timeout: 30_000 })
  expect(said.hasAttribute('data-no-print')).toBe(true)
  expect(within(said).getByRole('button', { name: 'Regenerate' })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Regenerate' }), 'offered once').toHaveLength(1)
})
