/** Peers of the demo: invented banks with invented figures, marked so, for as long as no public Call Reports were imported. */
import { cents } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { BANK_KINDS, PLACE_BACKS, PLACE_FRONTS } from './names.ts'
import { randomOf } from './random.ts'
import type { Book } from './rows.ts'

const DATES = ['2024-12-31', '2025-12-31', '2026-09-30'].map(plainDate)
const PEERS = 320
const STATES = ['SC', 'GA', 'AL', 'MN', 'IA', 'NC', 'TN', 'IL', 'IN', 'KY', 'MA', 'NY', 'OH', 'PA', 'WI', 'MO'] as const
/** Total assets in millions of dollars, and how many of a hundred banks lie between. */
const SIZES: readonly (readonly [least: number, most: number, share: number])[] = [
  [40, 100, 12],
  [100, 250, 26],
  [250, 500, 24],
  [500, 750, 12],
  [750, 1_000, 8],
  [1_000, 5_000, 14],
  [5_000, 20_000, 4],
]
/** Nobody's RSSD numbers: those of the book's own institutions begin higher. */
const FIRST_RSSD = 9_800_000

export function peerRows(seed: string): Pick<Book, 'callReportImport' | 'callReportBank'> {
  const banks = Array.from({ length: PEERS }, (_, index) => peer(seed, index))
  const callReportBank = DATES.flatMap((reportDate, year) => banks.map((bank) => ({ reportDate, ...bank(year) })))
  const callReportImport = DATES.map((reportDate) => {
    const own = callReportBank.filter((row) => row.reportDate === reportDate)
    return {
      reportDate,
      source: 'INVENTED' as const,
      sha256: '0'.repeat(64),
      banks: own.length,
      holders: own.filter((row) => row.lifeGeneralCents + row.lifeSeparateCents + row.lifeHybridCents > 0).length,
      leftOut: 0,
    }
  })
  return { callReportImport, callReportBank }
}

/** One bank, as it stands so many reporting dates after the first: it grows, and its life insurance with it. */
function peer(seed: string, index: number) {
  const random = randomOf(seed, 'peer', index)
  const place = `${PLACE_FRONTS[(index * 7) % PLACE_FRONTS.length]}${PLACE_BACKS[(index * 5 + 3) % PLACE_BACKS.length]}`
  const [least, most] = sizeOf(random.whole(1, 100))
  const assets = random.between(least, most) * 1e6
  const growth = random.between(0.99, 1.07)
  const tier1Share = random.between(0.085, 0.125)
  const held = random.chance(0.76) ? random.between(0.03, 0.25) : 0
  const separate = random.chance(0.2) ? random.between(0.1, 0.4) : 0
  const hybrid = random.chance(0.45) ? random.between(0.1, 0.5) : 0
  const reportsTotalCapital = !random.chance(0.3)
  const thousands = (dollars: number) => cents(Math.round(dollars / 1000) * 100_000)
  const named = {
    idRssd: FIRST_RSSD + index,
    fdicCert: null,
    name: `${place} ${BANK_KINDS[index % BANK_KINDS.length]}`.toUpperCase(),
    city: `PORT ${place}`.toUpperCase(),
    stateCode: random.pick(STATES),
    form: assets > 5e9 ? '041' : '051',
  }
  return (year: number) => {
    const grown = growth ** year
    const tier1 = assets * grown * tier1Share
    const life = assets * tier1Share * held * 1.034 ** year
    return {
      ...named,
      totalAssetsCents: thousands(assets * grown),
      lifeGeneralCents: thousands(life * (1 - separate) * (1 - hybrid)),
      lifeSeparateCents: thousands(life * separate),
      lifeHybridCents: thousands(life * (1 - separate) * hybrid),
      tier1Cents: thousands(tier1),
      totalCapitalCents: reportsTotalCapital ? thousands(tier1 * 1.1) : null,
    }
  }
}

function sizeOf(drawn: number): readonly [number, number] {
  let upTo = 0
  for (const [least, most, share] of SIZES) {
    upTo += share
    if (drawn <= upTo) return [least, most]
  }
  return [40, 100]
}
