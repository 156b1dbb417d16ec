/**
 * Stands in for zod where contracts are only read for method, path and access (see vite.config.ts): every property and call answers itself.
 * Nothing in the browser parses with a contract, the server does; `parse` therefore throws instead of pretending.
 */
const refuse = () => {
  throw new Error('Contracts are parsed on the server, not in the browser.')
}
const PARSERS = new Set<PropertyKey>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

const inert: object = new Proxy(() => inert, {
  get: (_target, property) => (PARSERS.has(property) ? refuse : inert),
  apply: () => inert,
})

export const z = inert
