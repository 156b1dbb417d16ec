/** A bank's records besides its policies: tax profile, capital by quarter, board limits, sites, memberships. */
import { businessDayAfter } from '@corridor/domain/primitives/business-days.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import {
  addMonthEnds,
  formatDate,
  monthEnd,
  type PlainDate,
  plainDate,
  priorFiscalYearEnd,
  yearOf,
} from '@corridor/domain/primitives/period.ts'
import { MANAGER_ID } from './accounts.ts'
import type { SeedPolicy } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import { fdicCertificateOf } from './numbers.ts'
import { randomOf } from './random.ts'
import type { Book } from './rows.ts'

const BOLI_TYPES = ['MBR', 'SMB', 'AQU', 'ABR', 'EOL', 'BTX', 'ITX', 'DTH', 'LEG', 'PRE', 'QBR', 'USR']
const COLI_TYPES = ['MCR', 'SMB', 'AQU', 'ABR', 'EOL', 'ACC', 'APA', 'ITX', 'DTH', 'LEG', 'PRE', 'QBR', 'USR']

/** The quarter ends a book needs capital of: the one before its first month up to its last. */
export function quarterEnds(from: PlainDate, until: PlainDate): PlainDate[] {
  const ends: PlainDate[] = []
  for (let end = monthEnd(yearOf(from), Math.floor((Number(from.slice(5, 7)) - 1) / 3) * 3); end <= until; end = addMonthEnds(end, 3))
    ends.push(end)
  return ends
}

/**
 * @param policies capital is sized so that their cash surrender value on site 1 at the end of the book makes the wanted share of it
 * @param subsidiaryId given to the COLI subsidiary, where there is one
 */
