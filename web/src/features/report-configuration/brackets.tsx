/** A bracket table as one field of a form: one bracket a line, as people write it down. */

import type { TaxBracket } from '@corridor/domain/calculations/state-tax.ts'
import { bracketProblem } from '@corridor/domain/calculations/state-tax.ts'
import { cents, formatAmount, MISSING } from '@corridor/domain/primitives/money.ts'
import { typedMoney } from '@corridor/domain/primitives/typed-input.ts'
import { TextArea } from '../../ui/fields/Field.tsx'
import type { OwnKind, Value } from '../../ui/form/form-fields.ts'

export const bracketsKind: OwnKind = {
  typed: (stored) => (Array.isArray(stored) ? stored.filter(isBracket).map(lineOf).join('\n') : ''),
  sent: (value) => read(value).brackets,
  problem: (text) => {
    const { brackets, wrong } = read(text)
    return wrong === undefined ? bracketProblem(brackets) : `“${wrong}” is not a bracket such as 25,000: 4.4%`
  },
  words: (value) => (String(value ?? '').trim() === '' ? MISSING : String(value).trim().replaceAll('\n', ', ')),
  Control: ({ value, onChange, error }) => (
    <TextArea
      label="Brackets"
      hint="For reference; yields use the rate for banks. One per line: the income it starts from and its rate, such as 25,000: 4.4%. The first starts at 0."
      value={String(value ?? '')}
      onChange={(text) => onChange?.(text)}
      error={error}
    />
  ),
}

function read(value: Value): { brackets: TaxBracket[]; wrong?: string } {
  const lines = String(value ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const brackets: TaxBracket[] = []
  for (const line of lines) {
    const [, from = '', percent = ''] = /^\$?([\d.,]+)\s*:\s*(\d{1,3}(?:\.\d{1,6})?)\s*%?$/.exec(line) ?? []
    const amount = typedMoney(from)
    if (percent === '' || typeof amount !== 'number') return { brackets, wrong: line }
    brackets.push({ fromCents: cents(amount), rate: Number((Number(percent) / 100).toFixed(12)) })
  }
  return { brackets }
}

const isBracket = (item: unknown): item is TaxBracket =>
  typeof item === 'object' && item !== null && 'fromCents' in item && 'rate' in item && typeof item.rate === 'number'
const lineOf = ({ fromCents, rate }: TaxBracket) => `${formatAmount(fromCents).replace(/\.00$/, '')}: ${Number((rate * 100).toFixed(10))}%`
