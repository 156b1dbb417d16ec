// `npm run looks -- [--since commit] [--only part-of-a-name]`: pictures of forty pages at two widths in two themes, of a commit (HEAD when not said) and of
// this checkout as it lies on the disk, compared pixel by pixel. Both are built, served from a demo book that each makes itself, and looked at on this machine,
// so that fonts and Chromium are the same. Leaves test-output/looks/index.html; code 1 where a picture differs or could not be taken.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { provideChromium } from './chromium.mjs'
import { compareLooks, pageOfLooks, summaryOfLooks } from './looks-page.mjs'
import {
  buildWeb,
  foreground,
  hermetic,
  install,
  main,
  node24,
  readIfThere,
  readJson,
  root,
  Sentence,
  scratchFolder,
} from './workspace.mjs'

const OUTPUT = join(root, 'test-output', 'looks')
/** These of node_modules are each checkout's own. */
const OWN = ['@corridor', '.package-lock.json']

await main(async (args) => {
  const { since, only } = optionsOf(args)
  const commit = git('rev-parse', '--verify', '--quiet', `${since}^{commit}`)
  if (commit === '') throw new Sentence(`${since} names no commit of this repository.`)
  await install({ dev: true })
  const chromium = await provideChromium()
  const scratch = scratchFolder('looks')
  rmSync(OUTPUT, { recursive: true, force: true })
  mkdirSync(OUTPUT, { recursive: true })

  const former = join(scratch, 'checkout')
  await unpack(commit, former)
  await buildWeb()
  // Instants from here on are this run's own doing.
  const began = new Date().toISOString()
  const told = only === '' ? 'forty pages' : `the pages with ${only} in their names`
  console.log(`Looking at ${told} of ${commit.slice(0, 10)} and of this checkout, which takes some minutes ...`)
  const sides = await Promise.allSettled([
    takePictures('before', former, { scratch, began, only, chromium }),
    takePictures('after', root, { scratch, began, only, chromium }),
  ])
  for (const { reason } of sides) if (reason) throw reason

  const looks = await compareLooks(OUTPUT)
  if (looks.length === 0) throw new Sentence(`No page has ${only} in its name: e2e/look-list.ts has the names.`)
  const changed = git('status', '--porcelain') === '' ? '' : ' with what is not committed'
  const about = { before: described(commit), after: `${described('HEAD')}${changed}`, began }
  writeFileSync(join(OUTPUT, 'index.html'), pageOfLooks(looks, about))
  const { sentence, isSame, worst } = summaryOfLooks(looks)
  for (const line of worst) console.log(`  ${line}`)
  console.log(`${sentence} ${relative(root, join(OUTPUT, 'index.html'))} shows them.`)
  return isSame ? 0 : 1
})

function optionsOf(args) {
  try {
    return parseArgs({ args, options: { since: { type: 'string', default: 'HEAD' }, only: { type: 'string', default: '' } } }).values
  } catch (error) {
    throw new Sentence(`${error.message} Usage: npm run looks -- [--since commit] [--only part-of-a-name]`)
  }
}

/** @returns nothing where git refuses */
function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
}

function described(commit) {
  return git('log', '-1', '--format=%h %s', commit)
}

/** The commit's files, built by its own tools. Nothing of it stays in git, whatever ends this process. */
async function unpack(commit, folder) {
  mkdirSync(folder)
  const archive = `${folder}.tar`
  for (const [command, ...args] of [
    ['git', 'archive', '--output', archive, commit],
    ['tar', '-xf', archive, '-C', folder],
  ]) {
    const { status, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Sentence(`${command} could not unpack ${commit}: ${error?.message ?? stderr.trim()}`)
  }
  rmSync(archive)
  if (readIfThere(join(folder, 'package-lock.json')) === readIfThere(join(root, 'package-lock.json'))) sharePackages(folder)
  const own = await import(pathToFileURL(join(folder, 'tools', 'workspace.mjs')).href)
  await own.install({ dev: true })
  await own.buildWeb()
}

/** The same packages need no second download. Those of the product itself are links beside node_modules, which lead into the other checkout as they stand. */
function sharePackages(folder) {
  for (const workspace of ['.', ...readJson(join(root, 'package.json')).workspaces]) {
    const [from, to] = [root, folder].map((checkout) => join(checkout, workspace, 'node_modules'))
    if (!existsSync(from)) continue
    mkdirSync(to)
    for (const name of readdirSync(from)) {
      if (OWN.includes(name)) cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
      else if (name !== '.cache') symlinkSync(join(from, name), join(to, name))
    }
  }
}
/** The book is the checkout's own; pages and photographer are this checkout's, so that both are looked at in the same way. */
async function takePictures(side, checkout, { scratch, began, only, chromium }) {
  const node = node24()
  const book = join(scratch, side)
  mkdirSync(book)
  const env = { ...hermetic(node), TMPDIR: scratch, CHROMIUM_PATH: chromium }
  const made = await foreground(node, [join(checkout, 'e2e', 'make-book.ts'), book], { env, cwd: checkout })
  if (made !== 0) throw new Sentence(`The demo book of the pictures ${side} could not be made (code ${made}); the lines above say why.`)
  const looking = { E2E_BOOK: book, E2E_CHECKOUT: checkout, LOOKS_BEGAN: began, LOOKS_ONLY: only }
  const code = await foreground(node, [join(root, 'e2e', 'looks.ts'), join(OUTPUT, side)], { env: { ...env, ...looking } })
  if (code !== 0) throw new Sentence(`The pictures ${side} could not be taken (code ${code}); the lines above say why.`)
  for (const { picture, problem } of readJson(join(OUTPUT, side, 'notes.json')) ?? []) console.log(`  ${side}: ${picture}: ${problem}`)
}
