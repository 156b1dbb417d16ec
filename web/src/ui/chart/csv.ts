/** A small table as CSV (RFC 4180). Text that a spreadsheet would take for a formula is disarmed; numbers stay numbers. */

export function csvOf(head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  const line = (cells: readonly (string | number | null)[]) => cells.map(cellOf).join(',')
  // The mark at the beginning tells Excel that this is UTF-8.
  return `\uFEFF${[head, ...rows].map(line).join('\r\n')}\r\n`
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const isNumber = /^-?\$?[\d,]*\.?\d+%?$/.test(value)
  const disarmed = !isNumber && /^[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(disarmed) ? `"${disarmed.replaceAll('"', '""')}"` : disarmed
}
