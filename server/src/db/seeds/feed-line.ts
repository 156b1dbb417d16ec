/** A policy's month as a carrier's line, and what an import reads from that line. */
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { FEED_STYLES, type FeedLine } from './feed-styles.ts'
import type { SeedPolicy } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import { insuredShareOf } from './insured-share.ts'
import { fdicCertificateOf, policyNumberOf } from './numbers.ts'
import { impossibleSsn } from './people.ts'
import type { MonthValue } from './policy-life.ts'
import type { Row } from './rows.ts'

/** A policy's month as the carrier would tell it, before it is written in the carrier's way. */
export function feedLine(terms: InstitutionTerms, policy: SeedPolicy, month: MonthValue): FeedLine {
  const { person, product, life } = policy
  const share = insuredShareOf(policy, month)
  const claimed = person.death !== undefined && person.death.notified <= month.asOfDate
  return {
    policyNumber: policyNumberOf(product.carrierCode, policy.id),
    carrierCode: product.carrierCode,
    asOfDate: month.asOfDate,
    fdicCertificate: fdicCertificateOf(terms),
    institutionName: terms.legalName,
    insuredName: [`${person.lastName}, ${person.firstName}`, person.middleName].filter(Boolean).join(' '),
    insuredDateOfBirth: person.dateOfBirth,
    insuredGender: person.gender,
    insuredSsnLast4: impossibleSsn(person.id).slice(-4),
    policyStatus: claimed ? 'DEATH_CLAIM_PENDING' : 'IN_FORCE',
    issueDate: policy.issueDate,
    faceAmount: life.faceAmount,
    accountValueBegin: month.begin,
    premiumPaid: month.premium,
    withdrawals: month.withdrawals,
    interestCredited: month.interest,
    costOfInsurance: month.costOfInsurance,
    expenseCharge: month.expense,
    accountValueEnd: month.end,
    surrenderCharge: month.surrenderCharge,
    cashSurrenderValue: month.cashSurrenderValue,
    loanBalance: 0,
    netSurrenderValue: month.cashSurrenderValue,
    deathBenefit: month.deathBenefit,
    insuredShare: share,
    institutionShare: month.deathBenefit - share,
    grossCreditingRate: month.grossRate,
    guaranteedRate: product.guaranteedMinimumRate,
    marketValue: month.marketValue,
    bookValue: month.marketValue === null ? null : month.end,
    costBasis: month.costBasis,
    cumulativePremium: month.cumulativePremium,
  }
}

export type FeedValues = Pick<
  Row<'carrierFileRow'>,
  Exclude<`${string}Cents` & keyof Row<'carrierFileRow'>, 'insuredShareCents'> | 'grossCreditingRate' | 'guaranteedRate'
> & {
  cashSurrenderValueCents: Cents
  deathBenefitCents: Cents
}

/** The import's reading of a carrier's line: the fields it has columns for, null for the others. */
export function valuesRead(carrierCode: string, line: FeedLine): FeedValues {
  const present = FIELDS.get(carrierCode) ?? new Set()
  const money = (field: keyof FeedLine): Cents | null => (present.has(field) && typeof line[field] === 'number' ? cents(line[field]) : null)
  const rate = (field: keyof FeedLine): number | null => (present.has(field) && typeof line[field] === 'number' ? line[field] : null)
  return {
    faceAmountCents: money('faceAmount'),
    accountValueBeginCents: money('accountValueBegin'),
    accountValueEndCents: money('accountValueEnd'),
    surrenderChargeCents: money('surrenderCharge'),
    cashSurrenderValueCents: cents(Number(line.cashSurrenderValue)),
    netSurrenderValueCents: money('netSurrenderValue'),
    loanBalanceCents: money('loanBalance'),
    deathBenefitCents: cents(Number(line.deathBenefit)),
    premiumPaidCents: money('premiumPaid'),
    cumulativePremiumCents: money('cumulativePremium'),
    withdrawalsCents: money('withdrawals'),
    interestCreditedCents: money('interestCredited'),
    costOfInsuranceCents: money('costOfInsurance'),
    expenseChargeCents: money('expenseCharge'),
    grossCreditingRate: rate('grossCreditingRate'),
    guaranteedRate: rate('guaranteedRate'),
    marketValueCents: money('marketValue'),
    bookValueCents: money('bookValue'),
    costBasisCents: money('costBasis'),
  }
}
const FIELDS = new Map(FEED_STYLES.map(({ carrierCode, columns }) => [carrierCode, new Set<string>(columns.map(([, field]) => field))]))
