/** The first lines of the file under a ruler, each column of the layout in a shade of its own. */
import css from './Layout.module.css'
import { type LayoutDraft, lineTellerOf, placeOf } from './layout-draft.ts'

/** Lines enough to see that a column stands where it should. */
const SHOWN = 12

export function LayoutRuler({ lines, draft }: { lines: readonly string[]; draft: LayoutDraft }) {
  const width = Math.max(0, ...lines.map((line) => line.length))
  const places = draft.columns
    .flatMap((column) => {
      const place = placeOf(column)
      return place ? [{ ...place, onLine: column.onLine, name: column.name || 'Column without a name' }] : []
    })
    .toSorted((one, other) => one.from - other.from)
  const skipped = Number(draft.skipLines) || 0
  const lineOf = lineTellerOf(draft)
  return (
    <div className={css.ruler} role="region" aria-label="First lines of the file" tabIndex={0}>
      <pre aria-hidden>{rulerOf(width)}</pre>
      {lines.slice(0, SHOWN).map((line, index) => {
        const onLine = index < skipped ? undefined : lineOf(line)
        const columns = places.filter((place) => place.onLine === onLine)
        return (
          <pre key={index} data-passed={onLine === undefined || undefined}>
            <span className={css.lineNumber}>{`${String(index + 1).padStart(3)} `}</span>
            {piecesOf(line.padEnd(width), columns).map(({ text, column }, piece) =>
              column === null ? (
                <span key={piece}>{text}</span>
              ) : (
                <mark key={piece} title={columns[column]?.name} data-shade={column % 2}>
                  {text}
                </mark>
              ),
            )}
          </pre>
        )
      })}
    </div>
  )
}

/** `        10        20`, each number ending at its position, behind the room for line numbers. */
const rulerOf = (width: number): string =>
  `    ${Array.from({ length: Math.ceil(width / 10) }, (_, ten) => String((ten + 1) * 10).padStart(10, '·')).join('')}`

/** The line cut at every beginning and end; where columns overlap, the first has the text. */
function piecesOf(line: string, places: readonly { from: number; to: number }[]): { text: string; column: number | null }[] {
  const pieces: { text: string; column: number | null }[] = []
  let next = 0
  for (const [column, { from, to }] of places.entries()) {
    const begin = Math.max(from, next)
    if (begin > next) pieces.push({ text: line.slice(next, begin), column: null })
    if (to > begin) pieces.push({ text: line.slice(begin, to), column })
    next = Math.max(next, to)
  }
  return [...pieces, { text: line.slice(next), column: null }].filter(({ text }) => text !== '')
}
