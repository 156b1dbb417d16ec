/** Which day it is for a site: by its own time zone, whatever the server's and the browser's clocks are set to. */
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import type { Kernel } from '../platform/kernel.ts'

export async function dayOfSite({ now }: Pick<Kernel, 'now'>, trx: Trx, siteId: number): Promise<PlainDate> {
  const { rows } = await sql<{ day: string }>`
    select to_char(${now().toISOString()}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as day from site where id = ${siteId}`.execute(
    trx,
  )
  if (!rows[0]) throw new Error(`there is no site ${siteId}`)
  return plainDate(rows[0].day)
}

/** The same of a moment that was kept: a column of a statement as the day that it was for the site. */
export const siteDayOf = (moment: RawBuilder<unknown>, siteId: number | RawBuilder<number>) =>
  sql<PlainDate | null>`(${moment} at time zone (select w.time_zone from site w where w.id = ${siteId}))::date`

/** The site of the transaction, for statements that are made before a call names it. */
export const THIS_SITE = sql<number>`nullif(current_setting('app.site', true), '')::int`
