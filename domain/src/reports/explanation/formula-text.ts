/**
 * Formulas as text: "increase / atWork * daysInYear / days". One text is worked out, said in words and written with its numbers, so that the three
 * cannot differ. It knows + - * / ^, parentheses, numbers, names, and the functions round, max, min, sqrt and ln.
 */

export type FormulaValues = (name: string) => number

type Token = { kind: 'number'; value: number } | { kind: 'name'; name: string } | { kind: 'sign'; sign: string }

const SIGNS = '+-*/^(),'
const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number>> = {
  max: Math.max,
  min: Math.min,
  sqrt: Math.sqrt,
  ln: Math.log,
  /** Half away from zero, as money is rounded. */
  round: (value) => Math.sign(value) * Math.floor(Math.abs(value) + 0.5 + Math.min(Math.max(Math.abs(value), 1) * 1e-14, 1e-3)),
}

/** @throws RangeError for a text that is no formula, or a name that has no value */
export function workOut(text: string, values: FormulaValues): number {
  const tokens = tokensOf(text)
  let place = 0
  const sign = (expected: string): boolean => {
    const token = tokens[place]
    if (token?.kind !== 'sign' || token.sign !== expected) return false
    place += 1
    return true
  }
  const need = (expected: string) => {
    if (!sign(expected)) throw new RangeError(`“${text}” lacks “${expected}”`)
  }
  const sum = (): number => {
    let value = product()
    for (;;) {
      if (sign('+')) value += product()
      else if (sign('-')) value -= product()
      else return value
    }
  }
  const product = (): number => {
    let value = power()
    for (;;) {
      if (sign('*')) value *= power()
      else if (sign('/')) value /= power()
      else return value
    }
  }
  const power = (): number => {
    const base = single()
    return sign('^') ? base ** power() : base
  }
  const single = (): number => {
    if (sign('-')) return -single()
    if (sign('(')) {
      const value = sum()
      need(')')
      return value
    }
    const token = tokens[place]
    place += 1
    if (token?.kind === 'number') return token.value
    if (token?.kind !== 'name') throw new RangeError(`“${text}” is no formula`)
    const work = FUNCTIONS[token.name]
    if (!work) return values(token.name)
    need('(')
    const given = [sum()]
    while (sign(',')) given.push(sum())
    need(')')
    return work(...given)
  }
  const value = sum()
  if (place < tokens.length) throw new RangeError(`“${text}” goes on after its end`)
  return value
}

/** The names in the order in which they first come. */
export const namesIn = (text: string): string[] => [
  ...new Set(tokensOf(text).flatMap((token) => (token.kind === 'name' && !(token.name in FUNCTIONS) ? [token.name] : []))),
]

/** The formula with each name put in other words: its label, or its number. */
export function written(text: string, word: (name: string) => string): string {
  const parts = tokensOf(text).map((token) => {
    if (token.kind === 'number') return String(token.value)
    if (token.kind === 'name') return token.name in FUNCTIONS ? (SPOKEN[token.name] ?? token.name) : word(token.name)
    return SPOKEN[token.sign] ?? token.sign
  })
  return parts.join('').replaceAll(/ {2,}/g, ' ')
}
const SPOKEN: Readonly<Record<string, string>> = {
  '+': ' + ',
  '-': ' − ',
  '*': ' × ',
  '/': ' ÷ ',
  '^': ' to the power of ',
  ',': ', ',
  max: 'the larger of ',
  min: 'the smaller of ',
  sqrt: 'the square root of ',
  ln: 'the natural logarithm of ',
  round: 'rounded ',
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (const [part] of text.matchAll(/\s+|[\d.]+|[A-Za-z]\w*|./g)) {
    if (/^\s/.test(part)) continue
    if (/^[\d.]/.test(part)) tokens.push({ kind: 'number', value: Number(part) })
    else if (/^\w/.test(part)) tokens.push({ kind: 'name', name: part })
    else if (SIGNS.includes(part)) tokens.push({ kind: 'sign', sign: part })
    else throw new RangeError(`“${part}” is no part of a formula`)
  }
  return tokens
}
