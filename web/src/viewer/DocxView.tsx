/** A Word document, laid out as pages in a sandboxed frame. */
import { useEffect, useMemo, useRef, useState } from 'react'
import { ContentFrame } from './ContentFrame.tsx'
import { type DocxPage, openDocx } from './docx-page.ts'
import { problemOf, readWhole, SHOWN_BYTES, ViewerError, type ViewProps } from './shown-file.ts'
import { zoomed } from './tools.ts'
import { ViewerFrame } from './ViewerFrame.tsx'
import css from './viewer.module.css'

export function DocxView({ file, onProblem }: ViewProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [page, setPage] = useState<DocxPage>()
  const [zoom, setZoom] = useState(1)
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(1)

  useEffect(() => {
    const left = new AbortController()
    readWhole(file, SHOWN_BYTES.document, left.signal)
      .then((bytes) => {
        if (bytes.length === 0) throw new ViewerError('empty')
        return openDocx(bytes)
      })
      .then(
        (next) => left.signal.aborted || setPage(next),
        (error: unknown) => left.signal.aborted || onProblem(problemOf(error)),
      )
    return () => left.abort()
  }, [file, onProblem])

  const count = useMemo(() => page?.count(query) ?? 0, [page, query])
  const html = useMemo(() => page?.html(query, at, zoom) ?? '', [page, query, at, zoom])
  return (
    <ViewerFrame
      scroller={scroller}
      ready={page !== undefined}
      tools={
        page
          ? {
              zoom: { percent: zoom * 100, by: (steps) => setZoom(zoomed(zoom, steps)) },
              find: {
                query,
                count,
                at: count === 0 ? 0 : at,
                searching: false,
                search: (words) => {
                  if (words !== query) setAt(1)
                  setQuery(words)
                },
                step: (by) => setAt(((at - 1 + by + count) % count) + 1),
                close: () => setQuery(''),
              },
            }
          : {}
      }
    >
      <div ref={scroller} className={css.still} tabIndex={-1}>
        {page ? <ContentFrame title={`Text of ${file.displayName}`} html={html} /> : null}
      </div>
    </ViewerFrame>
  )
}
