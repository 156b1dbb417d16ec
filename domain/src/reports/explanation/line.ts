/** How explanations write a line: rates with all their decimals, amounts to the cent, a line that leads nowhere. */

import { roundHalfAwayFromZero } from '../../primitives/money.ts'
import { formatCell } from '../table.ts'
import type { ExplanationLine } from './explanation.ts'

export const precise = (fraction: number, decimals = 6): string => `${Number((fraction * 100).toFixed(decimals))}%`
export const money = (amount: number): string => formatCell('money', roundHalfAwayFromZero(amount))
export const plain = (label: string, work: string | null, text: string, value: number): ExplanationLine => ({
  label,
  detail: null,
  ...(work === null ? {} : { work }),
  text,
  value,
  address: null,
})
