/** Eight invented carriers. Any likeness to a real company is unintended. */
import type { Row } from './rows.ts'

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
