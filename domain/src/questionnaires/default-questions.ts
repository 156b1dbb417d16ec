/** The questionnaire that a site begins with (sections A to M); staff edit it from there. */

import { EMPLOYMENT_STATUSES } from '../policies/register.ts'
import type { ColumnType, Question, QuestionColumn, Questionnaire, QuestionnaireSection, QuestionType } from './definition.ts'
import { CONSENTS_QUESTION, CONTACT_ROLES } from './register-facts.ts'

type Details = Partial<Omit<Question, 'code' | 'label' | 'type'>>
const ask = (code: string, type: QuestionType, label: string, details: Details = {}): Question => ({
  code,
  label,
  type,
  required: false,
  ...details,
})
const must = (code: string, type: QuestionType, label: string, details: Details = {}): Question =>
  ask(code, type, label, { required: true, ...details })
const column = (code: string, label: string, type: ColumnType = 'text', details: Partial<QuestionColumn> = {}): QuestionColumn => ({
  code,
  label,
  type,
  ...details,
})
const needed = { required: true } as const
const options = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }))
const table = (columns: QuestionColumn[], details: Details = {}): Details => ({ rows: 'ADDED', columns, ...details })
/** A table that a yes opens; it is about this year alone. */
const ifYes = (question: string, columns: QuestionColumn[], details: Details = {}): Details =>
  table(columns, { when: { question, is: 'yes' }, required: true, carried: false, ...details })
const thisYear = { carried: false } as const

const MONTHS = Object.fromEntries(
  ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'].map(
    (name, index) => [String(index + 1), name],
  ),
)

const INSTITUTION: QuestionnaireSection = {
  code: 'institution',
  title: 'Institution',
  questions: [
    must('legal-name', 'text', 'Legal name', { fact: 'LEGAL_NAME' }),
    must('city', 'text', 'City of the main office', { fact: 'CITY' }),
    must('state', 'text', 'State of the main office', { fact: 'STATE', hint: 'Two letters, such as OH.' }),
    ask('street-address', 'text', 'Street address and ZIP code of the main office'),
    ask('holding-company', 'text', 'Holding company', { hint: 'Its legal name, when there is one.' }),
    must('fiscal-year-end', 'choice', 'Month in which your fiscal year ends', { fact: 'FISCAL_YEAR_END', options: options(MONTHS) }),
    must('ein', 'text', 'Employer identification number (EIN)', { fact: 'EIN', hint: 'It prints on Form 8925.' }),
    ask('fdic-certificate', 'text', 'FDIC certificate number', { fact: 'FDIC_CERTIFICATE' }),
    ask('primary-regulator', 'choice', 'Primary federal regulator', {
      fact: 'PRIMARY_REGULATOR',
      options: options({ OCC: 'OCC', FRB: 'Federal Reserve', FDIC: 'FDIC', NCUA: 'NCUA', STATE: 'State alone' }),
    }),
    must('charter-changed', 'yesNo', 'Did your charter change in the year?', {
      ...thisYear,
      followUp: { on: 'yes', label: 'Describe what changed, and when.', required: true },
    }),
    must('merged', 'yesNo', 'Did you merge with or acquire another institution in the year?', thisYear),
    ask(
      'mergers',
      'rows',
      'Mergers and acquisitions of the year',
      ifYes('merged', [
        column('date', 'Date', 'date', needed),
        column('target', 'Institution', 'text', needed),
        column('boli', 'Life insurance acquired', 'yesNo', needed),
      ]),
    ),
  ],
}

const CONTACTS: QuestionnaireSection = {
  code: 'contacts',
  title: 'Contacts',
  note: 'Who we write to, and about what.',
  questions: [
    must('contacts', 'rows', 'People', {
      ...table([
        column('role', 'Role', 'choice', { ...needed, options: options(CONTACT_ROLES) }),
        column('name', 'Name', 'text', needed),
        column('title', 'Title'),
        column('email', 'Email', 'text', needed),
        column('phone', 'Phone'),
        column('receives', 'Receives which reports'),
      ]),
      fact: 'CONTACTS',
    }),
  ],
}

