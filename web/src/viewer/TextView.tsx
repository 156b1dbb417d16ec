/** Plain text: lines of one height in a sandboxed frame, found and printed. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { ContentFrame } from './ContentFrame.tsx'
import { contentPage, marked, placesOf } from './content-page.ts'
import { problemOf, readText, ViewerError, type ViewProps } from './shown-file.ts'
import { zoomed } from './tools.ts'
import { usePrint } from './use-print.tsx'
import { useSize } from './use-size.ts'
import { ViewerFrame } from './ViewerFrame.tsx'
import css from './viewer.module.css'

const [LINE, LETTER, EDGE] = [20, 7.9, 16]
/** A frame of a million lines would be taller than browsers draw. */
const MOST_LINES = 20_000

export function TextView({ file, onProblem }: ViewProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [read, setRead] = useState<{ text: string; cut: boolean }>()
  const [zoom, setZoom] = useState(1)
  const { width } = useSize(scroller)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(1)
  const [paper, print] = usePrint()

  useEffect(() => {
    const left = new AbortController()
    readText(file, left.signal).then(
      (next) => {
        if (left.signal.aborted) return
        if (next.text === '') onProblem(new ViewerError('empty').problem)
        else setRead(next)
      },
      (error: unknown) => left.signal.aborted || onProblem(problemOf(error)),
    )
    return () => left.abort()
  }, [file, onProblem])
  const letters = Math.max(24, Math.floor((width - 2 * EDGE) / (LETTER * zoom)))
  const lines = useMemo(() => (read ? wrapped(read.text, letters) : []), [read, letters])
  const shown = lines.slice(0, MOST_LINES)
  const hits = useMemo(() => lines.slice(0, MOST_LINES).flatMap((line, number) => placesOf(line, query).map(() => number)), [lines, query])
  const row = hits[Math.min(at, hits.length) - 1]
  const top = row === undefined ? undefined : EDGE + row * LINE * zoom
  useEffect(() => {
    if (top !== undefined) scroller.current?.scrollTo({ top: Math.max(0, top - 120) })
  }, [top])
  const html = contentPage(
    `body{padding:${EDGE}px;font:${13 * zoom}px/${LINE * zoom}px ui-monospace,Menlo,Consolas,monospace}div{height:${LINE * zoom}px;white-space:pre}`,
    shown.map((line) => `<div>${marked(line, query)}</div>`).join(''),
  )
  return (
    <ViewerFrame
      scroller={scroller}
      ready={read !== undefined && width > 0}
      tools={
        read
          ? {
              zoom: { percent: zoom * 100, by: (steps) => setZoom(zoomed(zoom, steps)) },
              find: {
                query,
                count: hits.length,
                at: Math.min(at, hits.length),
                searching: false,
                search: (words) => {
                  if (words !== query) setAt(1)
                  setQuery(words)
                },
                step: (by) => setAt(((Math.min(at, hits.length) - 1 + by + hits.length) % hits.length) + 1),
                close: () => setQuery(''),
              },
              print: { start: () => print({ content: <pre>{lines.join('\n')}</pre> }) },
            }
          : {}
      }
    >
      <div ref={scroller} className={css.scroller} tabIndex={0} role="region" aria-label={file.displayName}>
        {read && width > 0 ? (
          <div className={css.sheet}>
            <ContentFrame
              title={`Text of ${file.displayName}`}
              html={html}
              size={{ width, height: shown.length * LINE * zoom + 2 * EDGE }}
            />
            {top === undefined ? null : <div className={css.here} style={{ top, left: 4, width: width - 8, height: LINE * zoom }} />}
          </div>
        ) : null}
        {read && (read.cut || lines.length > MOST_LINES) ? (
          <p className={css.cut}>This shows the beginning of the file. Download it for the rest.</p>
        ) : null}
      </div>
      {paper}
    </ViewerFrame>
  )
}

/** Lines no longer than so many letters, broken at spaces where there are any. */
function wrapped(text: string, letters: number): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', '    ')
    .split('\n')
    .flatMap((line) => {
      const parts: string[] = []
      let rest = line
      while (rest.length > letters) {
        const space = rest.lastIndexOf(' ', letters)
        const end = space > letters / 2 ? space + 1 : letters
        parts.push(rest.slice(0, end))
        rest = rest.slice(end)
      }
      return [...parts, rest]
    })
}
