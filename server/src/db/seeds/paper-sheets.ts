/** The demo's workbooks and lists: imputed income, liabilities, policies. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { policyNumberOf } from './numbers.ts'
import { type Bank, imputedIncome, insuredAt } from './paper-facts.ts'
import { amount, instant, type Paper, text } from './paper-kinds.ts'
import type { SheetCell } from './workbook.ts'

export function imputedSheet(bank: Bank, year: number): SheetCell[][] {
  const rows = imputedIncome(bank, year)
  return [
    ['Last name', 'First name', 'Age', 'Endorsed benefit', 'Rate per $1,000', 'Imputed income'].map(text),
    ...rows.map(({ person, age, endorsed, rate, income }) => [
      text(person.lastName),
      text(person.firstName),
      { kind: 'number' as const, value: String(age) },
      amount(endorsed),
      { kind: 'number' as const, value: rate.toFixed(2) },
      amount(income),
    ]),
    [
      text('Total'),
      text(''),
      text(''),
      totalOf(
        'D',
        rows.length,
        rows.reduce((sum, { endorsed }) => sum + endorsed, 0),
      ),
      text(''),
      totalOf(
        'F',
        rows.length,
        rows.reduce((sum, { income }) => sum + income, 0),
      ),
    ],
    [
      text(
        `Benefit endorsed on December 31, ${year}, of those then living. Rates by the age reached in the year: Table 2001, Notice 2001-10, continued by Notice 2002-8.`,
      ),
    ],
  ]
}

const totalOf = (column: string, rows: number, sum: number): SheetCell => ({
  ...amount(sum),
  formula: `SUM(${column}2:${column}${rows + 1})`,
})

export function accrualSheet(bank: Bank, year: number): SheetCell[][] {
  const insured = insuredAt(bank, plainDate(`${year}-12-31`))
  return [
    ['Participant', 'Title', 'Benefit', 'Accrued at the beginning', 'Expense of the year', 'Accrued at the end'].map(text),
    ...insured.map(({ person, benefit }) => {
      const [before, expense] = [Math.round(benefit * 0.18), Math.round(benefit * 0.031)]
      return [
        text(`${person.lastName}, ${person.firstName}`),
        text(person.title),
        amount(benefit),
        amount(before),
        amount(expense),
        amount(before + expense),
      ]
    }),
  ]
}

export function csvListing(bank: Pick<Bank, 'policies' | 'carrierName'>, year: number): Paper {
  const at = plainDate(`${year}-12-31`)
  const lines = bank.policies.flatMap(({ id, person, product, issueDate, values }) => {
    const value = values.find(({ asOfDate }) => asOfDate === at)
    return value
      ? [
          [
            policyNumberOf(product.carrierCode, id),
            person.lastName,
            person.firstName,
            bank.carrierName(product.carrierCode),
            issueDate,
            (value.cashSurrenderValue / 100).toFixed(2),
            (value.deathBenefit / 100).toFixed(2),
          ].join(','),
        ]
      : []
  })
  return {
    typeCode: 'ABR',
    year,
    name: `Policy_Listing_${year}`,
    extension: 'csv',
    at: instant(plainDate(`${year + 1}-02-17`)),
    make: async () =>
      Buffer.from(['Policy number,Last name,First name,Carrier,Issued,Cash surrender value,Death benefit', ...lines, ''].join('\r\n')),
  }
}
