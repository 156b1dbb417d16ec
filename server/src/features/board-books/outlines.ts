/** Bookmarks and destinations of PDFs (ISO 32000-1, 12.3): read from the parts of a book, written for the whole. */
import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNull, PDFNumber, type PDFObject, PDFRef, PDFString } from 'pdf-lib'

export interface Bookmark {
  title: string
  page: PDFRef
  inside: readonly Bookmark[]
}

export const textOf = (value: PDFObject | undefined): string | undefined =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined

/** Numbers of pages by their references. */
export function pagesOf(source: PDFDocument): ReadonlyMap<string, number> {
  return new Map(source.getPages().map(({ ref }, index) => [ref.tag, index]))
}

/** The place that a link or bookmark leads to inside its file, as it names it. */
export function linkedDestination(link: PDFDict): PDFObject | undefined {
  const direct = link.lookup(PDFName.of('Dest'))
  if (direct !== undefined) return direct
  const action = link.lookupMaybe(PDFName.of('A'), PDFDict)
  return action?.lookupMaybe(PDFName.of('S'), PDFName) === PDFName.of('GoTo') ? action.lookup(PDFName.of('D')) : undefined
}

/** The page, and how it is shown: only plain numbers and names are taken over. */
export function destinationOf(
  source: PDFDocument,
  named: PDFObject,
  pageOf: ReadonlyMap<string, number>,
): { page: number; view: PDFObject[] } | undefined {
  const found = named instanceof PDFArray ? named : arrayOf(nameIn(source, named))
  const target = found?.get(0)
  const page = target instanceof PDFRef ? pageOf.get(target.tag) : target instanceof PDFNumber ? target.asNumber() : undefined
  if (!found || page === undefined) return undefined
  const view = found.asArray().slice(1)
  return { page, view: view.filter((one) => one instanceof PDFName || one instanceof PDFNumber || one === PDFNull) }
}

const arrayOf = (value: PDFObject | undefined): PDFArray | undefined =>
  value instanceof PDFArray ? value : value instanceof PDFDict ? value.lookupMaybe(PDFName.of('D'), PDFArray) : undefined

function nameIn(source: PDFDocument, name: PDFObject): PDFObject | undefined {
  if (name instanceof PDFName) return source.catalog.lookupMaybe(PDFName.of('Dests'), PDFDict)?.lookup(name)
  const text = textOf(name)
  const tree = source.catalog.lookupMaybe(PDFName.of('Names'), PDFDict)?.lookupMaybe(PDFName.of('Dests'), PDFDict)
  return text === undefined || !tree ? undefined : inTree(tree, text, 0)
}

/** A tree deeper than this goes in a circle. */
const DEEPEST = 40

function inTree(node: PDFDict, wanted: string, depth: number): PDFObject | undefined {
  if (depth > DEEPEST) return undefined
  const names = node.lookupMaybe(PDFName.of('Names'), PDFArray)
  for (let at = 0; names && at + 1 < names.size(); at += 2) if (textOf(names.lookup(at)) === wanted) return names.lookup(at + 1)
  const kids = node.lookupMaybe(PDFName.of('Kids'), PDFArray)
  for (let at = 0; kids && at < kids.size(); at++) {
    const kid = kids.lookup(at)
    const found = kid instanceof PDFDict ? inTree(kid, wanted, depth + 1) : undefined
    if (found) return found
  }
  return undefined
}

/** Bookmarks of one level that are worth taking over: more are a file that does not end. */
const MOST = 400

/** A part's own bookmarks: the first level, or the one below where the first is a single title for all. */
export function sourceOutline(source: PDFDocument): { title: string; page: number }[] {
  const pageOf = pagesOf(source)
  const root = source.catalog.lookupMaybe(PDFName.of('Outlines'), PDFDict)
  const level = (parent: PDFDict | undefined): PDFDict[] => {
    const items: PDFDict[] = []
    for (
      let item = parent?.lookup(PDFName.of('First'));
      item instanceof PDFDict && items.length < MOST && !items.includes(item);
      item = item.lookup(PDFName.of('Next'))
    )
      items.push(item)
    return items
  }
  const first = level(root)
  const below = first.length === 1 ? level(first[0]) : []
  return (below.length > 0 ? below : first).flatMap((item) => {
    const [title, target] = [textOf(item.lookup(PDFName.of('Title'))), linkedDestination(item)]
    const found = target === undefined ? undefined : destinationOf(source, target, pageOf)
    return title === undefined || title.trim() === '' || !found ? [] : [{ title, page: found.page }]
  })
}

/** Parts are shown closed: their own bookmarks unfold at a click. */
export function writeOutline(book: PDFDocument, bookmarks: readonly Bookmark[]): void {
  const { context } = book
  const root = context.nextRef()
  const written = (items: readonly Bookmark[], parent: PDFRef): { First: PDFRef; Last: PDFRef } | Record<never, never> => {
    const refs = items.map(() => context.nextRef())
    for (const [at, { title, page, inside }] of items.entries()) {
      const [ref, before, after] = [refs[at], refs[at - 1], refs[at + 1]]
      if (!ref) continue
      const dictionary = {
        Title: PDFHexString.fromText(title),
        Parent: parent,
        Dest: [page, 'Fit'],
        ...(before ? { Prev: before } : {}),
        ...(after ? { Next: after } : {}),
        ...(inside.length > 0 ? { ...written(inside, ref), Count: -inside.length } : {}),
      }
      context.assign(ref, context.obj(dictionary))
    }
    const [First, Last] = [refs[0], refs.at(-1)]
    return First && Last ? { First, Last } : {}
  }
  context.assign(root, context.obj({ Type: 'Outlines', ...written(bookmarks, root), Count: bookmarks.length }))
  book.catalog.set(PDFName.of('Outlines'), root)
}
