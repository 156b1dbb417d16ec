/** The source of a figure that was entered by hand, in the dialog that a report opens. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { currentSession } from '../kernel/session.ts'
import { buildSession } from '../test/fixtures.ts'
import { Providers, serve } from '../test/portal.tsx'
import { useTracing } from './TracePolicy.tsx'

const byHand = { asOfDate: '2026-10-31', version: 1, status: 'POSTED', cashSurrenderValueCents: 3_700_392, deathBenefitCents: 5_247_800 }
const entered = { restatementReason: 'By its letter', postedAt: '2026-11-04T20:15:00.000Z', postedBy: 'Avery Lindgren' }
const source: ReplyOf<typeof assetReports.tracePolicy>['valuations'][number]['source'] = {
  fileId: 4,
  fileName: 'TH_0826.csv',
  sha256: 'ab'.repeat(32),
  receivedAt: '2026-09-04T20:00:00.000Z',
  sheet: null,
  lineNumber: 72,
  raw: {},
  corrections: [],
  salesforce: null,
}
const value = { ...byHand, ...entered, source: null, bookRow: null }

async function trace(...valuations: ReplyOf<typeof assetReports.tracePolicy>['valuations']) {
  const session = buildSession()
  const reply = { policyId: 9, policyNumber: 'TH-9', carrierCode: 'TAMAR', valuations }
  serve({ 'GET /api/asset-reports/8/reports/70/policies/9': reply }, session)
  currentSession.set(session)
  const Page = () => {
    const { trace, dialog } = useTracing({ calls: assetReports, reportType: 'AssetReport', batch: 8, report: 70 })
    return (
      <>
        <button type="button" onClick={() => trace?.(9)}>
          Trace
        </button>
        {dialog}
      </>
    )
  }
  const router = createRouter({ routeTree: createRootRoute({ component: Page }) })
  await router.load()
  render(<RouterProvider router={router} />, { wrapper: Providers })
  await userEvent.click(await screen.findByRole('button', { name: 'Trace' }))
  return screen.findByRole('dialog', { name: 'Source of policy TH-9' })
}

test('a value that no file brought says who entered it, when and why, and its month is by hand', async () => {
  const dialog = await trace(value, { ...value, asOfDate: '2026-08-31', source })
  expect(dialog.textContent).toMatch(/Entered by hand by Avery Lindgren on 11\/04\/2026, \d+:15 [AP]M\. Reason: By its letter/)
  expect(screen.getAllByRole('row').map(({ lastChild }) => lastChild?.textContent)).toEqual(['From', 'By hand', 'line 72'])
})

test('a value of a file says when it was posted, and when the file was received', async () => {
  const dialog = await trace({ ...value, source, restatementReason: null })
  expect(dialog.textContent).toMatch(/Posted 11\/04\/2026, \d+:15 [AP]M by Avery Lindgren/)
  expect(dialog.textContent).toMatch(/Received 09\/04\/2026, \d+:00 [AP]M\./)
})
