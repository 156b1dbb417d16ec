/** One report from view to bytes, synchronously: laid out here, set by Typst, packed. Runs in a worker thread (pdf-worker.ts). */

import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { type Measure, measureOf } from './font-metrics.ts'
import { packObjectStreams } from './pdf-object-streams.ts'
import { type PrintedView, printedDocument } from './printed-documents.ts'

export interface Press {
  compiler: NodeCompiler
  measure: Measure
}

const TEMPLATES = fileURLToPath(new URL('templates', import.meta.url))
/** A path that holds one report's picture after the other. */
const LOGO = 'logo.png'
const LONG_REPORT = 40
const REPORTS_REMEMBERED = 3
const WEIGHTS = ['400Regular', '500Medium', '600SemiBold', '700Bold']

/** A compiler that holds the fonts of the reports and nothing of the machine's, so that every machine prints the same. */
export function createCompiler(): Press {
  const inter = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json'))
  const compiler = NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontPaths: WEIGHTS.map((weight) => join(inter, weight)) }] })
  return { compiler, measure: measureOf(compiler) }
}

/**
 * @param logo a PNG for the cover
 * @throws Error with Typst's sentences when the template refuses the view
 */
export function compilePdf(
  { compiler, measure }: Press,
  request: PrintedView,
  logo?: Uint8Array,
): { bytes: Uint8Array<ArrayBuffer>; pages: number } {
  const [template] = request
  const document = { ...printedDocument(request, measure), logo: logo ? LOGO : '' }
  if (logo) compiler.mapShadow(join(TEMPLATES, LOGO), Buffer.from(logo))
  compiler.mapShadow(join(TEMPLATES, 'document.json'), Buffer.from(JSON.stringify(document)))
  let pagesMade = Number.POSITIVE_INFINITY
  const compiled = compiler.compile({ mainFilePath: join(TEMPLATES, `${template}.typ`) })
  try {
    const { result } = compiled
    if (compiled.hasError() || !result) throw new Error(`${template}: ${JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)}`)
    pagesMade = result.numOfPages
    const packed = packObjectStreams(compiler.pdf(result, { pdfStandard: 'ua-1' }))
    // A copy of its own, because a pooled buffer cannot be handed over to another thread.
    return { bytes: Uint8Array.from(packed), pages: result.numOfPages }
  } finally {
    // Reports share much (headings, "0.00", dates): keeping what the last few used saves a quarter of the work. A long report is forgotten at once.
    compiler.evictCache(pagesMade > LONG_REPORT ? 0 : REPORTS_REMEMBERED)
  }
}
