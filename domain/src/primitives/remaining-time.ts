/** How long work still takes, from its own rate. */

/** Pieces that must be done before their rate tells anything. */
const LEAST_DONE = 3

/**
 * The rate is that of the pieces since the first was done: waiting for a worker before it is no work.
 * @param done pieces that this work has done, the first of them at `firstDoneAt` (milliseconds)
 * @param left pieces still to do
 * @returns whole seconds, rounded up; null while too little is done to tell
 */
export function remainingSeconds(work: { done: number; left: number; firstDoneAt: number | null; now: number }): number | null {
  const { done, left, firstDoneAt, now } = work
  if (left <= 0) return 0
  if (firstDoneAt === null || done < LEAST_DONE || now <= firstDoneAt) return null
  return Math.ceil((left * (now - firstDoneAt)) / (done - 1) / 1000)
}

/** "less than a minute", "about 4 minutes", "about 2 hours": no more exact than it can be. */
export function remainingWords(seconds: number): string {
  if (seconds < 60) return 'less than a minute'
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`
  return `about ${Math.round(minutes / 60)} hours`
}
