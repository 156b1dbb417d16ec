/**
 * Binds PDFs into one: pages as they are, links inside a part and from the contents, two levels of bookmarks, and the book's page number at the foot.
 * The portal's own papers give up theirs for it. Runs in a thread of its own. The tags of parts are not carried over (docs/adr/0070).
 */
import {
  degrees,
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  type PDFRef,
  rgb,
  StandardFonts,
} from 'pdf-lib'
import { roomOf } from '../../reporting/pdf/stamps.ts'
import { type Bookmark, destinationOf, linkedDestination, pagesOf, sourceOutline, textOf, writeOutline } from './outlines.ts'
import { type NumberPlace, takeOwnNumber } from './own-foot.ts'

export interface BookToBind {
  title: string
  author: string
  madeAt: string
  /** Cover and contents, then the page of sources: how many of its pages stand in front. */
  front: Uint8Array
  leading: number
  parts: readonly { title: string; bytes: Uint8Array }[]
}

/** Pages of a PDF that can be bound; a reason in words for one that cannot. */
export async function inspectPart(bytes: Uint8Array): Promise<{ pages: number } | { refusal: string }> {
  try {
    const pages = (await PDFDocument.load(bytes, LOADING)).getPageCount()
    return pages > 0 ? { pages } : { refusal: 'has no pages' }
  } catch (cause) {
    return { refusal: cause instanceof EncryptedPDFError ? 'is protected with a password' : 'is damaged and cannot be read' }
  }
}

// A number of objects between pauses is for pages that run it; a thread needs none.
const LOADING = { updateMetadata: false, throwOnInvalidObject: false, parseSpeed: Number.POSITIVE_INFINITY }

export async function bindBook({ title, author, madeAt, front, leading, parts }: BookToBind): Promise<Uint8Array> {
  const book = await PDFDocument.create({ updateMetadata: false })
  const own = await PDFDocument.load(front, LOADING)
  // The book's own pages are counted once.
  const places: (NumberPlace | undefined)[] = ownNumbers(own).map((place) => place && { ...place, number: '' })
  const ownPages = await copied(book, own)
  for (const page of ownPages.slice(0, leading)) book.addPage(page)
  const placesOfSources = places.splice(leading)
  const bookmarks: Bookmark[] = []
  const firstPages: PDFRef[] = []
  for (const { title: name, bytes } of parts) {
    const source = await PDFDocument.load(bytes, LOADING)
    const outline = sourceOutline(source)
    // Every paper of the portal keeps room for its stamp; other people's stay as they are.
    places.push(...(roomOf(Buffer.from(bytes)) ? ownNumbers(source) : source.getPages().map(() => undefined)))
    const pages = await copied(book, source)
    for (const page of pages) book.addPage(page)
    linkInside(pages)
    const refOf = (page: number) => pages[page]?.ref
    const first = refOf(0)
    if (!first) throw new RangeError(`${name} has no pages`)
    firstPages.push(first)
    bookmarks.push({
      title: name,
      page: first,
      inside: outline.flatMap(({ title: inner, page }) => {
        const ref = refOf(page)
        return ref ? [{ title: inner, page: ref, inside: [] }] : []
      }),
    })
  }
  const sources = ownPages.slice(leading)
  for (const page of sources) book.addPage(page)
  linkInside(ownPages, firstPages)
  // Few parts stand on the cover.
  const [cover, contents = cover] = ownPages.slice(0, leading)
  if (!cover || !contents || !sources[0]) throw new RangeError('a book has a cover, contents and a page of sources')
  writeOutline(book, [
    { title: 'Cover', page: cover.ref, inside: [] },
    { title: 'Contents', page: contents.ref, inside: [] },
    ...bookmarks,
    { title: 'Sources and versions', page: sources[0].ref, inside: [] },
  ])
  await numberPages(book, [...places, ...placesOfSources])
  describe(book, { title, author, madeAt })
  return book.save({ useObjectStreams: true, objectsPerTick: Number.POSITIVE_INFINITY })
}

const ownNumbers = (source: PDFDocument) => source.getPages().map((page) => takeOwnNumber(source, page))

const BOOK_PAGE = PDFName.of('CorridorPage')
const BOOK_VIEW = PDFName.of('CorridorView')
/** Address of a link of the contents; no reader ever sees it. */
const TO_PART = /^part:(\d+)$/

