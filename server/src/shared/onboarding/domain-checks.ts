/** The rules of domain that a form of the register is held to, asked of every staged row: one description of each rule, whatever way a record comes. */
import type { OnboardingProblem } from '@corridor/domain/onboarding/read-row.ts'
import { illustrationRefused } from '@corridor/domain/policies/illustrations.ts'
import { liabilityRefused } from '@corridor/domain/policies/plan-liability.ts'
import { TRANSACTION_TYPES, type TransactionType } from '@corridor/domain/policies/register.ts'
import {
  agreementRefused,
  consentRefused,
  insuredRefused,
  planRefused,
  policyRefused,
  type Refusals,
  transactionRefused,
} from '@corridor/domain/policies/rules.ts'
import { FUND_APPROACHES, type FundApproach, fundRefused } from '@corridor/domain/policies/separate-account-funds.ts'
import { sevenPayRefused } from '@corridor/domain/policies/seven-pay-test.ts'
import { codesOf } from '@corridor/domain/primitives/codes.ts'
import { ACCOUNT_TYPES } from '@corridor/domain/primitives/insurance-terms.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { day, insuredRow, money } from '../policies/register-rows.ts'
import type { Binding } from './binding.ts'
import { BINDINGS } from './bindings.ts'
import { filled } from './resolving.ts'
import { snake, stagedName } from './staged-columns.ts'
import { sourceText } from './staging.ts'

const transactionTypes = codesOf<TransactionType>(TRANSACTION_TYPES)

interface RowRule {
  type: string
  /** Columns that the rule asks for beside the row's own. */
  more?: string
  from?: string
  /** Records named by the row, of which each must have been read whole. */
  named?: string
  refused: (row: unknown, today: PlainDate) => Refusals
}

const issuedInsured = insuredRow.extend({ firstIssue: day.nullable(), lastIssue: day.nullable() })
const agreementRow = z.looseObject({
  type: z.string(),
  benefitFormula: z.string(),
  amountCents: z.number().nullable(),
  fraction: z.number().nullable(),
  capCents: z.number().nullable(),
  rateBasis: z.string(),
  effectiveDate: day,
  terminationDate: day.nullable(),
  policies: z.number(),
  ofOthers: z.number(),
})
const policyRow = z.looseObject({
  carrierCode: z.string(),
  issueDate: day,
  issueAge: z.number().nullable(),
  faceAmountCents: z.number(),
  isSection1035Replacement: z.boolean(),
  replacedCarrier: z.string().nullable(),
  replacedIssueDate: day.nullable(),
  materialChange: z.boolean(),
  isAcquired: z.boolean(),
  acquisitionDate: day.nullable(),
  dateOfBirth: day.nullable(),
  dateOfDeath: day.nullable(),
})
const consentRow = z.looseObject({
  noticeDate: day.nullable(),
  consentDate: day.nullable(),
  maxFaceDisclosedCents: money.nullable(),
  maxFaceSalaryMultiple: z.number().nullable(),
  continueAfterTermination: z.boolean(),
  beneficiaryDisclosed: z.boolean(),
  keptAt: z.string().nullable(),
})
const transactionRow = z.looseObject({
  type: z.enum(transactionTypes),
  transactionDate: day,
  amountCents: money.nullable(),
  note: z.string().nullable(),
  issueDate: day,
  endedOn: day.nullable(),
  isSection1035Replacement: z.boolean(),
  loans: money,
})

const sevenPayRow = z.looseObject({ startsOn: day, annualPremiumCents: money, paidCents: money.nullable(), statedOn: day, issueDate: day })
const illustrationRow = z.looseObject({
  illustratedOn: day,
  illustratedYield: z.number().nullable(),
  yearlyValues: z.array(z.object({ year: z.number(), value: money })),
})
const liabilityRow = z.looseObject({
  asOfDate: day,
  hedges: z.array(z.object({ fund: z.string(), notional: money })),
  planType: z.string(),
  effectiveDate: day,
})
const fundRow = z.looseObject({
  asOfDate: day,
  wrapProvider: z.string().nullable(),
  wrapRating: z.string().nullable(),
  wrapWeight: z.number().nullable(),
  wrapFeeRate: z.number().nullable(),
  wrapEndsOn: day.nullable(),
  approach: z.enum(codesOf<FundApproach>(FUND_APPROACHES)),
  classes: z.array(z.object({ name: z.string(), share: z.number(), weight: z.number(), most: z.number().nullable() })),
  documentDate: day.nullable(),
  productId: z.number(),
  accountType: z.enum(ACCOUNT_TYPES),
  isHeld: z.boolean(),
  policyProduct: z.number().nullable(),
})

