/** The carrier of a file that does not name it, told by the policies that its numbers are of. A proposal only: a person chooses. */
import { counted } from '../primitives/counted.ts'
import { formatCount } from '../primitives/money.ts'

/** Different policy numbers of a file: all, and those that are in the register. */
export interface CountedNumbers {
  all: number
  found: number
  /** How many are of policies of each carrier. */
  carriers: readonly { code: string; name: string; numbers: number }[]
}

export interface CarrierProposal {
  code: string
  name: string
  reason: string
}

/** Shares are of the numbers that are found, and of all numbers of the file. */
const LEAST = { numbers: 3, ofFound: 0.8, found: 0.5 }

/** @returns none where two carriers have as good a claim */
export function proposeCarrier({ all, found, carriers }: CountedNumbers): CarrierProposal | null {
  if (found < all * LEAST.found) return null
  const [only, other] = carriers.filter(({ numbers }) => numbers >= LEAST.numbers && numbers >= found * LEAST.ofFound)
  if (!only || other) return null
  const { code, name, numbers } = only
  return { code, name, reason: `${formatCount(numbers)} of ${counted(all, 'policy number')} are ${name}’s.` }
}
