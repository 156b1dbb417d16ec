/** The data files of pdf.js (character maps, fonts, decoders) as assets of the build, under its version: a page that needs one asks for it by name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const base = `assets/pdfjs-${version}`

/** Decoders in WebAssembly stay out: the portal's content policy compiles none. */
const files = ['cmaps', 'standard_fonts', 'iccs', 'wasm'].flatMap((part) =>
  readdirSync(join(folder, part))
    .filter((name) => /\.(bcmap|pfb|ttf|icc)$|_nowasm_fallback\.js$/.test(name))
    .map((name) => ({ name, path: join(folder, part, name) })),
)

export function pdfData(): Plugin {
  return {
    name: 'corridor-pdf-data',
    generateBundle() {
      for (const { name, path } of files) this.emitFile({ type: 'asset', fileName: `${base}/${name}`, source: readFileSync(path) })
    },
    configureServer(server) {
      server.middlewares.use(`/${base}/`, (request, response, next) => {
        const file = files.find(({ name }) => `/${name}` === request.url)
        if (!file || !existsSync(file.path)) return next()
        response.end(readFileSync(file.path))
      })
    },
  }
}
