/** Treasury yields that alternatives begin with in a demonstration: monthly averages as published (Federal Reserve H.15, FRED series GS2 and GS10, 2025 and 2026). */
const MONTHS = ['2025-10-01', '2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01']
const PERCENT: readonly (readonly [years: number, series: string, yields: readonly number[]])[] = [
  [2, 'GS2', [3.52, 3.55, 3.5, 3.54, 3.47, 3.71]],
  [10, 'GS10', [4.06, 4.09, 4.14, 4.21, 4.13, 4.25]],
]

/** A statement with its values. */
export function treasuryRows(): [text: string, values: unknown[][]] {
  const rows = PERCENT.flatMap(([years, series, yields]) =>
    yields.map((percent, index) => [years, MONTHS[index], Number((percent / 100).toFixed(6)), `Federal Reserve H.15, FRED ${series}`]),
  )
  const columns = [0, 1, 2, 3].map((column) => rows.map((row) => row[column]))
  return ['insert into treasury_yield select * from unnest($1::int[], $2::date[], $3::float8[], $4::text[])', columns]
}
