/** Texts of the demo's letters to one bank, from the figures of its own policies. */
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { formatDate, formatLongDate, formatMonth, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { type Bank, claimFigures, type Holding, holdingAt, insuredAt, yearOfHolding } from './paper-facts.ts'

export const FIRM = {
  name: 'Corridor Benefit Consulting',
  line: 'Bank- and corporate-owned life insurance · 410 Lakefront Plaza, Suite 900 · (202) 555-0190 · service@corridor.example',
}

export interface Table {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** Columns set right. */
  numeric: readonly number[]
  /** Shares of the width; equal ones unless said. */
  widths?: readonly number[]
  /** The last row is a total. */
  total?: boolean
}
export interface Letter {
  title: string
  date: string
  to: readonly string[]
  reference?: string
  blocks: readonly (string | Table)[]
  signer: { name: string; title: string }
}
export interface Slide {
  heading: string
  points: readonly string[]
  bars?: readonly { label: string; words: string; share: number }[]
}

export const money = (amount: number) => formatMoney(cents(Math.round(amount)))
/** A limit as a board words it, and the capital that it is of: both are the institution's own, which its reports measure against. */
export const limit = (fraction: number) => `${Number((fraction * 100).toFixed(2))} percent`
export const BASES = { TIER1: 'Tier 1 capital', TIER1_PLUS_ACL: 'Tier 1 capital plus the allowance for credit losses' } as const
export const percent = (share: number) => `${(share * 100).toFixed(2)}%`
const KIND = { 1: 'bank-owned', 2: 'corporate-owned' } as const
export const SHORT = { 1: 'BOLI', 2: 'COLI' } as const

/** A letter to the bank's officer, signed by its account manager. */
const toBank = (bank: Bank, date: PlainDate, title: string, blocks: Letter['blocks'], reference?: string): Letter => ({
  title,
  date: formatLongDate(date),
  to: [bank.contact.name, bank.contact.title, bank.legalName, `${bank.city}, ${bank.stateCode}`],
  ...(reference ? { reference } : {}),
  blocks: [`Dear ${bank.contact.name}:`, ...blocks],
  signer: bank.signer,
})

const carriersTable = ({ carriers, policies, cashSurrenderValue }: Holding): Table => ({
  head: ['Carrier', 'Policies', 'Cash surrender value', 'Share'],
  numeric: [1, 2, 3],
  widths: [0.48, 0.14, 0.24, 0.14],
  total: true,
  rows: [
    ...carriers.map((carrier) => [carrier.name, String(carrier.policies), money(carrier.cashSurrenderValue), percent(carrier.share)]),
    ['Total', String(policies), money(cashSurrenderValue), percent(policies > 0 ? 1 : 0)],
  ],
})

export function quarterlyBenefits(bank: Bank, quarterEnd: PlainDate, date: PlainDate): Letter {
  const on = formatLongDate(quarterEnd)
  const shown = insuredAt(bank, quarterEnd).filter(({ endorsed }) => endorsed > 0)
  const sum = (of: (row: (typeof shown)[number]) => number) => money(shown.reduce((all, row) => all + of(row), 0))
  return toBank(
    bank,
    date,
    `Quarterly benefit report, ${formatMonth(quarterEnd)}`,
    [
      `These are the participants whose beneficiaries would receive a part of the ${KIND[bank.siteId]} life insurance of ${bank.name}, as of ${on}. Please give each participant their own figures only.`,
      'Endorsed benefits are a part of the net amount at risk and end with employment unless the agreement says otherwise. Where a participant has died, the part is that of the day of death, until the claim is paid.',
      shown.length > 0
        ? {
            head: ['Participant', 'Title', 'Insured for', 'Endorsed'],
            numeric: [2, 3],
            widths: [0.32, 0.3, 0.19, 0.19],
            total: true,
            rows: [
              ...shown.map(({ person: { lastName, firstName, title, death }, benefit, endorsed }) => [
                `${lastName}, ${firstName}`,
                death && death.date <= quarterEnd ? `Died ${formatDate(death.date)}` : title,
                money(benefit),
                money(endorsed),
              ]),
              [`${shown.length} participants`, '', sum(({ benefit }) => benefit), sum(({ endorsed }) => endorsed)],
            ],
          }
        : `No agreement endorses a benefit to a participant on ${on}.`,
      'A participant who moved, married or retired this quarter should send a new beneficiary designation with your next census.',
    ],
    `${bank.id}-QBR-${quarterEnd.slice(0, 7)}`,
  )
}

export function bankTax(bank: Bank, year: number, date: PlainDate): Letter {
  const { opening, closing, premiums, withdrawals, released, earnings } = yearOfHolding(bank, year)
  const flows: [label: string, amount: number][] = [
    ['Premiums, purchases and exchanges received', premiums],
    ['Withdrawals', -withdrawals],
    ['Cash surrender value of policies paid, surrendered or exchanged', -released],
  ]
  return toBank(bank, date, `Bank tax summary, ${year}`, [
    `For the federal and state returns of ${year}: the earnings below are income on the books and, while the policies are held, not for tax: they meet the definition of life insurance in IRC section 7702. The difference (Schedule M-1 or M-3) is permanent if they are held until death.`,
    {
      head: ['Item', 'Amount'],
      numeric: [1],
      widths: [0.7, 0.3],
      rows:
        opening.policies > 0
          ? [
              ['Cash surrender value at the beginning of the year', money(opening.cashSurrenderValue)],
              ...flows.filter(([, amount]) => amount !== 0).map(([label, amount]) => [label, money(amount)]),
              ['Earnings of the year, not taxable while the policies are held', money(earnings)],
              ['Cash surrender value at the end of the year', money(closing.cashSurrenderValue)],
            ]
          : [
              ['Cash surrender value at the beginning of the year', 'Not on our records'],
              ['Cash surrender value at the end of the year', money(closing.cashSurrenderValue)],
            ],
    },
    `${closing.policies} policies were in force at the end of the year. Death proceeds are excluded from income where notice was given and consent obtained before issue (IRC section 101(j)); Form 8925 is filed with the return. The gain on a surrender is taxable. Ask your tax adviser before you rely on this summary.`,
  ])
}

export function annualReview(bank: Bank, year: number, date: PlainDate): Letter {
  const holding = holdingAt(bank, plainDate(`${year}-12-31`))
  return toBank(bank, date, `Annual review of the ${SHORT[bank.siteId]} program, ${year}`, [
    `This review gives the board of ${bank.legalName} what the Interagency Statement on the Purchase and Risk Management of Life Insurance asks it to look at each year: the purpose of the program, its carriers' credit, concentration, performance and insurable interest.`,
    `At December 31, ${year} the bank held ${holding.policies} policies with a cash surrender value of ${money(holding.cashSurrenderValue)} and a death benefit of ${money(holding.deathBenefit)}.`,
    carriersTable(holding),
    'The carriers’ ratings, the limits of the policy statement and the consents are examined in the annual review report, which the portal makes from the register.',
    'Liquidity risk: the policies are long-term and illiquid; surrender would be taxable and may bear charges. Reputational and mortality risk were discussed with management and are regarded as low.',
    'We recommend that the board accept this review, record it in the minutes, and keep the program as it stands.',
  ])
}

/** Asks for what the form needs, and states none of its lines: the portal's own report does, by rules that no letter repeats. */
export const consentRequest = (bank: Bank, year: number, date: PlainDate): Letter =>
  toBank(bank, date, `Form 8925: employees and consents, ${year}`, [
    `For Form 8925, Report of Employer-Owned Life Insurance Contracts, of ${bank.legalName} for the year ended December 31, ${year} we need the number of employees on that day, directors included, and each signed notice and consent that you have not sent yet.`,
    'The form counts contracts issued after August 17, 2006 on the lives of people employed at the end of the tax year. Please tell us who left, retired or died before that day.',
    'Send the papers through Bank Uploads. The lines of the form, and the people whose consent is still missing, stand in the portal’s Form 8925 report.',
  ])

export function claimLetters(bank: Bank): { name: string; letter: Letter; date: PlainDate }[] {
  const ended = bank.policies.filter(({ exit }) => exit?.kind === 'DEATH_PAID')
  return [...Map.groupBy(ended, ({ person }) => person)].flatMap(([person, theirs]) => {
    if (!person.death) return []
    const { death } = person
    const about = `${person.firstName} ${person.lastName}`
    const carriers = [...new Set(theirs.map(({ product }) => bank.carrierName(product.carrierCode)))].join(' and ')
    const filed = {
      name: `Claim_${person.lastName}_Filed`,
      date: death.notified,
      letter: toBank(bank, death.notified, `Death claim of ${about}: filed`, [
        `We are sorry for the loss of ${about}, ${person.title}, on ${formatLongDate(death.date)}. The claim was filed with ${carriers} today with a certified copy of the death certificate.`,
        'The carrier usually pays within thirty days of complete papers, with interest from the date of death. Until then the policy stays on the books at its cash surrender value.',
        'Where a split-dollar agreement names a beneficiary, the carrier pays that part directly; please send the beneficiary’s address and Form W-9.',
      ]),
    }
    if (!death.paid) return [filed]
    const { benefit, toBank: proceeds, released } = claimFigures(theirs)
    const policiesOf = theirs.length === 1 ? 'the policy' : `${theirs.length} policies`
    const paid = {
      name: `Claim_${person.lastName}_Paid`,
      date: death.paid,
      letter: toBank(bank, death.paid, `Death claim of ${about}: paid`, [
        `On ${formatLongDate(death.paid)} ${carriers} paid the death benefit of ${policiesOf} on the life of ${about}: ${money(benefit)}, not counting the carrier’s interest${proceeds < benefit ? `, of which ${money(benefit - proceeds)} went to the beneficiary under the split-dollar agreement` : ''}.`,
        `${bank.name} received ${money(proceeds)}. The cash surrender value on the books was ${money(released)}; the excess of ${money(proceeds - released)} is tax-exempt income of the month where notice and consent were given before issue.`,
        `The entries are among the suggested ledger entries of the monthly report. ${theirs.length === 1 ? 'The policy leaves' : 'The policies leave'} the schedules with this month end.`,
      ]),
    }
    return [filed, paid]
  })
}

export const resolution = (bank: Bank, date: PlainDate): Letter =>
  toBank(bank, date, 'Resolution of the board of directors', [
    `RESOLVED, that the board of ${bank.legalName}, having reviewed the pre-purchase analysis, approves the purchase of ${KIND[bank.siteId]} life insurance within the limits of the policy statement, and finds that the program serves to recover the cost of employee benefits.`,
    'FURTHER RESOLVED, that the Chief Financial Officer may sign applications, notices and consents, and shall report concentration and the carriers’ ratings to the board at least once a year.',
    `FURTHER RESOLVED, that no more than ${limit(bank.limits.perCarrier)} of ${BASES[bank.limits.capitalBasis]} be placed with one carrier and ${limit(bank.limits.aggregate)} with all.`,
  ])

export const policyStatement = (bank: Bank, year: number, date: PlainDate): Letter =>
  toBank(bank, date, `Life insurance policy statement, ${year}`, [
    `Purpose. ${bank.name} owns life insurance to offset the cost of benefits and to protect against the loss of key people. It does not speculate with it.`,
    `Limits. The aggregate cash surrender value stays below ${limit(bank.limits.aggregate)} of ${BASES[bank.limits.capitalBasis]}; one carrier below ${limit(bank.limits.perCarrier)}. Purchases beyond either need the board’s vote.`,
    'Carriers. At purchase each carrier is rated A- or better by A.M. Best and has a Comdex of 70 or more. A downgrade below is reported at the next meeting with a recommendation to hold, exchange or surrender.',
    year >= 2025
      ? 'Monitoring. Management reviews monthly values, quarterly benefit statements and the annual review; peer figures of call reports are compared once a year. A modified endowment contract is bought only with the tax adviser’s opinion.'
      : 'Monitoring. Management reviews monthly values and the annual review.',
  ])

export const endorsement = (bank: Bank, date: PlainDate): Letter =>
  toBank(bank, date, 'Endorsement split-dollar agreement', [
    `This agreement is made between ${bank.legalName} (the Bank) and the Employee named in the schedule. The Bank is the sole owner of the policies and of their cash surrender value.`,
    'Endorsement. On the Employee’s death while employed, the Beneficiary receives the lesser of the scheduled amount and the net amount at risk. The rest is the Bank’s.',
    'Taxes. The economic benefit is reported on Form W-2 each year at the rates of Table 2001 or the insurer’s lower published rates.',
    'End. The agreement ends with employment, unless the Employee retires after age sixty-two with ten years of service.',
  ])

export const noticeAndConsent = (bank: Bank, date: PlainDate): Letter =>
  toBank(bank, date, 'Notice and consent to employer-owned insurance', [
    `${bank.legalName} intends to insure your life and will own and benefit from the policy. The most for which you may be insured is ten times your salary. The policy may go on after you leave (IRC section 101(j)(4)).`,
    'By signing you consent in writing to being insured, before the policy is issued. You may refuse; refusal has no effect on your employment or benefits.',
    'Employee: ______________________     Date: ______________     Witness: ______________________',
  ])

export const planAnalysis = (bank: Bank, year: number, date: PlainDate): Letter => {
  const holding = holdingAt(bank, plainDate(`${year}-12-31`))
  return toBank(bank, date, `Annual plan analysis, ${year}`, [
    `Projected benefits of the deferred compensation plan compared with the assets that finance it. At year end ${holding.policies} policies held ${money(holding.cashSurrenderValue)} of cash surrender value.`,
    carriersTable(holding),
    'The projection assumes level crediting rates, retirement at sixty-five and no further deferrals. A change of half a percent in crediting rates moves the recovery of cost by about two years.',
  ])
}

export const questionnaire = (bank: Bank, year: number, date: PlainDate): Letter =>
  toBank(bank, date, `Annual questionnaire, ${year}`, [
    'Please confirm or correct the answers of last year. What is left blank is taken as unchanged.',
    {
      head: ['Question', 'Answer of last year'],
      numeric: [],
      widths: [0.68, 0.32],
      rows: [
        ['Does the bank still have an insurable interest in each insured?', 'Yes'],
        ['Has any insured person left, retired or died?', 'See census'],
        ['Were the board’s limits changed?', 'No'],
        ['Fiscal year end', 'Unchanged'],
        ['Who signs for the bank?', bank.contact.name],
      ],
    },
  ])

export function carrierLetter(
  legalName: string,
  title: string,
  paragraphs: readonly string[],
  date: PlainDate,
  signer: { name: string; title: string },
): Letter {
  return {
    title,
    date: formatLongDate(date),
    to: ['To the owners of our policies'],
    blocks: [`${legalName} writes:`, ...paragraphs],
    signer,
  }
}
