/** Reads what was asked of `npm run bench`: which lines, and whether briefly. Nothing that was asked for is passed over. */

export interface Chosen<Line> {
  lines: Line[]
  quick: boolean
  /** The whole size of a line that is otherwise measured at a smaller one. */
  full: boolean
}

/** @throws Error naming every line or option that there is not, before anything is measured */
export function choose<Line extends { name: string }>(lines: readonly Line[], args: readonly string[]): Chosen<Line> {
  const wanted = args.filter((arg) => !arg.startsWith('--'))
  const names = lines.map(({ name }) => name)
  const unknown = [
    ...wanted.filter((name) => !names.includes(name)).map((name) => `no line ${name}`),
    ...args.filter((arg) => arg.startsWith('--') && arg !== '--quick' && arg !== '--full').map((option) => `no option ${option}`),
  ]
  if (unknown.length > 0)
    throw new Error(`nothing was measured: there is ${unknown.join(' and ')}. Lines: ${names.join(', ')}; options: --quick, --full.`)
  return {
    lines: lines.filter(({ name }) => wanted.length === 0 || wanted.includes(name)),
    quick: args.includes('--quick'),
    full: args.includes('--full'),
  }
}
