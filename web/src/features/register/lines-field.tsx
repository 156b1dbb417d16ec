/** A short table as one field of a form: one line each, typed or pasted from a spreadsheet, shown as it is understood. */
import { MISSING } from '@corridor/domain/primitives/money.ts'
import type { ReactNode } from 'react'
import { TextArea } from '../../ui/fields/Field.tsx'
import type { OwnKind } from '../../ui/form/form-fields.ts'
import css from './register.module.css'

export interface Lines<Row> {
  label: string
  hint: string
  required: boolean
  /** Is what a record holds, from where types do not reach. */
  isRow: (item: unknown) => item is Row
  write: (row: Row) => string
  /** Null for a line that is none; cells are trimmed. */
  read: (cells: readonly string[]) => Row | null
  /** "Corporate bonds; 15%; 100%; 20%" */
  example: string
  headers: readonly { text: string; numeric?: boolean }[]
  cells: (row: Row) => readonly string[]
  /** Below the table: what the lines come to. */
  sum?: (rows: readonly Row[]) => ReactNode
}

/** Cells are parted by tabs, as spreadsheets copy them, or by semicolons. */
export function readLines<Row>(text: string, lines: Pick<Lines<Row>, 'read'>): { rows: Row[]; wrong?: string } {
  const rows: Row[] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const row = lines.read(line.split(line.includes('\t') ? '\t' : ';').map((cell) => cell.trim()))
    if (row === null) return { rows, wrong: line.trim() }
    rows.push(row)
  }
  return { rows }
}

export const linesKind = <Row,>(lines: Lines<Row>): OwnKind => ({
  typed: (stored) => (Array.isArray(stored) ? stored.filter(lines.isRow).map(lines.write).join('\n') : ''),
  sent: (value) => readLines(String(value ?? ''), lines).rows,
  problem: (text) => {
    const { wrong } = readLines(text, lines)
    return wrong === undefined ? undefined : `“${wrong}” is not a line such as ${lines.example}`
  },
  words: (value) =>
    String(value ?? '')
      .trim()
      .replaceAll('\n', ', ') || MISSING,
  Control: ({ value, onChange, error }) => {
    const text = String(value ?? '')
    const { rows } = readLines(text, lines)
    return (
      <div className={css.lines}>
        {onChange ? (
          <TextArea
            label={lines.label}
            hint={`${lines.hint} One per line, such as ${lines.example}; columns can be pasted from a spreadsheet.`}
            required={lines.required}
            rows={Math.min(12, Math.max(5, rows.length + 1))}
            value={text}
            onChange={onChange}
            error={error}
          />
        ) : null}
        {rows.length > 0 ? (
          <table className={css.understood}>
            <caption>{onChange ? 'As read' : lines.label}</caption>
            <thead>
              <tr>
                {lines.headers.map((header) => (
                  <th key={header.text} scope="col" data-numeric={header.numeric}>
                    {header.text}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={lines.write(row)}>
                  {lines.cells(row).map((cell, index) => (
                    <td key={lines.headers[index]?.text} data-numeric={lines.headers[index]?.numeric}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        {rows.length > 0 && lines.sum ? <p className={css.aside}>{lines.sum(rows)}</p> : null}
      </div>
    )
  },
})

/** "15", "15%" and "15.5 %" as a fraction. */
export function percentIn(text: string | undefined): number | null {
  const [, figure] = /^(-?\d{1,4}(?:\.\d{1,6})?)\s*%?$/.exec(text ?? '') ?? []
  return figure === undefined ? null : Number((Number(figure) / 100).toFixed(8))
}
export const percentText = (fraction: number): string => `${Number((fraction * 100).toFixed(6))}%`
