/** Constant-maturity Treasury yields (Federal Reserve H.15) as FRED publishes them: a file a series, with a header `observation_date,GS10`, in percent. Each file whole or not at all. */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { isPlainDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { recordSystemActivity } from '../platform/audit-log/activity.ts'
import type { Db } from '../platform/database/database.ts'

export class TreasuryProblem extends Error {}

export interface ImportedYields {
  series: string
  months: number
  last: PlainDate
}

/** FRED's names: GS10 monthly, DGS10 daily. */
const SERIES = /^(D?GS)(1|2|3|5|7|10|20|30)$/
const ROWS_AT_ONCE = 1000

/** @throws TreasuryProblem for a file that is none, with the line and what to do */
export async function importTreasuryYields(db: Db, path: string): Promise<ImportedYields> {
  const { series, years, rows } = readSeries(basename(path), await readFile(path, 'utf8'))
  const last = rows.at(-1)
  if (!last) throw new TreasuryProblem(`${basename(path)} has no yields. Download the series again as CSV.`)
  await db.transaction().execute(async (trx) => {
    // The publisher's own file replaces what it published before.
    await trx.deleteFrom('treasuryYield').where('years', '=', years).execute()
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
      await trx
        .insertInto('treasuryYield')
        .values(rows.slice(start, start + ROWS_AT_ONCE).map((row) => ({ ...row, years, source: `Federal Reserve H.15, FRED ${series}` })))
        .execute()
    await recordSystemActivity(trx, {
      action: 'treasury-yields.imported',
      entity: 'treasury-yields',
      entityId: series,
      after: { series, months: rows.length, last: last.observedOn },
    })
  })
  return { series, months: rows.length, last: last.observedOn }
}

function readSeries(file: string, text: string): { series: string; years: number; rows: { observedOn: PlainDate; yield: number }[] } {
  const [header = [], ...lines] = text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map((line) => line.split(',').map((cell) => cell.trim()))
  const series = header[1] ?? ''
  const years = Number(SERIES.exec(series)?.[2])
  if (header.length !== 2 || !/^(observation_date|DATE)$/i.test(header[0] ?? '') || !(years > 0))
    throw new TreasuryProblem(
      `${file} begins with “${header.join(',')}”. It must be a Treasury series of FRED as CSV, such as GS10, whose first line is “observation_date,GS10”.`,
    )
  const rows = lines.flatMap(([day = '', percent = ''], index) => {
    // Days without a market are written as a dot or left empty.
    if (percent === '' || percent === '.') return []
    const value = Number(percent)
    if (!isPlainDate(day))
      throw new TreasuryProblem(`${file}, line ${index + 2}: “${day}” is not a date such as 2026-10-01. Nothing was imported.`)
    if (!(value >= -5 && value <= 50))
      throw new TreasuryProblem(`${file}, line ${index + 2}: “${percent}” is not a yield in percent. Nothing was imported.`)
    return [{ observedOn: day, yield: Number((value / 100).toFixed(6)) }]
  })
  return { series, years, rows }
}
