/** Pages that Typst drew, to be set into another document as form XObjects (ISO 32000-1, 8.10): content, resources, and the objects these refer to. */
import { type ObjectText, plainObjects, streamObject } from './object-streams.ts'

export interface DrawnPage {
  width: number
  height: number
  /** Compressed. */
  content: Buffer
  resources: string
}
export interface Drawing {
  pages: DrawnPage[]
  objects: Map<number, ObjectText>
}

/** @throws Error when the file is not as Typst writes it */
export function drawingOf(file: Buffer): Drawing {
  const objects = plainObjects(file)
  const text = (number: number) => dictionaryOf(need(objects, number))
  const kids = [...objects.values()].map((object) => /\/Type \/Pages[^]*?\/Kids \[([^\]]*)\]/.exec(dictionaryOf(object))?.[1]).find(Boolean)
  const pages = referencesIn(kids ?? '').map((number): DrawnPage => {
    const page = text(number)
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page) ?? []
    const contents = /\/Contents (\d+) 0 R/.exec(page)?.[1]
    if (width === undefined || height === undefined || contents === undefined)
      throw new Error(`page ${number} of the drawing is not as expected`)
    return {
      width: Number(width),
      height: Number(height),
      content: streamOf(need(objects, Number(contents))),
      resources: resourcesOf(page),
    }
  })
  return { pages, objects }
}

/** As form XObjects that fill the unit square, as images do, with what they need renumbered from `free` on. */
export function formsOf(
  { pages, objects }: Drawing,
  wanted: readonly { page: number; number: number }[],
  free: number,
): { objects: [number: number, whole: Buffer][]; free: number } {
  const numbers = new Map<number, number>()
  let next = free
  const renumbered = (text: string) =>
    text.replaceAll(/\b(\d+) 0 R\b/g, (_, old: string) => {
      const known = numbers.get(Number(old))
      if (known !== undefined) return `${known} 0 R`
      numbers.set(Number(old), next)
      return `${next++} 0 R`
    })
  const made = wanted.map(({ page, number }): [number, Buffer] => {
    const drawn = pages[page]
    if (!drawn) throw new Error(`the drawing has no page ${page}`)
    const { width, height, content, resources } = drawn
    const matrix = `${decimal(1 / width)} 0 0 ${decimal(1 / height)} 0 0`
    const dictionary = `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Matrix [${matrix}] /Resources ${renumbered(resources)}`
    return [number, streamObject(number, dictionary, content)]
  })
  const carried: [number, Buffer][] = []
  // A map visits what is added while it is walked: objects that objects refer to.
  for (const [old, number] of numbers) {
    const object = need(objects, old)
    const dictionary = dictionaryOf(object)
    const head = Buffer.from(`${number} 0 obj${renumbered(dictionary)}`, 'latin1')
    carried.push([number, Buffer.concat([head, object.body.subarray(dictionary.length), Buffer.from('endobj\n', 'latin1')])])
  }
  return { objects: [...made, ...carried], free: next }
}

/** The object's text up to its stream; of one without a stream, all of it. */
function dictionaryOf({ body, isStream }: ObjectText): string {
  if (!isStream) return body.toString('latin1')
  const end = body.indexOf('stream\n')
  return body.toString('latin1', 0, end < 0 ? body.length : end)
}

function streamOf(object: ObjectText): Buffer {
  const dictionary = dictionaryOf(object)
  const length = /\/Length (\d+)/.exec(dictionary)?.[1]
  if (length === undefined || !dictionary.includes('/FlateDecode'))
    throw new Error(`object ${object.number} of the drawing is no compressed stream`)
  const start = dictionary.length + 'stream\n'.length
  return object.body.subarray(start, start + Number(length))
}

function resourcesOf(page: string): string {
  const start = page.indexOf('<<', page.indexOf('/Resources'))
  let depth = 0
  for (const { 0: mark, index } of page.matchAll(/<<|>>/g)) {
    if (index < start) continue
    depth += mark === '<<' ? 1 : -1
    if (depth === 0) return page.slice(start, index + 2).replaceAll(/\s+/g, ' ')
  }
  throw new Error('a page of the drawing has no resources')
}

const referencesIn = (text: string): number[] => [...text.matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number))
const decimal = (value: number): string => value.toFixed(10).replace(/0+$/, '')

function need(objects: Map<number, ObjectText>, number: number): ObjectText {
  const object = objects.get(number)
  if (!object) throw new Error(`the drawing has no object ${number}`)
  return object
}
