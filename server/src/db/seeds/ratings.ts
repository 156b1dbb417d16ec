/** Ratings of the invented carriers by the agencies, year by year. */
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { CARRIERS } from './carriers.ts'
import type { Row } from './rows.ts'

const FIRST_REVIEW = 2021
const LAST_REVIEW = 2026
/** Halcyon Ridge: outlook to negative in 2024, one notch down at every agency in June 2025. */
const DOWNGRADED = { code: 'HALCY', warned: 2024, down: 2025, to: { AM_BEST: 'A-', SP: 'A-', MOODYS: 'A3', COMDEX: 71 } } as const
/** Vesperin: better placed since 2025. */
const IMPROVED = { code: 'VESPR', from: 2025 } as const

/** Yearly reviews, affirmed but for one carrier's downgrade, and Comdex as a licensee would key it in. */
export function carrierRatingRows(): Row<'carrierRating'>[] {
  const rows: Row<'carrierRating'>[] = []
  for (const carrier of CARRIERS) {
    for (let year = FIRST_REVIEW; year <= LAST_REVIEW; year += 1) {
      for (const [index, agency] of (['AM_BEST', 'SP', 'MOODYS', 'FITCH', 'COMDEX'] as const).entries()) {
        const usual = carrier.ratings[agency]
        if (usual === undefined) continue
        const effectiveDate = reviewDate(year, carrier.affirmedIn, index)
        if (effectiveDate > plainDate('2026-10-31')) continue
        const troubled = carrier.code === DOWNGRADED.code
        const down = troubled && year >= DOWNGRADED.down
        const rating = down && agency !== 'FITCH' ? DOWNGRADED.to[agency] : usual
        const comdex = agency === 'COMDEX'
        rows.push({
          carrierCode: carrier.code,
          agency,
          effectiveDate,
          rating: String(comdex ? Number(rating) + (down ? 0 : wobble(carrier.code, year)) : rating),
          outlook: comdex
            ? null
            : troubled && year === DOWNGRADED.warned
              ? 'NEGATIVE'
              : carrier.code === IMPROVED.code && year >= IMPROVED.from
                ? 'POSITIVE'
                : 'STABLE',
          watch: troubled && year === DOWNGRADED.down && agency === 'AM_BEST',
          action: comdex ? null : troubled && year === DOWNGRADED.down ? 'DOWNGRADED' : 'AFFIRMED',
          source: comdex ? 'Entered by staff from the licensed service' : `Agency release, ${effectiveDate}`,
        })
      }
    }
  }
  return rows
}

// The agencies do not speak on the same day.
function reviewDate(year: number, month: number, agencyIndex: number): PlainDate {
  return plainDate(`${year}-${String(month).padStart(2, '0')}-${String(5 + agencyIndex * 5).padStart(2, '0')}`)
}

const wobble = (code: string, year: number) => ((code.charCodeAt(0) + year) % 3) - 1
