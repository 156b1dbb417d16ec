/** Cost-of-insurance tables of some of the invented products: their charges are what these give, so that the audits can recompute them. The others have none. */
import { annualMortality } from '@corridor/domain/calculations/mortality.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { MANAGER_ID } from './accounts.ts'
import { PRODUCTS } from './products.ts'
import type { Book } from './rows.ts'

const TABLES = [
  { productName: 'Hollow Select BOLI', per: 'YEAR', source: 'Tamar policy form HS-13, schedule of current charges' },
  { productName: 'Ridge Executive Universal Life', per: 'YEAR', source: 'Halcyon letter of current cost of insurance rates, 2003' },
  { productName: 'Quillon Executive Benefit UL', per: 'MONTH', source: 'Quillon Mutual rate book, monthly cost of insurance' },
] as const
const ENTERED_AT = '2026-08-19T15:40:00.000Z'
const AGES = { from: 18, to: 100 }
/** No insured of the demo smokes but those that the register is told so of. */
const SMOKERS = [
  ['NONSMOKER', 1],
  ['SMOKER', 1.9],
] as const

export function addChargeTables(book: Book): void {
  for (const [place, { productName, per, source }] of TABLES.entries()) {
    const product = PRODUCTS.find((one) => one.productName === productName)
    if (!product) throw new Error(`no product ${productName} to make a table for`)
    const id = place + 1
    book.costOfInsuranceTable.push({
      id,
      productId: product.id,
      effectiveFrom: plainDate(`${product.soldFrom}-01-01`),
      per,
      source,
      enteredBy: MANAGER_ID,
      enteredAt: ENTERED_AT,
    })
    for (const sex of ['M', 'F'] as const)
      for (const [smokerClass, factor] of SMOKERS)
        for (let attainedAge = AGES.from; attainedAge <= AGES.to; attainedAge++) {
          const yearly = annualMortality(attainedAge, sex) * product.mortalityScale * factor * 1000
          book.costOfInsuranceRate.push({
            tableId: id,
            sex,
            smokerClass,
            attainedAge,
            rate: Number((yearly / (per === 'MONTH' ? 12 : 1)).toFixed(6)),
          })
        }
  }
}
