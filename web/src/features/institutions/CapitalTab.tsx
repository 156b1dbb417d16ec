/** An institution's capital by as-of date, and its concentrations against the limits of the board. */
import { carrierSummaryChart } from '@corridor/contract/charts.ts'
import { capitalFigures, policyLimitTerms } from '@corridor/contract/institution-terms.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import {
  CAPITAL_BASIS_NAMES,
  capitalBase,
  concentration,
  DEFAULT_LIMITS,
  headroomCell,
  limitTest,
} from '@corridor/domain/calculations/concentration.ts'
import { cents, formatMoney, formatPercent } from '@corridor/domain/primitives/money.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { dateText } from '../../shared/dated-terms/dated-words.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { percentColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { LIMIT_STATUS } from './limit-status.ts'
import { TermsTab } from './TermsTab.tsx'
import { CAPITAL_WORDS, type CapitalRow, inForce } from './term-words.ts'

export function CapitalTab({ institutionId }: { institutionId: number }) {
  return (
    <TermsTab institutionId={institutionId} calls={capitalFigures} words={CAPITAL_WORDS}>
      {(records) => <Concentration institutionId={institutionId} capital={records} />}
    </TermsTab>
  )
}

/** Limits are the legal entity's: what counts beside this portal's policies, and what of it is not known. */
function partsText(all: ReplyOf<typeof carrierSummaryChart>['measured'][number] | undefined): string {
  const parts = (all?.parts ?? []).map(({ label, cashSurrenderValueCents }) => `${label} ${formatMoney(cents(cashSurrenderValueCents))}`)
  return [
    'Measured on all holdings of the legal entity',
    parts.length > 0 ? `: ${parts.join(', ')}` : '',
    all?.lacking ? `; not known: ${all.lacking}` : '',
    '.',
  ].join('')
}

type Capital = Omit<CapitalRow, 'versions' | 'updatedAt' | 'enteredBy'>

function Concentration({ institutionId, capital }: { institutionId: number; capital: readonly Capital[] }) {
  const held = useEndpoint(carrierSummaryChart, { clientId: institutionId }).data
  const limits = useEndpoint(policyLimitTerms.endpoints.list, { id: institutionId }).data?.records ?? []
  if (!held?.asOf || held.carriers.length === 0) return null
  const at = inForce(capital, held.asOf)
  const board = inForce(limits, held.asOf)
  const basis = board?.capitalBasis ?? DEFAULT_LIMITS.basis
  const bases = at
    ? {
        tier1: cents(at.tier1CapitalCents),
        allowance: at.allowanceForCreditLossesCents === null ? null : cents(at.allowanceForCreditLossesCents),
        total: at.totalRiskBasedCapitalCents === null ? null : cents(at.totalRiskBasedCapitalCents),
      }
    : null
  const base = bases ? capitalBase(bases, basis) : null
  const withAllowance = bases ? capitalBase(bases, 'TIER1_PLUS_ACL') : null
  const { perCarrier, aggregate } = board
    ? { perCarrier: board.perCarrierLimitFraction, aggregate: board.aggregateLimitFraction }
    : DEFAULT_LIMITS
  const rows = held.measured.map(({ key, label, cashSurrenderValueCents, lacking }) => {
    const [value, isAll] = [cents(cashSurrenderValueCents), key === 'aggregate']
    const measured = { key, label: isAll ? 'All carriers' : label, cashSurrenderValue: value, ...(lacking === null ? {} : { lacking }) }
    return {
      ...limitTest({ ...measured, limit: isAll ? aggregate : perCarrier, basis, capital: base }),
      ofTier1: bases ? concentration(value, bases.tier1) : null,
      ofTier1AndAllowance: withAllowance ? concentration(value, withAllowance) : null,
    }
  })
  const all = held.measured.find(({ key }) => key === 'aggregate')
  return (
    <Panel
      title="Concentration"
      note={`Cash surrender values of ${dateText(held.asOf)}; ${at ? `capital as of ${dateText(at.effectiveOn)}` : 'no capital on file by then'}; limits on ${CAPITAL_BASIS_NAMES[basis]}${board ? ` since ${dateText(board.effectiveOn)}` : ', the guideline'}. ${partsText(all)}`}
      flush
    >
      <DataTable
        plain
        label="Concentration"
        rows={rows}
        idOf={(row) => rows.indexOf(row)}
        columns={[
          textColumn('label', 'Carrier'),
          { key: 'value', header: 'Cash surrender value', numeric: true, cell: (row) => formatMoney(row.cashSurrenderValue) },
          { key: 'tier1', header: '% of Tier 1', numeric: true, cell: (row) => formatPercent(row.ofTier1) },
          { key: 'acl', header: '% of Tier 1 + allowance', numeric: true, cell: (row) => formatPercent(row.ofTier1AndAllowance) },
          percentColumn('limit', 'Limit'),
          {
            key: 'headroom',
            header: 'Headroom',
            numeric: true,
            cell: (row) => headroomCell(row.headroom),
          },
          statusColumn('status', 'Status', LIMIT_STATUS),
        ]}
      />
    </Panel>
  )
}
