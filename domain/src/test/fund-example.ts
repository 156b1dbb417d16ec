/** The fund behind policy C-3001: four fifths agency securities, wrapped by an insurer. */

import type { SnapshotFund } from '../policies/separate-account-funds.ts'
import { usd } from '../primitives/money.ts'
import { PERIOD, WORKED_POLICIES } from './first-example-bank.ts'

export const fundExample = (overrides: Partial<SnapshotFund> = {}): SnapshotFund => ({
  fundId: 31,
  carrierCode: 'CHARLIE',
  productName: WORKED_POLICIES.find(({ carrierCode }) => carrierCode === 'CHARLIE')?.productName ?? '',
  policyId: null,
  policyNumber: null,
  name: 'Charlie Stable Value Division',
  asOf: PERIOD,
  marketValue: usd(3_880_000),
  bookValue: usd(4_011_285.29),
  wrap: { provider: 'Delta Life', rating: 'A+', weight: 1, feeRate: 0.0018, endsOn: null },
  approach: 'FULL',
  classes: [
    { name: 'Agency mortgage-backed securities', share: 0.8, weight: 0.2, most: 1 },
    { name: 'Corporate bonds', share: 0.15, weight: 1, most: 0.2 },
    { name: 'Cash and deposits', share: 0.05, weight: 0.2, most: 1 },
  ],
  source: 'Statement of the separate account',
  documentDate: null,
  ...overrides,
})