const ENDED = "('DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED')"
/** A record that a row names, as the sheets have it, else as the book does. */
const either = (sheet: string, book: string, column: string): string =>
  `case when ${sheet}.record_id is not null then ${sheet}.${column} else ${book}.${column} end as ${column}`

/** The policy that a row names, as the sheets have it and as the book does. */
const POLICY_OF_ROW =
  'left join staged_policies sp on sp.record_id = s.policy_id left join policy p on p.institution_id = s.institution_id and p.id = s.policy_id'

const RULES: readonly RowRule[] = [
  { type: 'plans', refused: (row) => planRefused(z.looseObject({ benefitExpenseOffsetCents: z.number().nullable() }).parse(row)) },
  {
    type: 'insureds',
    more: ', p.first_issue, p.last_issue',
    from: `left join (select insured_id, min(issue_date) as first_issue, max(issue_date) as last_issue from staged_policies group by 1) p on p.insured_id = s.record_id`,
    refused: (row, today) => {
      const { firstIssue, lastIssue, ...insured } = issuedInsured.parse(row)
      return insuredRefused(insured, { firstIssue, lastIssue, today })
    },
  },
  {
    type: 'agreements',
    more: ', p.policies, p.of_others',
    // Policies of the register count where the sheets do not repeat them.
    from: `left join lateral (select count(*) as policies, count(*) filter (where x.insured_id <> s.insured_id) as of_others from (
        select y.insured_id from staged_policies y where y.split_dollar_agreement_id = s.record_id
        union all select y.insured_id from policy y where y.institution_id = s.institution_id and y.split_dollar_agreement_id = s.record_id
          and not exists (select from staged_policies z where z.record_id = y.id)) x) p on true`,
    refused: (row) => {
      const { policies, ofOthers, ...agreement } = agreementRow.parse(row)
      return agreementRefused(agreement, { policies, policiesOfOthers: ofOthers > 0 })
    },
  },
  {
    type: 'policies',
    more: `, ${either('si', 'i', 'date_of_birth')}, ${either('si', 'i', 'date_of_death')}`,
    from: `left join staged_insureds si on si.record_id = s.insured_id left join insured i on i.institution_id = s.institution_id and i.id = s.insured_id`,
    named: 'si',
    refused: (row, today) => {
      const { dateOfBirth, dateOfDeath, ...policy } = policyRow.parse(row)
      return policyRefused(policy, {
        // A product is looked for among those of the policy's carrier alone, and an agreement is held to its own insured.
        productCarrier: policy.carrierCode,
        agreementOfAnother: false,
        dateOfBirth,
        dateOfDeath,
        today,
      })
    },
  },
  {
    type: 'consents',
    refused: (row, today) => {
      const { maxFaceDisclosedCents, ...consent } = consentRow.parse(row)
      return consentRefused({ ...consent, maxFaceDisclosed: maxFaceDisclosedCents }, today)
    },
  },
  {
    type: 'transactions',
    more: `, ${either('sp', 'p', 'issue_date')}, ${either('sp', 'p', 'is_section1035_replacement')},
      case when coalesce(sp.policy_status, p.policy_status) in ${ENDED} then coalesce(sp.status_date, p.status_date) end as ended_on,
      (coalesce(sum(case s.type when 'LOAN' then s.amount_cents when 'LOAN_REPAY' then -s.amount_cents end)
        over (partition by s.policy_id order by s.transaction_date, s.n rows between unbounded preceding and 1 preceding), 0))::bigint as loans`,
    from: POLICY_OF_ROW,
    named: 'sp',
    refused: (row, today) => {
      const { issueDate, endedOn, isSection1035Replacement: isReplacement, loans, ...transaction } = transactionRow.parse(row)
      // Values of the months around it are posted after the transactions: what it takes out is compared with them by the audits.
      return transactionRefused(transaction, {
        issueDate,
        endedOn,
        isReplacement,
        loansOutstanding: loans,
        valueBefore: null,
        pair: null,
        today,
      })
    },
  },
  {
    type: 'sevenPay',
    more: `, ${either('sp', 'p', 'issue_date')}`,
    from: POLICY_OF_ROW,
    named: 'sp',
    refused: (row, today) => {
      const { issueDate, ...stated } = sevenPayRow.parse(row)
      return sevenPayRefused(stated, { issueDate, isTaken: false, today })
    },
  },
  {
    type: 'illustrations',
    refused: (row, today) => illustrationRefused(illustrationRow.parse(row), { isTaken: false, today }),
  },
  {
    type: 'funds',
    more: `, ${either('sd', 'd', 'account_type')}, coalesce(sp.product_id, p.product_id) as policy_product,
      (s.institution_id, s.product_id) in (select y.institution_id, y.product_id from staged_policies y where y.product_id is not null
        union select y.institution_id, y.product_id from policy y where y.site_id = :site) as is_held`,
    from: `left join staged_products sd on sd.record_id = s.product_id left join product d on d.id = s.product_id ${POLICY_OF_ROW}`,
    named: 'sd',
    refused: (row, today) => {
      const { productId, accountType, isHeld, policyProduct, ...fund } = fundRow.parse(row)
      const policyOfAnother = policyProduct !== null && policyProduct !== productId
      return fundRefused(fund, { accountType, isHeld, policyOfAnother, isTaken: false, today })
    },
  },
  {
    type: 'liabilities',
    more: `, ${either('sn', 'n', 'plan_type')}, ${either('sn', 'n', 'effective_date')}`,
    from: `left join staged_plans sn on sn.record_id = s.plan_id left join plan n on n.institution_id = s.institution_id and n.id = s.plan_id`,
    named: 'sn',
    refused: (row, today) => {
      const { planType, effectiveDate, ...liability } = liabilityRow.parse(row)
      return liabilityRefused(liability, { planType, effectiveDate, isTaken: false, today })
    },
  },
]