const rate = { least: 0, most: 0.5 } as const
const CAPITAL: QuestionnaireSection = {
  code: 'capital',
  title: 'Capital and tax',
  note: 'The basis of concentrations and of tax-equivalent yields.',
  questions: [
    must('capital-as-of', 'date', 'Date of the figures', { fact: 'CAPITAL_AS_OF', past: true, hint: 'Usually the last quarter end.' }),
    must('tier-1-capital', 'money', 'Tier 1 capital', {
      fact: 'TIER_1',
      least: 1,
      explainBeyond: 0.4,
      hint: 'Call Report, Schedule RC-R.',
    }),
    must('allowance', 'money', 'Allowance for credit losses', { fact: 'ALLOWANCE', least: 0 }),
    ask('total-capital', 'money', 'Total risk-based capital', { fact: 'TOTAL_CAPITAL', least: 0 }),
    must('total-assets', 'money', 'Total assets', { fact: 'TOTAL_ASSETS', least: 1 }),
    must('total-equity', 'money', 'Total equity', { fact: 'TOTAL_EQUITY' }),
    ask('lending-limit', 'money', 'Legal lending limit', { least: 0 }),
    must('federal-rate', 'percent', 'Federal tax rate', { fact: 'FEDERAL_RATE', ...rate }),
    must('state-rate', 'percent', 'State tax rate', { fact: 'STATE_RATE', ...rate }),
    ask('combined-rate', 'percent', 'Combined rate, if you use one of your own', { fact: 'COMBINED_RATE', ...rate }),
    must('taxed-as', 'choice', 'How you are taxed', {
      fact: 'TAX_ENTITY',
      options: options({ C_CORP: 'C corporation', S_CORP: 'S corporation', MUTUAL: 'Mutual', TAX_EXEMPT: 'Tax exempt' }),
    }),
    ask('losses-carried', 'yesNo', 'Do you carry net operating losses, or owe the corporate alternative minimum tax?', {
      followUp: { on: 'yes', label: 'State which, and until when.', required: true },
    }),
  ],
}

const EMPLOYEES: QuestionnaireSection = {
  code: 'employees',
  title: 'Employees',
  note: 'At the end of the tax year, directors included: section 101(j) counts them.',
  questions: [
    must('employees', 'rows', 'Employees at the end of the tax year, directors included', {
      rows: 'ENTITIES',
      fact: 'EMPLOYEES',
      columns: [column('employees', 'Employees and directors', 'number', needed), column('officers', 'Of these, officers', 'number')],
      hint: 'Line 1 of Form 8925, for each legal entity that files its own return. A number stated before the tax year ends is to be confirmed afterwards: until then it is an open item on the form.',
    }),
    ask('top-paid-cutoff', 'money', 'Compensation at which the highest paid 35% begin', { least: 0 }),
    ask('highly-compensated-threshold', 'money', 'Threshold used for highly compensated employees', { least: 0, hint: 'Section 414(q).' }),
  ],
}

const CENSUS: QuestionnaireSection = {
  code: 'census',
  title: 'Insured census',
  note: 'One row for each insured person. Choose “No change” where everything still holds.',
  questions: [
    must('census', 'rows', 'Insured people', {
      rows: 'INSUREDS',
      fact: 'CENSUS',
      columns: [
        column('status', 'Status', 'choice', { ...needed, options: options(EMPLOYMENT_STATUSES) }),
        column('statusDate', 'Since', 'date'),
        column('title', 'Title'),
        column('salary', 'Annual salary', 'money', { personal: true }),
        column('state', 'State of residence'),
        column('newName', 'New name'),
        column('ssnChanged', 'Social Security number corrected', 'yesNo'),
      ],
      hint: 'Never write a Social Security number here: send it through Bank Uploads.',
    }),
  ],
}

const DEATHS: QuestionnaireSection = {
  code: 'deaths',
  title: 'Deaths',
  questions: [
    must('died', 'yesNo', 'Did an insured person die in the year, retired people included?', thisYear),
    ask('deaths', 'rows', 'Deaths', {
      ...ifYes('died', [
        column('insured', 'Insured', 'insured', needed),
        column('date', 'Date of death', 'date', needed),
        column('claimFiled', 'Claim filed', 'yesNo', needed),
      ]),
      fact: 'DEATHS',
    }),
    ask('death-certificates', 'file', 'Death certificates', { when: { question: 'died', is: 'yes' } }),
  ],
}

const PLANS: QuestionnaireSection = {
  code: 'plans',
  title: 'Benefit plans',
  questions: [
    must('plans-changed', 'yesNo', 'Was a benefit plan added, amended or ended in the year?', {
      ...thisYear,
      followUp: { on: 'yes', label: 'Name the plan and describe what changed.', required: true },
    }),
    must('retirements-expected', 'yesNo', 'Do you expect retirements of plan participants within 12 months?', {
      ...thisYear,
      followUp: { on: 'yes', label: 'State who, and when.', required: true },
    }),
    must('split-dollar-changed', 'yesNo', 'Did a split-dollar agreement change?', {
      ...thisYear,
      followUp: { on: 'yes', label: 'State which, and how.', required: true },
    }),
    must('benefit-expense', 'rows', 'Annual employee-benefit expense', {
      ...table([
        column('kind', 'Kind', 'choice', {
          ...needed,
          options: options({
            HEALTH: 'Health',
            PENSION: '401(k) and pension',
            SERP: 'Supplemental retirement',
            OTHER: 'Other',
            FUNDS: 'Cost of funds on the insurance',
          }),
        }),
        column('amount', 'Annual expense', 'money', needed),
      ]),
      hint: 'The cost-recovery test compares it, and the cost of funds where you state it, with the income of your life insurance.',
    }),
  ],
}

