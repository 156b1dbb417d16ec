/** Small pages beside the large ones; each is drawn when it comes into sight. */
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useRef } from 'react'
import css from '../viewer.module.css'

const WIDTH = 112

interface ThumbnailsProps {
  document: PDFDocumentProxy
  at: number
  rotation: number
  onGo: (page: number) => void
}

export function Thumbnails({ document, at, rotation, onGo }: ThumbnailsProps) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = list.current?.querySelector('[aria-current]')
    current?.scrollIntoView?.({ block: 'nearest' })
  }, [at])
  return (
    <nav ref={list} className={css.thumbnails} aria-label="Pages">
      {Array.from({ length: document.numPages }, (_, index) => index + 1).map((page) => (
        <button
          key={page}
          type="button"
          className={css.thumbnail}
          aria-label={`Page ${page}`}
          aria-current={page === at ? 'page' : undefined}
          onClick={() => onGo(page)}
        >
          <Picture document={document} page={page} rotation={rotation} />
          <span aria-hidden>{page}</span>
        </button>
      ))}
    </nav>
  )
}

function Picture({ document, page, rotation }: { document: PDFDocumentProxy; page: number; rotation: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    const left = new AbortController()
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watcher.disconnect()
      // A thumbnail that cannot be drawn stays blank: the page itself says what is wrong.
      void draw(document, page, rotation, target, left.signal).catch(() => undefined)
    })
    watcher.observe(target)
    return () => {
      watcher.disconnect()
      left.abort()
    }
  }, [document, page, rotation])
  return <canvas ref={canvas} width={WIDTH} height={Math.round(WIDTH * 1.29)} />
}

async function draw(document: PDFDocumentProxy, number: number, rotation: number, canvas: HTMLCanvasElement, left: AbortSignal) {
  const page = await document.getPage(number)
  if (left.aborted) return
  const turned = (page.rotate + rotation) % 360
  const { width } = page.getViewport({ scale: 1, rotation: turned })
  const viewport = page.getViewport({ scale: (WIDTH / width) * Math.min(devicePixelRatio, 2), rotation: turned })
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  const drawing = page.render({ canvas, viewport })
  left.addEventListener('abort', () => drawing.cancel(), { once: true })
  await drawing.promise
}
