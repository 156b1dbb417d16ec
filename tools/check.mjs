// `npm run check`: every static check, each with its time; fails when any of them does. Names as arguments run only those;
// `npm run check -- --fix` first mends what format and lint can mend by themselves.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { environment, install, main, node24, root } from './workspace.mjs'

const module = (...path) => join(root, 'node_modules', ...path)
const tsc = (project) => [module('typescript', 'bin', 'tsc'), '--noEmit', '--pretty', '-p', join(root, project)]

const CHECKS = {
  format: [module('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--reporter=summary', '--colors=off'],
  lint: [module('oxlint', 'bin', 'oxlint')],
  'types of domain': tsc('domain'),
  'types of contract': tsc('contract'),
  'types of server and tools': tsc('.'),
  'types of web': tsc('web'),
  'types of browser stories': tsc('e2e'),
  'unused code': [module('knip', 'bin', 'knip.js'), '--no-progress', '--no-config-hints'],
  // Exports of domain and contract that nothing but tests uses; what is to be kept all the same says why after `@internal`.
  'code for tests alone': [
    module('knip', 'bin', 'knip.js'),
    '--production',
    ...['--workspace', 'domain', '--workspace', 'contract'],
    ...['--include', 'exports', '--no-progress', '--no-config-hints'],
  ],
  rooms: [join(root, 'tools', 'check-rooms.mjs')],
  words: [join(root, 'tools', 'check-words.mjs')],
  'generated files': [join(root, 'tools', 'generate.ts'), '--check'],
}

const FIXES = [
  [module('@biomejs', 'biome', 'bin', 'biome'), 'check', '--write', '--reporter=summary', '--colors=off'],
  [module('oxlint', 'bin', 'oxlint'), '--fix', '--quiet'],
]

await main(async (given) => {
  await install({ dev: true })
  const args = given.filter((argument) => argument !== '--fix')
  if (args.length < given.length) for (const fix of FIXES) await run(fix)
  const unknown = args.filter((name) => !(name in CHECKS))
  if (unknown.length > 0) {
    console.error(`No check is called ${unknown.join(' or ')}. There are: ${Object.keys(CHECKS).join(', ')}.`)
    return 1
  }
  const failed = []
  for (const [name, command] of Object.entries(CHECKS)) {
    if (args.length > 0 && !args.includes(name)) continue
    const began = Date.now()
    const { code, output } = await run(command)
    console.log(`${code === 0 ? 'ok    ' : 'failed'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    if (code !== 0) {
      failed.push(name)
      console.log(output.trimEnd())
    }
  }
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
  return failed.length > 0 ? 1 : 0
})

function run(command) {
  const node = node24()
  return new Promise((resolve, reject) => {
    const child = spawn(node, command, { cwd: root, env: environment(node), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
