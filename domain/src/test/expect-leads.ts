/** The results of an explanation's inputs, held against the inputs themselves. */
import { expect } from 'vitest'
import type { FigureAddress } from '../reports/explanation/address.ts'
import type { Explanation } from '../reports/explanation/explanation.ts'

/** Each input that leads further leads to the same number as the input. @returns how many do */
export function expectLeads(made: Explanation | null, explained: (address: FigureAddress) => Explanation | null): number {
  const leading = (made?.inputs ?? []).flatMap(({ address, text }) => (address ? [{ address, text }] : []))
  for (const { address, text } of leading) {
    const where = `${made?.title} leads to ${JSON.stringify(address)}`
    const to = explained(address)
    expect(to, where).not.toBeNull()
    const written = to?.kind === 'percent' ? `${Number((Number(to.value) * 100).toFixed(6))}%` : to?.text
    expect(written, where).toBe(text)
  }
  return leading.length
}