const AT_ONCE = 5_000
const located = z.looseObject({ source: z.string() })

/** Rows that cannot be read, or name what does not exist, were told already and are not asked. */
export async function checkByDomain(
  trx: Trx,
  scope: Scope,
  today: PlainDate,
  found: (problems: OnboardingProblem[]) => Promise<void>,
): Promise<void> {
  // All rows will be wanted, not the first ones soon.
  await sql`set local cursor_tuple_fraction = 1`.execute(trx)
  for (const rule of RULES) {
    const binding = BINDINGS.find(({ type }) => type.code === rule.type)
    if (!binding) throw new Error(`there is no record type ${rule.type}`)
    const needed = binding.type.columns.flatMap(({ target, required }) => (target && required ? target : []))
    const resolved = needed.map((target) => `s.${RESOLVED[target]} is not null`)
    const whole = ['s.is_whole', ...resolved, ...(rule.named ? [`coalesce(${rule.named}.is_whole, true)`] : [])].join(' and ')
    await sql
      .raw(
        filled(
          `declare asked no scroll cursor for select s.*, ${sourceText('s', 'c')} as source${rule.more ?? ''} from ${stagedName(binding.type)} s
           join onboarding_source c on c.id = s.origin ${rule.from ?? ''} where ${whole}`,
          scope,
        ),
      )
      .execute(trx)
    for (;;) {
      const { rows } = await sql.raw<Record<string, unknown>>(`fetch ${AT_ONCE} from asked`).execute(trx)
      if (rows.length === 0) break
      await found(rows.flatMap((row) => problemsOf(binding, row, rule.refused(row, today))))
    }
    await sql`close asked`.execute(trx)
  }
}

const RESOLVED: Readonly<Record<string, string>> = {
  institution: 'institution_id',
  carrier: 'carrier_code',
  plan: 'plan_id',
  product: 'product_id',
  insured: 'insured_id',
  policy: 'policy_id',
}

const shown = z.union([z.string(), z.number(), z.boolean()]).transform(String).nullable().catch(null)

function problemsOf({ type, list }: Binding, row: Record<string, unknown>, refused: Refusals): OnboardingProblem[] {
  const { source } = located.parse(row)
  return Object.entries(refused).flatMap(([field, sentences]) => {
    const column = type.columns.find((one) => one.field === field || `${one.target ?? ''}Id` === field)
    const value = column?.target ? row[`${column.target}Name`] : list?.column === snake(field) ? null : row[field]
    return sentences.map((problem) => ({
      recordType: type.code,
      source,
      column: column?.header ?? (list?.column === snake(field) ? list.type.sheet : null),
      value: typeof value === 'number' && column?.kind === 'money' ? (value / 100).toFixed(2) : shown.parse(value),
      problem,
    }))
  })
}
