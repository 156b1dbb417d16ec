import { type ShownReport, shownStatus } from '@corridor/domain/reports/statuses.ts'

/** A report of a batch as its list has it: generated, and released to nobody, but for what is changed; shown as the server shows such a one. */
export function report(id: number, closeGate: string | null, changes: Partial<ShownReport> & Readonly<Record<string, unknown>> = {}) {
  const row = { ...generated(id, closeGate), ...changes }
  return { ...row, shown: { status: shownStatus(row), version: row.currentVersion } }
}

const generated = (id: number, closeGate: string | null) => ({
  id,
  batchId: 9,
  institutionId: id,
  institutionName: `Bank ${id}`,
  subsidary_id: null,
  subsidiaryName: null,
  reportName: `Bank ${id}`,
  reportDisplayName: `Bank ${id}`,
  reportType: 'AssetReport',
  period: '2026-10-31',
  statementDate: '2026-10-31',
  isQuarterly: false,
  createdAt: '2026-11-03T15:00:00.000Z',
  completedAt: '2026-11-03T15:00:10.000Z',
  status: 'Ready' as const,
  spinner: false,
  failureCode: null,
  failureReason: null,
  failurePolicies: null,
  currentVersion: 1,
  releasedVersion: null,
  releasedAt: null,
  releasedBy: null,
  withdrawnAt: null,
  withdrawn: null,
  preliminary: false,
  incomplete: null,
  override: null,
  outdatedSince: null,
  outdatedControls: null,
  closeGate,
  can: ['release'],
  totalCashSurrenderValueCents: 0,
  totalDeathBenefitCents: 0,
  totalIncreaseCents: 0,
})
