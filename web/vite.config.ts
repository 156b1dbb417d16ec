/** Builds the browser's part into web/dist; in development `/api` goes to the server named by CORRIDOR_API. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: fromHere('.'),
  plugins: [react({ compiler: true }), preloadFirstBytes()],
  resolve: {
    // Contracts are zod schemas. The server parses with them; the browser only needs their method, path and access, so 30 kB of parser stay out.
    // `zod/mini`, with which pages read the address bar, is another module and stays.
    alias: [{ find: /^zod$/, replacement: fromHere('./src/kernel/schema-stand-in.ts') }],
  },
  build: {
    outDir: fromHere('./dist'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 }],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': { target: process.env.CORRIDOR_API ?? 'http://127.0.0.1:3000' } } },
})

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
