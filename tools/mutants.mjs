// `npm run mutants -- --room domain --count 60 --seed 1`: breaks the product in so many places, one at a time, runs the nearest tests, and says which
// breaks no test noticed. The checkout is never changed: vitest reads the one file otherwise (tools/mutants.config.mjs).
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join, posix, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { importsOf } from './rooms.mjs'
import { environment, foreground, install, main, node24, readJson, root, Sentence, scratchFolder } from './workspace.mjs'

/**
 * Where money, access, release, import and sign-in are decided; the wanted share of breaks noticed; how many test files are tried, the nearest first.
 * `abroad`: after those, as many of the nearest of other workspaces, which hold what a carrier's file or a page makes of the same function.
 */
const ROOMS = {
  domain: {
    files: /^domain\/src\//,
    tests: /^(domain|contract)\//,
    abroad: [/^server\//, /^web\/src\//],
    wanted: 0.9,
    rounds: [5, 20, 400],
    seconds: 120,
  },
  server: {
    files:
      /^server\/src\/(?!test\/|db\/|.*(words|labels|texts|print|mails?|program)\.ts$)(.*(second-factor|session|rights|single-sign-on|email-changes|data-feeds|uploads|holdings)\/|.*\/(release|leases|versions|outcomes|release-check|batches|stale|scope|route|sessions|idempotency|period-locks|settled-accounts|password|salaries|encryption|keys)[\w-]*\.ts$)/,
    tests: /^server\//,
    wanted: 0.85,
    rounds: [4, 12, 30, 60],
    seconds: 180,
  },
  web: { files: /^web\/src\/(kernel|ui)\//, tests: /^web\/src\//, wanted: 0.6, rounds: [3, 12, 40], seconds: 240 },
  // Browser stories hold these pages, and a run counts none of them: no share is wanted.
  pages: { files: /^web\/src\/(reporting|viewer)\//, tests: /^web\/src\//, wanted: 0, rounds: [3, 12, 40], seconds: 240 },
}
const NEAREST_ABROAD = 4
/** How much nearer a test of the same feature is than one that speaks as much of the same things. */
const OWN_FEATURE = 1.5
/** Places of one file at most, so that a large one does not take them all. */
const PER_FILE = 3
const TESTS = /\.test\.tsx?$/
const texts = new Map()
const words = new Map()
const FOLDERS = ['domain/src', 'contract/src', 'server/src', 'web/src', 'web', 'tools']

// Whoever ends the run ends the tests that it has started (runTests).
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))

await main(async (args) => {
  await install({ dev: true })
  const node = node24()
  // The parser that comes with vitest needs it.
  if (node !== process.execPath && Number.parseInt(process.versions.node, 10) < 24)
    return foreground(node, [fileURLToPath(import.meta.url), ...args], { env: environment(node) })
  const { values } = parseArgs({
    args,
    options: { room: { type: 'string', multiple: true }, count: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string' } },
  })
  const rooms = values.room ?? Object.keys(ROOMS)
  const [count, seed] = [Number(values.count ?? 60), Number(values.seed ?? 1)]
  if (rooms.some((room) => !(room in ROOMS)) || !(count > 0) || !Number.isInteger(seed))
    throw new Sentence(`npm run mutants -- [--room ${Object.keys(ROOMS).join('|')}] [--count 60] [--seed 1] [--only part/of/a/path]`)
  process.env.TMPDIR = scratchFolder('mutants')
  const { mutationsOf, shuffled } = await import('./mutators.mjs')
  const graph = importersOf(sources())
  let below = false
  for (const room of rooms) {
    const files = sources().filter((file) => ROOMS[room].files.test(file) && !TESTS.test(file) && !file.includes('/test/'))
    const places = files
      .filter((file) => file.includes(values.only ?? ''))
      .flatMap((file) => mutationsOf(textOf(file), file).map((mutation) => ({ file, ...mutation })))
    const tried = []
    for (const place of sample(shuffled(places, seed), count)) {
      const outcome = await tryPlace(room, place, graph)
      tried.push({ place, ...outcome })
      console.log(`${outcome.result.padEnd(9)} ${sentenceOf(place)}${outcome.by ? `\n          by ${outcome.by}` : ''}`)
    }
    await discountFlakes(room, tried)
    below = !tell(room, places.length, seed, tried) || below
  }
  return below ? 1 : 0
})

function sample(places, count) {
  const perFile = new Map()
  return places
    .filter(({ file }) => {
      perFile.set(file, (perFile.get(file) ?? 0) + 1)
      return perFile.get(file) <= PER_FILE
    })
    .slice(0, count)
}

/** The nearest tests first; those further off only where the nearest let it live. */
async function tryPlace(room, place, graph) {
  const { seconds, rounds, abroad = [] } = ROOMS[room]
  const tests = testsNear(ROOMS[room].tests, place.file, graph)
  const { mutated } = await import('./mutators.mjs')
  const mutant = { file: join(root, place.file), text: mutated(textOf(place.file), place) }
  let from = 0
  let read = false
  let isDecided = true
  const others = abroad.flatMap((workspace) => testsNear(workspace, place.file, graph).slice(0, NEAREST_ABROAD))
  for (const until of [...rounds, Number.POSITIVE_INFINITY]) {
    const some = until === Number.POSITIVE_INFINITY ? others : tests.slice(from, until)
    from = until
    if (some.length === 0) continue
    const run = await runTests(some, seconds, mutant)
    read ||= run.read
    // Tests that are as slow without the break say nothing of it.
    if (run.timedOut && (await runTests(some, seconds)).timedOut) {
      isDecided = false
      continue
    }
    if (run.timedOut) return { result: 'timed out', files: [] }
    // Tests that wait for a page, a database or a thousand draws fail on a busy machine too: a break is noticed where its test fails once more, alone.
    const files = run.failed.map(({ file }) => file).filter((file) => file !== '')
    if (files.length > 0) {
      const again = await runTests(files, seconds, mutant)
      if (!again.timedOut && again.failed.length === 0) continue
    }
    if (run.failed.length > 0) return { result: 'killed', by: run.failed[0].name, files: run.failed.map(({ file }) => file) }
  }
  if (!isDecided) return { result: 'undecided', by: 'its tests did not end in time, broken or not', files: [] }
  return { result: 'survived', by: read ? undefined : `none of ${tests.length + others.length} test files, which never load it`, files: [] }
}

/** A test that fails without any break has noticed none. */
async function discountFlakes(room, tried) {
  const killers = [...new Set(tried.flatMap(({ files }) => files))]
  if (killers.length === 0) return
  const { failed } = await runTests(killers, 900)
  const failing = new Set(failed.map(({ file }) => file))
  for (const one of tried)
    if (one.result === 'killed' && one.files.every((file) => failing.has(file)))
      Object.assign(one, { result: 'survived', by: `${one.files.join(', ')}, which fail without it as well` })
}

/** @returns whether the room has the share that is wanted of it */
function tell(room, places, seed, tried) {
  const of = (result) => tried.filter((one) => one.result === result)
  const [killed, survived, timedOut, undecided] = [of('killed'), of('survived'), of('timed out'), of('undecided')]
  const decided = tried.length - undecided.length
  const rate = decided > 0 ? (killed.length + timedOut.length) / decided : 0
  const percent = (share) => `${Math.round(share * 1000) / 10} %`
  console.log(
    `\n${room}: ${tried.length} of ${places} places with seed ${seed}: ${killed.length} killed, ${timedOut.length} timed out, ${survived.length} survived, ${undecided.length} undecided. ` +
      `${percent(rate)} noticed, wanted ${percent(ROOMS[room].wanted)}.`,
  )
  for (const { place, by } of survived) console.log(`  ${sentenceOf(place)}${by ? ` (${by})` : ''}`)
  return rate >= ROOMS[room].wanted
}

function short(text) {
  return (text.length > 90 ? `${text.slice(0, 87)}...` : text).replaceAll(/\s+/g, ' ')
}

function sentenceOf({ file, line, operator, before, after }) {
  return `${file}:${line} ${operator}: ${short(before)} -> ${short(after)}`
}

/** @returns which tests failed, and whether any process read the broken file */
function runTests(tests, seconds, mutant) {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-mutant-'))
  const node = node24()
  const config = join(root, 'tools', 'mutants.config.mjs')
  const [spec, report] = [join(folder, 'mutant.json'), join(folder, 'report.json')]
  const env = environment(node)
  if (mutant) {
    writeFileSync(spec, JSON.stringify(mutant))
    Object.assign(env, { CORRIDOR_MUTANT: spec, NODE_OPTIONS: `${env.NODE_OPTIONS ?? ''} --import=${config}` })
  }
  const paths = tests.map((test) => join(root, test))
  const options = ['run', '--config', config, '--reporter=json', `--outputFile=${report}`, `--maxWorkers=${availableParallelism()}`]
  const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), ...options, ...(mutant ? ['--bail=1'] : []), ...paths]
  return new Promise((resolve, reject) => {
    // A group of its own: what its tests have started ends with it.
    const child = spawn(node, vitest, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
    let said = ''
    child.stderr.on('data', (chunk) => (said = (said + chunk).slice(-4000)))
    let timedOut = false
    const end = () => endGroup(child.pid)
    const timer = setTimeout(() => {
      timedOut = true
      end()
    }, seconds * 1000)
    process.once('exit', end)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      process.off('exit', end)
      const failed = failuresOf(readJson(report))
      const read = existsSync(`${spec}.read`)
      rmSync(folder, { recursive: true, force: true })
      if (!timedOut && code !== 0 && failed.length === 0)
        failed.push({ file: '', name: `vitest ended with ${code}: ${said.trim().slice(-300)}` })
      resolve({ failed: timedOut ? [] : failed, timedOut, read })
    })
  })
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

