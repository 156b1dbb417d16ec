/** A carrier's figures, year by year. */
import { carrierFinancials } from '@corridor/contract/carrier-terms.ts'
import { DatedRows } from '../../shared/dated-terms/DatedRows.tsx'
import { FINANCIAL_WORDS, type Financials } from './carrier-words.ts'

export const FinancialsTab = ({ carrierId }: { carrierId: number }) => (
  <DatedRows<Financials, { id: number }>
    calls={carrierFinancials}
    params={{ id: carrierId }}
    nameOf={({ id }) => ({ rowId: id })}
    words={FINANCIAL_WORDS}
    // A year that is over holds no longer than another: the newest stands first.
    inForce={() => []}
  />
)
