/** Slides of the demo's presentations for one bank, from the figures of its own policies. */
import { formatLongDate, type PlainDate, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import { type Bank, holdingAt } from './paper-facts.ts'
import { BASES, FIRM, limit, money, percent, SHORT, type Slide } from './paper-words.ts'

export function boardSlides(bank: Bank, year: number): Slide[] {
  const holding = holdingAt(bank, plainDate(`${year}-12-31`))
  const before = holdingAt(bank, plainDate(`${year - 1}-12-31`))
  return [
    {
      heading: `${SHORT[bank.siteId]} program review ${year}`,
      points: [bank.legalName, `Prepared for the board of directors by ${FIRM.name}`],
    },
    {
      heading: 'Where the program stands',
      points: [
        `${holding.policies} policies in force at December 31, ${year}`,
        `Cash surrender value ${money(holding.cashSurrenderValue)}`,
        `Death benefit ${money(holding.deathBenefit)}`,
        before.policies > 0
          ? `${money(holding.cashSurrenderValue - before.cashSurrenderValue)} more than a year before, purchases included`
          : 'First full year under review',
      ],
    },
    {
      heading: 'Allocation by carrier',
      points: ['Shares of the cash surrender value at year end', 'Limits and ratings: see the annual review report'],
      bars: holding.carriers.map(({ name, share }) => ({ label: name, words: percent(share), share })),
    },
    {
      heading: 'What the regulators look for',
      points: [
        'Interagency Statement of December 2004: pre-purchase analysis, annual review, concentration below 25 percent of capital',
        'Notice and consent under section 101(j) for every insured since August 2006',
        'Form 8925 with each year’s tax return',
      ],
    },
    {
      heading: 'Next steps',
      points: ['Accept the annual review', 'Confirm the policy statement', `Questionnaire for ${year + 1} in March`],
    },
  ]
}

export const analysisSlides = (bank: Bank, at: PlainDate): Slide[] => {
  const holding = holdingAt(bank, at)
  return [
    { heading: `Pre-purchase analysis ${yearOf(at)}`, points: [bank.legalName, 'Confidential: for management and the board'] },
    {
      heading: 'Why more insurance',
      points: [
        'Benefit costs grow by about six percent a year',
        'Coverage of two retirements to come',
        'Yield above that of comparable municipal bonds after tax',
      ],
    },
    {
      heading: 'Room under the limits',
      points: [
        `${money(holding.cashSurrenderValue)} held at ${formatLongDate(at)}`,
        `Aggregate limit ${limit(bank.limits.aggregate)} of ${BASES[bank.limits.capitalBasis]}`,
        `Per carrier ${limit(bank.limits.perCarrier)}`,
      ],
      bars: holding.carriers.map(({ name, share }) => ({ label: name, words: percent(share), share })),
    },
    {
      heading: 'Recommendation',
      points: [
        'General account product of a carrier with Comdex above 90',
        'Exchange of older policies under section 1035 to be studied apart',
      ],
    },
  ]
}
