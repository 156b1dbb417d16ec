/** The invented carriers’ products: how each credits and charges. */
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
  /** The carrier's share of the yield of its assets. */
  spread: number
  /** Average life of the assets behind it: how slowly the credited rate follows the market. */
  smoothingMonths: number
  resets: 'QUARTERLY' | 'JANUARY' | 'JULY'
  /** Cost of insurance as a multiple of the mortality law: experience plus the carrier's load. */
  mortalityScale: number
  /** Mortality and expense risk, fund and wrap fees, as a fraction of account value a year. */
  annualExpense: number
  monthlyFeeCents: number
  /** A fraction of the initial premium, running off in equal monthly steps. */
  surrenderCharge: { fraction: number; months: number } | undefined
}

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
