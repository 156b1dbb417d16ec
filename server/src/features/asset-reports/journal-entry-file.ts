/** A report's journal entries as a CSV file that bookkeeping systems take: one line a debit or a credit, balanced, with account numbers; or why not. */

import type { Posting } from '@corridor/contract/ledger-accounts.ts'
import { postingLines } from '@corridor/domain/calculations/journal-entries.ts'
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { readAssetReportSnapshot } from '@corridor/domain/reports/asset-report/snapshot.ts'
import { standingAs } from '@corridor/domain/reports/heading.ts'
import { csvText } from '../../platform/formats/csv.ts'
import type { SheetColumn } from '../../platform/formats/xlsx-writer.ts'
import type { StoredVersion } from '../../reporting/family.ts'

const COLUMNS: readonly SheetColumn[] = [
  { label: 'Date', kind: 'date' },
  { label: 'Account', kind: 'text' },
  { label: 'Account name', kind: 'text' },
  { label: 'Memo', kind: 'text' },
  { label: 'Debit', kind: 'money' },
  { label: 'Credit', kind: 'money' },
]

/** @throws RangeError when the snapshot is none of an asset report, or an entry does not balance */
export function postingOf({ snapshot, release }: StoredVersion, uploadName: string): Posting {
  const { header, ledger } = standingAs(buildAssetReport(readAssetReportSnapshot(snapshot)), release)
  const { kind, text } = header.stamp
  // A comment on an entry that may be posted as it stands repeats no more than the entry.
  const lines = postingLines(ledger.entries, header.asOf, kind === 'final' || kind === 'restated' ? null : text)
  const fileName = `${uploadName}-posting.csv`
  const { institutionName } = header
  if ('problem' in lines) return { institutionName, fileName, csv: null, lines: [], problem: lines.problem }
  const rows = lines.map(({ date, account, accountName, memo, debit, credit }) => [date, account, accountName, memo, debit, credit])
  return {
    institutionName,
    fileName,
    csv: csvText(COLUMNS, rows),
    lines: lines.map(({ debit, credit, ...line }) => ({ ...line, debitCents: debit, creditCents: credit })),
    problem: null,
  }
}
