// `npm test`: unit, database, API and browser tests, on a machine that has only Node and npm. The last line is `N passed, N failed`.
// `npm test -- server/src/features/x` runs the tests of a path; paths in e2e/ are browser tests, all others vitest's.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { provideChromium } from './chromium.mjs'
import { broken, browserTally, filesToRepeat, repeatedTally, sum, summaryLine, unitTally } from './tally.mjs'
import { buildWeb, foreground, hermetic, install, main, node24, readJson, root, Sentence, scratchFolder } from './workspace.mjs'

const OUTPUT = join(root, 'test-output')
const lines = (names) => names.map((name) => `  ${name}`).join('\n')

await main(async (args) => {
  const browserArgs = args.filter((argument) => /^(\.\/)?e2e(\/|$)/.test(argument))
  const unitArgs = args.filter((argument) => !browserArgs.includes(argument))
  const tallies = []
  // A fault that keeps tests from running is a failure among the others, so that the last line always tells the whole.
  try {
    await install({ dev: true })
    if (!existsSync(join(root, '..', 'shared'))) console.log('../shared is not there: tests that read it are skipped.')
    rmSync(OUTPUT, { recursive: true, force: true })
    mkdirSync(OUTPUT, { recursive: true })
    process.env.TMPDIR = scratchFolder('test')
    // The ground of the browser tests is made while the others run, which leave the processors a third of the time.
    const [units, ground] = await Promise.allSettled([
      args.length === 0 || unitArgs.length > 0 ? runUnitTests(unitArgs) : undefined,
      (args.length === 0 && hasBrowserTests()) || browserArgs.length > 0 ? prepareBrowserTests() : undefined,
    ])
    if (valueOf(units)) tallies.push(units.value)
    if (valueOf(ground)) tallies.push(await runBrowserTests(browserArgs, ground.value))
  } catch (error) {
    if (!(error instanceof Sentence)) console.error(error)
    tallies.push(broken(error.message))
  }

  const total = sum(tallies)
  if (total.failures.length > 0) console.log(`\nFailed:\n${lines(total.failures)}`)
  if (total.unsteady.length > 0)
    console.log(`\nPassed only when repeated; why they failed at first stands above, and is to be mended:\n${lines(total.unsteady)}`)
  if (total.passed + total.failed === 0) console.log('\nNo test ran.')
  console.log(`\n${summaryLine(total)}`)
  return total.failed > 0 || total.passed === 0 ? 1 : 0
})

/** Failed tests run once more, alone: a machine that was busy for a moment is not a defect of the product, and the failure it caused is still reported. */
async function runUnitTests(args) {
  const first = await vitest(args, 'vitest.json')
  const failed = filesToRepeat(first.report)
  if (failed.length === 0) return unitTally(first.report, first.code, root)
  console.log(`\nOnce more: ${failed.map((name) => relative(root, name)).join(', ')}`)
  const repeat = await vitest(failed, 'vitest-repeated.json')
  return repeatedTally(first.report, repeat.report, repeat.code, root)
}

async function vitest(args, file) {
  const report = join(OUTPUT, file)
  const node = node24()
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await foreground(node, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...reporters, ...args], {
    env: hermetic(node),
  })
  return { report: readJson(report), code }
}

/** A browser, the built pages, and the demo book, in a folder that the run removes. */
async function prepareBrowserTests() {
  const executable = await provideChromium()
  await buildWeb()
  const node = node24()
  const book = mkdtempSync(join(tmpdir(), 'corridor-e2e-book-'))
  const code = await foreground(node, [join(root, 'e2e', 'make-book.ts'), book], { env: hermetic(node) })
  if (code !== 0) throw new Sentence(`The demo book of the browser tests could not be made (code ${code}); the lines above say why.`)
  return { executable, book }
}

async function runBrowserTests(args, { executable, book }) {
  const report = join(OUTPUT, 'playwright.json')
  const node = node24()
  const code = await foreground(
    node,
    [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', '--retries=1', '--reporter=list,json', ...args],
    {
      env: { ...hermetic(node), CHROMIUM_PATH: executable, E2E_BOOK: book, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  )
  rmSync(book, { recursive: true, force: true })
  return browserTally(readJson(report), code)
}

function valueOf({ reason, value }) {
  if (reason) throw reason
  return value
}

function hasBrowserTests() {
  const folder = join(root, 'e2e')
  return existsSync(folder) && readdirSync(folder, { recursive: true }).some((name) => /\.spec\.ts$/.test(String(name)))
}
