/** The declared rates and cost-of-insurance tables of a carrier's products, as a policy's month is recomputed from them. */

import type { ProductTables } from '@corridor/domain/auditing/recomputation.ts'
import { attainedAgeAt, type CostOfInsuranceTable, type CreditingTerms, rateKey } from '@corridor/domain/calculations/interest-credited.ts'
import { addDays, addMonthEnds, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { AuditedRow } from './posted-query.ts'

/** The table of each product that holds on the first day of the month: charges are taken at its beginning. */
export async function selectChargeTables(trx: Trx, carrierCode: string, period: PlainDate): Promise<Map<number, CostOfInsuranceTable>> {
  const first = addDays(addMonthEnds(period, -1), 1)
  const { rows } = await sql<{
    productId: number
    per: CostOfInsuranceTable['per']
    sex: 'M' | 'F' | 'UNISEX'
    smokerClass: 'NONSMOKER' | 'SMOKER' | 'COMPOSITE'
    attainedAge: number
    rate: number
  }>`
    with held as (
      select distinct on (t.product_id) t.id, t.product_id, t.per from cost_of_insurance_table t join product on product.id = t.product_id
      where product.carrier_code = ${carrierCode} and t.superseded_at is null and t.effective_from <= ${first} order by t.product_id, t.effective_from desc)
    select held.product_id, held.per, r.sex, r.smoker_class, r.attained_age, r.rate from held join cost_of_insurance_rate r on r.table_id = held.id`.execute(
    trx,
  )
  return new Map(
    [...Map.groupBy(rows, ({ productId }) => productId)].flatMap(([productId, of]) =>
      of[0] ? [[productId, { per: of[0].per, rates: new Map(of.map((row) => [rateKey(row), row.rate])) }] as const] : [],
    ),
  )
}

export function tablesOf(row: AuditedRow, tables: ReadonlyMap<number, CostOfInsuranceTable>, period: PlainDate): ProductTables {
  const { interestMethod, dayCount, interestFrom, issueAge, smokerStatus } = row
  const terms: CreditingTerms = { interestMethod, dayCount, interestFrom }
  const before = row.declaredRateBefore === null ? [] : [{ from: BEFORE, rate: row.declaredRateBefore }]
  return {
    terms,
    rates: [...before, ...(row.rateChanges ?? [])],
    followsIndex: row.rateMethod === 'INDEXED' || row.rateMethod === 'TOTAL_RETURN',
    costOfInsurance: tables.get(row.productId) ?? null,
    insured:
      issueAge === null
        ? null
        : {
            sex: row.insuredSex,
            smokerClass: smokerStatus === 'NONSMOKER' || smokerStatus === 'SMOKER' ? smokerStatus : null,
            attainedAge: attainedAgeAt(issueAge, row.issueDate, period),
          },
    flows: row.flows ?? [],
    flowsAreDated: !row.hasUndatedFlows,
  }
}
/** A rate of the month before holds since some day before it; which one makes no difference to the month. */
const BEFORE = plainDate('1900-01-01')
