/** One file that was found: what it is, the words around the match, and the way to it. */
import type { FoundFile, Marked, SearchKind } from '@corridor/contract/search.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay } from '../../ui/formats.ts'
import { kindAndSize } from '../../viewer/shown-file.ts'
import css from './SearchPage.module.css'

export const KIND_WORDS: Record<SearchKind, string> = { REPORT: 'Reports', DOCUMENT: 'Documents', BANK_UPLOAD: 'Bank uploads' }

export function SearchResult({ file }: { file: FoundFile }) {
  const { kind, id, name, passages } = file
  const facts = [
    file.typeName,
    file.institutionName ?? file.carrierName ?? (file.carrierCode === null ? null : `Carrier ${file.carrierCode}`),
    String(file.year),
    formatDay(file.cameAt),
    kindAndSize(file.extension, file.sizeBytes),
  ].filter((fact) => fact !== null)
  return (
    <li className={css.result}>
      <h2>
        <Link to={paths.foundFile({ kind, id, name: name.text }, passages[0] ? firstMatch(passages[0]) : undefined)}>
          <MarkedText {...name} />
        </Link>
      </h2>
      <p className={css.facts}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {passages.map((passage) => (
        <p key={`${passage.page} ${passage.text}`} className={css.passage}>
          {passage.page === null ? null : <span className={css.page}>Page {passage.page}</span>}
          <span>
            … <MarkedText {...passage} isRow={file.extension === 'csv'} /> …
          </span>
        </p>
      ))}
      {passages.length === 0 && file.text === 'PENDING' ? (
        <p className={css.state}>Its text is being read; until then it is found by its name.</p>
      ) : null}
      {passages.length === 0 && file.text === 'FAILED' ? (
        <p className={css.state}>Its text could not be read; it is found by its name.</p>
      ) : null}
    </li>
  )
}

/** Text with what matches marked: offsets in, elements out; nothing of a file is ever markup here. */
export function MarkedText({ text, marks, isRow = false }: Marked & { isRow?: boolean }) {
  const shown = (part: string) => (isRow ? cellsOf(part) : part)
  return (
    <>
      {marks.map(([start, end], index) => (
        <span key={start}>
          {shown(text.slice(marks[index - 1]?.[1] ?? 0, start))}
          <mark>{shown(text.slice(start, end))}</mark>
        </span>
      ))}
      {shown(text.slice(marks.at(-1)?.[1] ?? 0))}
    </>
  )
}

/** Cells of a line of comma-separated text; a comma with a space after it is one of a cell’s own. */
const cellsOf = (line: string): string => line.replaceAll('"', '').replaceAll(/,(?! )/g, ' · ')

/** Marks that follow one another are one thing to find. */
function firstMatch({ text, marks }: Marked): string | undefined {
  const [first, ...rest] = marks
  if (!first) return undefined
  let end = first[1]
  for (const [start, stop] of rest) {
    if (start - end > 1) break
    end = stop
  }
  return text.slice(first[0], end)
}
