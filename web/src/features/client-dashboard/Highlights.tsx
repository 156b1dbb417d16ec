/** The figures a chief financial officer looks for first, each with what it compares with. */
import type { boliChart } from '@corridor/contract/charts.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { cents, formatCount, formatMoney, formatPercent, MISSING } from '@corridor/domain/money.ts'
import { addMonthEnds, formatLongDate, formatMonth, isPlainDate } from '@corridor/domain/period.ts'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { StatTile, StatTiles } from '../../ui/StatTile.tsx'
import css from './ClientDashboardPage.module.css'

type Boli = ReplyOf<typeof boliChart>

interface HighlightsProps {
  highlights: NonNullable<Boli['highlights']>
  months: Boli['months']
  capitalAsOf: string | null
}

const LIMIT_WORDS = { within: 'within the guideline', near: 'near the guideline', over: 'over the guideline', unknown: '' }
const LIMIT_TONES = { within: undefined, near: 'warn', over: 'bad', unknown: undefined } as const

export function Highlights({ highlights, months, capitalAsOf }: HighlightsProps) {
  const tone = LIMIT_TONES[highlights.limitStatus]
  return (
    <StatTiles label="Highlights">
      <StatTile
        main
        label="Total cash surrender value"
        value={formatMoney(cents(highlights.cashSurrenderValueCents))}
        note={<Change amount={highlights.monthlyIncreaseCents} since={monthBefore(months)} />}
      />
      <StatTile
        label="Net yield"
        value={formatPercent(highlights.netYield)}
        note={`${formatPercent(highlights.taxEquivalentYield)} tax-equivalent`}
      />
      <StatTile
        label="Policies in force"
        value={formatCount(highlights.policies)}
        note={`${formatCount(highlights.insureds)} insureds, ${formatCount(highlights.carriers)} carriers`}
      />
      <StatTile
        label="Death benefit"
        value={shortened(highlights.deathBenefitCents)}
        note={
          highlights.yearToDateIncreaseCents === null
            ? undefined
            : `Value up ${formatMoney(cents(highlights.yearToDateIncreaseCents))} this year`
        }
      />
      <StatTile
        label="Share of Tier 1 capital"
        value={formatPercent(highlights.shareOfTier1)}
        {...(tone ? { tone } : {})}
        note={
          highlights.aggregateLimit === null
            ? 'No capital figure on file'
            : `${formatPercent(highlights.aggregateLimit, 0)} guideline${LIMIT_WORDS[highlights.limitStatus] ? `, ${LIMIT_WORDS[highlights.limitStatus]}` : ''}${capitalAsOf && isPlainDate(capitalAsOf) ? `; capital as of ${formatLongDate(capitalAsOf)}` : ''}`
        }
      />
    </StatTiles>
  )
}

function Change({ amount, since }: { amount: number | null; since: string }) {
  if (amount === null)
    return (
      <>
        {MISSING} since {since}
      </>
    )
  const Icon = amount < 0 ? IconArrowDownRight : IconArrowUpRight
  return (
    <>
      <span className={amount < 0 ? css.down : css.up}>
        <Icon size={15} aria-hidden />
        {formatMoney(cents(amount))}
      </span>
      since {since}
    </>
  )
}

function monthBefore(months: Boli['months']): string {
  const last = months.at(-1)?.period
  return last && isPlainDate(last) ? formatMonth(addMonthEnds(last, -1)) : 'the month before'
}

/** Whole dollars: the cents of a death benefit say nothing on a dashboard. */
const shortened = (amount: number) => formatMoney(cents(Math.round(amount / 100) * 100)).replace(/\.00$/, '')
