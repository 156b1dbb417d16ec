/** The figures a chief financial officer looks for first, each with what it compares with. */

import type { boliChart } from '@corridor/contract/charts.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { cents, formatCount, formatMoney, formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, formatDate, formatMonth, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { StatTile, StatTiles } from '../../ui/layout/StatTile.tsx'
import css from './ClientDashboardPage.module.css'

type Boli = ReplyOf<typeof boliChart>

interface HighlightsProps {
  highlights: NonNullable<Boli['highlights']>
  months: Boli['months']
  capitalAsOf: string | null
  /** The report that the figures are of. */
  to: string | undefined
}

/** In the order of the tiles; the skeleton shows them while the figures come. */
export const HIGHLIGHT_LABELS = [
  'Total cash surrender value',
  'Earnings year to date',
  'Net yield',
  'Policies in force',
  'Share of Tier 1 capital',
] as const

const LIMIT_WORDS = { within: 'Within the', near: 'Near the', over: 'Over the', unknown: 'Not tested against the' }
const LIMIT_TONES = { within: undefined, near: 'warn', over: 'bad', unknown: undefined } as const

export function Highlights({ highlights, months, capitalAsOf, to }: HighlightsProps) {
  const tone = LIMIT_TONES[highlights.limitStatus]
  return (
    <StatTiles label="Highlights">
      <StatTile
        main
        label={HIGHLIGHT_LABELS[0]}
        to={to}
        value={formatMoney(cents(highlights.cashSurrenderValueCents))}
        note={<Change highlights={highlights} months={months} />}
      />
      <StatTile
        label={HIGHLIGHT_LABELS[1]}
        to={to}
        value={highlights.yearToDateIncreaseCents === null ? MISSING : formatMoney(cents(highlights.yearToDateIncreaseCents))}
        note={highlights.yearToDateSince ?? undefined}
      />
      <StatTile
        label={HIGHLIGHT_LABELS[2]}
        to={to}
        value={formatPercent(highlights.netYield)}
        note={`${formatPercent(highlights.taxEquivalentYield)} tax-equivalent`}
      />
      <StatTile
        label={HIGHLIGHT_LABELS[3]}
        to={to}
        value={formatCount(highlights.policies)}
        note={`${counted(highlights.insureds, 'insured')}, ${counted(highlights.carriers, 'carrier')}`}
      />
      <StatTile
        label={HIGHLIGHT_LABELS[4]}
        to={to}
        value={formatPercent(highlights.shareOfTier1)}
        {...(tone ? { tone } : {})}
        note={<Guideline highlights={highlights} capitalAsOf={capitalAsOf} />}
      />
    </StatTiles>
  )
}

/** The change of the total itself; premiums, and policies added or removed, are part of it, so that the earnings in it are told apart. */
function Change({ highlights, months }: Pick<HighlightsProps, 'highlights' | 'months'>) {
  const [before, last] = months.slice(-2)
  const isMonthBefore = before && last && isPlainDate(last.period) && before.period === addMonthEnds(last.period, -1)
  const since = last && isPlainDate(last.period) ? formatMonth(addMonthEnds(last.period, -1)) : 'the month before'
  // A sum that lacks policies is no total to compare with.
  if (!isMonthBefore || before.cashSurrenderValueCents === null || before.missing + last.missing > 0)
    return (
      <>
        {MISSING} since {since}
      </>
    )
  const amount = highlights.cashSurrenderValueCents - before.cashSurrenderValueCents
  const earnings = highlights.monthlyIncreaseCents === null ? null : last.increaseCents
  const Icon = amount < 0 ? IconArrowDownRight : IconArrowUpRight
  return (
    <>
      <span className={amount < 0 ? css.down : css.up}>
        <Icon size={15} aria-hidden />
        {formatMoney(cents(amount))}
      </span>
      since {since}
      {earnings === null || earnings === amount ? '' : `, including earnings of ${formatMoney(cents(earnings))}`}
    </>
  )
}

/** Interagency statement on BOLI (2004): more than 25 % of Tier 1 capital asks for the board's approval; the bank's own limit may be lower. */
function Guideline({ highlights, capitalAsOf }: Pick<HighlightsProps, 'highlights' | 'capitalAsOf'>) {
  const { aggregateLimit: limit, limitStatus: status, allOfTier1 } = highlights
  if (limit === null) return <>No limit on file</>
  const date = capitalAsOf && isPlainDate(capitalAsOf) ? `, capital of ${formatDate(capitalAsOf)}` : ''
  return (
    <>
      {allOfTier1 === null ? '' : `All holdings ${formatPercent(allOfTier1)}: ${LIMIT_WORDS[status].toLowerCase()}`}
      {allOfTier1 === null ? LIMIT_WORDS[status] : ''} {formatPercent(limit)} limit{date}
    </>
  )
}
