/** Actions of a kind of file; the toolbar draws what is there and the keys press it. */

export interface FindTool {
  query: string
  /** Matches so far, and which of them is shown (1 is the first; 0 is none). */
  count: number
  at: number
  searching: boolean
  search: (query: string) => void
  step: (by: 1 | -1) => void
  close: () => void
}

export interface ViewerTools {
  pages?: { at: number; of: number; go: (page: number) => void }
  zoom?: { percent: number; by: (steps: 1 | -1) => void; fitWidth?: () => void; fitPage?: () => void }
  find?: FindTool
  rotate?: () => void
  /** Says how far it is while it prepares. */
  print?: { start: () => void; preparing?: string | undefined }
}

const STEPS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]

/** The next step of zoom above or below; the ends stay. */
export function zoomed(scale: number, by: 1 | -1): number {
  const further = by === 1 ? STEPS.find((step) => step > scale * 1.01) : STEPS.findLast((step) => step < scale * 0.99)
  return further ?? scale
}

/** The words searched for when Search led here: `?find=surrender charge`. */
export const wordsAskedFor = (): string => new URLSearchParams(location.search).get('find')?.slice(0, 200) ?? ''
