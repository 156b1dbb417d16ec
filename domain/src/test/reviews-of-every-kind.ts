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
}
