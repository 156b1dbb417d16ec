/** The first records by a mapping, with every finding beside its cell and in words. */

import type { MappingPreview } from '@corridor/contract/salesforce.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import css from './salesforce.module.css'

export function Preview({ found: { total, headers, rows, findings } }: { found: MappingPreview }) {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const recordAt = (line: number | null) => rows.find((row) => row.line === line)?.recordId
  const worst = (line: number, column: { label: string; path: string }) =>
    findings.find((finding) => finding.line === line && (finding.column === column.path || finding.column === column.label))?.severity
  return (
    <Panel
      title="Preview"
      note={`The first ${formatCount(rows.length)} of ${formatCount(total)} records. ${errors === 0 ? 'No errors.' : `${counted(errors, 'error')}.`} Nothing was kept.`}
      flush
    >
      {findings.length > 0 ? (
        <ul className={css.findings} aria-label="Findings">
          {findings.map((finding, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: findings have no name of their own, and the list does not change.
            <li key={index}>
              {finding.severity === 'error' ? 'Error' : finding.severity === 'warning' ? 'Warning' : 'Note'}
              {recordAt(finding.line) ? `, record ${recordAt(finding.line)}` : ''}
              {finding.column ? `, ${finding.column}` : ''}
              {finding.value ? ` “${finding.value}”` : ''}: {finding.message}
            </li>
          ))}
        </ul>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways is reached by the keyboard. */}
      <section className={css.scroll} aria-label="Records" tabIndex={0}>
        <table className={css.rows}>
          <thead>
            <tr>
              <th scope="col">Record</th>
              {headers.map((header) => (
                <th key={header.field} scope="col">
                  {header.label}
                  <small>{header.path}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.recordId}>
                <td>{row.recordId}</td>
                {headers.map((header, place) => (
                  <td key={header.field} data-severity={worst(row.line, header)}>
                    {row.cells[place] || '-'}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  )
}
