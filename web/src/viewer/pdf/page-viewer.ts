/** pdf.js's own page view, find and links behind a handful of plain functions. */
import { AnnotationEditorType, AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist'
import { EventBus, FindState, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import * as z from 'zod/mini'
import { zoomed } from '../tools.ts'

export interface PageViewer {
  document: PDFDocumentProxy
  /** The reader has left: what is still on its way is for nobody. */
  left: AbortSignal
  go: (page: number) => void
  zoom: (by: 1 | -1) => void
  fit: (how: 'page-width' | 'page-fit') => void
  rotate: () => void
  find: (words: string) => void
  step: (by: 1 | -1) => void
}

interface Reports {
  change: (shown: { at?: number; of?: number; percent?: number; rotation?: number }) => void
  found: (found: { count: number; at: number; searching: boolean }) => void
  /** The first page stands on the screen. */
  drawn: () => void
}

/** Below it a page is shown as wide as it fits, in CSS pixels. */
const NARROW = 700

const matches = z.object({ matchesCount: z.object({ current: z.number(), total: z.number() }) })

export function showPages(document: PDFDocumentProxy, container: HTMLDivElement, left: AbortSignal, reports: Reports): PageViewer {
  const eventBus = new EventBus()
  const linkService = new PDFLinkService({ eventBus, externalLinkTarget: LinkTarget.BLANK, externalLinkRel: 'noopener noreferrer' })
  const findController = new PDFFindController({ eventBus, linkService, updateMatchesCountOnProgress: true })
  const options = {
    container,
    eventBus,
    linkService,
    findController,
    // Links work; forms, scripts and editors of a document do not.
    annotationMode: AnnotationMode.ENABLE,
    annotationEditorMode: AnnotationEditorType.DISABLE,
    enableAutoLinking: false,
    // On a phone every pixel of the width is the page's: its figures are small enough.
    removePageBorders: innerWidth < NARROW,
    // Known to the library, not to its types: listeners go with the page.
    abortSignal: left,
  }
  const viewer = new PDFViewer(options)
  linkService.setViewer(viewer)

  // The reader may have left while the first page came: what is no longer on the page, or hidden while the next one loads, cannot be scrolled.
  const isInSight = () => container.isConnected && container.clientWidth > 0
  let query = ''
  let searching = false
  const tell = (event: unknown) => {
    const counted = matches.safeParse(event)
    if (counted.success) reports.found({ count: counted.data.matchesCount.total, at: counted.data.matchesCount.current, searching })
  }
  eventBus.on('pagesinit', () => {
    if (!isInSight()) return
    viewer.currentScaleValue = container.clientWidth < NARROW ? 'page-width' : 'auto'
    reports.change({ of: document.numPages, at: 1 })
  })
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => reports.change({ at: pageNumber }))
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => reports.change({ percent: scale * 100 }))
  eventBus.on('rotationchanging', ({ pagesRotation }: { pagesRotation: number }) => reports.change({ rotation: pagesRotation }))
  eventBus.on('pagerendered', ({ pageNumber }: { pageNumber: number }) => pageNumber === viewer.currentPageNumber && reports.drawn())
  eventBus.on('updatefindmatchescount', tell)
  eventBus.on('updatefindcontrolstate', (event: { state: number }) => {
    searching = event.state === FindState.PENDING
    tell(event)
  })
  // A width that was fitted is fitted again when the window changes.
  const resized = new ResizeObserver(() => {
    if (!isInSight()) return
    const how = viewer.currentScaleValue
    if (how === 'auto' || how === 'page-width' || how === 'page-fit') viewer.currentScaleValue = how
    viewer.update()
  })
  resized.observe(container)
  left.addEventListener('abort', () => {
    resized.disconnect()
    // Without it the pages left behind go on drawing themselves, over those of the next file.
    viewer.setDocument(null)
  })
  // A page that a reader who has left still waited for never comes; the library tells the console of a broken file.
  const getPage = document.getPage.bind(document)
  const never = new Promise<never>(() => undefined)
  document.getPage = (number) => getPage(number).catch((error: unknown) => (left.aborted ? never : Promise.reject(error)))
  viewer.setDocument(document)
  linkService.setDocument(document)

  const ask = (type: '' | 'again', findPrevious: boolean) =>
    eventBus.dispatch('find', {
      source: container,
      type,
      query,
      findPrevious,
      highlightAll: true,
      caseSensitive: false,
      entireWord: false,
      matchDiacritics: false,
    })
  return {
    document,
    left,
    go: (page) => {
      viewer.currentPageNumber = page
    },
    zoom: (by) => {
      viewer.currentScale = zoomed(viewer.currentScale, by)
    },
    fit: (how) => {
      viewer.currentScaleValue = how
    },
    rotate: () => {
      viewer.pagesRotation = (viewer.pagesRotation + 90) % 360
    },
    find: (words) => {
      if (words === query) return
      query = words
      searching = words !== ''
      if (words === '') {
        eventBus.dispatch('findbarclose', { source: container })
        reports.found({ count: 0, at: 0, searching: false })
      } else {
        reports.found({ count: 0, at: 0, searching: true })
        ask('', false)
      }
    },
    step: (by) => ask('again', by === -1),
  }
}
