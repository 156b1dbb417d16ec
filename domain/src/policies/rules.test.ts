/** Refusals of the register, rule by rule, and the cases it lets be. */
import { expect, test } from 'vitest'
import { usd } from '../primitives/money.ts'
import { plainDate } from '../primitives/period.ts'
import {
  type AgreementFacts,
  agreementRefused,
  consentRefused,
  type InsuredFacts,
  insuredRefused,
  isPossibleSsn,
  type PolicyFacts,
  planRefused,
  policyRefused,
  type TransactionFacts,
  type TransactionSurroundings,
  transactionRefused,
  valuationRefused,
} from './rules.ts'

const day = plainDate
const today = day('2026-11-21')
const policy: PolicyFacts = {
  carrierCode: 'ALPHA',
  issueDate: day('2016-03-10'),
  issueAge: 45,
  faceAmountCents: usd(1_000_000),
  isSection1035Replacement: false,
  replacedCarrier: null,
  replacedIssueDate: null,
  materialChange: false,
  isAcquired: false,
  acquisitionDate: null,
}
const aboutPolicy = { productCarrier: 'ALPHA', dateOfBirth: day('1970-06-01'), dateOfDeath: null, agreementOfAnother: false, today }
const replacement = { isSection1035Replacement: true, replacedCarrier: 'BRAVO', replacedIssueDate: day('2004-01-01') }

test.each([
  ['as it should be', {}, {}, []],
  ['a product of another carrier', {}, { productCarrier: 'BRAVO' }, ['productId']],
  ['issued tomorrow', { issueDate: day('2026-11-22'), issueAge: null }, {}, ['issueDate']],
  ['issued after the insured died', {}, { dateOfDeath: day('2016-03-09') }, ['issueDate']],
  ['issued on the day of death', {}, { dateOfDeath: day('2016-03-10') }, []],
  ['issued before birth', { issueDate: day('1969-01-01'), issueAge: null }, {}, ['issueDate']],
  ['an issue age one off, nearest birthday', { issueAge: 46 }, {}, []],
  ['an issue age two off', { issueAge: 47 }, {}, ['issueAge']],
  ['a replacement without its origin', { isSection1035Replacement: true }, {}, ['replacedCarrier', 'replacedIssueDate']],
  ['a replacement', replacement, {}, []],
  ['replacing a younger contract', { ...replacement, replacedIssueDate: day('2016-03-11') }, {}, ['replacedIssueDate']],
  ['an origin without a replacement', { replacedCarrier: 'BRAVO', materialChange: true }, {}, ['materialChange', 'replacedCarrier']],
  ['acquired before issue', { isAcquired: true, acquisitionDate: day('2016-03-09') }, {}, ['acquisitionDate']],
  ['acquired without a date', { isAcquired: true }, {}, ['acquisitionDate']],
  ['an agreement of someone else', {}, { agreementOfAnother: true }, ['splitDollarAgreementId']],
])('a policy: %s', (_, changes, known, fields) =>
  expect(Object.keys(policyRefused({ ...policy, ...changes }, { ...aboutPolicy, ...known })).sort()).toEqual(fields),
)

const insured: InsuredFacts = {
  dateOfBirth: day('1970-06-01'),
  hireDate: day('2001-02-01'),
  insuredRole: 'OFFICER',
  employmentStatus: 'ACTIVE',
  employmentStatusDate: null,
  dateOfDeath: null,
  deathSource: null,
  annualCompensationCents: null,
  compensationAsOf: null,
}
const dead = { employmentStatus: 'DECEASED', employmentStatusDate: day('2020-05-05'), dateOfDeath: day('2020-05-05'), deathSource: 'BANK' }
test.each([
  ['as it should be', {}, []],
  ['died, with who told', dead, []],
  ['died before a policy was issued', { ...dead, dateOfDeath: day('2016-03-09') }, ['dateOfDeath']],
  ['deceased without a date or a source', { employmentStatus: 'DECEASED' }, ['dateOfDeath', 'deathSource']],
  ['dead and active', { dateOfDeath: day('2020-05-05') }, ['employmentStatus']],
  ['retired without a date', { employmentStatus: 'RETIRED' }, ['employmentStatusDate']],
  ['retired before being hired', { employmentStatus: 'RETIRED', employmentStatusDate: day('2001-01-31') }, ['employmentStatusDate']],
  ['a former employee at work', { insuredRole: 'FORMER_EMPLOYEE' }, ['employmentStatus']],
  ['hired at 13', { hireDate: day('1983-07-01') }, ['hireDate']],
  ['paid as of no day', { annualCompensationCents: 1 }, ['compensationAsOf']],
  ['born after a policy on them', { dateOfBirth: day('2016-03-11'), hireDate: null }, ['dateOfBirth']],
])('an insured: %s', (_, changes, fields) =>
  expect(
    Object.keys(insuredRefused({ ...insured, ...changes }, { firstIssue: day('2016-03-10'), lastIssue: day('2016-03-10'), today })).sort(),
  ).toEqual(fields),
)

