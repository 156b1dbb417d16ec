/** A benchmark line: it measures Corridor beside peers in the same run and says what it saw. One file of lines/ a line. */
export interface BenchLine {
  /** The number of the measurement, which orders the results. */
  number: number
  /** For `npm run bench -- <name>`. */
  name: string
  title: string
  /** The target, in words. */
  target: string
  run: (context: BenchContext) => Promise<BenchOutcome>
}

export interface BenchContext {
  /** A short run with small inputs, to see that a line works. */
  quick: boolean
  /** The whole size, where a line is otherwise measured at a smaller one. */
  full: boolean
  say: (text: string) => void
}

export interface BenchOutcome {
  subjects: Subject[]
  /** The figure that is compared; the first subject of the list is Corridor. */
  unit: string
  /** True when a smaller figure is better. */
  lessIsBetter: boolean
  reached: boolean | null
  /** Subject and method of the measurement, and its limits. */
  remarks: string[]
}

export interface Subject {
  name: string
  value: number
  /** Further figures, each with its unit in the name. */
  more?: Record<string, number | string>
}
