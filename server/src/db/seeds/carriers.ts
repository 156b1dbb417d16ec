/** Eight invented carriers, their products and what the rating agencies said of them. Any likeness to a real company is unintended and tested against. */
import { type PlainDate, plainDate } from '@corridor/domain/period.ts'
import type { Row } from './rows.ts'

/** How a product credits and charges: what the declared rates and the monthly roll-forward are computed from. */
export interface ProductTerms {
  id: number
  carrierCode: string
  productName: string
  accountType: 'GENERAL' | 'SEPARATE' | 'HYBRID'
  policyForm: 'UL' | 'VUL' | 'WL' | 'SPWL'
  rateMethod: 'PORTFOLIO' | 'NEW_MONEY' | 'TOTAL_RETURN'
  guaranteedMinimumRate: number
  stableValueWrap: boolean
  /** Years in which it was sold, both included. */
  soldFrom: number
  soldTo: number
  /** What the carrier keeps of the yield of its assets. */
  spread: number
  /** Average life of the assets behind it: how slowly the credited rate follows the market. */
  smoothingMonths: number
  resets: 'QUARTERLY' | 'JANUARY' | 'JULY'
  /** Cost of insurance as a multiple of the mortality law: experience plus the carrier's load. */
  mortalityScale: number
  /** Mortality and expense risk, fund and wrap fees, as a fraction of account value a year. */
  annualExpense: number
  monthlyFeeCents: number
  /** Of the initial premium, running off in equal monthly steps. */
  surrenderCharge: { fraction: number; months: number } | undefined
}

export interface CarrierTerms {
  code: string
  legalName: string
  shortName: string
  groupName: string
  domicileState: string
  companyType: 'STOCK' | 'MUTUAL' | 'MUTUAL_HOLDING'
  feedDueBusinessDay: number
  activeInMarket: boolean
  /** BOLI and COLI never mix on a report, and each of these carriers serves one of the two markets. */
  siteId: 1 | 2
  affirmedIn: number
  ratings: Partial<Record<'AM_BEST' | 'SP' | 'MOODYS' | 'FITCH', string>> & { COMDEX: number }
}

