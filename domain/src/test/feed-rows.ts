/** For tests: a policy of the book in December 2025, after November at 3,050,000.00, which earned 3.75 % net of charges. */

import { NO_FLOWS } from '../data-feeds/movements.ts'
import type { PolicyFacts } from '../data-feeds/row.ts'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'

export const POLICY: PolicyFacts = {
  policyStatus: 'IN_FORCE',
  issueDate: plainDate('2012-03-15'),
  faceAmount: usd(6_900_000),
  productName: 'General UL',
  dateOfBirth: plainDate('1960-05-05'),
  gender: 'F',
  isModifiedEndowment: true,
  cannotFall: true,
  insuredShare: null,
  deathBenefitOption: 'A',
  prior: {
    cashSurrenderValue: usd(3_050_000),
    deathBenefit: usd(6_900_000),
    accountValueEnd: null,
    surrenderCharge: null,
    grossRate: 0.041,
  },
  before: { cashSurrenderValue: usd(3_050_000 / (1 + (0.0375 * 30) / 365)), surrenderCharge: null },
  priorFlows: { in: usd(0), out: usd(0) },
  othersHavePrior: true,
  recorded: NO_FLOWS,
  usual: null,
  costBasis: null,
  hasFaceChange: false,
}
