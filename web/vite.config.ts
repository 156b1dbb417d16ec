/** Builds the browser's part into web/dist; in development `/api` goes to the server named by CORRIDOR_API. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { withoutSchemas } from './contract-shapes.ts'
import { helpArticles } from './help-articles.ts'
import { pdfData } from './pdf-data.ts'
import { PATTERNS } from './src/paths.ts'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Modules that many pages draw, import next to nothing themselves and are in none of PARTS: one file instead of some twenty of a few hundred bytes each.
 */
const LEAVES =
  /@tabler|web[\\/]src[\\/]ui[\\/](fields[\\/]Button|overlays[\\/](Modal|Popover)|states[\\/](ProgressBar|Skeletons|StatusBadge))\b/

/**
 * React's compiler keeps what a component drew, so that a press draws less again: worth its code in tables of reports and in forms (typing 20 letters into
 * a form took 147 ms of processor with it, 246 without). In the rest it saved nothing that was measured, and files were a tenth larger (ADR 0065).
 */
const COMPILED = /[\\/]src[\\/](viewer|reporting|ui[\\/]form)[\\/].*\.tsx?$/

export default defineConfig({
  root: fromHere('.'),
  plugins: [
    withoutSchemas(),
    react({ compiler: true, include: COMPILED }),
    preloadFirstBytes(),
    listPageFiles(),
    pdfData(),
    helpArticles(),
  ],
  resolve: {
    // Contracts are zod schemas. The server parses with them; the browser only needs their method, path and access, so 30 kB of parser stay out.
    // `zod/mini`, with which a few pages read what was kept or told as JSON, is another module and stays.
    alias: [{ find: /^zod$/, replacement: fromHere('./src/kernel/schema-stand-in.ts') }],
  },
  build: {
    outDir: fromHere('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // pdf.js and its worker, which are fetched with the first PDF, are what they are.
    chunkSizeWarningLimit: 1300,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // With what every file needs to name its exports.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime/, priority: 20 },
            // Modules that the entry script draws with come with it: the sign-in page needs no more.
            { name: 'start', test: /[\\/](web|contract|domain)[\\/]src[\\/]/, tags: ['$initial'], priority: 15 },
            { name: (id, context) => partOf(id, context), debugName: 'parts', priority: 12 },
            { name: 'shared', test: LEAVES, minShareCount: 4, priority: 10 },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': { target: process.env.CORRIDOR_API ?? 'http://127.0.0.1:3000' } } },
})

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; code: string | null } | null
}

/** Modules that are fetched together anyway stand in one file: a file costs a browser more than its bytes. By the modules that bring all they import along. */
const PARTS = {
  /** Behind sign-in everybody has it: the frame, and what nearly every page is made of. */
  app: [
    'src/app.tsx',
    'src/layouts/SessionKeeper.tsx',
    'src/ui/states/EmptyState.tsx',
    'src/ui/fields/Link.tsx',
    'src/ui/states/Loaded.tsx',
    'src/ui/layout/PageHeader.tsx',
    'src/ui/layout/Panel.tsx',
    'src/ui/layout/StatTile.tsx',
    'src/ui/formats.ts',
    'src/shared/ReportLink.tsx',
    '../contract/src/downloads.ts',
    '../contract/src/sites.ts',
    '../domain/src/primitives/byte-size.ts',
    '../domain/src/primitives/list-and-dropdown.ts',
    '../domain/src/primitives/money.ts',
    '../domain/src/primitives/name-order.ts',
    '../domain/src/primitives/typed-input.ts',
    '../domain/src/primitives/period.ts',
  ],
  'sign-in': ['src/features/session/SignInPage.tsx'],
  /** On every page of a client. */
  'client-menu': ['src/layouts/ClientMenu.tsx'],
  table: ['src/ui/list/DataTable.tsx', 'src/ui/explanation/Explain.tsx', 'src/ui/chart/csv.ts'],
} as const

const reached = new Map<string, ReadonlySet<string>>()

/** The first of PARTS that brings a module along. */
function partOf(id: string, graph: ModuleGraph): string | null {
  for (const [part, sources] of Object.entries(PARTS)) {
    const known = reached.get(part)
    const modules = known ?? broughtBy(sources.map(fromHere), graph)
    if (!known) reached.set(part, modules)
    // Other pages draw the menu's icons too.
    if (modules.has(id)) return part === 'client-menu' && id.includes('@tabler') ? 'app' : part
  }
  return null
}

/** Icons come through one file that names them all: those count that the code of a module names. */
function broughtBy(sources: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set(sources)
  for (const id of found) {
    const module = graph.getModuleInfo(id)
    if (!module) throw new Error(`PARTS in web/vite.config.ts: ${id} is no module of the portal`)
    const { importedIds, code } = module
    for (const each of importedIds) {
      if (!ALL_ICONS.test(each)) found.add(each)
      else for (const [name] of code?.matchAll(/\bIcon[A-Z]\w+/g) ?? []) found.add(each.replace(/[^\\/]+$/, `icons/${name}.mjs`))
    }
  }
  return found
}
const ALL_ICONS = /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/][^\\/]+$/

/** Lets the browser fetch React and the text font while it is still reading index.html, instead of after the entry script. */
function preloadFirstBytes(): Plugin {
  return {
    name: 'corridor-preload-first-bytes',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const files = Object.keys(bundle ?? {})
        const fonts = files.filter((file) => /inter-latin-wght-normal.*\.woff2$/.test(file))
        return fonts.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head-prepend' as const,
        }))
      },
    },
  }
}

/**
 * page-files.json: the scripts and styles of each page, by its address. The server names them in index.html for who is signed in, so that the
 * browser fetches them at once instead of one after the other.
 */
function listPageFiles(): Plugin {
  return {
    name: 'corridor-page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const chunkOf = (source: string) => chunks.find(({ moduleIds }) => moduleIds.includes(fromHere(source)))
      const filesOf = (chunk: (typeof chunks)[number] | undefined, found = new Set<string>()): Set<string> => {
        if (!chunk || found.has(`/${chunk.fileName}`)) return found
        for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(`/${style}`)
        found.add(`/${chunk.fileName}`)
        for (const file of chunk.imports) filesOf(byFile.get(file), found)
        return found
      }
      const atOnce = filesOf(chunks.find(({ isEntry }) => isEntry))
      const later = (files: Set<string>) => [...files].filter((file) => !atOnce.has(file))
      const pages = [...readFileSync(fromHere('src/routes.tsx'), 'utf8').matchAll(/^ {2}(\w+): page\(.*import\('\.(\/[^']+)'\)/gm)].map(
        ([, name = '', source = '']) => {
          const pattern = Object.entries(PATTERNS).find(([key]) => key === name)?.[1]
          const chunk = chunkOf(`src${source}`)
          if (pattern === undefined || !chunk) this.error(`The page of PATTERNS.${name} was not found in the build.`)
          return [pattern, later(filesOf(chunk, filesOf(chunkOf('src/app.tsx'))))] as const
        },
      )
      this.emitFile({ type: 'asset', fileName: 'page-files.json', source: JSON.stringify(Object.fromEntries(pages)) })
    },
  }
}
