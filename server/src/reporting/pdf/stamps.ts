/**
 * The release note on a printed report: the stamp on its cover and in its running headers, and the note of one that was released though it was not
 * complete. All of it lies at the end of the file, behind everything that was computed, so that a draft is the released file with another end
 * (docs/adr/0041): the pages of both are the same bytes. A line of comment before the last says what lies there.
 */
import { type DrawnPage, drawingOf, formsOf } from './drawing.ts'
import { finished, type Head, type ObjectText, packed, readPlaces, type Trailer } from './object-streams.ts'

/** The room that a report keeps, in points. */
export interface Room {
  width: number
  height: number
  /** `missing`: sentences that say what is not complete. */
  note: { width: number; height: number; missing: string[] } | null
}
/** The drawing: a PDF of stamp.typ, and the same words for listeners and searches. */
export interface Marks {
  drawing: Buffer
  stamp: string
  note: string
}

const PLACES = { dark: 0, light: 1, note: 2 } as const
type PlaceName = keyof typeof PLACES
/** As house-style.typ marks the room: no picture of an institution is as high. */
const PIXELS: Readonly<Record<string, PlaceName>> = { 701: 'dark', 702: 'light', 703: 'note' }
const ALTERNATIVES: Readonly<Record<string, 'stamp' | 'note'>> = { 'room for the stamp': 'stamp', 'room for the note': 'note' }

interface End {
  room: Room
  /** Where what is said of the release begins, and the first number that is free for it. */
  from: number
  free: number
  trailer: Trailer
  forms: { page: number; number: number }[]
  elements: { number: number; what: 'stamp' | 'note'; before: string; after: string }[]
}

/** Packs what Typst wrote and draws the marks into the room that it kept. */
export function packReport(file: Buffer, room: Room, marks: Marks): Buffer {
  const forms: End['forms'] = []
  const elements: End['elements'] = []
  const head = packed(file, (object) => {
    const place = placeOf(object)
    if (place !== undefined) forms.push({ page: PLACES[place], number: object.number })
    const element = elementOf(object)
    if (element) elements.push(element)
    return place !== undefined || element !== undefined
  })
  const { length, free, trailer } = head
  return ended(head, { room, from: length, free, trailer, forms, elements }, marks)
}

/** The same report with other marks in its room. @throws Error for a file without room: ask `roomOf` first */
export function markedAs(file: Buffer, marks: Marks): Buffer {
  const end = endOf(file)
  if (!end) throw new Error('the PDF keeps no room for a stamp')
  const places = new Map(
    [...readPlaces(file, end.crossReferences)].filter(([, place]) => place.kind === 'packed' || place.offset < end.from),
  )
  const head: Head = { bytes: [file.subarray(0, end.from)], length: end.from, places, free: end.free, trailer: end.trailer }
  return ended(head, end, marks)
}

/** The room in a packed file; undefined in one that was printed before reports kept any. */
export const roomOf = (file: Buffer): Room | undefined => endOf(file)?.room

function ended(head: Head, { room, from, free, trailer, forms, elements }: End, { drawing, ...words }: Marks): Buffer {
  const drawn = formsOf(drawingOf(drawing), forms, free)
  const named = elements.map(({ number, what, before, after }): [number, Buffer] => [
    number,
    Buffer.from(`${number} 0 obj${before}/ActualText ${hexText(words[what])}${after}endobj\n`, 'latin1'),
  ])
  const end: End = { room, from, free, trailer, forms, elements }
  return finished(head, [...drawn.objects, ...named], drawn.free, `${COMMENT}${ascii(JSON.stringify(end))}\n`)
}

const COMMENT = '%release '
const LONGEST_END = 16_384

function endOf(file: Buffer): (End & { crossReferences: number }) | undefined {
  const text = file.toString('latin1', Math.max(0, file.length - LONGEST_END))
  const [, end, offset] = /%release (\{[^\n]*\})\nstartxref\n(\d+)\n%%EOF\s*$/.exec(text) ?? []
  if (end === undefined || offset === undefined) return undefined
  const said: unknown = JSON.parse(end)
  return isEnd(said) ? { ...said, crossReferences: Number(offset) } : undefined
}

// Written by `ended` alone; a file that somebody else wrote never comes here.
const isEnd = (said: unknown): said is End =>
  typeof said === 'object' && said !== null && 'from' in said && 'forms' in said && 'elements' in said && 'room' in said

function placeOf({ body, isStream }: ObjectText): PlaceName | undefined {
  if (!isStream) return undefined
  const dictionary = body.toString('latin1', 0, 400)
  if (!dictionary.includes('/Subtype /Image') || !/\/Width 1\s/.test(dictionary)) return undefined
  return PIXELS[/\/Height (\d+)\s/.exec(dictionary)?.[1] ?? '']
}

/** A figure in Typst's tags is text: a span or a paragraph, whose words are those that are drawn. */
function elementOf({ number, body, isStream }: ObjectText): End['elements'][number] | undefined {
  if (isStream || !body.includes('/Alt (room for the ')) return undefined
  const text = body.toString('latin1')
  const alternative = /\/Alt \(([^)]*)\)/.exec(text)
  const what = ALTERNATIVES[alternative?.[1] ?? '']
  if (!alternative || !what) return undefined
  const [before, after] = [text.slice(0, alternative.index), text.slice(alternative.index + alternative[0].length)]
  return {
    number,
    what,
    before: before.replace('/S /Figure', what === 'stamp' ? '/S /Span' : '/S /P'),
    // A box is told of figures alone.
    after: after.replace(/\s*\/A \[<<[^]*?>>\]/, ''),
  }
}

/** As a text string of the format, in any letters. */
const hexText = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
const ascii = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The size of a drawn page, as the room for it. */
export const sizeOf = (drawing: Buffer, page: number): Pick<DrawnPage, 'width' | 'height'> => {
  const drawn = drawingOf(drawing).pages[page]
  if (!drawn) throw new Error(`the drawing has no page ${page}`)
  return { width: drawn.width, height: drawn.height }
}
