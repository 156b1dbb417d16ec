/** The figures of a client's dashboard beside those of the report that was released to it. */
import { boliChart } from '@corridor/contract/charts.ts'
import { limitsChart, monthEntries } from '@corridor/contract/dashboard.ts'
import type { AssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { expect } from 'vitest'
import type { TestServer } from './call.ts'

/** The client's dashboard reads the released snapshot with the functions of the report. */
export async function compareWithDashboard(
  server: TestServer,
  { limitTests, ledger, totals }: AssetReportView,
  client: string,
): Promise<void> {
  const limits = (await server.callAs(client, limitsChart, {})).body.lines
  expect(
    limits.map(({ key, cashSurrenderValueCents, headroomCents, ratio }) => [key, cashSurrenderValueCents, headroomCents, ratio]),
  ).toEqual(limitTests.map(({ key, cashSurrenderValue, headroom, ratio }) => [key, cashSurrenderValue, headroom, ratio]))
  const [entries] = (await server.callAs(client, monthEntries, {})).body.reports
  expect([entries?.entries, entries?.debitsCents, entries?.creditsCents]).toEqual([
    ledger.entries.length,
    ledger.totalDebits,
    ledger.totalCredits,
  ])
  const { highlights } = (await server.callAs(client, boliChart, {})).body
  expect([highlights?.cashSurrenderValueCents, highlights?.policies]).toEqual([totals.cashSurrenderValue, totals.policies])
}
