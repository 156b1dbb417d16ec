/** A PDF in the page: only pages in sight are drawn, text can be selected and found, thumbnails beside it on wide screens. */
import 'pdfjs-dist/web/pdf_viewer.css'
import { IconLayoutSidebar } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toast } from '../../kernel/toasts.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { problemOf, type ViewProps } from '../shown-file.ts'
import bar from '../Toolbar.module.css'
import { Tool } from '../Toolbar.tsx'
import type { ViewerTools } from '../tools.ts'
import { usePrint } from '../use-print.tsx'
import { ViewerFrame } from '../ViewerFrame.tsx'
import css from '../viewer.module.css'
import { openPdf } from './open-pdf.ts'
import { type PageViewer, showPages } from './page-viewer.ts'
import { paperOf } from './paper.tsx'
import { Thumbnails } from './Thumbnails.tsx'

interface Shown {
  at: number
  of: number
  percent: number
  rotation: number
}

/** A wide page at the width of a phone: letters of eight points are three there. */
const isTooSmall = ({ percent, rotation }: Shown): boolean =>
  rotation % 180 === 0 && percent < LEGIBLE && matchMedia('(max-width: 700px)').matches
const LEGIBLE = 42

export function PdfView({ file, onProblem }: ViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const [viewer, setViewer] = useState<PageViewer | null>(null)
  const [shown, setShown] = useState<Shown>({ at: 1, of: 0, percent: 100, rotation: 0 })
  const [found, setFound] = useState({ count: 0, at: 0, searching: false })
  const [query, setQuery] = useState('')
  const [drawn, setDrawn] = useState(false)
  const [beside, setBeside] = useState(() => matchMedia('(min-width: 1024px)').matches)
  const [preparing, setPreparing] = useState<string>()
  const [paper, print] = usePrint()

  useEffect(() => {
    const container = box.current
    if (!container) return
    const left = new AbortController()
    openPdf(file, left.signal, (error) => onProblem(problemOf(error))).then(
      ({ document }) => {
        if (left.signal.aborted) return
        setViewer(
          showPages(document, container, left.signal, {
            change: (next) => setShown((before) => ({ ...before, ...next })),
            found: setFound,
            drawn: () => {
              performance.mark('viewer-first-page')
              setDrawn(true)
            },
          }),
        )
      },
      (error: unknown) => left.signal.aborted || onProblem(problemOf(error)),
    )
    return () => {
      left.abort()
      setViewer(null)
      setDrawn(false)
      setPreparing(undefined)
    }
  }, [file, onProblem])

  const search = useCallback(
    (words: string) => {
      setQuery(words)
      viewer?.find(words)
    },
    [viewer],
  )
  const startPrint = async () => {
    if (!viewer) return
    const { document, left } = viewer
    const told = (words?: string) => left.aborted || setPreparing(words)
    try {
      const pages = await paperOf(document, shown.rotation, (page) => told(`Preparing page ${page} of ${shown.of}`))
      if (!left.aborted) print(pages)
    } catch (error) {
      if (!left.aborted) toast.error(error, undefined, 'The pages could not be prepared. Download the file and print it from there.')
    } finally {
      told()
    }
  }
  const tools: ViewerTools = viewer
    ? {
        pages: { at: shown.at, of: shown.of, go: viewer.go },
        zoom: { percent: shown.percent, by: viewer.zoom, fitWidth: () => viewer.fit('page-width'), fitPage: () => viewer.fit('page-fit') },
        find: { query, ...found, search, step: viewer.step, close: () => search('') },
        rotate: viewer.rotate,
        print: { start: () => void startPrint(), preparing },
      }
    : {}
  return (
    <ViewerFrame
      tools={tools}
      scroller={box}
      ready={drawn}
      more={
        viewer ? (
          <span className={bar.wideOnly}>
            <Tool icon={IconLayoutSidebar} label="Thumbnails" pressed={beside} onClick={() => setBeside(!beside)} />
          </span>
        ) : null
      }
    >
      {viewer && drawn && beside ? (
        <Thumbnails document={viewer.document} at={shown.at} rotation={shown.rotation} onGo={viewer.go} />
      ) : null}
      <div className={css.pages}>
        {viewer && drawn && isTooSmall(shown) ? (
          <p className={css.turn}>
            <span>These pages are wide. Turn the pages and hold your phone sideways.</span>
            <Button size="xs" variant="default" onClick={viewer.rotate}>
              Turn the pages
            </Button>
          </p>
        ) : null}
        <div className={css.sheets}>
          <div ref={box} className={css.scroller} tabIndex={0} role="region" aria-label={`Pages of ${file.displayName}`}>
            <div className="pdfViewer" />
          </div>
        </div>
      </div>
      {paper}
    </ViewerFrame>
  )
}