export const CARRIERS: readonly CarrierTerms[] = [
  {
    code: 'TAMAR',
    legalName: 'Tamarack Hollow Mutual Life Insurance Company',
    shortName: 'Tamarack Hollow',
    groupName: 'Tamarack Hollow Group',
    domicileState: 'WI',
    companyType: 'MUTUAL',
    feedDueBusinessDay: 3,
    activeInMarket: true,
    siteId: 1,
    affirmedIn: 5,
    ratings: { AM_BEST: 'A++', SP: 'AA+', MOODYS: 'Aa2', FITCH: 'AA+', COMDEX: 98 },
  },
  {
    code: 'HALCY',
    legalName: 'Halcyon Ridge Life Insurance Company',
    shortName: 'Halcyon Ridge',
    groupName: 'Halcyon Ridge Financial',
    domicileState: 'NE',
    companyType: 'STOCK',
    feedDueBusinessDay: 5,
    activeInMarket: false,
    siteId: 1,
    affirmedIn: 6,
    ratings: { AM_BEST: 'A', SP: 'A', MOODYS: 'A2', COMDEX: 80 },
  },
  {
    code: 'CORVA',
    legalName: 'Corvane Life and Annuity Company',
    shortName: 'Corvane',
    groupName: 'Corvane Holdings',
    domicileState: 'CT',
    companyType: 'STOCK',
    feedDueBusinessDay: 4,
    activeInMarket: true,
    siteId: 1,
    affirmedIn: 3,
    ratings: { AM_BEST: 'A+', SP: 'AA-', MOODYS: 'Aa3', FITCH: 'AA-', COMDEX: 94 },
  },
  {
    code: 'STONE',
    legalName: 'Stonemarch Life Assurance Company',
    shortName: 'Stonemarch',
    groupName: 'Stonemarch Group',
    domicileState: 'IA',
    companyType: 'STOCK',
    feedDueBusinessDay: 5,
    activeInMarket: true,
    siteId: 1,
    affirmedIn: 9,
    ratings: { AM_BEST: 'A', SP: 'A+', MOODYS: 'A1', FITCH: 'A+', COMDEX: 85 },
  },
  {
    code: 'ASHGR',
    legalName: 'Ashgrove Heritage Life Insurance Company',
    shortName: 'Ashgrove Heritage',
    groupName: 'Ashgrove Heritage Group',
    domicileState: 'MA',
    companyType: 'MUTUAL_HOLDING',
    feedDueBusinessDay: 4,
    activeInMarket: true,
    siteId: 1,
    affirmedIn: 4,
    ratings: { AM_BEST: 'A+', SP: 'AA-', MOODYS: 'Aa3', COMDEX: 92 },
  },
  {
    code: 'MERID',
    legalName: 'Meridane Life Insurance Company',
    shortName: 'Meridane',
    groupName: 'Meridane Companies',
    domicileState: 'OH',
    companyType: 'STOCK',
    feedDueBusinessDay: 5,
    activeInMarket: true,
    siteId: 1,
    affirmedIn: 7,
    ratings: { AM_BEST: 'A+', SP: 'A+', MOODYS: 'A1', FITCH: 'AA-', COMDEX: 89 },
  },
  {
    code: 'QUILL',
    legalName: 'Quillon Mutual Life Insurance Company',
    shortName: 'Quillon Mutual',
    groupName: 'Quillon Mutual Group',
    domicileState: 'MN',
    companyType: 'MUTUAL',
    feedDueBusinessDay: 5,
    activeInMarket: true,
    siteId: 2,
    affirmedIn: 2,
    ratings: { AM_BEST: 'A+', SP: 'AA-', COMDEX: 90 },
  },
  {
    code: 'VESPR',
    legalName: 'Vesperin Variable Life Insurance Company',
    shortName: 'Vesperin',
    groupName: 'Vesperin Financial',
    domicileState: 'DE',
    companyType: 'STOCK',
    feedDueBusinessDay: 5,
    activeInMarket: true,
    siteId: 2,
    affirmedIn: 8,
    ratings: { AM_BEST: 'A', SP: 'A+', MOODYS: 'A1', FITCH: 'A', COMDEX: 83 },
  },
]

const general = {
  accountType: 'GENERAL',
  policyForm: 'UL',
  rateMethod: 'PORTFOLIO',
  stableValueWrap: false,
  annualExpense: 0,
  monthlyFeeCents: 0,
  surrenderCharge: undefined,
} as const

