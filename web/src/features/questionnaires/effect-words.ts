/** Effects of an accepted answer on the reports, in sentences. */

import { headroomText, LIMIT_COLORS } from '@corridor/domain/calculations/concentration.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatCount, formatMoney, formatPercent } from '@corridor/domain/primitives/money.ts'
import { formatLongDate } from '@corridor/domain/primitives/period.ts'
import type { ChangeEffect } from '@corridor/domain/questionnaires/effects.ts'

const COLOR_WORDS = {
  green: 'within',
  amber: 'near the limit',
  red: 'over the limit',
  gray: 'not tested, because some policies have no value',
} as const

export function effectLines(effect: ChangeEffect): string[] {
  switch (effect.kind) {
    case 'CONCENTRATION': {
      const { before, after } = effect
      const limit =
        before.limit === after.limit ? formatPercent(after.limit) : `${formatPercent(before.limit)} → ${formatPercent(after.limit)}`
      if (after.fraction === null)
        return [`Limit ${limit} of capital. The concentration is not known: the capital it is measured on is not on file.`]
      const room = after.headroomCents
      const color = COLOR_WORDS[LIMIT_COLORS[after.status]]
      const standing = room === null ? color : room < 0 ? headroomText(room) : `${color}, ${headroomText(room)}`
      const moved = before.fraction === null ? '' : `${formatPercent(before.fraction)} → `
      return [`Concentration ${moved}${formatPercent(after.fraction)} of capital against ${limit}: ${standing}.`]
    }
    case 'COMBINED_RATE':
      return [
        `Combined tax rate ${effect.before === null ? '' : `${formatPercent(effect.before)} → `}${formatPercent(effect.after)}, used by tax-equivalent yields.`,
      ]
    case 'FORM_8925': {
      const { holder, valuesOf, before, after } = effect
      const lines: [string, string, string][] = [
        ['line 1', formatCount(before.line1), formatCount(after.line1)],
        ['line 2', formatCount(before.line2), formatCount(after.line2)],
        ['line 3', formatMoney(before.line3), formatMoney(after.line3)],
        ['line 4b', formatCount(before.line4b), formatCount(after.line4b)],
      ]
      const moved = lines.flatMap(([name, from, to]) => (from === to ? [] : [`${name}: ${from} → ${to}`]))
      const values = before.line3 === after.line3 ? '' : ` On the values of ${formatLongDate(valuesOf)}.`
      return [`Form 8925 of ${holder}, ${moved.join('; ')}.${values}`]
    }
    case 'CLAIM':
      return [
        `A claim on ${counted(effect.policies, 'policy')}, death benefit ${formatMoney(effect.deathBenefitCents)}: enter it with each policy.`,
      ]
  }
}
