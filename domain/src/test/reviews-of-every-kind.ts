/** Annual reviews of every kind: of banks and of corporations, with all that can be on file and with as little as can be. */
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import { isReviewSectionCode } from '../reports/annual-review/outline.ts'
import type { AnnualReviewSnapshot } from '../reports/annual-review/snapshot.ts'
import { fundExample } from './fund-example.ts'
import { BOARD, reviewExample } from './review-example.ts'

const example = reviewExample()
export const toldReview: AnnualReviewSnapshot = {
  ...example,
  board: { ...BOARD, maxSalaryMultiple: 12 },
  capital: example.capital.map((row) => ({ ...row, tier2: usd(4_000_000), total: usd(66_000_000) })),
  state: {
    stateCode: 'CO',
    stateName: 'Colorado',
    taxName: 'Income tax',
    figuresYear: 2025,
    source: 'Invented',
    reviewedOn: null,
    perCarrier: 0.1,
    aggregate: 0.2,
    basis: 'TIER1_PLUS_ACL',
    approvalRequired: null,
    insurableInterestStatute: null,
    consentType: null,
  },
  charges: (['ALPHA', 'BRAVO', 'CHARLIE'] as const).map((carrierCode) => ({
    yearEnd: plainDate('2025-12-31'),
    carrierCode,
    interest: usd(180_000),
    costOfInsurance: usd(12_000),
    expense: usd(3_000),
    incomplete: false,
  })),
  carriers: example.carriers.map((carrier) => ({
    ...carrier,
    financials: [{ year: 2024, assets: usd(1_000_000_000), surplus: usd(90_000_000), riskBasedCapitalRatio: 4.1, source: 'Statement' }],
  })),
  ended: (['DEATH_PAID', 'SURRENDERED'] as const).map((status, index) => ({
    policyId: 90 + index,
    policyNumber: `A-90${index}`,
    carrierCode: 'ALPHA',
    insuredId: 1,
    insuredName: 'Ford, Fay',
    issueDate: plainDate('2016-06-15'),
    status,
    endedOn: plainDate('2024-03-15'),
    modifiedEndowment: true,
    costBasis: usd(400_000),
    institutionShare: usd(1_000_000),
    values: [
      { date: plainDate('2023-12-31'), cashSurrenderValue: usd(480_000), deathBenefit: usd(1_100_000), institutionShare: usd(1_000_000) },
    ],
    flows: [
      {
        date: plainDate('2024-03-15'),
        type: status === 'DEATH_PAID' ? ('DEATH_CLAIM' as const) : ('SURRENDER' as const),
        amount: usd(485_000),
      },
    ],
  })),
  splitDollar: [
    {
      agreementId: 1,
      type: 'ENDORSEMENT',
      benefitFormula: 'PCT_OF_NAR',
      rateBasis: 'TABLE_2001',
      survivesTermination: false,
      effectiveDate: plainDate('2012-09-30'),
    },
  ],
  peers: {
    reportDate: plainDate('2025-12-31'),
    source: 'INVENTED',
    banks: 4,
    own: bank(1, 14_000_000),
    sizeGroup: '$500 million to $1 billion',
    stateCode: null,
    group: [bank(2, 9_000_000), bank(3, 12_000_000), bank(4, 17_000_000)],
  },
}
function bank(idRssd: number, lifeInsurance: number) {
  const [totalAssets, tier1, totalCapital] = [usd(650_000_000), usd(60_000_000), usd(66_000_000)]
  return { idRssd, name: `BANK ${idRssd}`, stateCode: 'CO', totalAssets, lifeInsurance: usd(lifeInsurance), tier1, totalCapital }
}

const { site } = example.asset
const liabilities = ['2024-12-31', '2025-12-31'].map((asOf) => ({
  asOf: plainDate(asOf),
  liability: usd(15_000_000),
  source: 'Administrator',
  hedges: [{ fund: 'Notional index', notional: usd(9_000_000) }],
}))
const plans = toldReview.plans.map((plan) => ({ ...plan, type: 'NQDC_COLI', liabilities }))
const funds = [fundExample({ bookValue: usd(3_900_000) })]
const sevenPay = (startsOn: string, statedOn: string, paid: number | null) => ({
  periods: [
    {
      startsOn: plainDate(startsOn),
      annualPremium: usd(400_000),
      paid: paid === null ? null : usd(paid),
      statedOn: plainDate(statedOn),
      source: 'Carrier',
    },
  ],
  reportedBasis: null,
  isInitialAssumed: false,
})
const policies = toldReview.policies.map((policy, index) => {
  const periods = [sevenPay('2016-06-15', '2016-06-15', null), sevenPay('2021-01-01', '2024-12-31', 700_000)][index] ?? null
  const flows = [...policy.flows, { date: plainDate('2025-03-01'), type: 'WITHDRAWAL' as const, amount: usd(1_000) }]
  const values = [9, 10].map((year) => ({ year, value: usd(1_000_000 + year * 100_000) }))
  const illustration = { illustratedOn: plainDate('2016-06-01'), yield: index === 0 ? 0.04 : null, values, source: 'Carrier' }
  return { ...policy, flows, sevenPay: periods, ...(index < 2 ? { illustration } : {}) }
})
const sections = toldReview.texts.configuration.sections.map((section) =>
  isReviewSectionCode(section.code) && section.code === 'APPENDICES' ? { ...section, on: false } : section,
)
export const bareReview = { ...toldReview, texts: { ...toldReview.texts, configuration: { ...toldReview.texts.configuration, sections } } }