function failuresOf(report) {
  return (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults, message }) => {
      const file = relative(root, name).split(sep).join('/')
      const test = assertionResults.find(({ status }) => status === 'failed')
      return { file, name: `${file}: ${short(test?.fullName ?? message ?? 'does not load')}` }
    })
}

function sources() {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== 'web', withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
  ).sort()
}

function textOf(file) {
  if (!texts.has(file)) texts.set(file, readFileSync(join(root, file), 'utf8'))
  return texts.get(file)
}

/** By the path of a file, the files that import it. */
function importersOf(files) {
  const importers = new Map()
  for (const file of files)
    for (const specifier of importsOf(textOf(file))) {
      const own = /^@corridor\/(\w+)\/(.+)$/.exec(specifier)
      const target = own ? `${own[1]}/src/${own[2]}` : specifier.startsWith('.') && posix.normalize(posix.join(dirname(file), specifier))
      if (target) importers.set(target, [...(importers.get(target) ?? []), file])
    }
  return importers
}

/**
 * The tests of a workspace that import the file, over as many others as it takes; the nearest first, and of equally near ones those that speak of the same
 * things. Every test of the server loads all of it: there what they speak of decides, and the feature's own come first among those.
 */
function testsNear(workspace, file, importers) {
  const steps = new Map([[file, 0]])
  for (const [each, far] of steps) for (const importer of importers.get(each) ?? []) if (!steps.has(importer)) steps.set(importer, far + 1)
  const feature = (path) => /^\w+\/src\/features\/[^/]+/.exec(path)?.[0]
  const stem = (path) => posix.basename(path).replace(/\..*$/, '')
  const isNamesake = (test) => stem(test) === stem(file) || stem(test) === `${stem(file)}s`
  const tests = [...steps.keys()].filter((path) => TESTS.test(path) && workspace.test(path))
  const kinship = kinshipTo(file, tests)
  const own = (test) => (feature(test) && feature(test) === feature(file) ? OWN_FEATURE : 1)
  const distance = new Map(tests.map((test) => [test, isNamesake(test) ? 0 : test.startsWith('server/') ? 1 : steps.get(test)]))
  const close = new Map(tests.map((test) => [test, kinship(test) * own(test)]))
  return tests.sort((one, other) => distance.get(one) - distance.get(other) || close.get(other) - close.get(one) || (one < other ? -1 : 1))
}

/** How much a test speaks of what the file speaks of: the rarer a common word among the tests, the more; a long test has many words by chance. */
function kinshipTo(file, tests) {
  const found = new Map()
  for (const test of tests) for (const word of wordsOf(test)) found.set(word, (found.get(word) ?? 0) + 1)
  return (test) => {
    const words = wordsOf(test)
    let sum = 0
    for (const word of wordsOf(file)) if (words.has(word)) sum += Math.log(tests.length / found.get(word))
    return sum / Math.sqrt(words.size)
  }
}

function wordsOf(file) {
  if (!words.has(file))
    words.set(
      file,
      new Set(
        textOf(file)
          .replaceAll(/^import .*$/gm, '')
          .toLowerCase()
          .match(/[a-z]{4,}/g),
      ),
    )
  return words.get(file)
}