export function addInstitution(
  book: Book,
  seed: string,
  terms: InstitutionTerms,
  policies: readonly SeedPolicy[],
  subsidiaryId: number | null,
  window: { from: PlainDate; until: PlainDate },
): void {
  const random = randomOf(seed, 'capital', terms.id)
  const allowanceShare = random.between(0.075, 0.115)
  const perCapital = terms.limits.capitalBasis === 'TIER1' ? 1 : 1 + allowanceShare
  const tier1 = valueOnSite1(policies, window.until) / terms.concentration / perCapital
  const leverage = random.between(0.088, 0.112)
  const assets = tier1 / leverage
  const corporation = terms.institutionType === 'CORPORATION'
  book.institution.push({
    id: terms.id,
    name: terms.name,
    legalName: terms.legalName,
    city: terms.city,
    stateCode: terms.stateCode,
    institutionType: terms.institutionType,
    charterType: terms.charterType,
    primaryRegulator: terms.primaryRegulator,
    fdicCert: fdicCertificateOf(terms),
    rssdId: corporation ? null : String(9_900_000 + terms.id),
    ein: `00-${String(1_000_000 + terms.id * 4_321).slice(0, 7)}`,
    naicsBusinessType: corporation
      ? '522320 Financial transactions processing'
      : terms.institutionType === 'CREDIT_UNION'
        ? '522130 Credit unions'
        : terms.institutionType === 'SAVINGS_ASSOCIATION'
          ? '522180 Savings institutions'
          : '522110 Commercial banking',
    taxEntityType: terms.taxEntityType,
    fiscalYearEndMonth: terms.fiscalYearEndMonth,
    sharesOutstanding: Math.round(assets / 100 / 280 / 1000) * 1000,
    totalAssetsCents: dollars(assets),
    averageAssetsCents: dollars(assets * 0.985),
    totalEquityCents: dollars(tier1 * random.between(0.96, 1.06)),
    netIncomeTtmCents: dollars(assets * random.between(0.0075, 0.0125)),
    priceEarningsMultiple: Math.round(random.between(8.5, 13.5) * 10) / 10,
    callReportForm:
      corporation || terms.institutionType === 'CREDIT_UNION' || terms.institutionType === 'HOLDING_COMPANY'
        ? 'NONE'
        : assets > 5e11
          ? 'FFIEC041'
          : 'FFIEC051',
    cblrElected: random.chance(0.3),
    relationshipOwnerId: terms.relationshipOwnerId,
  })
  for (const [siteId, types] of [[1, BOLI_TYPES], ...(terms.coli ? [[2, COLI_TYPES] as const] : [])] as const) {
    book.institutionSite.push({ institutionId: terms.id, siteId })
    book.membership.push({ institutionId: terms.id, id: terms.id * 2 - 2 + siteId, siteId, userId: null, reportTypeCodes: [...types] })
  }
  const owned = terms.coli?.subsidiary
  if (owned && subsidiaryId !== null)
    book.subsidiary.push({
      institutionId: terms.id,
      id: subsidiaryId,
      name: owned.name,
      legalName: owned.legalName,
      ein: `00-${String(8_000_000 + terms.id * 1_234).slice(0, 7)}`,
    })
  book.institutionTaxProfile.push({
    institutionId: terms.id,
    effectiveFrom: plainDate('2021-01-01'),
    federalRate: terms.tax.federalRate ?? (terms.taxEntityType === 'TAX_EXEMPT' ? 0 : 0.21),
    stateRate: terms.tax.stateRate,
    stateCode: terms.stateCode,
    usesStateRow: terms.tax.usesStateRow ?? false,
    federalDeductibleFraction: terms.tax.federalDeductibleFraction ?? 0,
    boliStateTreatment: terms.tax.boliStateTreatment,
    source: 'Confirmed by the institution in its annual questionnaire',
  })
  // The board approves its policy once a year.
  for (const year of [2022, 2023, 2024, 2025, 2026])
    book.institutionPolicyLimits.push({
      institutionId: terms.id,
      effectiveFrom: plainDate(`${year}-03-01`),
      perCarrierLimitFraction: terms.limits.perCarrier,
      aggregateLimitFraction: terms.limits.aggregate,
      capitalBasis: terms.limits.capitalBasis,
      minAmBest: 'A-',
      minSp: 'A-',
      minMoodys: 'A3',
      minComdex: 70,
      maxDeathBenefitMultipleOfSalary: 10,
      boardApprovalDate: plainDate(`${year}-02-17`),
      nextReviewDate: plainDate(`${year + 1}-02-16`),
    })
  if (terms.id === SHOWN)
    book.institutionLedgerAccounts.push({ institutionId: terms.id, effectiveFrom: plainDate('2022-01-01'), ...OWN_ACCOUNTS })
  addEmployees(book, seed, terms, policies, assets, subsidiaryId, window.until)
  // Earnings retained make about 1.4 % a quarter; the last figure is the one the wanted concentration is measured against.
  const quarters = quarterEnds(window.from, window.until).reverse()
  let level = tier1
  for (const asOfDate of quarters) {
    const allowance = level * allowanceShare
    const tier2 = Math.min(allowance, level * 0.115)
    book.institutionFinancials.push({
      institutionId: terms.id,
      asOfDate,
      tier1CapitalCents: dollars(level),
      allowanceForCreditLossesCents: dollars(allowance),
      tier2CapitalCents: dollars(tier2),
      totalRiskBasedCapitalCents: dollars(level + tier2),
      totalAssetsCents: dollars(level / leverage),
      source: corporation ? 'QUESTIONNAIRE' : 'CALL_REPORT',
      enteredBy: null,
    })
    level /= 1 + random.between(0.007, 0.021)
  }
}

/** First Coastal, the demo's client, posts from the file; the other banks post to what their site proposes, and the corporations by hand. */
const SHOWN = 1
const OWN_ACCOUNTS = {
  cashSurrenderValueNumber: '1890-010',
  cashSurrenderValueName: 'Bank-owned life insurance',
  otherIncomeNumber: '4310-020',
  otherIncomeName: 'Earnings on bank-owned life insurance',
  otherExpenseNumber: '5790-020',
  cashNumber: '1010-001',
  cashName: 'Due from correspondent banks',
  claimReceivableNumber: '1895-010',
  exchangeClearingNumber: '1899-010',
}