test.each([
  ['123456789', true],
  ['900123456', true],
  ['000123456', false],
  ['666123456', false],
  ['123006789', false],
  ['123450000', false],
  ['12345678', false],
])('%s can be a Social Security number: %s', (ssn, possible) => expect(isPossibleSsn(ssn)).toBe(possible))

const agreement: AgreementFacts = {
  type: 'ENDORSEMENT',
  benefitFormula: 'FIXED_DOLLAR',
  amountCents: usd(250_000),
  fraction: null,
  capCents: null,
  rateBasis: 'TABLE_2001',
  effectiveDate: day('2016-01-01'),
  terminationDate: null,
}
const share = { benefitFormula: 'PCT_OF_NAR', amountCents: null, fraction: 0.5 }
test.each([
  ['a fixed amount', {}, []],
  ['a fixed amount without it, and with a cap', { amountCents: null, capCents: usd(1) }, ['amountCents', 'capCents']],
  ['a share', share, []],
  ['a share of 150 %', { ...share, fraction: 1.5 }, ['fraction']],
  ['a multiple of salary', { ...share, benefitFormula: 'MULTIPLE_OF_SALARY', fraction: 3 }, []],
  ['a multiple of 21', { ...share, benefitFormula: 'MULTIPLE_OF_SALARY', fraction: 21 }, ['fraction']],
  ['the lesser of two', { benefitFormula: 'LESSER_OF', fraction: 0.2 }, []],
  ['the lesser of one', { benefitFormula: 'LESSER_OF' }, ['fraction']],
  ['ended before it began', { terminationDate: day('2015-12-31') }, ['terminationDate']],
  ['a loan before the final regulations', { type: 'LOAN_REGIME', effectiveDate: day('2003-09-17') }, ['type']],
  ['a loan after them', { type: 'LOAN_REGIME', effectiveDate: day('2003-09-18') }, []],
  ['a loan by PS 58 rates', { type: 'LOAN_REGIME', rateBasis: 'PS58_GRANDFATHERED' }, ['rateBasis']],
  ['PS 58 in time', { rateBasis: 'PS58_GRANDFATHERED', effectiveDate: day('2002-01-27') }, []],
  ['PS 58 too late', { rateBasis: 'PS58_GRANDFATHERED', effectiveDate: day('2002-01-28') }, ['rateBasis']],
])('an agreement: %s', (_, changes, fields) =>
  expect(Object.keys(agreementRefused({ ...agreement, ...changes }, { policies: 1, policiesOfOthers: false })).sort()).toEqual(fields),
)
test('an agreement covers at least one policy, and those of its insured only', () => {
  expect(agreementRefused(agreement, { policies: 0, policiesOfOthers: false })).toHaveProperty('policyIds')
  expect(agreementRefused(agreement, { policies: 2, policiesOfOthers: true })).toHaveProperty('policyIds')
})

