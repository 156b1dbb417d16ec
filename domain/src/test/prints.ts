/** Prints of what functions answer for known inputs, part by part: one of figures, statuses and codes, one of words, so that a change shows which it changed. */
import { createHash } from 'node:crypto'

/** Fields whose text is no sentence. */
const CODES = new Set([
  ...['id', 'key', 'code', 'kind', 'status', 'table', 'row', 'column', 'formula', 'period', 'day', 'date', 'group'],
  ...['ruleCode', 'severity', 'field', 'meaning', 'question', 'section'],
])

export class Prints {
  readonly #parts = new Map<string, { figures: string[]; words: string[] }>()
  add(part: string, value: unknown): void {
    const found = this.#parts.get(part) ?? { figures: [], words: [] }
    this.#parts.set(part, found)
    found.figures.push(
      JSON.stringify(value, (key, inner: unknown) => {
        // Powers and roots may differ in the last digits from one processor to another.
        if (typeof inner === 'number' && !Number.isInteger(inner)) return Number(inner.toPrecision(9))
        if (typeof inner !== 'string' || CODES.has(key)) return inner
        found.words.push(inner)
        return inner.replaceAll(/\P{Nd}+/gu, ' ')
      }) ?? 'undefined',
    )
  }
  /** A line a part: its name, the print of its figures, the print of its words. */
  toString(): string {
    const print = (texts: readonly string[]) => createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12)
    return [...this.#parts]
      .map(([part, { figures, words }]) => `${part}: ${print(figures)} ${print(words)}\n`)
      .toSorted()
      .join('')
  }
}
