/** Year-end figures of the invented carriers: assets, liabilities and surplus that add up, and their risk-based capital. */
import { cents } from '@corridor/domain/primitives/money.ts'
import { CARRIERS } from './carriers.ts'
import type { Row } from './rows.ts'

const FIRST_YEAR = 2021
const LAST_YEAR = 2025

/** Better ranked carriers hold more surplus; all grow by some percent a year. */
export function carrierFinancialRows(): Row<'carrierFinancials'>[] {
  return CARRIERS.flatMap((carrier, place) => {
    const rank = carrier.ratings.COMDEX
    const rows: Row<'carrierFinancials'>[] = []
    for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
      const age = year - FIRST_YEAR
      const assets = Math.round((9 + 4.7 * place) * 1_000_000 * (1.031 + place / 500) ** age) * 100_000
      const surplus = Math.round(assets * (0.052 + rank / 2400 + (age % 3) / 1000))
      rows.push({
        carrierCode: carrier.code,
        year,
        assetsCents: cents(assets),
        liabilitiesCents: cents(assets - surplus),
        surplusCents: cents(surplus),
        riskBasedCapitalRatio: Math.round(310 + (rank - 70) * 6.4 + (age % 2) * 9) / 100,
        source: `Annual statement ${year}`,
      })
    }
    return rows
  })
}
