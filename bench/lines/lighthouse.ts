/** Line 8: Lighthouse's performance score, on its phone and on its desktop, signed in. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchLine, Subject } from '../line.ts'
import { median } from '../measure.ts'
import { ADMINISTRATIVE_LIST, type BenchPage, CHROMIUM, CLIENT_DASHBOARD, headerOf, type Portal, SIGN_IN, withPortal } from '../portal.ts'

const PROGRAM = join(import.meta.dirname, '../node_modules/lighthouse/cli/index.js')
const TARGETS = { phone: 90, desktop: 98 } as const
type Device = keyof typeof TARGETS

/** The part of Lighthouse's result that is read here. */
interface LighthouseResult {
  finalDisplayedUrl: string
  runtimeError?: { message: string }
  categories: { performance: { score: number | null } }
  audits: Record<string, { numericValue?: number } | undefined>
}

export const line: BenchLine = {
  number: 8,
  name: 'lighthouse',
  title: 'Lighthouse performance, signed in',
  target: `at least ${TARGETS.phone} on a phone and ${TARGETS.desktop} on a desktop`,
  run: (context) =>
    withPortal(context, async (portal) => {
      const subjects: Subject[] = []
      let reached = true
      for (const page of [CLIENT_DASHBOARD, ADMINISTRATIVE_LIST, SIGN_IN])
        for (const device of ['phone', 'desktop'] as const) {
          const results: LighthouseResult[] = []
          for (let run = 0; run < (context.quick ? 1 : 3); run++) results.push(await traced(() => lighthouse(portal, page, device)))
          const score = middle(results, ({ categories }) => (categories.performance.score ?? Number.NaN) * 100)
          const audit = (name: string) => middle(results, ({ audits }) => audits[name]?.numericValue ?? Number.NaN)
          context.say(`${page.name}, ${device}: ${score.toFixed(0)}`)
          reached &&= score >= TARGETS[device]
          subjects.push({
            name: `Corridor, ${page.name}, ${device}`,
            value: score,
            more: {
              'to reach': TARGETS[device],
              'FCP ms': audit('first-contentful-paint'),
              'LCP ms': audit('largest-contentful-paint'),
              'TBT ms': audit('total-blocking-time'),
              'Speed Index ms': audit('speed-index'),
              CLS: audit('cumulative-layout-shift').toFixed(3),
            },
          })
        }
      return {
        subjects,
        unit: 'score',
        lessIsBetter: false,
        reached,
        remarks: [
          'Lighthouse’s own settings: a phone with 1.6 Mbit/s, 150 ms and a 4 times slower processor, a desktop with 10 Mbit/s and 40 ms, both simulated; the median of three runs (one in a quick run).',
          'Blocking time is taken from the machine as it is at that moment: whatever else runs on it lowers the score.',
        ],
      }
    }),
}

/** Lighthouse now and then loses the start of the load ("NO_NAVSTART") and asks to be run again. */
async function traced(run: () => Promise<LighthouseResult>): Promise<LighthouseResult> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (cause) {
      if (attempt === 3 || !(cause instanceof Error && cause.message.includes('NO_NAVSTART'))) throw cause
    }
  }
}

/** In a process of its own, as anybody would run it. */
async function lighthouse(portal: Portal, page: BenchPage, device: Device): Promise<LighthouseResult> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-lighthouse-'))
  const [headers, output] = [join(folder, 'headers.json'), join(folder, 'result.json')]
  try {
    writeFileSync(headers, JSON.stringify(page.email ? { Cookie: headerOf(await portal.cookiesOf(page.email)) } : {}), { mode: 0o600 })
    const url = `${portal.address}${page.path}`
    await promisify(execFile)(
      process.execPath,
      [
        PROGRAM,
        url,
        '--quiet',
        '--only-categories=performance',
        '--output=json',
        `--output-path=${output}`,
        `--extra-headers=${headers}`,
        `--chrome-flags=${['--headless=new', ...CHROMIUM.args].join(' ')}`,
        ...(device === 'desktop' ? ['--preset=desktop'] : []),
      ],
      { env: { ...process.env, CHROME_PATH: CHROMIUM.executablePath }, timeout: 240_000 },
    )
    const result: LighthouseResult = JSON.parse(readFileSync(output, 'utf8'))
    if (result.runtimeError) throw new Error(`Lighthouse of ${page.name}: ${result.runtimeError.message}`)
    if (new URL(result.finalDisplayedUrl).pathname !== page.path) throw new Error(`${page.path} led to ${result.finalDisplayedUrl}`)
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const middle = (results: LighthouseResult[], of: (result: LighthouseResult) => number): number => median(results.map(of))