/** People who died on the last day before the year, on its first and on its last; one of unknown sex, one of unknown age. */
const aroundTheYear: AnnualReviewSnapshot = {
  ...toldReview,
  insureds: toldReview.insureds.map((insured, index) => ({
    ...insured,
    dateOfDeath: [null, plainDate('2024-12-31'), plainDate('2025-01-01'), plainDate('2025-12-31'), null][index] ?? null,
    gender: index === 3 ? null : insured.gender,
    age: index === 4 ? null : insured.age,
    annualCompensation: index === 1 ? null : insured.annualCompensation,
    stateOfResidence: ['CO', 'NY', null, 'CO', 'OH'][index] ?? null,
  })),
  ended: ['2024-12-31', '2025-01-01', '2025-12-31'].flatMap((endedOn, index) =>
    toldReview.ended.map((policy) => ({ ...policy, policyId: policy.policyId + 10 * index, endedOn: plainDate(endedOn) })),
  ),
}
/** A policy without a value of the year before, one issued in the year, two plans, carriers lowered, watched, withdrawn and of unequal strength. */
const withGaps: AnnualReviewSnapshot = {
  ...toldReview,
  plans: plans.flatMap((plan) => [plan, { ...plan, planId: 2, name: 'Deferred compensation 2018', rabbiTrust: true }]),
  policies: toldReview.policies.map((policy, index) => ({
    ...policy,
    planId: index < 3 ? policy.planId : 2,
    values: index === 1 ? [] : policy.values,
    surrenderCharge: [usd(0), null, usd(12_000), usd(0), usd(500)][index] ?? null,
    loanBalance: index === 2 ? usd(10_000) : policy.loanBalance,
    issueState: ['CO', 'NY', 'OH', 'CO', null][index] ?? null,
    isAcquired: index === 4,
    acquiredOn: index === 4 ? plainDate('2021-07-01') : null,
  })),
  carriers: toldReview.carriers.map((carrier, index) => ({
    ...carrier,
    activeInMarket: index !== 2,
    ratings: [
      ...carrier.ratings.map((rating) => ({ ...rating, rating: 'A+', effectiveDate: plainDate('2021-06-01') })),
      ...carrier.ratings.map((rating) => ({
        ...rating,
        rating: ['A', 'A+', 'B++'][index] ?? 'A',
        outlook: (['NEGATIVE', 'STABLE', 'POSITIVE'] as const)[index] ?? null,
        watch: index === 2,
        action: ['DOWNGRADED', 'AFFIRMED', 'WITHDRAWN'][index] ?? null,
      })),
      { agency: 'SP' as const, rating: 'AA-', outlook: null, watch: false, action: null, effectiveDate: plainDate('2024-03-01') },
      ...[60, 88].map((score, place) => ({
        agency: 'COMDEX' as const,
        rating: String(score + index),
        outlook: null,
        watch: false,
        action: null,
        effectiveDate: plainDate(place === 0 ? '2023-03-01' : '2025-03-01'),
      })),
    ],
    financials: [2022, 2023, 2024].slice(index).map((year) => ({
      year,
      assets: usd(900_000_000 + year * 10_000),
      surplus: usd(90_000_000 - index * 40_000_000),
      riskBasedCapitalRatio: index === 1 ? null : 4.1 - index,
      source: 'Statement',
    })),
  })),
  capital: toldReview.capital.slice(-1),
  exceptions: [
    { check: 'client-exceptions', severity: 'error', found: 3, cleared: 1 },
    { check: 'client-exceptions', severity: 'warning', found: 1, cleared: 1 },
  ],
}

export const REVIEWS_OF_EVERY_KIND: Readonly<Record<string, AnnualReviewSnapshot>> = {
  'all on file': toldReview,
  'the example': example,
  'a corporation': { ...toldReview, asset: { ...toldReview.asset, site: { ...site, portalLabel: 'COLI' } } },
  'a corporation with a plan and funds': {
    ...toldReview,
    plans,
    asset: { ...toldReview.asset, funds, site: { ...site, portalLabel: 'COLI' } },
  },
  'a plan and funds': { ...toldReview, plans, asset: { ...toldReview.asset, funds } },
  'seven-pay periods and illustrations': { ...toldReview, policies },
  'no tax, capital or limits': { ...toldReview, asset: { ...toldReview.asset, tax: null, capital: null, limits: null }, capital: [] },
  'no appendix': bareReview,
  'deaths around the year': aroundTheYear,
  'gaps, two plans and carriers on watch': withGaps,
}
