/** Cells of carriers' lines that the firm corrected before posting: whoever compares the report with a carrier's statement finds other figures, and here why. */
import { counted } from '../../primitives/counted.ts'
import { type Cents, formatCount, formatMoney } from '../../primitives/money.ts'
import { formatMonth } from '../../primitives/period.ts'
import { sentence } from '../../primitives/sentence.ts'
import type { Holding } from './holdings.ts'
import type { AssetReportSnapshot, SnapshotCorrection, SnapshotPolicy } from './snapshot.ts'

export const CORRECTED = '※'

/** Policies told one by one in the notes. */
const NAMED = 5

/** Everything that was corrected of a policy's line, the reason behind what it was given for; nothing where nothing was. */
export function correctedText({ policyNumber, corrections = [] }: Pick<SnapshotPolicy, 'policyNumber' | 'corrections'>): string | null {
  if (corrections.length === 0) return null
  const told = [...Map.groupBy(corrections, ({ reason }) => reason)].map(
    ([reason, cells]) => `${cells.map(cellText).join('; ')}.${reason === null ? '' : ` Reason given: ${sentence(reason)}`}`,
  )
  return `${CORRECTED} Policy ${policyNumber}, corrected by the firm before posting: ${told.join(' Also ')}`
}

function cellText({ label, asOf, amounts }: SnapshotCorrection): string {
  const name = `${label.slice(0, 1).toLowerCase()}${label.slice(1)}${asOf === undefined ? '' : ` of ${formatMonth(asOf)}`}`
  return amounts ? `${name}, ${amountText(amounts.stated)} in the carrier’s file and ${amountText(amounts.posted)} posted` : name
}
const amountText = (amount: Cents | null) => (amount === null ? 'none' : formatMoney(amount))

/** Notes of a report; of the summary, which names no policy, their count. */
export function correctionNotes(holdings: readonly Holding[], { kind }: Pick<AssetReportSnapshot, 'kind'>): string[] {
  const told = holdings.flatMap(({ inForce }) => (inForce && correctedText(inForce)) ?? [])
  if (kind === 'AssetSummaryReport')
    return told.length === 0
      ? []
      : [
          `For ${counted(told.length, 'policy')} the carrier’s line was corrected by the firm before posting: the Asset Report gives the details.`,
        ]
  // "1 more policy" takes the room of the policy.
  if (told.length <= NAMED + 1) return told
  return [
    ...told.slice(0, NAMED),
    `${CORRECTED} ${formatCount(told.length - NAMED)} more policies were corrected by the firm before posting: the workbook of this report (XLSX) lists them under Notes.`,
  ]
}
