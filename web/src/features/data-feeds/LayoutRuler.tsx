/** The first lines of the file under a ruler, each column of the layout in a shade of its own. */
import css from './Layout.module.css'
import { type LayoutDraft, placeOf } from './layout-draft.ts'

/** Lines enough to see that a column stands where it should. */
const SHOWN = 12

export function LayoutRuler({ lines, draft }: { lines: readonly string[]; draft: LayoutDraft }) {
  const width = Math.max(0, ...lines.map((line) => line.length))
  const places = draft.columns
    .flatMap((column) => {
      const place = placeOf(column)
      return place ? [{ ...place, name: column.name || 'Column without a name' }] : []
    })
    .toSorted((one, other) => one.from - other.from)
  const skipped = Number(draft.skipLines) || 0
  return (
    <div className={css.ruler} role="region" aria-label="First lines of the file" tabIndex={0}>
      <pre aria-hidden>{rulerOf(width)}</pre>
      {lines.slice(0, SHOWN).map((line, index) => (
        <pre key={index} data-passed={index < skipped || !isTaken(line, draft) || undefined}>
          <span className={css.lineNumber}>{`${String(index + 1).padStart(3)} `}</span>
          {piecesOf(line.padEnd(width), places).map(({ text, column }, piece) =>
            column === null ? (
              <span key={piece}>{text}</span>
            ) : (
              <mark key={piece} title={places[column]?.name} data-shade={column % 2}>
                {text}
              </mark>
            ),
          )}
        </pre>
      ))}
    </div>
  )
}

const isTaken = (line: string, { markText, markStart }: LayoutDraft): boolean =>
  markText === '' || line.startsWith(markText, (Number(markStart) || 1) - 1)

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
