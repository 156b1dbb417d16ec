/** One report from view to bytes, synchronously: laid out here, set by Typst, packed. Runs in a worker thread (pdf-worker.ts). */

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import type { Spacing } from '../document/table-layout.ts'
import { type Measure, measureOf } from './font-metrics.ts'
import type { Logo, Logos } from './logos.ts'
import type { Paper, Printable } from './paper.ts'
import { type DrawnMarks, type MarkedDocument, marksOf } from './release-marks.ts'
import { packReport, type Room, sizeOf } from './stamps.ts'

export interface Press {
  compiler: NodeCompiler
  measure: Measure
  /** Drawings of marks by what they show: a batch shares one stamp. */
  drawings: Map<string, Buffer>
}

/** Papers lie beside their families, the house style in this folder: the root of both. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STAMP = fileURLToPath(new URL('stamp.typ', import.meta.url))
/** Paths that hold one report's pictures after the other. */
const LOGO_PATHS = { firm: '/firm-logo.png', institution: '/institution-logo.png' }
const LONG_REPORT = 40
const REPORTS_REMEMBERED = 3
const WEIGHTS = ['400Regular', '500Medium', '600SemiBold', '700Bold']

/** A compiler that holds the fonts of the reports and nothing of the machine's, so that every machine prints the same. */
export function createCompiler(): Press {
  const inter = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json'))
  const compiler = NodeCompiler.create({ workspace: ROOT, fontArgs: [{ fontPaths: WEIGHTS.map((weight) => join(inter, weight)) }] })
  return { compiler, measure: measureOf(compiler), drawings: new Map() }
}

/**
 * @param logos pictures for the cover
 * @throws Error with Typst's sentences when the template refuses the view
 */
export function compilePdf<View extends Printable>(
  press: Press,
  { template, layOut }: Paper<View>,
  view: View,
  logos: Logos = {},
): { bytes: Uint8Array<ArrayBuffer>; pages: number } {
  const { compiler, measure } = press
  const placed = (logo: Logo | undefined, path: string) => {
    if (!logo) return null
    compiler.mapShadow(join(ROOT, path), Buffer.from(logo.content))
    return { path, isLight: logo.isLight }
  }
  const pictures = { firm: placed(logos.firm, LOGO_PATHS.firm), institution: placed(logos.institution, LOGO_PATHS.institution) }
  let pagesMade = Number.POSITIVE_INFINITY
  const setIn = (spacing: Spacing) => {
    const document = layOut(view, measure, spacing)
    const room = roomFor(press, document)
    const given = { ...document, spacing, stamp: { width: room.width, height: room.height }, logos: pictures }
    compiler.mapShadow(join(ROOT, 'document.json'), Buffer.from(JSON.stringify(given)))
    const compiled = compiler.compile({ mainFilePath: fileURLToPath(template) })
    const { result } = compiled
    if (compiled.hasError() || !result) throw new Error(`${template}: ${JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)}`)
    pagesMade = result.numOfPages
    return { document, room, result }
  }
  try {
    const usual = setIn('usual')
    const close = endsShort(press, usual.result) ? setIn('close') : usual
    const { document, room, result } = close.result.numOfPages < usual.result.numOfPages ? close : usual
    const marks = marksOf(document, room)
    const packed = packReport(compiler.pdf(result, { pdfStandard: 'ua-1' }), room, {
      ...marks.words,
      drawing: drawMarks(press, marks.drawn),
    })
    // A copy of its own, because a pooled buffer cannot be handed over to another thread.
    return { bytes: Uint8Array.from(packed), pages: result.numOfPages }
  } finally {
    // Reports share much (headings, "0.00", dates): keeping what the last few used saves a quarter of the work. A long report is forgotten at once.
    compiler.evictCache(pagesMade > LONG_REPORT ? 0 : REPORTS_REMEMBERED)
  }
}

/** A last page that ends above the middle of its sheet is worth setting the paper twice: set closer together, many such papers lose it. In a long report a page matters little. */
const SHORT_END = 0.52
function endsShort({ compiler }: Press, result: NodeTypstDocument): boolean {
  if (result.numOfPages === 1 || result.numOfPages > LONG_REPORT) return false
  const [end]: unknown[] = compiler.query(result, { selector: '<end>', field: 'value' })
  return typeof end === 'number' && end < SHORT_END
}

const STAMP_HEIGHT = 12.4
const DRAWINGS_KEPT = 64

/** As much as the longest stamp takes that may come to stand there. */
function roomFor(press: Press, { stamp, note }: MarkedDocument): Room {
  const longest = drawMarks(press, { text: stamp.longest, tone: stamp.kind, width: 0, height: STAMP_HEIGHT, note: null })
  return { ...sizeOf(longest, 0), note }
}

/** The release note of a report, drawn alone. @throws Error with Typst's sentences */
export function drawMarks({ compiler, drawings }: Press, marks: DrawnMarks): Buffer {
  const key = JSON.stringify(marks)
  const known = drawings.get(key)
  if (known) return known
  compiler.mapShadow(join(ROOT, 'stamp.json'), Buffer.from(key))
  const compiled = compiler.compile({ mainFilePath: STAMP })
  const { result } = compiled
  if (compiled.hasError() || !result) throw new Error(`stamp: ${JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)}`)
  const drawn = compiler.pdf(result, { pdfTags: false, creationTimestamp: 0 })
  if (drawings.size >= DRAWINGS_KEPT) drawings.clear()
  drawings.set(key, drawn)
  return drawn
}
