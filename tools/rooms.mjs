// The rules about rooms (ARCHITECTURE.md): which file may import which, how long a file may be, how it opens.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, posix, relative, sep } from 'node:path'

/** Folders by rank inside a workspace: a file imports only from its own rank or a lower one. The first match counts; a rank without a name is called by its folder. */
const RANKS = {
  domain: [
    [/^(primitives)\//, 0],
    [/^(access|audit-log|client-menu|files|sites)\//, 1],
    [/^(calculations|carriers)\//, 2],
    [/^(policies)\//, 3],
    [/^(data-feeds)\//, 4],
    [/^(auditing|onboarding)\//, 5],
    [/^reports\/[^/]+$|^reports\/(charts|explanation)\//, 6, 'what report families share'],
    [/^reports\/([^/]+)\//, 7],
    [/^(questionnaires|financial-impact|service-requests)\//, 8],
    [/^test\//, 10, 'test'],
    [/^/, 9, 'no room'],
  ],
  server: [
    [/^db\/(?!seeds\/)/, 0, 'db'],
    [/^platform\//, 1, 'platform'],
    [/^shared\//, 2, 'shared'],
    [/^reporting\//, 3, 'reporting'],
    [/^features\//, 4, 'features'],
    [/^db\/seeds\//, 5, 'seeds'],
    [/^test\//, 7, 'test'],
    [/^/, 6, 'app'],
  ],
  web: [
    [/^(paths\.ts$|theme\/)/, 0, 'paths and theme'],
    [/^kernel\//, 1, 'kernel'],
    [/^ui\//, 2, 'ui'],
    [/^shared\//, 3, 'shared'],
    [/^viewer\//, 4, 'viewer'],
    [/^reporting\//, 5, 'reporting'],
    [/^features\//, 6, 'features'],
    [/^test\//, 8, 'test'],
    // Layouts stand around every page: they know the route table and carry the session's dialogs.
    [/^/, 7, 'app'],
  ],
}
/** An annual review is made over the asset report of its date; no other family of reports knows another. */
const MADE_OVER = { 'annual-review': 'asset-report' }
/** Which workspace may import which others. */
const WORKSPACES = { domain: [], contract: ['domain'], server: ['domain', 'contract'], web: ['domain', 'contract'] }
/** Packages of the pure rooms; anything else there would bring I/O or a framework. */
const PACKAGES = { domain: [], contract: ['zod'] }
/** Rooms outside the workspaces and what of the server they may use. */
const OUTSIDE = { e2e: /^server\/src\/(test\/|main\.ts$)/, tools: /^server\/src\//, bench: /^server\/src\// }

const GENERATED = new Set(['server/src/db/schema.ts'])
const LONG = 300
const TOO_LONG = 500

/**
 * @param root a checkout
 * @param reasons why a file is longer than 300 lines, by path
 * @returns one sentence for each breach; none when all is well
 */
export function checkRooms(root, reasons = {}) {
  const files = sourceFiles(root)
  return [...files.flatMap((file) => breachesOf(root, file, reasons)), ...staleReasons(files, root, reasons)]
}

function breachesOf(root, file, reasons) {
  const text = readFileSync(join(root, file), 'utf8')
  const code = ['.ts', '.tsx', '.mjs'].includes(extname(file))
  return [
    ...(code && !GENERATED.has(file) ? importBreaches(file, text) : []),
    ...(/^domain\/src\/[^/]+$/.test(file) ? [`${file} stands in no room of domain: give it a folder`] : []),
    ...(GENERATED.has(file) ? [] : lengthBreaches(file, text, reasons)),
    ...(code && !isTest(file) && !/^(#!.*\n)?\s*\/[/*]/.test(text) ? [`${file} does not open with a comment on what it is for`] : []),
  ]
}

function importBreaches(file, text) {
  return importsOf(text).flatMap((specifier) => {
    const target = resolveImport(file, specifier)
    const sentence = target === undefined ? packageBreach(file, specifier) : (workspaceBreach(file, target) ?? rankBreach(file, target))
    return sentence ? [`${file} imports ${specifier}: ${sentence}`] : []
  })
}

/** Static and dynamic imports and re-exports; comments are cut first, so that an example in one does not count. */
export function importsOf(text) {
  const code = text.replaceAll(/\/\*[^]*?\*\/|(?<=^|[\s;{}(),])\/\/.*$/gm, '')
  const found = code.matchAll(
    /(?:^|[\s;}])(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?["']([^"'\n]+)["']|\bimport\(\s*["']([^"'\n]+)["']/g,
  )
  return [...found].map(([, fixed, dynamic]) => fixed ?? dynamic)
}

/** The path inside the repository; undefined for a package. */
function resolveImport(file, specifier) {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), specifier.replace(/\?.*$/, '')))
  const own = /^@corridor\/(\w+)\/(.+)$/.exec(specifier)
  return own ? `${own[1]}/src/${own[2]}` : undefined
}

function packageBreach(file, specifier) {
  const allowed = PACKAGES[roomOf(file)]
  if (!allowed || isTest(file)) return undefined
  return allowed.includes(specifier.split('/')[0])
    ? undefined
    : `${roomOf(file)} is pure and uses ${allowed.length > 0 ? `only ${allowed.join(', ')}` : 'no package'}`
}

function workspaceBreach(file, target) {
  const [from, to] = [roomOf(file), roomOf(target)]
  if (from === to) return undefined
  if (from in WORKSPACES) {
    if (isTest(file) && from === 'server' && to === 'tools') return undefined
    return WORKSPACES[from].includes(to)
      ? undefined
      : `${from} may import ${WORKSPACES[from].length > 0 ? `only ${WORKSPACES[from].join(' and ')}` : 'nothing outside itself'}`
  }
  if (to === 'server' && OUTSIDE[from] && !OUTSIDE[from].test(target)) return `${from} uses of the server only its test builders`
  return undefined
}

function rankBreach(file, target) {
  const room = roomOf(file)
  if (!RANKS[room] || roomOf(target) !== room) return undefined
  const [from, to] = [rankOf(room, file), rankOf(room, target)]
  if (to.name === 'test') return isTest(file) || from.name === 'test' ? undefined : 'only tests use what is made for tests'
  if (isTest(file)) return undefined
  const [feature, other] = [featureOf(file), featureOf(target)]
  if (feature && other && feature !== other) return 'features do not import features; what two need moves down'
  const [family, another] = [familyOf(file), familyOf(target)]
  if (family && another && family !== another && MADE_OVER[family] !== another)
    return 'report families do not import each other; what two need moves down'
  return to.rank > from.rank ? `${from.name} does not import ${to.name}` : undefined
}

function rankOf(room, file) {
  const path = file.slice(room.length + '/src/'.length)
  const [pattern, rank, name] = RANKS[room].find(([pattern]) => pattern.test(path))
  return { rank, name: name ?? pattern.exec(path)[1] }
}

const roomOf = (file) => file.split('/')[0]
const featureOf = (file) => /^\w+\/src\/features\/([^/]+)\//.exec(file)?.[1]
const familyOf = (file) => /^domain\/src\/reports\/(?!charts\/|explanation\/)([^/]+)\//.exec(file)?.[1]
const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file) || /^(domain|server|web)\/src\/test\//.test(file) || file.startsWith('e2e/')

function lengthBreaches(file, text, reasons) {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  if (lines > TOO_LONG) return [`${file} has ${lines} lines, more than ${TOO_LONG}: split it`]
  if (lines > LONG && !reasons[file])
    return [`${file} has ${lines} lines, more than ${LONG}: split it, or give the reason in tools/long-files.json`]
  return []
}

function staleReasons(files, root, reasons) {
  const long = new Set(files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length - 1 > LONG))
  return Object.keys(reasons).flatMap((file) =>
    long.has(file) ? [] : [`tools/long-files.json excuses ${file}, which needs no excuse any more`],
  )
}

function sourceFiles(root) {
  const rooms = [...Object.keys(WORKSPACES), ...Object.keys(OUTSIDE)].filter((room) => existsSync(join(root, room)))
  return rooms
    .flatMap((room) => filesOf(join(root, room)))
    .map((path) => relative(root, path).split(sep).join('/'))
    .sort()
}

function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return entry.name === 'node_modules' || entry.name.startsWith('dist') || entry.name.startsWith('.') ? [] : filesOf(path)
    return ['.ts', '.tsx', '.mjs', '.css', '.typ'].includes(extname(entry.name)) ? [path] : []
  })
}