export const PRODUCTS: readonly ProductTerms[] = [
  {
    ...general,
    id: 1,
    carrierCode: 'TAMAR',
    productName: 'Hollow Heritage BOLI',
    guaranteedMinimumRate: 0.03,
    soldFrom: 2003,
    soldTo: 2012,
    spread: 0.0105,
    smoothingMonths: 120,
    resets: 'QUARTERLY',
    mortalityScale: 0.58,
  },
  {
    ...general,
    id: 2,
    carrierCode: 'TAMAR',
    productName: 'Hollow Select BOLI',
    guaranteedMinimumRate: 0.02,
    soldFrom: 2013,
    soldTo: 2026,
    spread: 0.0085,
    smoothingMonths: 96,
    resets: 'QUARTERLY',
    mortalityScale: 0.55,
  },
  {
    ...general,
    id: 3,
    carrierCode: 'HALCY',
    productName: 'Ridge Executive Universal Life',
    guaranteedMinimumRate: 0.025,
    soldFrom: 2003,
    soldTo: 2021,
    spread: 0.015,
    smoothingMonths: 108,
    resets: 'JANUARY',
    mortalityScale: 0.66,
  },
  {
    ...general,
    id: 4,
    carrierCode: 'CORVA',
    productName: 'Corvane Hybrid Account BOLI',
    accountType: 'HYBRID',
    policyForm: 'VUL',
    guaranteedMinimumRate: 0.015,
    soldFrom: 2008,
    soldTo: 2026,
    spread: 0.008,
    smoothingMonths: 72,
    resets: 'QUARTERLY',
    mortalityScale: 0.54,
    annualExpense: 0.0004,
    monthlyFeeCents: 0,
  },
  {
    ...general,
    id: 5,
    carrierCode: 'STONE',
    productName: 'Stonemarch Bank UL',
    rateMethod: 'NEW_MONEY',
    guaranteedMinimumRate: 0.01,
    soldFrom: 2010,
    soldTo: 2026,
    spread: 0.0105,
    smoothingMonths: 48,
    resets: 'JULY',
    mortalityScale: 0.6,
    monthlyFeeCents: 1_000,
    surrenderCharge: { fraction: 0.05, months: 120 },
  },
  {
    ...general,
    id: 6,
    carrierCode: 'ASHGR',
    productName: 'Heritage Stable Value Separate Account',
    accountType: 'SEPARATE',
    policyForm: 'VUL',
    guaranteedMinimumRate: 0,
    stableValueWrap: true,
    soldFrom: 2005,
    soldTo: 2026,
    spread: 0.0075,
    smoothingMonths: 42,
    resets: 'QUARTERLY',
    mortalityScale: 0.5,
    annualExpense: 0.0042,
  },
  {
    ...general,
    id: 7,
    carrierCode: 'ASHGR',
    productName: 'Heritage General Account UL',
    guaranteedMinimumRate: 0.02,
    soldFrom: 2007,
    soldTo: 2026,
    spread: 0.009,
    smoothingMonths: 96,
    resets: 'JANUARY',
    mortalityScale: 0.57,
  },
  {
    ...general,
    id: 8,
    carrierCode: 'MERID',
    productName: 'Meridane Single Premium Whole Life',
    policyForm: 'SPWL',
    guaranteedMinimumRate: 0.035,
    soldFrom: 2003,
    soldTo: 2010,
    spread: 0.0135,
    smoothingMonths: 120,
    resets: 'JANUARY',
    mortalityScale: 0.6,
  },
  {
    ...general,
    id: 9,
    carrierCode: 'MERID',
    productName: 'Meridane Hybrid Advantage',
    accountType: 'HYBRID',
    guaranteedMinimumRate: 0.01,
    soldFrom: 2011,
    soldTo: 2026,
    spread: 0.0082,
    smoothingMonths: 84,
    resets: 'JULY',
    mortalityScale: 0.56,
    annualExpense: 0.0005,
    monthlyFeeCents: 500,
  },
  {
    ...general,
    id: 10,
    carrierCode: 'QUILL',
    productName: 'Quillon Executive Benefit UL',
    guaranteedMinimumRate: 0.02,
    soldFrom: 2006,
    soldTo: 2026,
    spread: 0.0098,
    smoothingMonths: 96,
    resets: 'JANUARY',
    mortalityScale: 0.55,
    monthlyFeeCents: 600,
  },
  {
    ...general,
    id: 11,
    carrierCode: 'VESPR',
    productName: 'Vesperin Core Bond VUL',
    accountType: 'SEPARATE',
    policyForm: 'VUL',
    rateMethod: 'TOTAL_RETURN',
    guaranteedMinimumRate: 0,
    soldFrom: 2009,
    soldTo: 2026,
    spread: 0,
    smoothingMonths: 1,
    resets: 'QUARTERLY',
    mortalityScale: 0.52,
    annualExpense: 0.0055,
    monthlyFeeCents: 500,
  },
  {
    ...general,
    id: 12,
    carrierCode: 'VESPR',
    productName: 'Vesperin Stable Fund VUL',
    accountType: 'SEPARATE',
    policyForm: 'VUL',
    guaranteedMinimumRate: 0,
    stableValueWrap: true,
    soldFrom: 2009,
    soldTo: 2026,
    spread: 0.0068,
    smoothingMonths: 48,
    resets: 'QUARTERLY',
    mortalityScale: 0.52,
    annualExpense: 0.0045,
  },
]

export function productOf(id: number): ProductTerms {
  const product = PRODUCTS.find((one) => one.id === id)
  if (!product) throw new RangeError(`there is no product ${id}`)
  return product
}