/** Nobody has stated its employees of the last tax year. */
const NOT_STATED = 5
const TAX_YEARS = 2

/** One in four has not returned the questionnaire of 2025, nor has the bank whose employees nobody stated. That of 2024 was before the portal; that of 2026 is out. */
const RETURNED_YEAR = 2025
const STILL_OUT = 3
export const hasReturned = (institutionId: number, year: number): boolean =>
  year === RETURNED_YEAR && institutionId % 4 !== STILL_OUT && institutionId !== NOT_STATED

/** In the third month after the year's end, when letters and questionnaires are in. */
const recordedAt = (taxYearEnd: PlainDate): string => `${businessDayAfter(addMonthEnds(taxYearEnd, 2), 3)}T15:00:00Z`

/** Employees at the last tax years' ends, as stated: line 1 of Form 8925. A bank of this size has one for each six million of assets. */
function addEmployees(
  book: Book,
  seed: string,
  terms: InstitutionTerms,
  policies: readonly SeedPolicy[],
  assets: number,
  subsidiaryId: number | null,
  until: PlainDate,
): void {
  const random = randomOf(seed, 'employees', terms.id)
  const latest = priorFiscalYearEnd(until, terms.fiscalYearEndMonth)
  const enteredBy = terms.relationshipOwnerId ?? MANAGER_ID
  const size = Math.max(160, Math.round(assets / 600_000_000))
  for (let back = TAX_YEARS - 1; back >= 0; back--) {
    const taxYearEnd = addMonthEnds(latest, -12 * back)
    if (terms.id === NOT_STATED && back === 0) continue
    const others = random.whole(7, 12)
    // A number of employees takes in every director who is insured.
    const directors = Math.max(others, insuredDirectors(policies, taxYearEnd))
    const [year, updatedAt] = [yearOf(taxYearEnd), recordedAt(taxYearEnd)]
    const stated = hasReturned(terms.id, year)
      ? `Annual questionnaire ${year}`
      : `Letter of the chief financial officer, ${formatDate(businessDayAfter(taxYearEnd, 12 + (terms.id % 20)))}`
    book.employeeCount.push({
      institutionId: terms.id,
      subsidiaryId: null,
      taxYearEnd,
      employees: size + random.whole(-6, 9) + others,
      source: `${stated}, ${directors} directors included`,
      enteredBy,
      updatedAt,
    })
    if (subsidiaryId !== null)
      book.employeeCount.push({
        institutionId: terms.id,
        subsidiaryId,
        taxYearEnd,
        employees: 40 + random.whole(0, 12),
        source: `Payroll report of December ${year}`,
        enteredBy,
        updatedAt,
      })
  }
}

/** Directors insured at the day and serving then. */
const insuredDirectors = (policies: readonly SeedPolicy[], on: PlainDate): number =>
  new Set(
    policies.flatMap(({ person, values }) => {
      const isServing = person.role === 'DIRECTOR' && !(person.left && person.left.date <= on) && !(person.death && person.death.date <= on)
      return isServing && values.some(({ asOfDate }) => asOfDate === on) ? [person] : []
    }),
  ).size

function valueOnSite1(policies: readonly SeedPolicy[], at: PlainDate): Cents {
  let sum = 0
  for (const { siteId, values } of policies)
    if (siteId === 1) sum += values.find(({ asOfDate }) => asOfDate === at)?.cashSurrenderValue ?? 0
  return cents(sum)
}

/** To the thousand dollars, as call reports are filed. */
const dollars = (value: number): Cents => cents(Math.round(value / 100_000) * 100_000)
