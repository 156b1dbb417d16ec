/** An annual review of First Example Bank at December 31, 2025: five policies, three carriers, its capital and tax rates. */

import { cents, usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { defaultReviewTexts } from '../reports/annual-review/outline.ts'
import type { ReviewAnswers } from '../reports/annual-review/questionnaire-answers.ts'
import type { AnnualReviewSnapshot, ReviewInsured, ReviewPolicy } from '../reports/annual-review/snapshot.ts'
import { firstExampleBank, PERIOD, WORKED_POLICIES, YEAR_START } from './first-example-bank.ts'

const RETIRED = 5
const UNSIGNED = 4

/** As in the worked example of Form 8925: the insured of C-3001 retired in 2024, and the consent for B-2002 was signed fourteen days after issue. */
export function reviewExample(overrides: Partial<AnnualReviewSnapshot> = {}): AnnualReviewSnapshot {
  const yearEnds = ['2020-12-31', '2021-12-31', '2022-12-31', '2023-12-31', '2024-12-31', '2025-12-31'].map(plainDate)
  return {
    schema: 1,
    kind: 'AnnualBoliReview',
    asset: firstExampleBank(),
    institution: { type: 'BANK', charter: 'NATIONAL', regulator: 'OCC', isCommunityBankLeverageRatio: false, stateCode: 'CO' },
    yearEnds,
    capital: [
      capital('2024-12-31', 57_000_000, 5_200_000, 620_000_000),
      { ...capital('2025-12-31', 60_000_000, 5_400_000, 650_000_000), asOf: plainDate('2025-09-30') },
    ],
    board: null,
    state: null,
    plans: [
      {
        planId: 1,
        name: 'Cost recovery 2012',
        type: 'BOLI_COST_RECOVERY',
        purpose: 'Recovers the cost of employee benefits',
        effectiveDate: plainDate('2012-09-30'),
        benefitExpense: usd(900_000),
        rabbiTrust: false,
      },
    ],
    carriers: (
      [
        ['ALPHA', 'Alpha', 'A+'],
        ['BRAVO', 'Bravo', 'A'],
        ['CHARLIE', 'Charlie', 'A'],
      ] as const
    ).map(([code, shortName, rating]) => ({
      code,
      shortName,
      legalName: `${shortName} Life Insurance Company`,
      domicileState: 'IA',
      companyType: 'STOCK',
      activeInMarket: true,
      ratings: [
        {
          agency: 'AM_BEST' as const,
          rating,
          outlook: 'STABLE' as const,
          watch: false,
          action: 'AFFIRMED',
          effectiveDate: plainDate('2025-06-01'),
        },
      ],
      financials: [],
    })),
    products: [
      product(1, 'ALPHA', 'GENERAL', 0.02),
      product(2, 'BRAVO', 'HYBRID', 0.02),
      { ...product(3, 'CHARLIE', 'SEPARATE', 0), rateMethod: 'TOTAL_RETURN' },
    ],
    policies: WORKED_POLICIES.map(
      (policy): ReviewPolicy => ({
        policyId: policy.policyId,
        productId: { ALPHA: 1, BRAVO: 2, CHARLIE: 3 }[policy.carrierCode] ?? 0,
        planId: 1,
        subsidiaryName: null,
        issueState: 'CO',
        faceAmount: policy.deathBenefit,
        modifiedEndowment: true,
        section1035: null,
        acquiredOn: null,
        isAcquired: false,
        agreementId: policy.insuredShare > 0 ? policy.policyId : null,
        surrenderCharge: cents(0),
        loanBalance: cents(0),
        marketValue: policy.accountType === 'SEPARATE' ? usd(3_880_000) : null,
        values: [
          {
            date: YEAR_START,
            cashSurrenderValue: policy.balances[0]?.cashSurrenderValue ?? cents(0),
            deathBenefit: policy.deathBenefit,
            institutionShare: cents(policy.deathBenefit - policy.insuredShare),
          },
        ],
        flows: [{ date: policy.issueDate, type: 'PREMIUM', amount: policy.costBasis }],
      }),
    ),
    ended: [],
    insureds: WORKED_POLICIES.map(({ insuredId, insuredName, issueDate, deathBenefit }, index): ReviewInsured => {
      const signed = insuredId === UNSIGNED ? plainDate('2019-03-15') : issueDate
      return {
        insuredId,
        personId: insuredId,
        name: insuredName,
        role: 'OFFICER',
        employmentStatus: insuredId === RETIRED ? 'RETIRED' : 'ACTIVE',
        statusDate: insuredId === RETIRED ? plainDate('2024-06-30') : null,
        dateOfDeath: null,
        age: [54, 51, 58, 49, 66][index] ?? null,
        gender: index % 2 === 0 ? 'F' : 'M',
        annualCompensation: usd(691_000),
        stateOfResidence: 'CO',
        consents: [
          {
            noticeDate: signed,
            consentDate: signed,
            maxFaceDisclosed: deathBenefit,
            maxFaceSalaryMultiple: null,
            continueAfterTermination: true,
            beneficiaryDisclosed: true,
            keptAt: 'Vault 2',
          },
        ],
      }
    }),
    charges: [],
    splitDollar: [],
    exceptions: [{ check: 'client-exceptions', severity: 'error', found: 3, cleared: 3 }],
    filesPosted: 36,
    form8925: null,
    answers: null,
    peers: null,
    texts: defaultReviewTexts('BOLI'),
    ...overrides,
  }
}

const capital = (yearEnd: string, tier1: number, allowance: number, totalAssets: number) => ({
  yearEnd: plainDate(yearEnd),
  asOf: plainDate(yearEnd),
  tier1: usd(tier1),
  allowance: usd(allowance),
  tier2: null,
  total: null,
  totalAssets: usd(totalAssets),
  source: 'CALL_REPORT',
})

const product = (
  productId: number,
  carrierCode: string,
  accountType: 'GENERAL' | 'HYBRID' | 'SEPARATE',
  guaranteedMinimumRate: number,
) => ({
  productId,
  carrierCode,
  name: `${carrierCode} ${accountType.toLowerCase()}`,
  accountType,
  rateMethod: 'PORTFOLIO' as const,
  guaranteedMinimumRate,
  stableValueWrap: accountType === 'SEPARATE',
  rates: [{ from: PERIOD, rate: 0.04 }],
})

/** Limits of a board that set none of its own. */
export const BOARD = {
  effectiveFrom: plainDate('2025-01-01'),
  perCarrier: 0.15,
  aggregate: 0.25,
  basis: 'TIER1' as const,
  minimums: {},
  minComdex: null,
  maxSalaryMultiple: null,
  approvedOn: null,
  nextReviewOn: null,
}

/** A questionnaire that was returned and answers nothing. */
export const ANSWERS: ReviewAnswers = {
  returnedOn: plainDate('2026-01-20'),
  benefitExpense: [],
  boardReviewedOn: null,
  policyApprovedOn: null,
  independentReviewOn: null,
  form8925FiledOn: null,
  said: {},
  elsewhere: [],
  managementConcludes: null,
}
