/** Random numbers that are the same on every machine and in every run: a generator seeded by a text, so that each part of the book draws from its own. */

export interface Random {
  /** From 0 up to, not including, 1. */
  next: () => number
  /** A whole number, both ends included. */
  whole: (least: number, most: number) => number
  /** A number from one end up to the other. */
  between: (least: number, most: number) => number
  chance: (probability: number) => boolean
  /** @throws RangeError when there is nothing to choose from */
  pick: <Value>(values: readonly Value[]) => Value
  /** Standard normal, by twelve uniforms: no tails past six, and no logarithm whose last digit could differ. */
  normal: () => number
  shuffled: <Value>(values: readonly Value[]) => Value[]
}

/** The same parts always give the same sequence; a further part gives an unrelated one. */
export function randomOf(...parts: readonly (string | number)[]): Random {
  const next = sequenceOf(parts.join('\u001f'))
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    whole,
    between: (least, most) => least + next() * (most - least),
    chance: (probability) => next() < probability,
    pick: (values) => {
      const value = values[whole(0, values.length - 1)]
      if (value === undefined) throw new RangeError('nothing to pick from')
      return value
    },
    normal: () => {
      let sum = -6
      for (let i = 0; i < 12; i += 1) sum += next()
      return sum
    },
    shuffled: (values) => {
      const keyed = values.map((value) => ({ value, key: next() }))
      return keyed.sort((a, b) => a.key - b.key).map(({ value }) => value)
    },
  }
}

// sfc32 (Chris Doty-Humphrey, PractRand), seeded by a 128-bit FNV-like hash of the text.
function sequenceOf(seed: string): () => number {
  let a = 0x9e3779b9
  let b = 0x243f6a88
  let c = 0xb7e15162
  let counter = 1
  for (let i = 0; i < seed.length; i += 1) {
    const code = seed.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ (code + a), 0x85ebca6b)
    c = Math.imul(c ^ (code + (b >>> 7)), 0xc2b2ae35)
  }
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let i = 0; i < 12; i += 1) next()
  return next
}