export function carrierOf(code: string): CarrierTerms {
  const carrier = CARRIERS.find((one) => one.code === code)
  if (!carrier) throw new RangeError(`there is no carrier ${code}`)
  return carrier
}

/** Company codes below 10000 and AMB numbers above 099000 are not given to companies, so that none of them is a real one's. */
export const carrierRows = (): Row<'carrier'>[] =>
  CARRIERS.map((carrier, index) => ({
    id: index + 1,
    code: carrier.code,
    legalName: carrier.legalName,
    shortName: carrier.shortName,
    groupName: carrier.groupName,
    naicCompanyCode: `0010${index + 1}`,
    amBestNumber: `09990${index + 1}`,
    domicileState: carrier.domicileState,
    companyType: carrier.companyType,
    activeInMarket: carrier.activeInMarket,
    feedDueBusinessDay: carrier.feedDueBusinessDay,
  }))

export const productRows = (): Row<'product'>[] =>
  PRODUCTS.map(({ id, carrierCode, productName, accountType, policyForm, rateMethod, guaranteedMinimumRate, stableValueWrap }) => ({
    id,
    carrierCode,
    productName,
    accountType,
    policyForm,
    rateMethod,
    guaranteedMinimumRate,
    stableValueWrap,
  }))

const FIRST_REVIEW = 2021
const LAST_REVIEW = 2026
/** Halcyon Ridge: outlook to negative in 2024, one notch down at every agency in June 2025. */
const DOWNGRADED = { code: 'HALCY', warned: 2024, down: 2025, to: { AM_BEST: 'A-', SP: 'A-', MOODYS: 'A3', COMDEX: 71 } } as const
/** Vesperin: better placed since 2025. */
const IMPROVED = { code: 'VESPR', from: 2025 } as const

/** Yearly reviews, affirmed but for one carrier's downgrade, and Comdex as a licensee would key it in. */
export function carrierRatingRows(): Row<'carrierRating'>[] {
  const rows: Row<'carrierRating'>[] = []
  for (const carrier of CARRIERS) {
    for (let year = FIRST_REVIEW; year <= LAST_REVIEW; year += 1) {
      for (const [index, agency] of (['AM_BEST', 'SP', 'MOODYS', 'FITCH', 'COMDEX'] as const).entries()) {
        const usual = carrier.ratings[agency]
        if (usual === undefined) continue
        const effectiveDate = reviewDate(year, carrier.affirmedIn, index)
        if (effectiveDate > plainDate('2026-10-31')) continue
        const troubled = carrier.code === DOWNGRADED.code
        const down = troubled && year >= DOWNGRADED.down
        const rating = down && agency in DOWNGRADED.to ? DOWNGRADED.to[agency as keyof typeof DOWNGRADED.to] : usual
        const comdex = agency === 'COMDEX'
        rows.push({
          carrierCode: carrier.code,
          agency,
          effectiveDate,
          rating: String(comdex ? Number(rating) + (down ? 0 : wobble(carrier.code, year)) : rating),
          outlook: comdex
            ? null
            : troubled && year === DOWNGRADED.warned
              ? 'NEGATIVE'
              : carrier.code === IMPROVED.code && year >= IMPROVED.from
                ? 'POSITIVE'
                : 'STABLE',
          watch: troubled && year === DOWNGRADED.down && agency === 'AM_BEST',
          action: comdex ? null : troubled && year === DOWNGRADED.down ? 'DOWNGRADED' : 'AFFIRMED',
          source: comdex ? 'Entered by staff from the licensed service' : `Agency release, ${effectiveDate}`,
        })
      }
    }
  }
  return rows
}

// The agencies do not speak on the same day.
function reviewDate(year: number, month: number, agencyIndex: number): PlainDate {
  return plainDate(`${year}-${String(month).padStart(2, '0')}-${String(5 + agencyIndex * 5).padStart(2, '0')}`)
}

const wobble = (code: string, year: number) => ((code.charCodeAt(0) + year) % 3) - 1
