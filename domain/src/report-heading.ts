/** What stands at the head and the foot of every report made here (domain.md 2, common rules): whose it is, of when, which version, and the reference. */
import type { PlainDate } from './period.ts'

export interface ReportStamp {
  kind: 'final' | 'preliminary' | 'restated'
  /** "FINAL", "PRELIMINARY", "RESTATED v2", "PRELIMINARY, RESTATED v2" */
  text: string
}

export interface ReportHeader {
  title: string
  /** "BOLI Portal" or "COLI Portal" */
  portalLabel: string
  institutionId: number
  institutionName: string
  legalName: string
  subsidiaryName: string | null
  /** "Denver, CO" or null */
  place: string | null
  planNames: string[]
  asOf: PlainDate
  /** "As of September 30, 2026", "Tax year ended December 31, 2025" */
  asOfText: string
  preparedOn: PlainDate
  /** "Prepared October 7, 2026" */
  preparedText: string
  stamp: ReportStamp
  /** The reason given for a preliminary report, else null. */
  preliminaryReason: string | null
  unit: string
}

export interface ReportFooter {
  batchId: number
  reportId: number
  version: number
  valuationHash: string
  /** "Batch 12 · Report 340 v1 · Values 1a2b3c4d" */
  reference: string
  disclaimer: string
}

const DISCLAIMER =
  'Prepared from values reported by the insurance carriers. Not accounting, tax, legal or investment advice; please have your own advisers review entries and filings that rest on it.'

/** What every snapshot says of its making. */
interface Made {
  batchId: number
  reportId: number
  version: number
  valuationHash: string
  restated: boolean
  preliminary: unknown
}

export function stampOf({ preliminary, restated, version }: Pick<Made, 'preliminary' | 'restated' | 'version'>): ReportStamp {
  const restatement = `RESTATED v${version}`
  if (preliminary) return { kind: 'preliminary', text: restated ? `PRELIMINARY, ${restatement}` : 'PRELIMINARY' }
  return restated ? { kind: 'restated', text: restatement } : { kind: 'final', text: 'FINAL' }
}

export function footerOf({ batchId, reportId, version, valuationHash }: Omit<Made, 'restated' | 'preliminary'>): ReportFooter {
  return {
    batchId,
    reportId,
    version,
    valuationHash,
    reference: `Batch ${batchId} · Report ${reportId} v${version} · Values ${valuationHash}`,
    disclaimer: DISCLAIMER,
  }
}
