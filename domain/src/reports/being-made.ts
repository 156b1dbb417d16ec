/** Reports that are being made already when somebody asks for them anew: what the refusal `already_running` says, and carries as `meta.beingMade`. */
import { formatCount } from '../primitives/money.ts'

export interface BeingMade {
  batchId: number
  batchName: string
  reportType: string
  /** When it was asked for, as ISO text. */
  since: string
  /** By whom; null is the portal itself, for a schedule or its demonstration. */
  askedBy: string | null
  total: number
  remaining: number
}

/** In a sentence, for who has no page before them. */
export function beingMadeWords(batches: readonly BeingMade[]): string {
  const told = batches.map(({ batchId, batchName, since, askedBy, total, remaining }) => {
    const [day, time] = [since.slice(0, 10), since.slice(11, 16)]
    const who = askedBy === null ? '' : ` by ${askedBy}`
    return `batch ${batchId}, “${batchName}”, requested${who} on ${day} at ${time} UTC, has ${formatCount(remaining)} of ${formatCount(total)} left`
  })
  return `These reports are already being generated: ${told.join('; ')}. Try again when they are done.`
}