/** Pages of a source, without what points out of them: a copy would take along every page that a link names. */
async function copied(book: PDFDocument, source: PDFDocument): Promise<PDFPage[]> {
  const pageOf = pagesOf(source)
  for (const { node } of source.getPages()) {
    for (const name of ['StructParents', 'Tabs', 'B', 'Thumb', 'AA']) node.delete(PDFName.of(name))
    for (const link of annotationsOf(node)) {
      const target = linkedDestination(link)
      const found = target === undefined ? undefined : destinationOf(source, target, pageOf)
      if (target !== undefined) for (const name of ['Dest', 'A']) link.delete(PDFName.of(name))
      if (found) {
        link.set(BOOK_PAGE, PDFNumber.of(found.page))
        link.set(BOOK_VIEW, source.context.obj(found.view))
      }
      const action = link.lookupMaybe(PDFName.of('A'), PDFDict)
      if (action && action.lookupMaybe(PDFName.of('S'), PDFName) !== PDFName.of('URI')) link.delete(PDFName.of('A'))
      for (const name of ['P', 'Parent', 'StructParent', 'AA', 'Popup', 'IRT']) link.delete(PDFName.of(name))
    }
  }
  return book.copyPages(source, source.getPageIndices())
}

/** @param parts first pages of the parts, for links of the contents */
function linkInside(pages: readonly PDFPage[], parts: readonly PDFRef[] = []): void {
  for (const { node } of pages)
    for (const link of annotationsOf(node)) {
      const inside = link.lookupMaybe(BOOK_PAGE, PDFNumber)?.asNumber()
      const address = textOf(link.lookupMaybe(PDFName.of('A'), PDFDict)?.lookup(PDFName.of('URI')))
      const part = Number(TO_PART.exec(address ?? '')?.[1] ?? Number.NaN)
      const target = inside === undefined ? parts[part] : pages[inside]?.ref
      if (target) {
        const view = link.lookupMaybe(BOOK_VIEW, PDFArray)?.asArray() ?? [PDFName.of('Fit')]
        link.set(PDFName.of('Dest'), node.context.obj([target, ...view]))
        link.delete(PDFName.of('A'))
      }
      for (const name of [BOOK_PAGE, BOOK_VIEW]) link.delete(name)
    }
}

const annotationsOf = (node: PDFPage['node']): PDFDict[] => {
  const annotations = node.lookupMaybe(PDFName.of('Annots'), PDFArray)
  return Array.from({ length: annotations?.size() ?? 0 }, (_, at) => annotations?.lookup(at)).filter((one) => one instanceof PDFDict)
}

const SIZE = 6.6
const INK = rgb(0.34, 0.38, 0.45)
/** Points from the edges of the paper: within what printers reach, below the foot that most papers print themselves. */
const FROM_EDGE = { side: 30, foot: 12 }

/**
 * At the right of the foot: in the place of the paper's own number and with it, since a report's contents and references name its own pages; else at the edge, as the page is looked at, whichever way it is turned, whatever of it is shown.
 */
async function numberPages(book: PDFDocument, places: readonly (NumberPlace | undefined)[]): Promise<void> {
  const font = await book.embedFont(StandardFonts.Helvetica)
  const pages = book.getPages()
  for (const [index, page] of pages.entries()) {
    if (index === 0) continue
    const place = places[index]
    const ofReport = place && !/^(1 of 1)?$/.test(place.number) ? ` · report page ${place.number}` : ''
    const text = `Page ${index + 1} of ${pages.length}${ofReport}`
    const width = font.widthOfTextAtSize(text, SIZE)
    if (place) {
      page.drawText(text, { x: place.right - width, y: place.y, size: SIZE, font, color: INK })
      continue
    }
    const box = page.getCropBox()
    const turned = ((page.getRotation().angle % 360) + 360) % 360
    const along = (length: number) => length - width - FROM_EDGE.side
    const at =
      turned === 90
        ? { x: box.x + box.width - FROM_EDGE.foot, y: box.y + along(box.height) }
        : turned === 180
          ? { x: box.x + box.width - along(box.width), y: box.y + box.height - FROM_EDGE.foot }
          : turned === 270
            ? { x: box.x + FROM_EDGE.foot, y: box.y + box.height - along(box.height) }
            : { x: box.x + along(box.width), y: box.y + FROM_EDGE.foot }
    page.drawText(text, { ...at, size: SIZE, font, color: INK, rotate: degrees(turned) })
  }
}

function describe(book: PDFDocument, { title, author, madeAt }: Pick<BookToBind, 'title' | 'author' | 'madeAt'>): void {
  book.setTitle(title, { showInWindowTitleBar: true })
  book.setAuthor(author)
  book.setLanguage('en-US')
  book.setProducer('Corridor')
  book.setCreator('Corridor')
  book.setCreationDate(new Date(madeAt))
  book.setModificationDate(new Date(madeAt))
  book.catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'))
  book.catalog.set(PDFName.of('PageLayout'), PDFName.of('SinglePage'))
  book.context.trailerInfo.ID = book.context.obj([PDFHexString.fromText(title), PDFHexString.fromText(madeAt)])
}
