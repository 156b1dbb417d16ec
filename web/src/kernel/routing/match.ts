/** Finds the page of an address. Addresses written out come before those with a parameter, segment by segment. */

/** @returns the route of an address with its parameters decoded, or null */
export type Finder<Route> = (pathname: string) => { route: Route; params: Readonly<Record<string, string>> } | null

/** Patterns are as in paths.ts: `/users/$userId`. Letters may be large or small, and a slash may end the address. */
export function finderOf<Route extends { path: string }>(routes: readonly Route[]): Finder<Route> {
  const written = new Map<string, Route>()
  const withParameters: { route: Route; segments: string[] }[] = []
  for (const route of routes) {
    if (route.path.includes('$')) withParameters.push({ route, segments: segmentsOf(route.path) })
    else written.set(segmentsOf(route.path).join('/').toLowerCase(), route)
  }
  return (pathname) => {
    const given = segmentsOf(pathname)
    const exact = written.get(given.join('/').toLowerCase())
    if (exact) return { route: exact, params: {} }
    const [best] = withParameters
      .filter(({ segments }) => segments.length === given.length && segments.every((segment, index) => fits(segment, given[index] ?? '')))
      .toSorted((one, other) => rank(one.segments) - rank(other.segments))
    if (!best) return null
    const params = best.segments.flatMap((segment, index) =>
      segment.startsWith('$') ? [[segment.slice(1), decoded(given[index] ?? '')]] : [],
    )
    return { route: best.route, params: Object.fromEntries(params) }
  }
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean)
const fits = (segment: string, given: string): boolean => segment.startsWith('$') || segment.toLowerCase() === given.toLowerCase()

/** The earlier a parameter stands, the later the pattern is taken. */
const rank = (segments: readonly string[]): number => segments.reduce((sum, segment) => sum * 2 + (segment.startsWith('$') ? 1 : 0), 0)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