const GOVERNANCE: QuestionnaireSection = {
  code: 'governance',
  title: 'Governance',
  questions: [
    must('board-reviewed', 'date', 'When did the board last review the life insurance?', { past: true }),
    ask('minutes', 'file', 'Minutes of that meeting'),
    must('policy-approved', 'date', 'When did the board last approve your policy on life insurance?', {
      fact: 'LIMITS_APPROVED',
      past: true,
    }),
    must('carrier-limit', 'percent', 'Your limit per carrier, of capital', { fact: 'PER_CARRIER_LIMIT', least: 0, most: 1 }),
    must('aggregate-limit', 'percent', 'Your aggregate limit, of capital', { fact: 'AGGREGATE_LIMIT', least: 0, most: 1 }),
    ask('rating-floor', 'text', 'Lowest carrier rating your policy accepts'),
    must('policy-changed', 'yesNo', 'Did your policy on life insurance change?', {
      ...thisYear,
      followUp: { on: 'yes', label: 'Describe what changed.', required: true },
    }),
    ask('risk-conclusions', 'area', 'What management concludes on the risks of the program'),
  ],
}

const AUDIT: QuestionnaireSection = {
  code: 'audit',
  title: 'Audit and examination',
  questions: [
    must('audit-findings', 'yesNo', 'Did an audit have findings on the life insurance?', {
      ...thisYear,
      followUp: { on: 'yes', label: 'State which, and what was done.', required: true },
    }),
    must('regulator-comments', 'yesNo', 'Did a regulator comment on it?', {
      ...thisYear,
      followUp: { on: 'yes', label: 'Describe the comment.', required: true },
    }),
    ask('independent-review', 'date', 'Date of the last independent review', { past: true }),
  ],
}

const TRANSACTIONS: QuestionnaireSection = {
  code: 'transactions',
  title: 'Transactions and other policies',
  note: 'What we do not administer counts toward your concentrations too.',
  questions: [
    must('outside-transactions', 'yesNo', 'Did you buy, surrender, exchange or borrow on policies outside our service?', {
      ...thisYear,
      followUp: { on: 'yes', label: 'State what, when and for how much.', required: true },
    }),
    must('other-policies', 'yesNo', 'Do you hold life insurance with other vendors?'),
    ask('policies-elsewhere', 'rows', 'Policies with other vendors', {
      ...ifYes(
        'other-policies',
        [
          column('carrier', 'Carrier', 'text', needed),
          column('policy', 'Policy number', 'text'),
          column('value', 'Cash surrender value', 'money', needed),
        ],
        {
          carried: true,
        },
      ),
    }),
  ],
}

const COMPLIANCE: QuestionnaireSection = {
  code: 'compliance',
  title: 'Compliance',
  questions: [
    must('form-8925-filed', 'yesNo', 'Was Form 8925 filed with last year’s return?', {
      ...thisYear,
      followUp: { on: 'no', label: 'Explain why not.', required: true },
    }),
    ask('form-8925-date', 'date', 'Date of filing', { ...thisYear, past: true, when: { question: 'form-8925-filed', is: 'yes' } }),
    must(CONSENTS_QUESTION, 'yesNo', 'Do you have the signed consent of every insured person?', {
      followUp: { on: 'no', label: 'Name those whose consents are missing.', required: true },
    }),
    ask('regulation-o', 'yesNo', 'Did you review Regulation O and sections 23A and 23B?', {
      followUp: { on: 'yes', label: 'State when.', required: false },
    }),
    ask('section-409a', 'yesNo', 'Did you review section 409A for your plans?', {
      followUp: { on: 'yes', label: 'State when.', required: false },
    }),
  ],
}

const OUTLOOK: QuestionnaireSection = {
  code: 'outlook',
  title: 'Outlook',
  questions: [
    ask('more-insurance', 'choice', 'Interest in more life insurance', {
      ...thisYear,
      options: options({ NONE: 'None', LATER: 'Later', YEAR: 'Within a year' }),
    }),
    ask('liquidity-needs', 'yesNo', 'Do you expect liquidity needs that surrenders would have to meet?', {
      ...thisYear,
      followUp: { on: 'yes', label: 'State how much, and when.', required: true },
    }),
    ask('planned-merger', 'yesNo', 'Do you plan a merger or the sale of branches?', {
      ...thisYear,
      followUp: { on: 'yes', label: 'Describe what you can share.', required: false },
    }),
    ask('tax-outlook', 'text', 'Expected change of your tax rate'),
    ask('remarks', 'area', 'Anything else we should know', thisYear),
  ],
}

export const DEFAULT_QUESTIONNAIRE: Questionnaire = {
  sections: [INSTITUTION, CONTACTS, CAPITAL, EMPLOYEES, CENSUS, DEATHS, PLANS, GOVERNANCE, AUDIT, TRANSACTIONS, COMPLIANCE, OUTLOOK],
  attestation: 'I have reviewed these answers. To the best of my knowledge the information is complete and accurate.',
}