const transaction: TransactionFacts = { type: 'WITHDRAWAL', transactionDate: day('2026-08-14'), amountCents: usd(100), note: null }
const around: TransactionSurroundings = {
  issueDate: day('2016-03-10'),
  endedOn: null,
  isReplacement: false,
  valueBefore: usd(500),
  loansOutstanding: usd(50),
  pair: null,
  today,
}
const pair = { policyNumber: 'A-1', transactionDate: day('2026-08-14'), amountCents: usd(100) }
test.each([
  ['a withdrawal', {}, {}, []],
  ['more than there was', { amountCents: usd(501) }, {}, ['amountCents']],
  ['nothing', { amountCents: 0 }, {}, ['amountCents']],
  ['without an amount', { amountCents: null }, {}, ['amountCents']],
  ['before issue', { transactionDate: day('2016-03-09') }, {}, ['transactionDate']],
  ['tomorrow', { transactionDate: day('2026-11-22') }, {}, ['transactionDate']],
  ['after the policy ended', {}, { endedOn: day('2026-08-13') }, ['transactionDate']],
  ['a rate reset with its rates', { type: 'RATE_RESET' as const, amountCents: null, note: '4.00% to 4.10%' }, {}, []],
  ['a rate reset with money and no rates', { type: 'RATE_RESET' as const }, {}, ['amountCents', 'note']],
  ['a repayment above the loans', { type: 'LOAN_REPAY' as const }, {}, ['amountCents']],
  ['an exchange into what is no replacement', { type: 'EXCHANGE_IN' as const }, {}, ['type']],
  ['an exchange of equal halves', { type: 'EXCHANGE_IN' as const }, { isReplacement: true, pair }, []],
  [
    'halves of two days',
    { type: 'EXCHANGE_IN' as const, transactionDate: day('2026-08-15') },
    { isReplacement: true, pair },
    ['transactionDate'],
  ],
  ['unequal halves', { type: 'EXCHANGE_IN' as const, amountCents: usd(99) }, { isReplacement: true, pair }, ['amountCents']],
  ['a correction downward, with why', { type: 'CORRECTION' as const, amountCents: -100, note: 'Interest booked twice' }, {}, []],
])('a transaction: %s', (_, changes, known, fields) =>
  expect(Object.keys(transactionRefused({ ...transaction, ...changes }, { ...around, ...known })).sort()).toEqual(fields),
)

test('a consent says at least one date, in order, and one kind of maximum', () => {
  const consent = {
    noticeDate: day('2016-01-10'),
    consentDate: day('2016-01-12'),
    maxFaceDisclosed: usd(1),
    maxFaceSalaryMultiple: null,
    continueAfterTermination: true,
    beneficiaryDisclosed: true,
    keptAt: null,
  }
  expect(consentRefused(consent, today)).toEqual({})
  expect(consentRefused({ ...consent, noticeDate: null, consentDate: null }, today)).toHaveProperty('noticeDate')
  expect(consentRefused({ ...consent, consentDate: day('2016-01-09') }, today)).toHaveProperty('consentDate')
  expect(consentRefused({ ...consent, maxFaceSalaryMultiple: 3 }, today)).toHaveProperty('maxFaceSalaryMultiple')
  expect(planRefused({ benefitExpenseOffsetCents: -1 })).toHaveProperty('benefitExpenseOffsetCents')
})

const value = {
  cashSurrenderValueCents: usd(900),
  deathBenefitCents: usd(2000),
  insuredShareCents: usd(1100),
  accountValueEndCents: usd(1000),
  surrenderChargeCents: usd(100),
}
test.each([
  ['its identities hold', {}, []],
  ['a cent of rounding', { accountValueEndCents: usd(1000.01) }, []],
  ['two cents off', { accountValueEndCents: usd(1000.02) }, ['cashSurrenderValueCents']],
  ['a cent below', { accountValueEndCents: usd(999.99) }, []],
  ['two cents below', { accountValueEndCents: usd(999.98) }, ['cashSurrenderValueCents']],
  ['no charge stated, a cent of rounding', { accountValueEndCents: usd(900.01), surrenderChargeCents: null }, []],
  ['no charge stated, a cent below', { accountValueEndCents: usd(899.99), surrenderChargeCents: null }, []],
  ['no account value stated', { accountValueEndCents: null }, []],
  ['nothing at all', { cashSurrenderValueCents: 0, deathBenefitCents: 0, insuredShareCents: 0, accountValueEndCents: null }, []],
  ['a value below nothing', { cashSurrenderValueCents: -1, accountValueEndCents: null }, ['cashSurrenderValueCents']],
  ['a share below nothing', { insuredShareCents: -1 }, ['insuredShareCents']],
  ['a benefit below the value', { deathBenefitCents: usd(899), insuredShareCents: 0 }, ['deathBenefitCents']],
  ['a share above what is at risk', { insuredShareCents: usd(1100.01) }, ['insuredShareCents']],
])('a posted value: %s', (_, changes, fields) => expect(Object.keys(valuationRefused({ ...value, ...changes }))).toEqual(fields))
